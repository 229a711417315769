"""Small pages of a game: its files, its public log, and where one person gives the machine to the next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec
from markupsafe import Markup

from genetess_cli.rules.base import View
from genetess_cli.rules.letters import escape_controls
from genetess_cli.site import lexer
from genetess_cli.site.facts import GameFacts, LogLine
from genetess_cli.site.pages.page import GamePage, order_markup
from genetess_cli.site.past.story import ToldTurn
from genetess_cli.site.places import PAGE_OF_LOG
from genetess_cli.site.words import Stored


class OrderFile(msgspec.Struct, frozen=True):
    """An order file, or why it cannot be read."""

    seat: str
    text: Markup | str
    fault: str | None


class OrderFiles(GamePage, frozen=True, kw_only=True):
    """The settings of an open game, and those order files that everybody may read."""

    KIND: ClassVar[str] = "orders"
    TEMPLATE: ClassVar[str] = "orders.html"

    settings: Markup
    queues: Sequence[OrderFile]


def order_files(game: GameFacts, has_begun: bool, settings: str, queues: Mapping[str, Stored]) -> OrderFiles:
    files = [OrderFile(seat, _text(queue.text, game), queue.fault) for seat, queue in queues.items()]
    yaml = Markup(lexer.yaml(escape_controls(settings)))
    return OrderFiles(game=game, has_begun=has_begun, settings=yaml, queues=files)


def _text(text: str, game: GameFacts) -> Markup | str:
    return order_markup(text, "orders", game.ruleset) if text else ""


class LogPage(GamePage, frozen=True, kw_only=True):
    """A page of the public log."""

    KIND: ClassVar[str] = "log"
    TEMPLATE: ClassVar[str] = "log.html"

    page: int  # counted from 0
    lines: Sequence[LogLine]
    before: str | None
    after: str | None

    @property
    def at(self) -> dict[str, Any]:
        return {"slug": self.game.slug, "page": self.page + 1}


def log_page(turn: ToldTurn, lines: Sequence[LogLine]) -> LogPage:
    """Return the page of the log that ends with a turn."""
    page = turn.facts.number // PAGE_OF_LOG
    before = f"{page:02}.html" if page else None
    after = None if turn.is_newest else f"{page + 2:02}.html"
    return LogPage(game=turn.game, page=page, lines=lines, before=before, after=after)


class HandOver(GamePage, frozen=True, kw_only=True):
    """The page between two people's turns at one machine."""

    KIND: ClassVar[str] = "hand"
    TEMPLATE: ClassVar[str] = "hand.html"

    view: View
    waits: Sequence[str]  # the seats that have to order
