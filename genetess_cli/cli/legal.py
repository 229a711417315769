"""`genetess legal`: what a seat may order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from genetess_cli.cli.manual import Command
from genetess_cli.cli.options import game, json_option, league, optional_seat_argument, seat_of, slug_argument
from genetess_cli.cli.terminal import note, put_json, say
from genetess_cli.errors import Refused

if TYPE_CHECKING:
    from genetess_cli.store import Hosted


@click.command("legal", cls=Command)
@slug_argument
@optional_seat_argument
@click.option("--like", metavar="TEXT", help="Only orders that begin like this one.")
@json_option
def command(slug: str, seat: str | None, like: str | None, as_json: bool) -> None:
    """List the orders that SEAT may give as far as it can know; the seat to move where SEAT is left out.

    In a game of DNA that is one order for every piece and square; --like "PLACE L D3" lists all that can follow.

    Examples:
      genetess legal riot red
      genetess legal riot --like "MOVE B2 E"
    """
    hosted = game(league(), slug)
    seat = seat_of(hosted, seat)
    if hosted.clock is None or hosted.game is None:
        raise Refused(f"{slug} has not started yet; start it with `genetess start {slug}`")
    if hosted.clock.phase == "finished":
        note(f"{slug} is over; no order can be carried out any more")
    seat = seat or next(iter(hosted.clock.to_move), None)
    begun = None if like is None else _begun(hosted, like)
    orders = hosted.ruleset.legal(hosted.game, seat, begun) if seat else []
    if as_json:
        put_json(orders)
        return
    for order in orders:
        say(order)


def _begun(hosted: Hosted, text: str) -> Any:
    from genetess_cli.table import read_one

    return read_one(hosted, text).order
