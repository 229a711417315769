"""All that a page knows of Genie of the Lamp: its board, sentences and PGN."""

from __future__ import annotations

from genetess_cli.site.games import Download, GameParts

PARTS = GameParts(
    "Genie of the Lamp",
    ("genie/read.js", "genie/pick.js"),
    "Chess in which each side can turn a pawn into a Genie, which leaps twice and over everything.",
    ("chess",),
    downloads={"game.pgn": Download("genetess_cli.site.games.genie.pgn", "The game as PGN")},
)
