"""`genetess drop`: a player leaves."""

from __future__ import annotations

import click

from genetess_cli.cli.manual import Command
from genetess_cli.cli.options import game, league, now_option, reason_option, seat_argument, slug_argument
from genetess_cli.cli.terminal import note


@click.command("drop", cls=Command)
@slug_argument
@seat_argument
@click.option("--orphans", is_flag=True, help="Take the seat out of the game; its pieces belong to nobody.")
@reason_option
@now_option
def command(slug: str, seat: str, orphans: bool, reason: str | None, now: int) -> None:
    """Let a player leave. The seat is timed out as soon as its turn comes, until `replace` gives it to somebody.

    A seat that is left wins no game of Genetess or DNA.

    With --orphans the seat is out for good, nobody scores for that, and if one alone is left the game ends.

    Examples:
      genetess drop riot green
      genetess drop riot green --orphans --reason "Nobody wants the seat"
    """
    from genetess_cli.cli.gm_acts import tell
    from genetess_cli.turns.gm_actions import GmAction
    from genetess_cli.turns.referee import act

    here = league()
    game(here, slug).check_seat(seat)
    action = GmAction("drop", seat, {"orphans": orphans}, reason)
    tell(here, slug, act(here, slug, action, now, note=note))
