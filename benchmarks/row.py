"""One line of the table: what was measured, how much it was, and what it must keep."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import median
from typing import NamedTuple


class Figure(NamedTuple):
    """What a row came to: the middle of all samples, the least and the greatest."""

    middle: float
    least: float
    greatest: float

    @classmethod
    def of(cls, samples: Iterable[float]) -> Figure:
        all_of_them = [*samples]
        return cls(median(all_of_them), min(all_of_them), max(all_of_them))

    def __str__(self) -> str:
        if self.least == self.greatest:
            return _number(self.middle)
        return f"{_number(self.middle)} ({_number(self.least)}–{_number(self.greatest)})"


class Row(NamedTuple):
    """What is measured. `gate` must hold; `goal` is what a gate will be once something is changed for it.

    Both are the most that the middle may be, or the least where `at_least` is set.
    """

    what: str
    unit: str
    gate: float | None = None
    goal: float | None = None
    at_least: bool = False

    def holds(self, figure: Figure) -> bool:
        """Whether the gate is kept."""
        if self.gate is None:
            return True
        return figure.middle >= self.gate if self.at_least else figure.middle <= self.gate

    def line(self, figure: Figure) -> str:
        """The row of a table in Markdown."""
        cells = (f"{figure} {self.unit}", self._bound(self.gate), self._bound(self.goal))
        return f"| {self.what} | {' | '.join(cells)} |"

    def _bound(self, bound: float | None) -> str:
        if bound is None:
            return ""
        least = "at least " if self.at_least else ""
        return f"{least}{bound:g} {self.unit}"


def _number(number: float) -> str:
    if abs(number) >= 100:
        return f"{number:,.0f}"
    return f"{number:.1f}" if abs(number) >= 10 else f"{number:.2f}"
