"""The boards on DNA's page of rules: positions, and the order that is carried out there by the rules themselves."""

from __future__ import annotations

from collections.abc import Mapping

from genetess_cli.manual.article import BoardSet, Figure, play, single
from genetess_cli.manual.prose import tables
from genetess_cli.rules import dna
from genetess_cli.rules.base import PUBLIC, Seat
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.dna.game import USUAL_COLOURS, Game, Settings
from genetess_cli.rules.dna.offering import lay
from genetess_cli.values import Value

_SEATS = [Seat(colour, colour) for colour in USUAL_COLOURS]
_SEAT = "red"


class Board(Value, forbid_unknown_fields=True):
    """A board before an order of red's, the order, and what is to be seen of it. Without pieces it is the start."""

    caption: str
    order: str = ""
    pieces: Mapping[str, str] = {}


_BOARDS = tables("dna/boards.toml", Board)
"""Every board by the name that articles have for it."""


def figure(name: str) -> Figure:
    """Return a board as everybody sees it once its order has been carried out. Raise ValueError where it cannot be."""
    board = _BOARDS[name]
    game = begin(board)
    if board.order:
        game = play(dna.RULES, game, _SEAT, board.order, name)
    return single(dna.view(game, PUBLIC), board.caption)


def begin(board: Board) -> Game:
    game: Game = dna.new(Settings(), None, _SEATS, Dice(bytes, 0)).game
    return lay(game, board.pieces, _SEAT) if board.pieces else game


BOARDS = BoardSet(_SEAT, Board, begin, _BOARDS, figure)
