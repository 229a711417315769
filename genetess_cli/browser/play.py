"""Games against bots in a page: `genetess play` without its terminal and its server."""

from __future__ import annotations

import time
from pathlib import Path

from genetess_cli.admin import play
from genetess_cli.errors import Progress, Refused
from genetess_cli.site.build import build_page
from genetess_cli.site.pages.trial import FOLDER
from genetess_cli.site.write.folder import Folder
from genetess_cli.store.league import League

LEAGUE = Path("league")
SITE = Path("site")
"""Both in the folder in which the worker has Python run."""


def begin(data: bytes, tell: Progress) -> bytes:
    """Make the league, unless one that was kept has been restored."""
    play.league_in(LEAGUE.absolute(), _now())
    return b""


def send(data: bytes, tell: Progress) -> bytes:
    """Take a message of a page, and return the answer; a page is built when it is looked at."""
    session = play.Session(League(LEAGUE.absolute()), _now(), lambda note: None)
    return session.receive(data, lambda: None)


def page(data: bytes, tell: Progress) -> bytes:
    """Return the file at an address below the site's folder. Raise Refused where there is none."""
    place = data.decode()
    if place.endswith("/") or not place:
        place += "index.html"
    is_inside = all(name and name[0] != "." for name in place.split("/"))
    found = _page(place) if is_inside else None
    if found is None:
        raise Refused("There is no such page.")
    return found


def _page(place: str) -> bytes | None:
    if place.startswith(f"{FOLDER}/"):  # which is made as something is tried out, and of no league
        return (SITE / place).read_bytes() if Folder(SITE).has(place) else None
    return build_page(League(LEAGUE.absolute()), SITE, place)


def _now() -> int:
    return int(time.time())
