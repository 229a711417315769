"""One line of the table of budgets."""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """What was measured, and the gate that it must keep: at most, or where `least` is set at least."""

    what: str
    measured: float
    gate: float
    unit: str
    least: bool = False

    @property
    def holds(self) -> bool:
        """Whether the gate is kept."""
        return self.measured >= self.gate if self.least else self.measured <= self.gate

    def __str__(self) -> str:
        bound = "at least" if self.least else "at most"
        kept = "" if self.holds else "   DOES NOT HOLD"
        return (
            f"{self.what:44} {_number(self.measured):>8} {self.unit:3}   {bound} {_number(self.gate)}{kept}"
        )


def _number(number: float) -> str:
    return f"{number:,.0f}" if number >= 100 else f"{number:.2f}"
