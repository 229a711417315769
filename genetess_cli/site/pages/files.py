"""Small pages of a game: its files, its public log, and where one person gives the machine to the next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from genetess_cli.rules.base import View
from genetess_cli.site import places
from genetess_cli.site.facts import LogLine
from genetess_cli.site.pages.page import GamePage
from genetess_cli.site.past.story import ToldTurn
from genetess_cli.site.words import Stored


class OrderFiles(GamePage):
    """The settings of an open game, and those order files that everybody may read."""

    TEMPLATE = "orders.html"

    settings: str
    queues: Mapping[str, Stored]


class LogPage(GamePage):
    """A page of the public log."""

    TEMPLATE = "log.html"

    page: int  # counted from 1
    lines: Sequence[LogLine]
    before: str | None
    after: str | None


def log_page(turn: ToldTurn) -> LogPage:
    """Return the page of the log that ends with a turn."""
    page = turn.facts.number // places.PAGE_OF_LOG + 1
    before = f"{page - 1:02}.html" if page > 1 else None
    after = None if turn.is_newest else f"{page + 1:02}.html"
    return LogPage(game=turn.game, page=page, lines=turn.log, before=before, after=after)


class HandOver(GamePage):
    """The page between two people's turns at one machine."""

    TEMPLATE = "hand.html"

    view: View
    waits: Sequence[str]  # the seats that have to order
