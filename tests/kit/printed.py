"""What is alike in every league, printed once a process: a league's first build takes most of its time for that.

Such are the pages of rules, the lessons and the calculators, the same wherever a league has the same title, address and
ways to send orders; and a picture that goes with links, the same for the same drawing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps

import pytest

from genetess_cli.site import places
from genetess_cli.site.pages.page import PageRenderer, Printed
from genetess_cli.site.pages.rules import RulesetPage
from genetess_cli.site.write import preview


def keep(patch: pytest.MonkeyPatch) -> None:
    """Keep what is made once from now on."""
    patch.setattr(PageRenderer, "render", _kept(PageRenderer.render))
    patch.setattr(preview, "draw", cache(preview.draw))


def _kept(render: Callable[[PageRenderer, Printed], str]) -> Callable[[PageRenderer, Printed], str]:
    printed: dict[object, str] = {}

    @wraps(render)
    def kept(self: PageRenderer, page: Printed) -> str:
        # Where a ruleset of another package is here, tests change what it has.
        if not isinstance(page, RulesetPage) or self.titles is not places.TITLES:
            return render(self, page)
        key = (page.place, repr(self.site))
        if key not in printed:
            printed[key] = render(self, page)
        return printed[key]

    return kept
