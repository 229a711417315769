"""The commands that look for what is wrong: with files or a change (`check`), with what was played (`verify`)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from genetess_cli.cli.group import listed
from genetess_cli.cli.options import current_time, flag, json_option, league, option, optional_slugs_argument
from genetess_cli.cli.terminal import about, bar, is_in_public, note, put_json, say
from genetess_cli.errors import Refused, WrongUsage

if TYPE_CHECKING:
    from genetess_cli.admin.verify.notes import Report


@listed("check")
@click.argument("paths", metavar="[PATH]...", nargs=-1, type=click.Path())
@option("--author", "LOGIN", "The author of the change: only that login's order files may change.")
@option("--base", "REV", "The branch to compare HEAD with, such as origin/main.")
@option("--author-id", "N", "The forge's number for the account.", type=click.IntRange(1, 10**15))
@flag("--may-push", "LOGIN may push here: changes of other files are reported as notes, not as errors.")
def check(
    paths: tuple[str, ...],
    author: str | None,
    base: str | None,
    author_id: int | None,
    may_push: bool,
) -> int:
    """Check the league, its games, boards and orders, or only PATH.

    Examples:
      genetess check
      genetess check games/riot/board.yaml
      genetess check --author gwen-g --base origin/main
    """
    from genetess_cli.admin import check
    from genetess_cli.intake.replies import check_change
    from genetess_cli.store.forges.sent import Author

    alone = author is None and (author_id or may_push)
    if (author is None) != (base is None) or alone or (paths and author):
        raise WrongUsage("use --author and --base together, without a PATH: check --author LOGIN --base REV")
    here = league()
    if author is not None and base is not None:
        checked = check_change(here, Author(author, author_id), base, may_push, current_time())
    else:
        places = [check.place_in(here, Path(path)) for path in paths]
        checked = check.check(here, places)
    note(*map(str, (*checked.warnings, *checked.problems)))
    say(*checked.orders)
    problems = len(checked.problems)
    notes = f" Notes: {len(checked.warnings)}." if checked.warnings else ""
    say(f"Files checked: {checked.files}. Problems: {problems or 'none'}.{notes}")
    return int(bool(problems))


@listed("verify")
@optional_slugs_argument
@option("--from", "first", "LABEL", "Begin with this turn, such as 3b.")
@option("--to", "last", "LABEL", "End with this turn.")
@flag("--all", "anew", "Begin at the start again, whatever was verified before.")
@json_option
def verify(slugs: tuple[str, ...], first: str | None, last: str | None, anew: bool, as_json: bool) -> int:
    """Play games again from their records, order by order, and compare every turn with what was committed.

    Without GAME: every game that has started. No file of the league is written. The first difference is named, with
    the exit status 1. With the GM's key, or once it is revealed, every draw is checked against the dice as well.

    A game that is as committed is noted in .git, and the next run goes on from there. If you doubt that, use --all.

    Every notice of a turn names its commit. `git branch --contains` with that commit shows whether a turn was played
    again in secret.

    Turns of another version of the rules are not played: a note names the program that can verify them. Let that one
    play these turns alone, with --from and --to.

    Examples:
      genetess verify
      genetess verify riot --from 1a --to 3d
      genetess verify riot --json
    """
    from genetess_cli.admin import verify as verifying
    from genetess_cli.admin.demo import SAMPLE_KEY
    from genetess_cli.admin.verify.games import Games
    from genetess_cli.admin.verify.notes import Notes
    from genetess_cli.store.seal import keyring

    if (first or last) and len(slugs) != 1:
        raise WrongUsage("--from and --to need one GAME, such as: genetess verify riot --to 3d")
    games = Games(league())
    masters = keyring.masters() if keyring.has_master() else []
    reports = []
    closed = []
    in_public = is_in_public()
    between = verifying.Between(first, last)
    notes = Notes(games, masters, in_public)
    if anew:
        notes.forget()
    used = notes if between == verifying.ALL else None
    with bar("Verifying") as progress:
        names = dict.fromkeys(slugs or notes.started)
        for name in names:
            try:
                report = verifying.verify(
                    games, name, masters, SAMPLE_KEY, progress, in_public, between, used
                )
                reports.append(report)
            except Refused as fault:  # it keeps no other game from being verified
                if len(names) == 1:
                    raise
                closed.append(about(name, fault))
    if used:
        used.keep()
    if as_json:
        put_json(reports)
    elif not names:
        say("No game has started yet.")
    else:
        _tell(reports)
    if reports and games.uncompared:
        closed.append(games.uncompared)
    note(*closed)
    return int(bool(closed) or any(report.difference for report in reports))


def _tell(reports: list[Report]) -> None:
    for report in reports:
        if report.difference:
            note(f"{report.game}: {report.difference}")
        elif report.records:
            say(f"{report.game}: {report.line}")
        lead = "  " if report.records else f"{report.game}: "
        say(*(f"{lead}{words}" for words in report.notes))
