"""`genetess verify`: games played again from their records and compared with their history."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from genetess_cli.cli.manual import Command
from genetess_cli.cli.options import json_option, league, optional_slugs_argument
from genetess_cli.cli.progress import bar
from genetess_cli.cli.terminal import complain, put_json, say

if TYPE_CHECKING:
    from genetess_cli.verify import Report


@click.command("verify", cls=Command)
@optional_slugs_argument
@json_option
def command(slugs: tuple[str, ...], as_json: bool) -> int:
    """Play a game again from its records, order by order, and compare every turn with what was committed.

    Without SLUG that is done with every game that has started. Nothing is written. The first difference is named,
    with the exit status 1. Whoever has the GM's key checks every draw against the dice as well, and so does everybody
    once that is revealed.

    Examples:
      genetess verify
      genetess verify riot --json
    """
    from genetess_cli import verify
    from genetess_cli.cli.secret import is_in_public
    from genetess_cli.demo import SAMPLE_KEY

    here = league()
    masters = _masters()
    with bar("Verifying") as progress:
        reports = [
            verify.verify(here, name, masters, SAMPLE_KEY, progress, is_in_public())
            for name in dict.fromkeys(slugs or verify.started(here))
        ]
    if as_json:
        put_json(reports)
    elif not reports:
        say("No game has started yet.")
    else:
        _tell(reports)
    return int(any(report.difference for report in reports))


def _masters() -> list[bytes]:
    """The GM's key, if it is here. Raises Refused for what is in its place and is none."""
    from genetess_cli.seal import chest

    return [chest.master()] if chest.has_master() else []


def _tell(reports: list[Report]) -> None:
    for report in reports:
        if report.difference:
            complain(f"{report.game}: {report.difference}")
        else:
            say(f"{report.game}: {line(report)}")
        for note in report.notes:
            say(f"  {note}")


def line(report: Report) -> str:
    """What came of a game without a difference, in a line."""
    records = f"{report.records} record{'' if report.records == 1 else 's'}"
    turns = f"{report.turns} turn{'' if report.turns == 1 else 's'}"
    return f"{records}, {turns}, {_luck(report)}; all as committed"


def _luck(report: Report) -> str:
    if report.draws is None:
        return "luck not told in CI"
    if not report.draws:
        return "no draws"
    draws = f"{report.draws} draw{'' if report.draws == 1 else 's'}"
    return (
        f"{draws} checked against the dice"
        if report.checked
        else f"{draws} not checked (the GM's key is not here)"
    )
