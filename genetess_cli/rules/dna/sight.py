"""What a viewer sees and hears of a game: all of it, as nothing in DNA is hidden (ruling D13)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from genetess_cli.rules.base import View, open_player, plain, result_view
from genetess_cli.rules.dna.events import Event
from genetess_cli.rules.dna.game import GRID, Game
from genetess_cli.values import Value


class BoardView(Value):
    """The size of the board."""

    columns: int = GRID.columns
    rows: int = GRID.rows


class PieceView(Value):
    """A piece on the board."""

    at: str
    size: str
    colour: str


Stocks = dict[str, dict[str, int]]


class DnaView(View, kw_only=True):
    """A DNA position."""

    board: BoardView
    pieces: list[PieceView]
    # The gene pools of all four colours.
    pools: Stocks
    # For each seat the colours that it holds.
    archives: dict[str, Stocks]
    # Those of each seat; the others are neutral.
    colours: dict[str, list[str]]
    # This round is the last.
    ending: bool
    # What the newest turn did on the board, None where it was timed out: whose it was, the square where the piece was
    # placed (`at`), the `steps` of mutation in order (`at`, the `piece` before and what became of it, `to`), and the
    # `strands` that scored (`squares` from the placed piece on, `bonuses`).
    last: dict[str, Any] | None


def view(game: Game, viewer: str) -> DnaView:
    return DnaView(
        viewer=viewer,
        turn=game.label,
        to_move=game.awaited,
        result=result_view(game, game.players),
        players={seat: open_player(game, seat, player.out) for seat, player in game.players.items()},
        board=BoardView(),
        pieces=[PieceView(str(at), piece.size, piece.colour) for at, piece in game.in_row_order()],
        pools=plain(game.pools),
        archives=plain(game.archives),
        colours={seat: list(player.colours) for seat, player in game.players.items()},
        ending=game.ending,
        last=_last(game),
        hides_nothing=True,
    )


def _last(game: Game) -> dict[str, Any] | None:
    if game.last is None:
        return None
    strands = [
        {"squares": plain(strand.squares), "bonuses": list(strand.bonuses)} for strand in game.last.strands
    ]
    return {
        "seat": game.last.seat,
        "at": str(game.last.at),
        "steps": plain(game.last.steps),
        "strands": strands,
    }


def tell(before: Game, events: Sequence[Event], viewer: str) -> Sequence[Event]:
    return events
