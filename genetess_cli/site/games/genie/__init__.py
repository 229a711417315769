"""All that a page knows of Genie of the Lamp: its board, sentences and PGN."""

from __future__ import annotations

from genetess_cli.site.games import GameParts

PARTS = GameParts(
    "Genie of the Lamp",
    ("genie/read.js", "genie/pick.js"),
    "Chess with one extra piece: each side can turn a pawn into a Genie, which leaps over other pieces.",
    ("chess",),
    downloads={"game.pgn": "The game as PGN"},
)
