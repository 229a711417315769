"""Random boards for whole games: every special several times, some of them under walls, every code among the pieces.

Nothing here asserts anything; what long games must keep to is in `test_long_games.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import cycle, islice
from random import Random
from typing import Any

import msgspec

from genetess_cli.rules.base import Seat
from genetess_cli.rules.board import Square
from genetess_cli.rules.genetess.codes import LETTERS
from genetess_cli.rules.genetess.game import Settings
from genetess_cli.rules.genetess.setup import Board
from genetess_cli.rules.genetess.specials import NAMES

COLOURS = ("red", "green", "blue", "yellow", "purple", "orange", "cyan", "white")
PIECES = 4
"""Pieces of each start."""


class Setup(msgspec.Struct, frozen=True):
    """What a game begins with."""

    settings: Settings
    board: Board
    seats: list[Seat]


def setup(luck: Random, edition: str, players: int) -> Setup:
    """A random game of an edition of the specials for so many players; it is without faults."""
    rows = _rows(luck, players)
    squares = [
        (Square(row, column), rows[row][column]) for row in range(len(rows)) for column in range(len(rows[0]))
    ]
    inside = [str(square) for square, letter in squares if letter != "#"]
    floor = [str(square) for square, letter in squares if letter == "."]
    board = Board("\n".join(rows) + "\n", _starts(luck, floor, players), list(_specials(luck, inside)))
    settings = _settings(luck, edition)
    return Setup(settings, board, [*_seats(settings.gamble, players)])


def _seats(gamble: tuple[str, ...], players: int) -> Iterator[Seat]:
    """Seats as the settings want them: neutral where colours are gambled for, without a start where starts are."""
    for number in range(1, players + 1):
        name = f"p{number}" if "colour" in gamble else COLOURS[number - 1]
        yield Seat(name, name, None if "start" in gamble else f"K{number}")


def _settings(luck: Random, edition: str) -> Settings:
    return Settings(
        specials=edition,
        starting_e=luck.choice([0, 10, 60, 500]),
        e_per_king=luck.choice([0, 1, 5, 30]),
        create=luck.random() < 0.9,
        codes=luck.choice([LETTERS, LETTERS, "".join(luck.sample(LETTERS, 10))]),
        gamble=luck.choice([(), (), ("order",), ("start", "colour"), ("start", "order", "colour")]),
    )


def _rows(luck: Random, players: int) -> list[str]:
    """A map with room enough: walls of both kinds strewn over it, and a border or none."""
    crowded = luck.random() < 0.5
    columns = luck.randint(10, 14 + players) if crowded else luck.randint(20, 32)
    rows = luck.randint(10, 14) if crowded else luck.randint(16, 32)
    lines = ["".join(luck.choices(".+#", [80, 12, 8], k=columns)) for _ in range(rows)]
    if luck.random() < 0.7:
        lines = ["#" * columns, *(f"#{line[1:-1]}#" for line in lines[1:-1]), "#" * columns]
    return lines


def _starts(luck: Random, floor: list[str], players: int) -> dict[str, dict[str, str]]:
    deck = cycle(luck.sample(LETTERS, len(LETTERS)))
    places = luck.sample(floor, players * PIECES)
    starts = {}
    for number in range(1, players + 1):
        codes = ["".join(["A", *islice(deck, 4)]) for _ in range(PIECES)]
        own = places[(number - 1) * PIECES : number * PIECES]
        starts[f"K{number}"] = dict(zip(own, [codes[0] + "K", *codes[1:]], strict=True))
    return starts


def _specials(luck: Random, inside: list[str]) -> Iterator[dict[str, Any]]:
    """Every type, one to three times."""
    types = [name for name in NAMES for _ in range(luck.randint(1, 3))]
    luck.shuffle(types)
    for square, name in zip(luck.sample(inside, min(len(types), len(inside))), types, strict=False):
        make = _DETAILS.get(name)
        yield {"at": square, "type": name} | (make(luck, inside) if make else {})


def _adder(luck: Random, inside: list[str]) -> dict[str, Any]:
    codes = "".join(luck.choices(LETTERS, k=luck.randint(1, 3)))
    limit = {"max": codes[0] * luck.randint(1, 4)}
    return luck.choice([{"codes": "random"}, {"codes": codes}, {"codes": codes} | limit])


def _some(luck: Random, inside: list[str], most: int) -> list[str]:
    return luck.sample(inside, luck.randint(1, most))


_DETAILS: Mapping[str, Callable[[Random, list[str]], dict[str, Any]]] = {
    "S1": lambda luck, inside: {"amount": luck.randint(0, 50)},
    "S2": lambda luck, inside: {"percent": luck.randint(0, 150), "of": luck.choice(["own", "all"])},
    "S3": lambda luck, inside: {"target": luck.choice(inside)},
    "S4": _adder,
    "S6": lambda luck, inside: {"squares": _some(luck, inside, 6)},
    "S8": lambda luck, inside: {"targets": _some(luck, inside, 4)},
    "S10": lambda luck, inside: luck.choice(
        [{"walls": _some(luck, inside, 4)}, {"random": luck.randint(1, 3)}]
    ),
    "S12": lambda luck, inside: luck.choice(
        [{"amount": luck.randint(0, 20)}, {"percent": luck.randint(0, 120)}]
    ),
}
