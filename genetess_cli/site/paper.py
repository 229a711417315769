"""How much of a turnsheet's one page of A4 is taken, roughly: whether its board can be as wide as the page.

Counted in lines of a column, two of which stand side by side; what is doubtful is taken for more.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from genetess_cli.rules.base import View
from genetess_cli.site.facts import Heard
from genetess_cli.site.queues import Stored

_ROOM = 60
"""Lines, of both columns together, that fit below a board as wide as the page."""
_FORM = 26
"""Lines that the form for orders takes, over both columns."""
_HEADS = 12
_EVENT, _ORDER = 1.6, 3
_ROW, _ITEM = 4, 1.6
"""A row of one's own pieces with all their orders, and what any other table has for one thing."""


def has_room(tables: Mapping[str, Any], heard: Heard, view: View, queue: Stored | None, latest: bool) -> bool:
    """Whether a sheet with these tables beside its board leaves so much room; the `latest` has a form for orders."""
    told = sum(1 + _EVENT * len(line.sentences) for line in heard.since[heard.unprinted :])
    stored = queue.text.count("\n") + 3 if queue else 0
    taken = (
        _HEADS
        + len(view.players)
        + told
        + _ORDER * len(heard.own)
        + stored
        + sum(map(_lines, tables.values()))
    )
    return taken <= _ROOM - (_FORM if latest and not view.result else 0)


def _lines(table: Any) -> float:
    """What a table takes: markup by its rows and entries, anything else by its things."""
    if isinstance(table, str):
        return _ROW * table.count("<tr") + table.count("<li") / 2
    if isinstance(table, list) and table and "stocks" in table[0]:
        return _ITEM * sum(max(1, len(each["stocks"])) for each in table)
    return _ITEM * len(table or ())
