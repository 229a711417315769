"""The figures of a board: who can walk to whom and how far it is, what lies near each start, and what nobody reaches.

Ways are on foot: steps north, east, south and west over floor. Interior walls count as closed and pieces as out of
the way. What a board's figures are worth is for people to say; only whether they are the same is said here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from genetess_cli.rules.base import Fault, Seat
from genetess_cli.rules.board import Square
from genetess_cli.rules.genetess import setup
from genetess_cli.rules.genetess.boards.symmetry import same_by_image
from genetess_cli.rules.genetess.codes import sequence
from genetess_cli.rules.genetess.game import EXTERIOR, FLOOR, INTERIOR, MOST_SEATS, Settings
from genetess_cli.rules.genetess.setup import FEWEST_SEATS, Board
from genetess_cli.rules.genetess.specials import fields

CLOSE, NEAR = 3, 6
"""Within how many steps of a start the open squares are counted."""


class Start(msgspec.Struct, frozen=True):
    """A start: its Kings' first square, its pieces' codes, and the figures of what lies around.

    `ways` are the steps to each other start, None where there is no way; `nearest` is the least of them. `open`
    counts the squares within so many steps, the Kings' own not counted; `specials` those within NEAR steps by
    type; `nearest_special` is the steps to the first of all.
    """

    name: str
    at: str
    pieces: tuple[str, ...]
    ways: dict[str, int | None]
    nearest: int | None
    open: dict[str, int]
    specials: dict[str, int]
    nearest_special: int | None


class Room(msgspec.Struct, frozen=True):
    """Floor that no start leads to: its first square in row order, how many squares, and the specials there."""

    at: str
    squares: int
    specials: tuple[str, ...]


class Survey(msgspec.Struct, frozen=True):
    """What there is to say of a board. `measured` are its starts (of many the first 26, all that a game can use).

    `parties` are the starts among which there is a way, more than one party where some cannot walk to others.
    `buried` are specials in interior wall. `images` tells whether turns and mirrors of the board
    lead from each start to each other. `alike` is whether all figures are the same for all. `specials` are all of them,
    in row order.
    """

    columns: int
    rows: int
    floor: int
    walls: int
    starts: int
    measured: list[Start]
    parties: list[list[str]]
    rooms: list[Room]
    buried: tuple[str, ...]
    images: bool
    alike: bool
    verdict: list[str]
    specials: list[Listed]


def faults(board: Board) -> list[Fault]:
    seats = [Seat(f"p{number}", "red", name) for number, name in enumerate([*board.starts][:MOST_SEATS])]
    mistakes = [fault for fault in setup.faults(Settings(), board, seats) if fault.path[0] == "board"]
    if len(board.starts) < FEWEST_SEATS:
        mistakes.append(Fault(("board", "starts"), f"a board needs {FEWEST_SEATS} starts or more"))
    return [Fault(fault.path[1:], fault.message) for fault in mistakes]


def survey(board: Board) -> Survey:
    """Return the figures of a board without faults."""
    ground = _Ground(board)
    names = list(board.starts)[:MOST_SEATS]
    kings = {name: _kings(board.starts[name]) for name in names}
    measured = [_start(board, ground, name, kings) for name in names]
    parties = _parties(measured)
    images = same_by_image(board)
    alike = len({_figures(start) for start in measured}) == 1
    return Survey(
        columns=ground.columns,
        rows=len(ground.lines),
        floor=board.map.count(FLOOR),
        walls=board.map.count(INTERIOR),
        starts=len(board.starts),
        measured=measured,
        parties=parties,
        rooms=list(_rooms(ground, kings, board)),
        buried=tuple(f"{at} {type_}" for at, type_ in ground.specials.items() if ground.is_wall(at)),
        images=images,
        alike=alike,
        verdict=list(_verdict(parties, images, alike)),
        specials=inventory(board),
    )


# Ways


class _Ground:
    """The map as a row of numbered squares with a wall around, and the specials in row order."""

    def __init__(self, board: Board) -> None:
        self.lines = board.map.splitlines()
        self.columns = len(self.lines[0])
        self.width = self.columns + 2
        rows = [f"{EXTERIOR}{line}{EXTERIOR}" for line in self.lines]
        edge = EXTERIOR * self.width
        self.floor = bytes(sign == FLOOR for sign in "".join([edge, *rows, edge]))
        types = ((Square.named(given["at"]), given["type"]) for given in board.specials)
        self.specials: dict[Square, str] = dict(sorted(types))

    def number(self, square: Square) -> int:
        return (square[0] + 1) * self.width + square[1] + 1

    def square(self, number: int) -> Square:
        row, column = divmod(number, self.width)
        return Square(row - 1, column - 1)

    def is_wall(self, square: Square) -> bool:
        return not self.floor[self.number(square)]

    def steps(self, sources: Sequence[Square]) -> dict[int, int]:
        """Return the steps from the nearest of some squares to every square that can be reached, the nearest first."""
        edge = [self.number(square) for square in sources]
        distances = dict.fromkeys(edge, 0)
        unseen = bytearray(self.floor)
        for number in edge:
            unseen[number] = 0
        width, depth = self.width, 0
        while edge:
            depth += 1
            reached: list[int] = []
            for number in edge:
                for near in (number - width, number + 1, number + width, number - 1):
                    if unseen[near]:
                        unseen[near] = 0
                        reached.append(near)
                        distances[near] = depth
            edge = reached
        return distances


def _kings(pieces: Mapping[str, str]) -> list[Square]:
    return sorted(Square.named(name) for name, codes in pieces.items() if "K" in codes.upper())


def _start(board: Board, ground: _Ground, name: str, kings: Mapping[str, Sequence[Square]]) -> Start:
    steps = ground.steps(kings[name])
    ways = {other: _way(ground, steps, at) for other, at in kings.items() if other != name}
    counts = Counter(steps.values())
    met = {square: steps.get(ground.number(square)) for square in ground.specials}
    near = Counter(ground.specials[square] for square, way in met.items() if way is not None and way <= NEAR)
    return Start(
        name=name,
        at=str(kings[name][0]),
        pieces=tuple(sorted(sequence(codes) for codes in board.starts[name].values())),
        ways=ways,
        nearest=min((way for way in ways.values() if way is not None), default=None),
        open={str(reach): sum(counts[step] for step in range(1, reach + 1)) for reach in (CLOSE, NEAR)},
        specials=dict(sorted(near.items(), key=lambda item: int(item[0][1:]))),
        nearest_special=min((way for way in met.values() if way is not None), default=None),
    )


def _way(ground: _Ground, steps: Mapping[int, int], to: Sequence[Square]) -> int | None:
    distances = [steps[number] for number in map(ground.number, to) if number in steps]
    return min(distances, default=None)


def _parties(measured: Sequence[Start]) -> list[list[str]]:
    """Return the starts in groups that have ways among them. With several Kings a start can join what walls part."""
    parties: list[list[str]] = []
    for start in measured:
        joined = [party for party in parties if any(start.ways[other] is not None for other in party)]
        parties = [party for party in parties if party not in joined]
        parties.append([*(name for party in joined for name in party), start.name])
    order = [start.name for start in measured]
    return sorted(
        (sorted(party, key=order.index) for party in parties), key=lambda party: order.index(party[0])
    )


def _rooms(ground: _Ground, kings: Mapping[str, Sequence[Square]], board: Board) -> Iterator[Room]:
    """Yield floor that cannot be reached from any start, measured or not."""
    every = [square for pieces in board.starts.values() for square in _kings(pieces)]
    seen = set(ground.steps(every))
    specials = {ground.number(at): f"{at} {type_}" for at, type_ in ground.specials.items()}
    for number, is_floor in enumerate(ground.floor):
        if is_floor and number not in seen:
            room = ground.steps([ground.square(number)])
            seen.update(room)
            contents = (specials[at] for at in sorted(room.keys() & specials.keys()))
            yield Room(str(ground.square(number)), len(room), tuple(contents))


def _figures(start: Start) -> Any:
    ways = sorted(-1 if way is None else way for way in start.ways.values())
    specials = tuple(start.specials.items())
    return start.pieces, tuple(ways), tuple(start.open.items()), specials, start.nearest_special


def _verdict(parties: Sequence[Sequence[str]], images: bool, alike: bool) -> Iterator[str]:
    if len(parties) > 1:
        groups = " | ".join(", ".join(party) for party in parties)
        yield f"Not every start can be walked to: {groups}."
    if images:
        yield "All starts are alike: turned or mirrored onto another start, the board is the same."
    elif alike:
        yield "All starts are alike in these figures."
    else:
        yield "The starts are not alike: compare their figures."


class Listed(msgspec.Struct, frozen=True):
    """A special: its square, type and text."""

    at: str
    type: str
    text: str


def inventory(board: Board) -> list[Listed]:
    ordered = sorted(board.specials, key=lambda given: Square.named(given["at"]))
    return [
        Listed(str(Square.named(given["at"])), given["type"], fields.describe(given)) for given in ordered
    ]
