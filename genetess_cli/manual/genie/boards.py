"""The boards on Genie's page of rules: positions, and what the rules themselves make of a move or allow there."""

from __future__ import annotations

import re

from msgspec.structs import asdict

from genetess_cli.manual.article import BoardSet, Figure, play, single
from genetess_cli.manual.prose import tables
from genetess_cli.rules import genie
from genetess_cli.rules.base import PUBLIC, Seat
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genie.game import SEATS, STARTING_FEN, WHITE, Game, Settings
from genetess_cli.rules.genie.sight import Diagram
from genetess_cli.values import Value

_GENIES = re.compile(r"(?:G|.+=G)")
_END = re.compile("[a-h][1-8]")
_SEAT = WHITE


class Board(Value, forbid_unknown_fields=True):
    """A position in which White is to move, and what is to be seen there."""

    caption: str
    fen: str = STARTING_FEN
    order: str = (
        ""  # a move, carried out; without one, the squares are pointed out that White's Genie can come to
    )


_BOARDS = tables("genie/boards.toml", Board)
"""Every board by the name that articles have for it."""


def figure(name: str) -> Figure:
    """Return a board as everybody sees it once its move is made. Raise ValueError where it cannot be."""
    board = _BOARDS[name]
    game = begin(board)
    if board.order:
        game = play(genie.RULES, game, _SEAT, board.order, name)
        return single(genie.view(game, PUBLIC), board.caption)
    reached = {_END.findall(order)[-1] for order in genie.legal(game, WHITE) if _GENIES.match(order)}
    return single(Diagram(**asdict(genie.view(game, PUBLIC)), marked=sorted(reached)), board.caption)


def begin(board: Board) -> Game:
    game: Game = genie.new(Settings(), None, [Seat(seat, seat) for seat in SEATS], Dice(bytes, 0)).game
    return game.replace(fen=board.fen)


BOARDS = BoardSet(_SEAT, Board, begin, _BOARDS, figure)
