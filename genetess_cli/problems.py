"""A player's mistake as a value, and how it is shown: the line, a caret, a hint.

Nothing here raises or prints; faults of operator and program are in `errors.py`.
"""

from __future__ import annotations

import msgspec


class Span(msgspec.Struct, frozen=True, order=True):
    """Where in a text: `line` counts from 1, `start` and `end` are 0-based columns, `end` exclusive."""

    line: int
    start: int
    end: int


class Problem(msgspec.Struct, frozen=True):
    """One mistake in an order or in a setting.

    `slug` names the kind of mistake (`off-grid`), `message` is a whole sentence for the player, `hint` says
    how to mend it, `span` is the place in the order's text where that is known; `about` names the part of the
    order that is at fault (`at`, `to`, `codes`, `path`), from which its place can be found.
    """

    slug: str
    message: str
    span: Span | None = None
    hint: str = ""
    about: str = ""

    def at(self, span: Span) -> Problem:
        """The same problem, placed at `span` unless it already has a place."""
        return self if self.span else msgspec.structs.replace(self, span=span)


def render(problem: Problem, text: str = "", source: str = "") -> str:
    """The problem as lines for a person.

    `text` is the whole text that the span points into; its line is shown with a caret under the first
    character that did not fit. `source` names where the text came from (`games/riot/orders/red.txt`).
    """
    lines = [_heading(problem, source)]
    span = problem.span
    rows = text.splitlines()
    if span and 0 < span.line <= len(rows):
        row = rows[span.line - 1]
        width = max(1, min(span.end, len(row)) - span.start)
        shown = "".join(letter if letter.isprintable() else " " for letter in row)
        lines += [f"    {shown}", f"    {' ' * span.start}{'^' * width}"]
    if problem.hint:
        lines.append(f"  {problem.hint}")
    return "\n".join(lines)


def _heading(problem: Problem, source: str) -> str:
    if source and problem.span:
        return f"{source}:{problem.span.line}: {problem.message}"
    return f"{source}: {problem.message}" if source else problem.message
