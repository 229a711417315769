"""Pages with whole boards that spectators see only once so many more turns have ended.

Until then the page without the board lies in the page's place. What waits is kept by a build for the next one, so that
no turn has to be told again for it.
"""

from __future__ import annotations

from typing import Protocol

import msgspec

from genetess_cli.site.facts import TurnFacts


class Waiting(msgspec.Struct):
    """A page that waits for its time: its place, its text, and how many turns have ended since."""

    place: str
    text: str
    turns: int = 0


class Shelf(Protocol):
    """Where pages are written."""

    def write(self, place: str, text: str) -> None:
        """Write a page."""


class Late:
    """The pages of one game that are so many turns late."""

    def __init__(self, delay: int, waiting: list[Waiting], shelf: Shelf) -> None:
        self.waiting = waiting
        self._delay, self._shelf = delay, shelf
        self._meanwhile: dict[str, str] = {}

    def write(self, place: str, text: str) -> None:
        """Have a page for the time until its board is shown; `close` writes it if that has not come."""
        self._meanwhile[place] = text

    def passes(self, turn: TurnFacts) -> None:
        """Tell of a turn: if it ended one, and still counts, pages that have waited for it are written."""
        if not turn.passes:
            return
        for page in self.waiting:
            page.turns += 1
            if page.turns >= self._delay:
                self._shelf.write(page.place, page.text)
                self._meanwhile.pop(page.place, None)
        self.waiting = [page for page in self.waiting if page.turns < self._delay]

    def waits(self, place: str, text: str) -> None:
        """Have a page with its board wait from now on."""
        self.waiting.append(Waiting(place, text))

    def close(self) -> None:
        """Write what is shown meanwhile."""
        for place, text in self._meanwhile.items():
            self._shelf.write(place, text)
        self._meanwhile.clear()
