"""All that a page knows of Genetess: its board and sentences."""

from __future__ import annotations

from genetess_cli.site.games import GameParts

PARTS = GameParts(
    "Genetess",
    ("genetess/pieces.js", "genetess/ways.js", "genetess/read.js", "genetess/pick.js"),
    "Build pieces out of letters, each with an ability of its own, and find the other Kings in the fog.",
    ("ground", "pieces"),
    together=("genetess/ways.js", "genetess/preferences.js", "genetess/read.js", "genetess/gamble.js"),
    has_calculator=True,
)
