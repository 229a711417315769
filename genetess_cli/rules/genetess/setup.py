"""How a game begins: board.yaml and the settings checked, and the first position made of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from genetess_cli.rules.base import Fault, Outcome, Seat
from genetess_cli.rules.board import LARGEST, Grid, Square
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genetess.body import body, sequence
from genetess_cli.rules.genetess.codes import LETTERS
from genetess_cli.rules.genetess.effects import Play
from genetess_cli.rules.genetess.game import (
    EXTERIOR,
    FLOOR,
    INTERIOR,
    MOST_SEATS,
    Game,
    Piece,
    Player,
    Settings,
    Special,
)
from genetess_cli.rules.genetess.order import MOST_CODES
from genetess_cli.rules.genetess.specials import NAMES
from genetess_cli.rules.genetess.turn import begin_next

FEWEST_SEATS = 2
LARGEST_E = 1_000_000


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """board.yaml: the map as lines of text, the starts, the special squares."""

    map: str
    starts: dict[str, dict[str, str]]
    specials: list[dict[str, Any]] = []


def faults(settings: Settings, board: Board, seats: Sequence[Seat]) -> list[Fault]:
    """What is wrong with the settings, the board, and how they go together; paths of the board begin with "board"."""
    found = list(_settings(settings))
    lines = board.map.splitlines()
    found += _on_board(_map(lines))
    if not found:
        found += _on_board(_starts(board, lines))
        found += _on_board(_specials(board, lines))
        found += _seats(board, seats)
    return found


def _on_board(faults_: Iterator[Fault]) -> Iterator[Fault]:
    return (Fault(("board", *fault.path), fault.message) for fault in faults_)


def _settings(settings: Settings) -> Iterator[Fault]:
    if settings.specials not in ("1.00", "1.02"):
        yield Fault(("rules", "specials"), 'expected "1.00" or "1.02", in quotes')
    for field in ("starting_e", "e_per_king"):
        if not 0 <= getattr(settings, field) <= LARGEST_E:
            yield Fault(("rules", field), f"expected a number from 0 to {LARGEST_E:,}")
    if (
        not settings.codes
        or set(settings.codes) - set(LETTERS)
        or len(set(settings.codes)) < len(settings.codes)
    ):
        yield Fault(("rules", "codes"), "expected the letters of codes, each once, like ABCDEK")
    if settings.gamble:
        yield Fault(("rules", "gamble"), "this version starts games from fixed starts only: write []")


def _map(lines: list[str]) -> Iterator[Fault]:
    if not lines or len(lines) > LARGEST:
        yield Fault(("map",), f"a map has 1 to {LARGEST} rows, not {len(lines)}")
        return
    width = len(lines[0])
    if not 1 <= width <= LARGEST:
        yield Fault(("map", 0), f"a row has 1 to {LARGEST} squares, not {width}")
    for row, line in enumerate(lines):
        strange = next((letter for letter in line if letter not in EXTERIOR + INTERIOR + FLOOR), None)
        if strange is not None:
            column = line.index(strange) + 1
            yield Fault(
                ("map", row), f"row {row + 1}, column {column}: a map is made of # + and ., not {strange!r}"
            )
        if len(line) != width:
            yield Fault(("map", row), f"row {row + 1} has {len(line)} squares and the first has {width}")


def _square(name: str, lines: list[str]) -> tuple[Square | None, str]:
    """A named square on the map, or what is wrong with the name."""
    try:
        square = Square.named(name)
    except ValueError:
        return None, f"{name!r} is no square; write it like B2"
    if square not in Grid(len(lines[0]), len(lines)):
        return None, f"{square} is off the map, which has {len(lines[0])} columns and {len(lines)} rows"
    return square, ""


def _starts(board: Board, lines: list[str]) -> Iterator[Fault]:
    taken: dict[Square, str] = {}
    for start, pieces in board.starts.items():
        kings = 0
        for name, codes in pieces.items():
            path = ("starts", start, name)
            square, wrong = _square(name, lines)
            if square is None:
                yield Fault(path, wrong)
                continue
            if lines[square.row][square.column] != FLOOR:
                yield Fault(path, f"{square} is wall; pieces start on floor")
            if square in taken:
                yield Fault(path, f"{square} is taken by start {taken[square]}")
            taken[square] = start
            kings += _kings(codes)
            yield from _codes(path, codes)
        if not kings:
            yield Fault(("starts", start), "a start needs a piece with K")


def _kings(codes: str) -> int:
    return codes.upper().count("K")


def _codes(path: tuple[str | int, ...], codes: str) -> Iterator[Fault]:
    # Only ASCII: the upper case of some other letters is two of these.
    if not codes or not codes.isascii() or set(codes.upper()) - set(LETTERS) or len(codes) > MOST_CODES:
        yield Fault(path, f"{codes!r} is no genetic sequence; write letters, like ABBC")
    elif not body(sequence(codes)).viable:
        yield Fault(path, f"{codes} cannot live: a piece needs an A or a K")


def _specials(board: Board, lines: list[str]) -> Iterator[Fault]:
    taken: set[Square] = set()
    for index, details in enumerate(board.specials):
        square, wrong = _square(str(details.get("at", "")), lines)
        if square is None:
            yield Fault(("specials", index, "at"), wrong)
        elif lines[square.row][square.column] == EXTERIOR:
            yield Fault(("specials", index, "at"), f"{square} is exterior wall")
        elif square in taken:
            yield Fault(("specials", index, "at"), f"{square} has a special already")
        else:
            taken.add(square)
        if details.get("type") not in list(
            NAMES
        ):  # a list asks for equality alone: the value may be anything
            yield Fault(("specials", index, "type"), "expected one of S1 to S22")


def _seats(board: Board, seats: Sequence[Seat]) -> Iterator[Fault]:
    if len(seats) < FEWEST_SEATS:
        yield Fault(("players",), f"a game needs at least {FEWEST_SEATS} players")
    if len(seats) > MOST_SEATS:
        yield Fault(("players",), f"at most {MOST_SEATS} players can play")
    starts = ", ".join(board.starts) or "none"
    for index, seat in enumerate(seats):
        if seat.start is None:
            yield Fault(("players", index), f"{seat.name} has no start; add `start:` with one of {starts}")
        elif seat.start not in board.starts:
            yield Fault(("players", index, "start"), f"board.yaml has no start {seat.start}; it has {starts}")
        elif seat.start in [other.start for other in seats[:index]]:
            yield Fault(("players", index, "start"), f"start {seat.start} is taken by another seat")


def new(settings: Settings, board: Board, seats: Sequence[Seat], dice: Dice) -> Outcome:
    """The position as the first player's turn begins. The board and settings must be without faults."""
    turn = Play(opening(settings, board, seats), seats[0].name, dice)
    begin_next(turn)
    return Outcome(turn.game, turn.events)


def opening(settings: Settings, board: Board, seats: Sequence[Seat]) -> Game:
    """The position before anything has happened."""
    lines = board.map.splitlines()
    grid = Grid(len(lines[0]), len(lines))
    letters = dict(zip(grid.squares, "".join(lines), strict=True))
    return Game(
        settings=settings,
        grid=grid,
        exterior=grid.mask([square for square in grid.squares if letters[square] == EXTERIOR]),
        interior=grid.mask([square for square in grid.squares if letters[square] == INTERIOR]),
        pieces=dict(sorted(_pieces(board, seats))),
        specials=dict(sorted(_special(details) for details in board.specials)),
        starts=tuple(sorted(_king_squares(board.starts))),
        players={seat.name: Player(seat.colour, e=settings.starting_e) for seat in seats},
    )


def _pieces(board: Board, seats: Sequence[Seat]) -> Iterator[tuple[Square, Piece]]:
    for seat in seats:
        for name, codes in board.starts[str(seat.start)].items():
            yield Square.named(name), Piece(seat.name, sequence(codes))


def _special(details: Mapping[str, Any]) -> tuple[Square, Special]:
    rest = {key: value for key, value in details.items() if key not in ("at", "type", "text")}
    text = details.get("text") or _composed(NAMES[details["type"]], rest)
    return Square.named(details["at"]), Special(details["type"], str(text), rest)


def _composed(name: str, parameters: Mapping[str, Any]) -> str:
    """A special's text where board.yaml gives none: `Fixed E Bonus (amount 5)`."""
    words = [
        f"{key} {', '.join(map(str, value)) if isinstance(value, list) else value}"
        for key, value in parameters.items()
    ]
    return f"{name} ({'; '.join(words)})" if words else name


def _king_squares(starts: Mapping[str, Mapping[str, str]]) -> Iterator[Square]:
    return (Square.named(name) for start in starts.values() for name, codes in start.items() if _kings(codes))
