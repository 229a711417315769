"""Leagues that have the files of a forge and do not say where they lie there, so that no page leads to it."""

from __future__ import annotations

from typing import Final

from genetess_cli.errors import Fault
from genetess_cli.store import League
from genetess_cli.store.layout import LEAGUE

_FILES: Final = {
    ".github/workflows/tick.yml": "OWNER/NAME",
    ".gitlab-ci.yml": "https://gitlab.com/OWNER/NAME",
    ".forgejo/workflows/tick.yml": "https://codeberg.org/OWNER/NAME",
}
"""What runs a league on a forge, and how its place there is written."""


def unnamed(league: League) -> list[str]:
    """A line for a league with workflows whose genetess.yaml names no `repository`; none where it cannot be read."""
    try:
        if league.settings.site.repository is not None:
            return []
        found = [place for path, place in _FILES.items() if b"genetess" in (league.read(path) or b"")]
    except Fault:
        return []  # what is wrong is told of the file itself
    return [
        f"{LEAGUE}: site.repository is missing: no turnsheet has a button that sends orders, and no page leads to the "
        f"forge; name the place where the league lies there, such as `repository: {place}` below `site:`"
        for place in found[:1]
    ]
