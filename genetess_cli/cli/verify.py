"""`genetess verify`: games played again from their records and compared with their history."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from genetess_cli.cli.manual import Command
from genetess_cli.cli.options import json_option, league, optional_slugs_argument
from genetess_cli.cli.progress import bar
from genetess_cli.cli.terminal import complain, put_json, say
from genetess_cli.errors import Refused, WrongUsage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from genetess_cli.admin.verify import Report
    from genetess_cli.store.league import League


@click.command("verify", cls=Command)
@optional_slugs_argument
@click.option(
    "--holds", is_flag=True, help="Name commits instead of games: does this branch's history contain them?"
)
@json_option
def command(slugs: tuple[str, ...], holds: bool, as_json: bool) -> int:
    """Play games again from their records, order by order, and compare every turn with what was committed.

    Without SLUG: every game that has started. Nothing is written. The first difference is named, with the exit
    status 1. With the GM's key, or once it is revealed, every draw is checked against the dice as well.

    Every notice of a turn names its commit. `--holds` with that commit shows whether a turn was played again in secret.

    Examples:
      genetess verify
      genetess verify riot --json
      genetess verify --holds 3f9c2d81aa04 77b0e1d2c9f5
    """
    from genetess_cli.admin import verify
    from genetess_cli.admin.demo import SAMPLE_KEY
    from genetess_cli.cli.secret import is_in_public

    here = league()
    if holds:
        return _hold(here, slugs, as_json)
    masters = _masters()
    names = dict.fromkeys(slugs or verify.started_games(here))
    reports, closed = [], []
    with bar("Verifying") as progress:
        for name in names:
            try:
                reports.append(verify.verify(here, name, masters, SAMPLE_KEY, progress, is_in_public()))
            except Refused as fault:  # it keeps no other game from being verified
                if len(names) == 1:
                    raise
                closed.append(str(fault))
    if as_json:
        put_json(reports)
    elif not names:
        say("No game has started yet.")
    else:
        _tell(reports)
    for words in closed:
        complain(words)
    return int(bool(closed) or any(report.difference for report in reports))


def _hold(here: League, commits: Sequence[str], as_json: bool) -> int:
    """Tell which commits the branch's history holds. Raise Refused where this copy of it cannot tell."""
    from genetess_cli.store.git.history import is_shallow, missing
    from genetess_cli.store.git.repository import Repository

    if not commits:
        raise WrongUsage("--holds needs commits; copy them from your notices")
    with Repository.open(here.root) as repository:
        gone = missing(repository.top, commits, repository.tip())
        is_cut = bool(gone) and is_shallow(repository.top)
    if is_cut:
        raise Refused(
            f"this clone is shallow and cannot find {', '.join(gone)}; run `git fetch --unshallow`, then this again"
        )
    if as_json:
        put_json([{"commit": commit, "held": commit not in gone} for commit in commits])
    elif gone:
        complain(
            f"This history does not hold {', '.join(gone)}. If a notice of this league named it, turns were replayed "
            "or removed since. Ask your GM, and compare with other players."
        )
    else:
        say(f"This history holds {'it' if len(commits) == 1 else f'all {len(commits)} of them'}.")
    return int(bool(gone))


def _masters() -> list[bytes]:
    """Return the GM's key, if it is here. Raise Refused for what is in its place and is none."""
    from genetess_cli.store.seal import keyring

    return [keyring.master()] if keyring.has_master() else []


def _tell(reports: list[Report]) -> None:
    for report in reports:
        if report.difference:
            complain(f"{report.game}: {report.difference}")
        else:
            say(f"{report.game}: {line(report)}")
        for note in report.notes:
            say(f"  {note}")


def line(report: Report) -> str:
    records = f"{report.records} record{'' if report.records == 1 else 's'}"
    turns = f"{report.turns} turn{'' if report.turns == 1 else 's'}"
    return f"{records}, {turns}, {_luck(report)}; all as committed"


def _luck(report: Report) -> str:
    if report.draws is None:
        return "luck not shown in CI"
    if not report.draws:
        return "no draws"
    draws = f"{report.draws} draw{'' if report.draws == 1 else 's'}"
    return (
        f"{draws} checked against the dice"
        if report.checked
        else f"{draws} not checked (the GM's key is not here)"
    )
