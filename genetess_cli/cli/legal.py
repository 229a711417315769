"""`genetess legal`: what a seat may order."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import click

from genetess_cli.cli.manual import Command
from genetess_cli.cli.options import (
    json_option,
    league,
    optional_seat_argument,
    read_game,
    seat_of,
    slug_argument,
)
from genetess_cli.cli.terminal import note, put_json, say
from genetess_cli.errors import Refused
from genetess_cli.rules.base import MOST_LISTED

if TYPE_CHECKING:
    from genetess_cli.store.game import GameFolder


@click.command("legal", cls=Command)
@slug_argument
@optional_seat_argument
@click.option("--like", metavar="TEXT", help="Only orders that begin with this text.")
@json_option
def command(slug: str, seat: str | None, like: str | None, as_json: bool) -> None:
    """List the orders that SEAT may give, as far as it knows. Without SEAT: the seat to move.

    In a game of DNA that is one order for every piece and square; --like "PLACE L D3" lists all that can follow, and
    add steps or captures to see what can follow them. At most 1,000 orders are listed.

    Examples:
      genetess legal riot red
      genetess legal riot --like "MOVE B2"
      genetess legal helix --like "PLACE L D3; MUTATE D4 TO green"
    """
    folder = read_game(league(), slug)
    seat = seat_of(folder, seat)
    if folder.clock is None or folder.game is None:
        raise Refused(f"{slug} has not started yet; start it with `genetess start {slug}`")
    if folder.clock.phase == "finished":
        note(f"{slug} is over; it takes no more orders")
    seat = seat or next(iter(folder.clock.to_move), None)
    orders = _list(folder, seat, like) if seat else []
    if like and len(orders) == MOST_LISTED:
        note(f"these are the first {MOST_LISTED}; write more of the order after --like to see others")
    if as_json:
        put_json(orders)
        return
    for order in orders:
        say(order)


def _list(folder: GameFolder, seat: str, like: str | None) -> list[str]:
    """Return the orders of a seat, or those that begin like a text, which may break off within a word.

    Raise Refused where none begins like that, for what is wrong with it as an order.
    """
    if like is None or (folder.clock and folder.clock.phase == "finished"):
        return folder.ruleset.legal(folder.game, seat)
    try:
        return _like(folder, seat, like)
    except Refused:
        orders = _broken_off(folder, seat, like.split())
        if not orders:
            raise
        return orders


def _broken_off(folder: GameFolder, seat: str, words: list[str]) -> list[str]:
    """Return the orders that begin with words of which the last ones make no order yet."""
    from genetess_cli.turns.queue import read_one

    whole = words
    while words := words[:-1]:
        with suppress(Refused):
            begun = read_one(folder, " ".join(words)).order
            break
    orders = folder.ruleset.legal(folder.game, seat, begun if words else None)
    start = " ".join(whole).casefold()
    return [order for order in orders if start and order.casefold().startswith(start)]


def _like(folder: GameFolder, seat: str, text: str) -> list[str]:
    from genetess_cli.rules.problems import render
    from genetess_cli.turns.queue import locate, read_one

    reading = read_one(folder, text)
    orders = folder.ruleset.legal(folder.game, seat, reading.order)
    if orders:
        return orders
    problem = folder.ruleset.check(folder.game, seat, reading.order)
    if problem:
        raise Refused(render(locate(problem, reading), text))
    raise Refused(f"no order of {seat} begins like that; `genetess legal {folder.slug} {seat}` lists them")
