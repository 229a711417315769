"""A position as plain data for state.yaml, and back; events of a turn's record, back."""

# Annotations are values here, not text: msgspec reads them, and evaluating text takes longer than reading a file.

from collections import Counter
from typing import Any

import msgspec

from genetess_cli.rules.base import plain, square_hook
from genetess_cli.rules.board import Square
from genetess_cli.rules.dna.events import Event
from genetess_cli.rules.dna.game import (
    GRID,
    NOTHING,
    SIZES,
    Game,
    Piece,
    Player,
    Result,
    Settings,
    Stock,
    Trace,
)


class _Piece(Piece, frozen=True, kw_only=True):
    at: Square


class _State(msgspec.Struct, frozen=True):
    round: int
    to_move: str | None
    players: dict[str, Player]
    pieces: list[_Piece]
    pools: dict[str, Stock]
    archives: dict[str, dict[str, Stock]]
    ending: bool = False
    idle: int = 0
    result: Result | None = None
    last: Trace | None = None


def dump(game: Game) -> dict[str, Any]:
    """The whole position, pieces in row order."""
    state = {
        "round": game.round,
        "to_move": game.to_move,
        "players": plain(game.players),
        "pieces": [{"at": str(at)} | plain(piece) for at, piece in game.in_row_order()],
        "pools": plain(game.pools),
        "archives": {
            seat: {colour: plain(stock) for colour, stock in archive.items() if stock.pieces}
            for seat, archive in game.archives.items()
        },
    }
    rest = {"ending": game.ending, "idle": game.idle, "result": game.result, "last": game.last}
    return state | {name: plain(value) for name, value in rest.items() if value}


def load(settings: Settings, data: Any) -> Game:
    """The position that `dump` gave. Raises ValueError where the data is none."""
    state = msgspec.convert(data, _State, dec_hook=square_hook)
    game = Game(
        settings=settings,
        players=state.players,
        pieces={piece.at: Piece(piece.size, piece.colour) for piece in state.pieces},
        pools=state.pools,
        archives={
            seat: {colour: archive.get(colour, NOTHING) for colour in state.pools}
            for seat, archive in state.archives.items()
        },
        round=state.round,
        to_move=state.to_move,
        ending=state.ending,
        idle=state.idle,
        result=state.result,
        last=state.last,
    )
    if len(game.pieces) < len(state.pieces):
        raise ValueError("there are two pieces on one square")
    if any(colour not in state.pools for archive in state.archives.values() for colour in archive):
        raise ValueError("an archive has pieces of a colour without a gene pool")
    for fault in unsound(game):
        raise ValueError(fault)
    return game


def unsound(game: Game) -> list[str]:
    """What cannot be in any position: pieces off the board, strange colours, more or fewer pieces than there are."""
    owned = [colour for player in game.players.values() for colour in player.colours]
    used = {*owned, *(piece.colour for piece in game.pieces.values())}
    found = []
    if used - game.pools.keys() or len(owned) > len(set(owned)):
        found.append("a colour has no gene pool, or two seats")
    if game.to_move is not None and game.to_move not in game.players:
        found.append(f"{game.to_move} is to move and has no seat")
    if list(game.archives) != list(game.players):
        found.append("the archives are not those of the seats")
    for at, piece in game.in_row_order():
        if at not in GRID or piece.size not in SIZES:
            found.append(f"the {piece} on {at} is off the board, or of no size")
    return found or _miscounted(game)


def _miscounted(game: Game) -> list[str]:
    """Ruling D1: every colour has as many pieces as its stash, wherever they are."""
    found = []
    on_board = Counter(game.pieces.values())
    for colour, pool in game.pools.items():
        stocks = [pool, *(archive[colour] for archive in game.archives.values())]
        for size in SIZES:
            counts = [stock.of(size) for stock in stocks]
            there, stash = sum(counts) + on_board[Piece(size, colour)], game.settings.stash.of(size)
            if there != stash or min(counts) < 0:
                found.append(f"of {stash} {size} {colour} there are {there}, or fewer than none somewhere")
    return found


def event(data: Any) -> Event:
    """An event from a turn's record. Raises ValueError where the data is none."""
    found: Event = msgspec.convert(data, Event, dec_hook=square_hook)
    return found
