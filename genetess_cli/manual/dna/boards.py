"""The boards on DNA's page of rules: positions, and the order that is carried out there by the rules themselves."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from genetess_cli.rules import dna
from genetess_cli.rules.base import PUBLIC, Seat
from genetess_cli.rules.board import Square
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.dna.game import USUAL_COLOURS, Game, Piece, Settings
from genetess_cli.rules.dna.sight import DnaView
from genetess_cli.rules.orders import entries

_SEATS = [Seat(colour, colour) for colour in USUAL_COLOURS]


class Board(msgspec.Struct, frozen=True):
    """A board before an order of red's, the order, and what is to be seen of it. Without pieces it is the start."""

    caption: str
    order: str = ""
    pieces: Mapping[str, str] = {}


BOARDS: dict[str, Board] = {
    "start": Board("The board as a game for four begins: a small pyramid of each colour in the centre."),
    "mutation": Board(
        "Red has placed a large pyramid on D3, which has three points for mutation. Step 1 made the medium blue one on "
        "D4 green, for two points; step 2 made the large yellow one on E4 medium, for one.",
        "PLACE L D3; MUTATE D4 TO green, E4 TO M",
        {"D4": "M blue", "E4": "L yellow"},
    ),
    "strands": Board(
        "Red has placed the small pyramid on D5, and four strands begin there. Each has one bonus: one colour to the "
        "north, three colours to the east, one size to the south, sizes in succession to the west. That makes eight "
        "points.",
        "PLACE S D5; SCORE TAKE L FROM green, L FROM blue, M FROM blue; MUTATE C4 TO M",
        {
            **{"D4": "L red", "D3": "S red", "E5": "L green", "F5": "S blue"},
            **{"D6": "S green", "D7": "S green", "C5": "M green", "B5": "L green", "C4": "S yellow"},
        },
    ),
    "plain": Board(
        "Red has placed the large pyramid on D5. It makes a strand with those on D6 and D7. With C5 and E5 it "
        "makes none, as it stands in the middle of them; and the diagonal through E6 is none, as F7 is empty.",
        "PLACE L D5; SCORE TAKE S FROM green; MUTATE E6 TO blue, E6 TO S",
        {"D6": "S red", "D7": "S green", "C5": "S yellow", "E5": "S green", "E6": "M green"},
    ),
}
"""Every board by the name that articles have for it."""


def view(name: str) -> DnaView:
    """What everybody sees once the order of a board has been carried out. Raises ValueError where it cannot be."""
    board = BOARDS[name]
    game: Game = dna.new(Settings(), None, _SEATS, Dice(bytes, 0)).game
    if board.pieces:
        game = _laid(game, board.pieces)
    if not board.order:
        return dna.view(game, PUBLIC)
    outcome = dna.play(game, "red", dna.parse(entries(board.order)[0]).order, Dice(bytes, 0))
    if outcome.problem:
        raise ValueError(f"{name}: {outcome.problem.message}")
    return dna.view(outcome.game, PUBLIC)


def _laid(game: Game, pieces: Mapping[str, str]) -> Game:
    """The position with these pieces on the board and no others, which are back in their gene pools."""
    pools = dict.fromkeys(game.pools, game.settings.stash)
    found = {Square.named(at): Piece(*text.split()) for at, text in pieces.items()}
    for piece in found.values():
        pools[piece.colour] = pools[piece.colour].plus(piece.size, -1)
    return replace(game, pieces=found, pools=pools)
