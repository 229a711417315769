"""`genetess replace`: a seat changes hands."""

from __future__ import annotations

import click

from genetess_cli.cli.manual import Command
from genetess_cli.cli.options import game, league, now_option, reason_option, seat_argument, slug_argument
from genetess_cli.cli.terminal import note


@click.command("replace", cls=Command)
@slug_argument
@seat_argument
@click.argument("player", metavar="NAME[@LOGIN]")
@reason_option
@now_option
def command(slug: str, seat: str, player: str, reason: str | None, now: int) -> None:
    """Give a seat to another player, in game.yaml. Deadlines that were missed before do not count any more.

    The order file stays as it is.

    Example:
      genetess replace riot green Rolf@rolf-h --reason "Gwen has no time any more"
    """
    from genetess_cli.cli.gm_acts import epochs, tell
    from genetess_cli.errors import Refused
    from genetess_cli.store.names import check_one, player_of
    from genetess_cli.turns.referee import act, replacement

    here = league()
    folder = game(here, slug)
    folder.check_seat(seat)
    if folder.clock is None:
        raise Refused(f"{slug} has not started yet: just change the player in {folder.paths.game}")
    newcomer = player_of(seat, player)
    check_one(newcomer, (one for one in folder.file.players if one.seat != seat), folder.file.seats)
    before = epochs(here, slug)
    tell(here, slug, act(here, slug, replacement(newcomer, reason), now, note=note), before)
