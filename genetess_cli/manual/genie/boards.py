"""The boards on Genie's page of rules: positions, and what the rules themselves make of a move or allow there."""

from __future__ import annotations

import re

import msgspec
from msgspec.structs import replace

from genetess_cli.rules import genie
from genetess_cli.rules.base import PUBLIC, Seat
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genie.game import SEATS, STARTING_FEN, WHITE, Game, Settings
from genetess_cli.rules.genie.sight import Diagram, GenieView
from genetess_cli.rules.orders import entries

_GENIES = re.compile(r"(?:G|.+=G)")
_END = re.compile("[a-h][1-8]")


class Board(msgspec.Struct, frozen=True):
    """A position in which White is to move, and what is to be seen there once `move` is made.

    Without a move, the squares are pointed out on which White's Genie can come to stand.
    """

    caption: str
    fen: str = STARTING_FEN
    move: str = ""


BOARDS: dict[str, Board] = {
    "entrance": Board(
        "Every pawn of White’s with a dot on it can be flipped. Those on b5, d6 and f5 have passed the centre.",
        "4k3/8/3P4/1P3P2/2P1P3/P6P/6P1/4K3 w - - 0 1 Gg",
    ),
    "entered": Board(
        "White has begun with Gd2: the pawn on d2 is the Genie now, and Black is to move.", move="Gd2"
    ),
    "step": Board(
        "The Genie on d4 can go to all squares with dots. It leaps over the pawn on e4 and over the one on c5, and can "
        "capture three pieces.",
        "4k3/8/1n1p4/2p5/3GP3/8/3P4/5R1K w - - 0 1 -",
    ),
    "jump": Board(
        "From d4 the Genie leapt over the pawn on e5 to f6, and from there over the one on f7 to f8. The line is drawn "
        "wherever the way is certain.",
        "1k6/5p2/3p4/4p3/3G4/4P3/8/4K3 w - - 0 1 Gg",
        "Gf8",
    ),
    "jumps": Board(
        "Dots are on all squares to which the Genie on d4 can go. Those on h4, f8, h8 and b8 need two leaps, and so "
        "does the one on d8, to which two ways lead.",
        "4k3/2p1p1p1/8/1pPpP1p1/3G4/1P1p1P2/8/4K3 w - - 0 1 Gg",
    ),
    "check": Board(
        "The Genie gives check over the pawn. No piece can get in its way: the king goes, or the Genie is captured.",
        "3qk3/4p3/8/8/4G3/8/8/4K3 w - - 0 1 Gg",
        "Ge6",
    ),
    "promotion": Board(
        "White’s first Genie was captured, so that none can be flipped any more. But a pawn has come to e8 and is one.",
        "2n4k/4P3/8/8/6P1/8/8/4K3 w - - 0 1 g",
        "e8=G",
    ),
}
"""Every board by the name that articles have for it."""


def view(name: str) -> GenieView:
    """What everybody sees of a board. Raises ValueError where its move cannot be made."""
    board = BOARDS[name]
    game: Game = genie.new(Settings(), None, [Seat(seat, seat) for seat in SEATS], Dice(bytes, 0)).game
    game = replace(game, fen=board.fen)
    if not board.move:
        seen = {
            each: getattr(found, each)
            for found in [genie.view(game, PUBLIC)]
            for each in found.__struct_fields__
        }
        return Diagram(**seen, marked=_reach(game))
    outcome = genie.play(game, WHITE, genie.parse(entries(board.move)[0]).order, Dice(bytes, 0))
    if outcome.problem:
        raise ValueError(f"{name}: {outcome.problem.message}")
    return genie.view(outcome.game, PUBLIC)


def _reach(game: Game) -> list[str]:
    """The squares on which the Genie can come to stand in one move."""
    moves = [order for order in genie.legal(game, WHITE) if _GENIES.match(order)]
    return sorted({_END.findall(move)[-1] for move in moves})
