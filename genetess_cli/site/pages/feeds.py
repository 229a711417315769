"""Feeds and calendars as files; what is in them is told in `league/feeds`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from genetess_cli.site.league.feeds import Date, Entry, newest
from genetess_cli.site.pages.page import Print, Site


class Feed(Print, frozen=True, kw_only=True):
    """A feed that lies at `where` and belongs to a page. Its links are relative where no address is known."""

    TEMPLATE: ClassVar[str] = "feed.atom"

    id: str
    title: str
    where: str
    page: str
    base: str  # what its links begin with
    entries: Sequence[Entry]


def feed(site: Site, named: str, title: str, where: str, page: str, entries: Iterable[Entry]) -> Feed:
    """Return the feed that lies at `where` and belongs to a page; machines know it as `named`."""
    base = f"{site.address.rstrip('/')}/" if site.address else "../" * where.count("/")
    return Feed(id=named, title=title, where=where, page=page, base=base, entries=newest(entries))


class Calendar(Print, frozen=True, kw_only=True):
    """A calendar; without the site's address its events lead nowhere."""

    TEMPLATE: ClassVar[str] = "deadlines.ics"

    title: str
    dates: Sequence[Date]

    def finish(self, text: str) -> str:
        return "".join(f"{_fold(line)}\r\n" for line in text.rstrip().split("\n"))


def _fold(line: str) -> str:
    """Return a line in pieces of at most 75 octets (RFC 5545, 3.1), none of them ending within a character."""
    pieces = [""]
    for letter in line:
        if len(f"{pieces[-1]}{letter}".encode()) > 75:
            pieces.append(" ")
        pieces[-1] += letter
    return "\r\n".join(pieces)
