"""How a game begins: board.yaml and the settings checked, and the first position made of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from genetess_cli.rules.base import Seat, SetupFault
from genetess_cli.rules.board import Grid, Square
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genetess import round_zero
from genetess_cli.rules.genetess.actions import off_board
from genetess_cli.rules.genetess.codes import LETTERS, body, sequence
from genetess_cli.rules.genetess.effects import Play
from genetess_cli.rules.genetess.events import GameOutcome
from genetess_cli.rules.genetess.game import (
    FLOOR,
    MOST_SEATS,
    Game,
    Map,
    Piece,
    Player,
    RoundZero,
    Settings,
    Special,
)
from genetess_cli.rules.genetess.order import COLOUR, START, Order
from genetess_cli.rules.genetess.round_zero import Gambles
from genetess_cli.rules.genetess.specials import NAMES, fields
from genetess_cli.rules.genetess.turn import begin_next, on_entry
from genetess_cli.rules.problems import Problem
from genetess_cli.values import Value

FEWEST_SEATS = 2
LARGEST_E = 1_000_000
LARGEST_COST = 1_000_000
"""What a piece of a start may cost: to digest one must stay far below what a purse can hold."""


class Board(Value, forbid_unknown_fields=True):
    """board.yaml: the map as lines of text, the starts, the special squares."""

    map: str
    starts: dict[str, dict[str, str]]
    specials: list[dict[str, Any]] = []

    def kings(self, *starts: str) -> list[Square]:
        """Return the squares of the Kings of some starts, in row order."""
        every = [piece for start in starts for piece in self.starts[start].items()]
        return sorted(Square.named(name) for name, codes in every if _kings(codes))


def faults(settings: Settings, board: Board, seats: Sequence[Seat]) -> list[SetupFault]:
    """Return what is wrong with the settings, the board (paths begin with "board"), and how they go together."""
    mistakes = list(_settings(settings))
    lines = board.map.splitlines()
    mistakes += _on_board(fields.map_faults(lines))
    if not mistakes:
        mistakes += _on_board(_starts(board, lines))
        mistakes += _on_board(fields.faults(board.specials, lines))
        mistakes += _seats(seats)
        if START not in settings.gamble:
            mistakes += _own_starts(board, seats)
        mistakes += round_zero.of_seats(settings.gamble, board.starts, seats)
    return mistakes


def _on_board(faults_: Iterator[SetupFault]) -> Iterator[SetupFault]:
    return (SetupFault(("board", *fault.path), fault.message) for fault in faults_)


def _settings(settings: Settings) -> Iterator[SetupFault]:
    if settings.specials not in ("1.00", "1.02"):
        yield SetupFault(("rules", "specials"), 'expected "1.00" or "1.02", in quotes')
    for field in ("starting_e", "e_per_king"):
        if not 0 <= getattr(settings, field) <= LARGEST_E:
            yield SetupFault(("rules", field), f"expected a number from 0 to {LARGEST_E:,}")
    codes = settings.codes
    if not codes or set(codes) - set(LETTERS) or len(set(codes)) < len(codes):
        yield SetupFault(("rules", "codes"), "expected the letters of codes, each once, like ABCDEK")
    yield from round_zero.of_settings(settings.gamble)


def _starts(board: Board, lines: list[str]) -> Iterator[SetupFault]:
    taken: dict[Square, str] = {}
    for start, pieces in board.starts.items():
        kings = 0
        for name, codes in pieces.items():
            path = ("starts", start, name)
            square, wrong = fields.find(name, lines)
            if square is None:
                yield SetupFault(path, wrong)
                continue
            if lines[square.row][square.column] != FLOOR:
                yield SetupFault(path, f"{square} is wall; pieces start on floor")
            if square in taken:
                yield SetupFault(path, f"{square} is taken by start {taken[square]}")
            taken[square] = start
            kings += _kings(codes)
            yield from _codes(path, codes)
        if not kings:
            yield SetupFault(("starts", start), "a start needs a piece with K")


def _kings(codes: str) -> int:
    return codes.upper().count("K")


def _codes(path: tuple[str | int, ...], codes: str) -> Iterator[SetupFault]:
    if not fields.is_codes(codes):
        yield SetupFault(
            path, f"{fields.quote_value(codes)} is no genetic sequence; write letters, like ABBC"
        )
    elif not body(sequence(codes)).viable:
        yield SetupFault(path, f"{codes} cannot live: a piece needs an A or a K")
    elif body(sequence(codes)).cost > LARGEST_COST:
        message = f"{fields.quote_value(codes)} is worth more than {LARGEST_COST:,} E; take codes away"
        yield SetupFault(path, message)


def _seats(seats: Sequence[Seat]) -> Iterator[SetupFault]:
    if len(seats) < FEWEST_SEATS:
        yield SetupFault(("players",), f"a game needs at least {FEWEST_SEATS} players")
    if len(seats) > MOST_SEATS:
        yield SetupFault(("players",), f"at most {MOST_SEATS} players can play")


def _own_starts(board: Board, seats: Sequence[Seat]) -> Iterator[SetupFault]:
    starts = ", ".join(board.starts) or "none"
    for index, seat in enumerate(seats):
        if seat.start is None:
            yield SetupFault(
                ("players", index), f"{seat.name} has no start; add `start:` with one of {starts}"
            )
        elif seat.start not in board.starts:
            yield SetupFault(
                ("players", index, "start"), f"board.yaml has no start {seat.start}; it has {starts}"
            )
        elif seat.start in [other.start for other in seats[:index]]:
            yield SetupFault(("players", index, "start"), f"start {seat.start} is taken by another seat")


def new(settings: Settings, board: Board, seats: Sequence[Seat], dice: Dice) -> GameOutcome:
    turn = Play(opening(settings, board, seats), seats[0].name, dice, on_entry)
    if turn.game.round_zero is None:
        begin_next(turn)
    return turn.outcome


def starts(settings: Settings, board: Board) -> list[str] | None:
    """Return the starts that the GM gives to seats; None where they are gambled for."""
    return None if START in settings.gamble else list(board.starts)


def outside(board: Board, order: Order | Gambles) -> Problem | None:
    assert not isinstance(order, Gambles)
    lines = board.map.splitlines() if board.map.strip() else []
    places = {"at": order.at, "to": order.to} if lines else {}
    problems = (
        off_board(Grid(len(lines[0]), len(lines)), square, about)
        for about, square in places.items()
        if square is not None
    )
    return next(filter(None, problems), None)


def opening(settings: Settings, board: Board, seats: Sequence[Seat]) -> Game:
    pieces = {
        Square.named(name): Piece(seat.name, sequence(codes))
        for seat in seats
        if seat.start  # not before round 0, or while seats are given out
        for name, codes in board.starts[seat.start].items()
    }
    specials = {
        Square.named(given["at"]): Special(given["type"], fields.describe(given), fields.tidy(given))
        for given in board.specials
    }
    lasting = _round_zero(settings, board) if settings.gamble else None
    return Game(
        settings=settings,
        round=0,
        to_move=None,
        map=Map.named(board.map),
        pieces=dict(sorted(pieces.items())),
        specials=dict(sorted(specials.items())),
        starts=tuple(board.kings(*board.starts)),
        players={seat.name: _player(settings, seat) for seat in seats},
        round_zero=lasting,
    )


def _player(settings: Settings, seat: Seat) -> Player:
    """Return a player as the game begins; a colour that is gambled for is "" until it is drawn."""
    colour = "" if COLOUR in settings.gamble else seat.colour
    return Player(colour, e=settings.starting_e)


def _round_zero(settings: Settings, board: Board) -> RoundZero:
    if START not in settings.gamble:
        return RoundZero(settings.gamble)
    starts = {
        start: {str(Square.named(name)): sequence(codes) for name, codes in pieces.items()}
        for start, pieces in board.starts.items()
    }
    return RoundZero(settings.gamble, starts)


def unsound(game: Game) -> Iterator[str]:
    seats = game.players
    if len(seats) > MOST_SEATS:
        yield f"there are {len(seats)} players; at most {MOST_SEATS} can play"
    for square, piece in game.pieces.items():
        if game.is_wall(square) or piece.owner not in seats or not _is_sequence(piece.codes):
            yield f"the piece on {square} stands in a wall, has no owner, or cannot live"
    for square, special in game.specials.items():
        if square not in game.grid or special.type not in NAMES:
            yield f"the special on {square} is off the map or of no known type"
    if game.to_move is not None and game.to_move not in seats:
        yield f"{game.to_move} is to move and has no seat"
    if game.round_zero:
        yield from _unsound_round_zero(game, game.round_zero)


def _unsound_round_zero(game: Game, lasting: RoundZero) -> Iterator[str]:
    if set(lasting.prizes) - set(game.settings.gamble) or set(lasting.bids) - set(game.players):
        yield "round_zero has bids of nobody's, or for what nobody gambles for"
    for start, pieces in lasting.starts.items():
        for name, codes in pieces.items():
            if game.is_wall(Square.named(name)) or not _is_sequence(codes):
                yield f"round_zero: the start {start} has a piece in a wall, or one that cannot live"


def _is_sequence(codes: str) -> bool:
    return list(codes) == sorted(codes) and not set(codes) - set(LETTERS) and body(codes).viable
