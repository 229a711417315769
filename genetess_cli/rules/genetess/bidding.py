"""What settings, board and seats must be like for a game with a round 0 (ruling G39)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from genetess_cli.rules.base import Fault, Seat
from genetess_cli.rules.board import Direction
from genetess_cli.rules.colours import COLOURS
from genetess_cli.rules.genetess.gamble import COLOUR, FILLERS, PRIZES, START, kind_of
from genetess_cli.rules.genetess.order import USAGES

_NAME = re.compile(r"\w(?:[\w-]{0,38}\w)?")
_TAKEN = {*FILLERS, *USAGES, *Direction.__members__, "E", "DONT", "CARE"}
"""Words that mean something else in an order."""


def of_settings(gamble: Sequence[str]) -> Iterator[Fault]:
    """What is wrong with `rules.gamble` by itself."""
    for index, kind in enumerate(gamble):
        path = ("rules", "gamble", index)
        if kind not in PRIZES:
            yield Fault(path, f"{kind[:40]!r} cannot be gambled for; there are {', '.join(PRIZES)}")
        elif kind in gamble[:index]:
            yield Fault(path, f"{kind} stands here already; take one out")


def of_starts(starts: Mapping[str, Any], seats: Sequence[Seat]) -> Iterator[Fault]:
    """What is wrong where the starts of board.yaml are gambled for; paths of the board begin with "board"."""
    for index, seat in enumerate(seats):
        if seat.start is not None:
            message = f"starts are gambled for in this game; take `start:` out of the line of {seat.name}"
            yield Fault(("players", index, "start"), message)
    if len(starts) < len(seats):
        message = f"there are {len(starts)} starts for {len(seats)} players; add some, or take start out of `gamble:`"
        yield Fault(("board", "starts"), message)
    before: dict[str, str] = {}
    for name in starts:
        path = ("board", "starts", name)
        if not _is_name(name):
            message = (
                "players name this start when they gamble: use one word of letters and digits, such as K1"
            )
            yield Fault(path, f"{message}, which is no place, colour or word of an order")
        elif name.casefold() in before:
            yield Fault(
                path, f"players may write it in either case; {before[name.casefold()]} is too much alike"
            )
        before.setdefault(name.casefold(), name)


def _is_name(name: str) -> bool:
    """Whether an order can name a start like this, and mean nothing else by it."""
    steps = set(name.upper().split("-"))
    if not _NAME.fullmatch(name) or kind_of(name) != START:
        return False
    return name.upper() not in _TAKEN and not steps <= set(Direction.__members__)


def of_colours(seats: Sequence[Seat]) -> Iterator[Fault]:
    """What is wrong with the seats where colours are gambled for."""
    if len(seats) > len(COLOURS):
        message = f"colours are gambled for, and there are {len(COLOURS)}: no more than as many can play"
        yield Fault(("players",), message)
    for index, seat in enumerate(seats):
        if seat.name in COLOURS:
            message = (
                f"colours are gambled for, so that {seat.name} is no name for a seat; call it p{index + 1}"
            )
            yield Fault(("players", index, "seat"), message)
        elif seat.colour != seat.name:
            message = f"colours are gambled for in this game; take `colour:` out of the line of {seat.name}"
            yield Fault(("players", index, "colour"), message)


def of_seats(gamble: Sequence[str], starts: Mapping[str, Any], seats: Sequence[Seat]) -> Iterator[Fault]:
    """What is wrong with starts and seats, for all that is gambled for."""
    if START in gamble:
        yield from of_starts(starts, seats)
    if COLOUR in gamble:
        yield from of_colours(seats)
