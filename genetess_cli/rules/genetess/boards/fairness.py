"""The figures of a board: who can walk to whom and how far it is, what lies near each start, and what nobody reaches.

Ways are on foot: steps north, east, south and west over floor. Interior walls count as closed and pieces as out of
the way. What a board's figures are worth is for people to say; only whether they are the same is said here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from genetess_cli.rules.base import Seat, SetupFault
from genetess_cli.rules.board import Square
from genetess_cli.rules.genetess import setup
from genetess_cli.rules.genetess.boards.symmetry import same_by_image
from genetess_cli.rules.genetess.codes import sequence
from genetess_cli.rules.genetess.game import FLOOR, INTERIOR, MOST_SEATS, Map, Settings
from genetess_cli.rules.genetess.setup import FEWEST_SEATS, Board
from genetess_cli.rules.genetess.sight import SpecialView
from genetess_cli.rules.genetess.specials import fields
from genetess_cli.values import Value

CLOSE = 3
NEAR = 6
"""Within how many steps of a start the open squares are counted."""


class StartSurvey(Value):
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


class Room(Value):
    """Floor that no start leads to: its first square in row order, how many squares, and the specials there."""

    at: str
    squares: int
    specials: tuple[str, ...]


class BoardSurvey(Value):
    """What there is to say of a board. `measured` are its starts (of many the first 26, all that a game can use).

    `parties` are the starts among which there is a way, more than one party where some cannot walk to others.
    `buried` are specials in interior wall. `images` tells whether turns and mirrors of the board
    lead from each start to each other. `alike` is whether all figures are the same for all, `unlike` by how many
    percent one of them is less at one start than at another. `specials` are all of them, in row order.
    """

    columns: int
    rows: int
    floor: int
    walls: int
    starts: int
    measured: list[StartSurvey]
    parties: list[list[str]]
    rooms: list[Room]
    buried: tuple[str, ...]
    images: bool
    alike: bool
    unlike: int
    verdict: list[str]
    specials: list[SpecialView]


def faults(board: Board) -> list[SetupFault]:
    seats = [Seat(f"p{number}", "red", name) for number, name in enumerate([*board.starts][:MOST_SEATS])]
    mistakes = [fault for fault in setup.faults(Settings(), board, seats) if fault.path[0] == "board"]
    if len(board.starts) < FEWEST_SEATS:
        mistakes.append(SetupFault(("board", "starts"), f"a board needs {FEWEST_SEATS} starts or more"))
    return [SetupFault(fault.path[1:], fault.message) for fault in mistakes]


def survey(board: Board) -> BoardSurvey:
    """Return the figures of a board without faults."""
    ground = _Ground(board)
    names = list(board.starts)[:MOST_SEATS]
    kings = {name: ground.grid.mask(board.kings(name)) for name in names}
    measured = [_start(board, ground, name, kings) for name in names]
    parties = _parties(measured)
    images = same_by_image(board)
    differ = unlike([_sizes(start) for start in measured])
    alike = len({_figures(start) for start in measured}) == 1
    return BoardSurvey(
        columns=ground.grid.columns,
        rows=ground.grid.rows,
        floor=board.map.count(FLOOR),
        walls=board.map.count(INTERIOR),
        starts=len(board.starts),
        measured=measured,
        parties=parties,
        rooms=list(_rooms(ground, board)),
        buried=ground.specials_on(~ground.floor),
        images=images,
        alike=alike,
        unlike=differ,
        verdict=list(_verdict(parties, images, alike, differ)),
        specials=inventory(board),
    )


# Ways


class _Ground:
    """The floor, as a mask, and the types of the specials in row order."""

    def __init__(self, board: Board) -> None:
        self.grid, exterior, interior = Map.named(board.map)
        self.floor = self.grid.everything & ~exterior & ~interior
        types = ((Square.named(given["at"]), given["type"]) for given in board.specials)
        self.specials: dict[Square, str] = dict(sorted(types))

    def waves(self, sources: int) -> list[int]:
        """Return the squares that are 0, 1, 2 … steps from the nearest of some squares, as far as ways lead."""
        waves = [sources]
        unseen = self.floor & ~sources
        while wave := self.grid.spread(waves[-1], diagonal=False) & unseen:
            waves.append(wave)
            unseen &= ~wave
        return waves

    def specials_on(self, squares: int) -> tuple[str, ...]:
        bits = self.grid.bits
        return tuple(f"{at} {type_}" for at, type_ in self.specials.items() if squares & bits[at])


def _start(board: Board, ground: _Ground, name: str, kings: Mapping[str, int]) -> StartSurvey:
    waves = ground.waves(kings[name])
    ways = {other: _steps(waves, at) for other, at in kings.items() if other != name}
    near = sum(waves[: NEAR + 1])
    bits = ground.grid.bits
    counts = Counter(type_ for at, type_ in ground.specials.items() if near & bits[at])
    return StartSurvey(
        name=name,
        at=str(board.kings(name)[0]),
        pieces=tuple(sorted(sequence(codes) for codes in board.starts[name].values())),
        ways=ways,
        nearest=min((way for way in ways.values() if way is not None), default=None),
        open={str(reach): sum(waves[1 : reach + 1]).bit_count() for reach in (CLOSE, NEAR)},
        specials=dict(sorted(counts.items(), key=lambda item: int(item[0][1:]))),
        nearest_special=_steps(waves, ground.grid.mask(ground.specials)),
    )


def _steps(waves: Sequence[int], to: int) -> int | None:
    return next((steps for steps, wave in enumerate(waves) if wave & to), None)


def _parties(measured: Sequence[StartSurvey]) -> list[list[str]]:
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


def _rooms(ground: _Ground, board: Board) -> Iterator[Room]:
    """Yield floor that cannot be reached from any start, measured or not."""
    kings = ground.grid.mask(board.kings(*board.starts))
    unseen = ground.floor & ~sum(ground.waves(kings))
    while unseen:
        first = unseen & -unseen
        room = sum(ground.waves(first))
        unseen &= ~room
        yield Room(str(ground.grid.of(first)[0]), room.bit_count(), ground.specials_on(room))


def _figures(start: StartSurvey) -> Any:
    ways = sorted(-1 if way is None else way for way in start.ways.values())
    specials = tuple(start.specials.items())
    return start.pieces, tuple(ways), tuple(start.open.items()), specials, start.nearest_special


def _sizes(start: StartSurvey) -> tuple[int, ...]:
    """Return the figures of which a start can have more or less than another."""
    ways = sum(way or 0 for way in start.ways.values())
    special = 1 + (start.nearest_special or 0)
    return start.nearest or 0, ways, *start.open.values(), sum(start.specials.values()), special


def unlike(starts: Iterable[Sequence[int]]) -> int:
    """Return by how many percent the least is below the most, in that of the starts' figures where it is furthest."""
    figures: Iterable[tuple[int, ...]] = zip(*starts, strict=True)
    return max(-(100 * (min(each) - max(each)) // (max(each) or 1)) for each in figures)


def _verdict(parties: Sequence[Sequence[str]], images: bool, alike: bool, differ: int) -> Iterator[str]:
    if len(parties) > 1:
        groups = " | ".join(", ".join(party) for party in parties)
        yield f"Not every start can be walked to: {groups}."
    if images:
        yield "All starts are alike: turned or mirrored onto another start, the board is the same."
    elif alike:
        yield "All starts are alike in these figures."
    else:
        yield "The starts are not alike: compare their figures."
        if differ:
            yield f"A figure is up to {differ} % less at one of them than at another."


def inventory(board: Board) -> list[SpecialView]:
    ordered = sorted(board.specials, key=lambda given: Square.named(given["at"]))
    return [
        SpecialView(str(Square.named(given["at"])), given["type"], fields.describe(given))
        for given in ordered
    ]
