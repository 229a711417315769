"""What a wheel brings that its program would make on first use: the same, made by the same, when it is built."""

from __future__ import annotations

import sys
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class MadeHook(BuildHookInterface[Any]):
    """Hatchling finds it by pyproject.toml."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return  # it is run from the checkout, which makes its own
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
        build_data["force_include"][str(place)] = f"genetess_cli/made/{place.name}"
