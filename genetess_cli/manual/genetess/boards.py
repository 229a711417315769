"""The boards on the page of Genetess's rules: small positions, and what the rules themselves make of an order there."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate
from typing import Any, Literal

from genetess_cli.manual.article import BoardSet, Figure, Panel, Way
from genetess_cli.manual.prose import tables
from genetess_cli.rules import genetess
from genetess_cli.rules.base import REFEREE, Outcome, Seat
from genetess_cli.rules.board import Square
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genetess.events import Displaced, Swapped
from genetess_cli.rules.genetess.game import Game, Settings
from genetess_cli.rules.genetess.order import Order
from genetess_cli.rules.genetess.setup import Board as Files
from genetess_cli.rules.genetess.sight import GenetessView, PieceView
from genetess_cli.rules.orders import entries
from genetess_cli.values import Value

_RED = "red"
_GREEN = "green"
_SEATS = [Seat(colour, colour, colour) for colour in (_RED, _GREEN)]


class Viewpoint(Value):
    """One look at a position: before or after what happens there, all of it or what Red sees."""

    title: str
    after: bool = False
    fog: bool = False


_FOG = (Viewpoint("All there is"), Viewpoint("What Red sees", fog=True))
LOOKS = {
    "change": (Viewpoint("Before"), Viewpoint("After", after=True)),
    "fog": _FOG,
    "surprise": (*_FOG, Viewpoint("After the order", after=True, fog=True)),
}


class Board(Value, forbid_unknown_fields=True):
    """A position with Red to move, an order of Red's, and how they are looked at."""

    caption: str
    map: tuple[str, ...]
    pieces: Mapping[str, Mapping[str, str]]  # by colour and square; a small r behind the codes: it is phased
    order: str = ""  # without one it is shown what happens as Red's turn begins
    specials: tuple[Mapping[str, Any], ...] = ()
    looks: Literal["change", "fog", "surprise"] = "change"
    fails: bool = False  # the order cannot be carried out
    out: bool = False  # Green is eliminated


_BOARDS = tables("genetess/boards.toml", Board)
"""Every board by the name that articles have for it."""


def figure(name: str) -> Figure:
    """Return a board as it is looked at. Raise ValueError where its order cannot be carried out, or fails to fail."""
    board = _BOARDS[name]
    before, outcome = _play(board)
    if bool(outcome.problem) != board.fails:
        words = outcome.problem.message if outcome.problem else "the order does not fail"
        raise ValueError(f"{name}: {words}")
    ways = tuple(_ways(board, outcome))
    looks = LOOKS[board.looks]
    last = [look for look in looks if not look.after][-1]
    panels = []
    for look in looks:
        game = outcome.game if look.after else before
        drawn = ways if look is last else ()
        panels.append(_panel(look, game, drawn))
    return Figure(board.caption, tuple(panels))


def begin(board: Board) -> Game:
    return _play(board)[0]


def _play(board: Board) -> tuple[Game, Outcome[Game, genetess.Event]]:
    starts = {
        seat.name: {at: codes.removesuffix("r") for at, codes in board.pieces.get(seat.name, {}).items()}
        for seat in _SEATS
    }
    files = Files("\n".join(board.map), starts, [dict(special) for special in board.specials])
    settings = Settings()
    begun = genetess.new(settings, files, _SEATS, Dice(bytes, 0))
    if not board.order:
        return _laid(genetess.opening(settings, files, _SEATS), board), begun
    before = _laid(begun.game, board)
    return before, genetess.play(before, _RED, _order(board), Dice(bytes, 0))


def _laid(game: Game, board: Board) -> Game:
    """Return the position with those pieces phased that are to be, and with Green out if it is to be."""
    own = board.pieces.values()
    hidden = {Square.named(at) for pieces in own for at, codes in pieces.items() if codes.endswith("r")}
    pieces = {at: piece.replace(phased=at in hidden) for at, piece in game.pieces.items()}
    players = game.players | {_GREEN: game.players[_GREEN].replace(eliminated=board.out)}
    return game.replace(pieces=pieces, players=players)


def _order(board: Board) -> Order:
    order = genetess.parse(entries(board.order)[0]).order
    assert order is not None
    return order


def _ways(board: Board, outcome: Outcome[Game, genetess.Event]) -> list[Way]:
    """Return where pieces and codes go: as the order says, even one that fails, and where else pieces are moved."""
    ways = _ways_of(_order(board)) if board.order else []
    for event in outcome.events:
        if not isinstance(event, Displaced | Swapped):
            continue
        way = (str(event.at), str(event.to))
        if isinstance(event, Swapped):
            ways.append(way[::-1])
        elif ways and ways[-1][-1] == way[0]:
            ways[-1] = (*ways[-1], way[1])  # on from there, as another leg of a CHARGE or by an S8
        elif way not in {(known[0], known[-1]) for known in ways}:
            ways.append(way)
    return ways


def _ways_of(order: Order) -> list[Way]:
    if order.at and order.verb == "MOVE":
        return [tuple(map(str, accumulate(order.path, Square.step, initial=order.at)))]
    return [(str(order.at), str(order.to))] if order.at and order.to else []


def _panel(look: Viewpoint, game: Game, ways: tuple[Way, ...]) -> Panel:
    # All of it is drawn as Red would see it, with its own pieces as its own.
    view = genetess.view(game, _RED) if look.fog else genetess.view(game, REFEREE).replace(viewer=_RED)
    return Panel(view, f"{look.title}: {_words(view)}", look.title, ways)


def _words(view: GenetessView) -> str:
    pieces = [f"{piece.owner} {_codes(piece)} on {piece.at}" for piece in view.pieces]
    return ", ".join([*pieces, *(f"special {special.type} on {special.at}" for special in view.specials)])


def _codes(piece: PieceView) -> str:
    return "piece" if piece.codes is None else piece.codes + "r" * piece.phased


BOARDS = BoardSet(_RED, Board, begin, _BOARDS, figure)
