"""All that a page knows of DNA: its board, pyramids and sentences."""

from __future__ import annotations

from genetess_cli.site.games import GameParts

PARTS = GameParts(
    "DNA",
    ("dna/position.js", "dna/read.js", "dna/pick.js"),
    "Place a pyramid at the end of a row of three to score. Each pyramid that you place also changes its neighbours. "
    "The most valuable collection wins.",
    ("pyramids",),
)
