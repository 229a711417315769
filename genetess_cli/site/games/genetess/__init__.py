"""All that a page knows of Genetess: its board and sentences."""

from __future__ import annotations

from genetess_cli.site.games import GameParts

PARTS = GameParts(
    "Genetess",
    ("pieces.js", "ways.js", "read-genetess.js", "pick-genetess.js"),
    together=("gamble.js",),
    has_calculator=True,
    has_walls=True,
)
