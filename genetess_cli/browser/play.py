"""Games against bots in a page: `genetess play` without its terminal and its server."""

from __future__ import annotations

import time
from pathlib import Path

from genetess_cli.admin import play
from genetess_cli.errors import Progress, Refused
from genetess_cli.site.build import build
from genetess_cli.store.league import League

LEAGUE = Path("league")
SITE = Path("site")
"""Both below the folder in which the worker has Python run."""


def begin(data: bytes, tell: Progress) -> bytes:
    """Make the league where nothing of one was restored, and build its pages."""
    league = play.league_in(LEAGUE.absolute(), _now())
    build(league, SITE, progress=tell, here=True)
    return b""


def send(data: bytes, tell: Progress) -> bytes:
    """Take a message of a sheet or of the lobby, and return the answer."""
    league = League(LEAGUE.absolute())
    return play.receive(league, data, lambda: build(League(league.root), SITE, here=True), _now(), _silent)


def page(data: bytes, tell: Progress) -> bytes:
    """Return the page at an address below the site's folder. Raise Refused where there is none."""
    name = data.decode()
    place = (SITE / name).resolve()
    if name.endswith("/") or not name:
        place /= "index.html"
    if not place.is_relative_to(SITE.resolve()) or not place.is_file():
        raise Refused("There is no such page.")
    return place.read_bytes()


def _now() -> int:
    return int(time.time())


def _silent(note: str) -> None:
    """Leave what a terminal would be told: a page shows the answer itself."""
