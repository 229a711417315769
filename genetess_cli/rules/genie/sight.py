"""What a viewer sees and hears of a game: all of it, as nothing in this game is hidden (ruling L8)."""

from __future__ import annotations

from collections.abc import Sequence

import chess
from chess import BB_SQUARES

from genetess_cli.rules.base import View, open_player, result_view
from genetess_cli.rules.genie.board import STEPS, landings
from genetess_cli.rules.genie.events import Event
from genetess_cli.rules.genie.game import BLACK, SEATS, WHITE, Game
from genetess_cli.values import Value

_GENIE = "G"


class PieceView(Value):
    """A piece on the board: its square like `e4`, its seat, and the capital that stands for its kind."""

    at: str
    owner: str
    letter: str


class GenieView(View, kw_only=True):
    """A position of Genie of the Lamp."""

    fen: str
    # In the order of FEN, a8 first.
    pieces: list[PieceView]
    # Every move so far, in SAN.
    sheet: list[str]
    # The squares of the last move, from and to.
    last: list[str]
    # Where a Genie came down between two leaps; None: it made none, or more than one way was open.
    via: str | None
    # The square of a king in check.
    check: str | None
    # The letters of the pieces that each seat has lost, as they were lost.
    captured: dict[str, str]
    # The seat whose offer of a draw is open.
    offer: str | None
    # The game's setting (ruling L4).
    promotion: str


class Diagram(GenieView, kw_only=True):
    """A position in which squares are pointed out, to explain the rules by."""

    marked: list[str]


def view(game: Game, viewer: str) -> GenieView:
    pieces = game.pieces()
    offer = None if game.result else game.offer
    return GenieView(
        viewer=viewer,
        turn=game.label,
        to_move=game.awaited,
        result=result_view(game, SEATS),
        players={seat: open_player(game, seat, seat == game.left) for seat in SEATS},
        fen=game.fen,
        pieces=[PieceView(at, _owner_of(letter), letter.upper()) for at, letter in pieces.items()],
        sheet=game.sheet,
        last=list(game.last),
        via=_via(game, pieces),
        check=_check(game, pieces),
        captured=dict(game.captured),
        offer=offer,
        promotion=game.settings.promotion,
        hides_nothing=True,
    )


def _owner_of(letter: str) -> str:
    return WHITE if letter.isupper() else BLACK


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
