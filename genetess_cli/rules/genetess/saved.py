"""A position as plain data for state.yaml, and back; events of a turn's record, back."""

# Annotations are values here, not text: msgspec reads them, and evaluating text takes longer than reading a file.

from typing import Any, get_args

import msgspec

from genetess_cli.rules.base import plain, square_hook
from genetess_cli.rules.board import Grid, Square
from genetess_cli.rules.genetess.body import body
from genetess_cli.rules.genetess.codes import LETTERS
from genetess_cli.rules.genetess.events import Event
from genetess_cli.rules.genetess.game import (
    EXTERIOR,
    FLOOR,
    INTERIOR,
    MOST_SEATS,
    Game,
    Piece,
    Player,
    Result,
    RoundZero,
    Settings,
    Special,
)
from genetess_cli.rules.genetess.sight import rows
from genetess_cli.rules.genetess.specials import NAMES


class _Piece(Piece, frozen=True, kw_only=True):
    at: Square


class _Special(Special, frozen=True, kw_only=True):
    at: Square


class _State(msgspec.Struct, frozen=True):
    round: int
    to_move: str | None
    map: str
    players: dict[str, Player]
    pieces: list[_Piece]
    specials: list[_Special]
    starts: tuple[Square, ...]
    result: Result | None = None
    round_zero: RoundZero | None = None


def dump(game: Game) -> dict[str, Any]:
    """The whole position, pieces and specials in row order."""
    state = {
        "round": game.round,
        "to_move": game.to_move,
        "map": "\n".join(rows(game, game.grid.everything)) + "\n",
        "players": plain(game.players),
        "pieces": [{"at": str(square)} | plain(piece) for square, piece in game.in_row_order()],
        "specials": [
            {"at": str(square)} | plain(special) for square, special in sorted(game.specials.items())
        ],
        "starts": plain(game.starts),
    }
    rest = {"result": game.result, "round_zero": game.round_zero}
    return state | {name: plain(value) for name, value in rest.items() if value is not None}


def load(settings: Settings, data: Any) -> Game:
    """The position that `dump` gave. Raises ValueError where the data is none."""
    state = msgspec.convert(data, _State, dec_hook=square_hook)
    lines = state.map.splitlines()
    if not lines or any(len(line) != len(lines[0]) for line in lines):
        raise ValueError("the map's rows are not of one length")
    if set(state.map) - {EXTERIOR, INTERIOR, FLOOR, "\n"}:
        raise ValueError("the map is made of something else than # + and .")
    if len({piece.at for piece in state.pieces}) < len(state.pieces):
        raise ValueError("there are two pieces on one square")
    grid = Grid(len(lines[0]), len(lines))
    letters = list(zip(grid.squares, "".join(lines), strict=True))
    game = Game(
        settings=settings,
        grid=grid,
        exterior=grid.mask([square for square, letter in letters if letter == EXTERIOR]),
        interior=grid.mask([square for square, letter in letters if letter == INTERIOR]),
        pieces={piece.at: _without_square(piece) for piece in state.pieces},
        specials={
            special.at: Special(special.type, special.text, special.details) for special in state.specials
        },
        starts=state.starts,
        players=state.players,
        round=state.round,
        to_move=state.to_move,
        result=state.result,
        round_zero=state.round_zero,
    )
    _sound(game)
    return game


def _without_square(piece: _Piece) -> Piece:
    return Piece(*(getattr(piece, name) for name in Piece.__struct_fields__))


def _sound(game: Game) -> None:
    seats = game.players
    if len(seats) > MOST_SEATS:
        raise ValueError(f"there are {len(seats)} players; at most {MOST_SEATS} can play")
    for square, piece in game.pieces.items():
        if game.is_wall(square) or piece.owner not in seats or not _is_sequence(piece.codes):
            raise ValueError(f"the piece on {square} stands in a wall, has no owner, or cannot live")
    for square, special in game.specials.items():
        if square not in game.grid or special.type not in NAMES:
            raise ValueError(f"the special on {square} is off the map or of no known type")
    if game.to_move is not None and game.to_move not in seats:
        raise ValueError(f"{game.to_move} is to move and has no seat")
    if game.round_zero:
        _sound_round_zero(game, game.round_zero)


def _sound_round_zero(game: Game, lasting: RoundZero) -> None:
    if set(lasting.prizes) - set(game.settings.gamble) or set(lasting.bids) - set(game.players):
        raise ValueError("round_zero has bids of nobody's, or for what nobody gambles for")
    for start, pieces in lasting.starts.items():
        for name, codes in pieces.items():
            if game.is_wall(Square.named(name)) or not _is_sequence(codes):
                raise ValueError(
                    f"round_zero: the start {start} has a piece in a wall, or one that cannot live"
                )


def _is_sequence(codes: str) -> bool:
    return list(codes) == sorted(codes) and not set(codes) - set(LETTERS) and body(codes).viable


def event(data: Any) -> Event:
    """An event from a turn's record. Raises ValueError where the data is none."""
    kind = data.get("kind") if isinstance(data, dict) else None
    # Its own type alone: to read all that there are takes longer than to read a turn's few events.
    its = next((each for each in get_args(Event) if each.__struct_config__.tag == kind), Event)
    found: Event = msgspec.convert(data, its, dec_hook=square_hook)
    return found
