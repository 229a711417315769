"""`genetess finish`: the end by the GM's word."""

from __future__ import annotations

import click

from genetess_cli.cli.manual import Command
from genetess_cli.cli.options import league, now_option, slug_argument
from genetess_cli.cli.terminal import note


@click.command("finish", cls=Command)
@slug_argument
@click.option("--reason", metavar="TEXT", required=True, help="Why; it is told to all.")
@now_option
def command(slug: str, reason: str, now: int) -> None:
    """End a game before its time. Who has won is counted as at any end; a game of chess is a draw then.

    The reason reads on from "The game is over".

    Example:
      genetess finish riot --reason "the season has ended"
    """
    from genetess_cli.cli.gm_acts import tell
    from genetess_cli.turns.gm_actions import GmAction
    from genetess_cli.turns.referee import act

    here = league()
    tell(
        here, slug, act(here, slug, GmAction("finish", reason=reason.rstrip(". ") or reason), now, note=note)
    )
