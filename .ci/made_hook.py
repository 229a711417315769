"""What a wheel brings beside the package: what a sample game is played from, not what comes of it; and what the program
would make on first use, made by the same, when the wheel is built.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SAMPLE = ("game.yaml", "board.yaml", "script.txt")
"""What `genetess demo` reads of a sample. genetess_cli/store/resources.py finds the copies."""


class MadeHook(BuildHookInterface[Any]):
    """Hatchling finds it by pyproject.toml."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return  # it is run from the checkout, which makes its own
        included = build_data["force_include"]
        for file in sorted(Path(self.root, "games").glob("*/*")):
            if file.name in SAMPLE:
                included[str(file)] = f"genetess_cli/sample_games/{file.parent.name}/{file.name}"
        sys.path.insert(0, self.root)
        from genetess_cli.rules import RULESETS
        from genetess_cli.site import assets
        from genetess_cli.site.league.lobby import new_game_form
        from genetess_cli.site.pages.page import PageRenderer, Site
        from genetess_cli.site.pages.rules import teaching
        from genetess_cli.site.write import made

        PageRenderer(Site("")).compile()
        for ruleset in RULESETS:
            assets.grammar(ruleset)
        for page in teaching(RULESETS).values():
            page()
        new_game_form()
        place = made.folder()
        included[str(place)] = f"genetess_cli/made/{place.name}"
