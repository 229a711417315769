"""How a game begins: board.yaml and the settings checked, and the first position made of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from genetess_cli.problems import Problem
from genetess_cli.rules.base import Fault, Outcome, Seat
from genetess_cli.rules.board import Grid, Square
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genetess import bidding, chart
from genetess_cli.rules.genetess.actions.ground import off_board
from genetess_cli.rules.genetess.body import body, sequence
from genetess_cli.rules.genetess.codes import LETTERS
from genetess_cli.rules.genetess.gamble import COLOUR, START
from genetess_cli.rules.genetess.game import (
    EXTERIOR,
    FLOOR,
    INTERIOR,
    MOST_SEATS,
    Game,
    Piece,
    Player,
    RoundZero,
    Settings,
    Special,
)
from genetess_cli.rules.genetess.order import MOST_CODES, Order
from genetess_cli.rules.genetess.playing import Play
from genetess_cli.rules.genetess.specials import firing, parameters
from genetess_cli.rules.genetess.turn import begin_next

FEWEST_SEATS = 2
LARGEST_E = 1_000_000
LARGEST_COST = 1_000_000
"""What a piece of a start may cost: to digest one must stay far below what a purse can hold."""


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """board.yaml: the map as lines of text, the starts, the special squares."""

    map: str
    starts: dict[str, dict[str, str]]
    specials: list[dict[str, Any]] = []


BOARD = Board
"""What the protocol calls it."""


def faults(settings: Settings, board: Board, seats: Sequence[Seat]) -> list[Fault]:
    """What is wrong with the settings, the board, and how they go together; paths of the board begin with "board"."""
    found = list(_settings(settings))
    lines = board.map.splitlines()
    found += _on_board(chart.faults(lines))
    if not found:
        found += _on_board(_starts(board, lines))
        found += _on_board(parameters.faults(board.specials, lines))
        found += _seats(board, seats, START in settings.gamble)
        found += bidding.of_seats(settings.gamble, board.starts, seats)
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
    yield from bidding.of_settings(settings.gamble)


def _starts(board: Board, lines: list[str]) -> Iterator[Fault]:
    taken: dict[Square, str] = {}
    for start, pieces in board.starts.items():
        kings = 0
        for name, codes in pieces.items():
            path = ("starts", start, name)
            square, wrong = chart.find(name, lines)
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
        yield Fault(path, f"{chart.shown(codes)} is no genetic sequence; write letters, like ABBC")
    elif not body(sequence(codes)).viable:
        yield Fault(path, f"{codes} cannot live: a piece needs an A or a K")
    elif body(sequence(codes)).cost > LARGEST_COST:
        yield Fault(path, f"{chart.shown(codes)} is worth more than {LARGEST_COST:,} E; take codes away")


def _seats(board: Board, seats: Sequence[Seat], gambled: bool) -> Iterator[Fault]:
    """What is wrong with the seats; `gambled`: which start is whose is not theirs to say."""
    if len(seats) < FEWEST_SEATS:
        yield Fault(("players",), f"a game needs at least {FEWEST_SEATS} players")
    if len(seats) > MOST_SEATS:
        yield Fault(("players",), f"at most {MOST_SEATS} players can play")
    starts = ", ".join(board.starts) or "none"
    for index, seat in enumerate([] if gambled else seats):
        if seat.start is None:
            yield Fault(("players", index), f"{seat.name} has no start; add `start:` with one of {starts}")
        elif seat.start not in board.starts:
            yield Fault(("players", index, "start"), f"board.yaml has no start {seat.start}; it has {starts}")
        elif seat.start in [other.start for other in seats[:index]]:
            yield Fault(("players", index, "start"), f"start {seat.start} is taken by another seat")


def new(settings: Settings, board: Board, seats: Sequence[Seat], dice: Dice) -> Outcome:
    """The position as the first player's turn or round 0 begins. The board and settings must be without faults."""
    turn = Play(opening(settings, board, seats), seats[0].name, dice, firing.on_entry)
    if turn.game.round_zero is None:
        begin_next(turn)
    return Outcome(turn.game, turn.events)


def outside(board: Board, order: Order) -> Problem | None:
    """What is wrong with a square of an order that the board does not have, however the game goes."""
    places = {"at": order.at, "to": order.to} if board.map.strip() else {}
    found = (off_board(_grid(board), square, about) for about, square in places.items() if square is not None)
    return next(filter(None, found), None)


def _grid(board: Board) -> Grid:
    lines = board.map.splitlines()
    return Grid(len(lines[0]), len(lines))


def opening(settings: Settings, board: Board, seats: Sequence[Seat]) -> Game:
    """The position before anything has happened."""
    grid = _grid(board)
    letters = dict(zip(grid.squares, "".join(board.map.splitlines()), strict=True))
    return Game(
        settings=settings,
        grid=grid,
        exterior=grid.mask([square for square in grid.squares if letters[square] == EXTERIOR]),
        interior=grid.mask([square for square in grid.squares if letters[square] == INTERIOR]),
        pieces={} if START in settings.gamble else dict(sorted(_pieces(board, seats))),
        specials=dict(sorted(_special(given) for given in board.specials)),
        starts=tuple(sorted(_king_squares(board.starts))),
        players={seat.name: _player(settings, seat) for seat in seats},
        round_zero=_round_zero(settings, board) if settings.gamble else None,
    )


def _player(settings: Settings, seat: Seat) -> Player:
    """A player; a colour that is gambled for is "" until it is drawn."""
    return Player("" if COLOUR in settings.gamble else seat.colour, e=settings.starting_e)


def _round_zero(settings: Settings, board: Board) -> RoundZero:
    starts = {
        start: {str(Square.named(name)): sequence(codes) for name, codes in pieces.items()}
        for start, pieces in board.starts.items()
    }
    return RoundZero(settings.gamble, starts if START in settings.gamble else {})


def _pieces(board: Board, seats: Sequence[Seat]) -> Iterator[tuple[Square, Piece]]:
    for seat in seats:
        for name, codes in board.starts[str(seat.start)].items():
            yield Square.named(name), Piece(seat.name, sequence(codes))


def _special(given: Mapping[str, Any]) -> tuple[Square, Special]:
    return Square.named(given["at"]), Special(given["type"], parameters.told(given), parameters.tidy(given))


def _king_squares(starts: Mapping[str, Mapping[str, str]]) -> Iterator[Square]:
    return (Square.named(name) for start in starts.values() for name, codes in start.items() if _kings(codes))
