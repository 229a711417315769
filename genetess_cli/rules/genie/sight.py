"""What a viewer sees and hears of a game: all of it, as nothing in this game is hidden (ruling L8)."""

from __future__ import annotations

from collections.abc import Sequence

import chess
import msgspec
from chess import BB_SQUARES

from genetess_cli.rules.base import PlayerView, View, result_view
from genetess_cli.rules.genie.board import STEPS, landings
from genetess_cli.rules.genie.events import Event
from genetess_cli.rules.genie.game import BLACK, SEATS, WHITE, Game

_GENIE = "G"


class PieceView(msgspec.Struct, frozen=True):
    """A piece on the board: its square like `e4`, its seat, and the capital that stands for its kind."""

    at: str
    owner: str
    letter: str


class GenieView(View, frozen=True, kw_only=True):
    """A position of Genie of the Lamp.

    `pieces` are in the order of FEN, a8 first. `sheet` is every move so far in SAN, `last` the squares of the last one,
    from and to, `via` where a Genie came down between two leaps (None: it made none, or more than one way was open).
    `check` is the square of a king in check. `captured` has the letters of the pieces that each seat has lost, as
    they were lost; `offer` is the seat whose offer of a draw stands. `promotion` is the game's setting (ruling L4).
    """

    fen: str
    pieces: list[PieceView]
    sheet: list[str]
    last: list[str]
    via: str | None
    check: str | None
    captured: dict[str, str]
    offer: str | None
    promotion: str


class Diagram(GenieView, frozen=True, kw_only=True):
    """A position in which squares are pointed out, to explain the rules by."""

    marked: list[str]


def view(game: Game, viewer: str) -> GenieView:
    pieces = game.pieces()
    return GenieView(
        viewer=viewer,
        turn=game.label,
        to_move=game.awaited,
        result=result_view(game, SEATS),
        players={
            seat: PlayerView(seat, "eliminated" if game.left == seat else "in", game.score(seat), None)
            for seat in SEATS
        },
        fen=game.fen,
        pieces=[
            PieceView(at, WHITE if letter.isupper() else BLACK, letter.upper())
            for at, letter in pieces.items()
        ],
        sheet=game.sheet,
        last=list(game.last),
        via=_via(game, pieces),
        check=_check(game, pieces),
        captured=dict(game.captured),
        offer=game.offer if not game.result else None,
        promotion=game.settings.promotion,
        hides_nothing=True,
    )


def _via(game: Game, pieces: dict[str, str]) -> str | None:
    """Return where the last move came down between two leaps, as far as the position tells."""
    start, end = map(chess.parse_square, game.last or ("a1", "a1"))
    if pieces.get(chess.SQUARE_NAMES[end], "").upper() != _GENIE or STEPS[start] & BB_SQUARES[end]:
        return None
    occupied = chess.SquareSet(map(chess.parse_square, pieces)).mask & ~BB_SQUARES[end]
    squares = landings(start, end, occupied)
    return chess.SQUARE_NAMES[squares[0]] if len(squares) == 1 else None


def _check(game: Game, pieces: dict[str, str]) -> str | None:
    if not game.sheet or game.sheet[-1][-1] not in "+#":
        return None
    king = "K" if game.to_move == WHITE else "k"
    return next(at for at, letter in pieces.items() if letter == king)


def tell(before: Game, events: Sequence[Event], viewer: str) -> Sequence[Event]:
    return events
