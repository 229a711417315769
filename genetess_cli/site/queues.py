"""Order files as pages show them: their text, or what is wrong with a file that cannot be read.

Whether the orders in one can be carried out is no matter of this file.
"""

from __future__ import annotations

import msgspec

from genetess_cli.rules import orders
from genetess_cli.site.words import visible


class Stored(msgspec.Struct, frozen=True):
    """An order file: its text, or why it cannot be read; then its text is not shown at all."""

    text: str = ""
    fault: str | None = None


def stored(data: bytes) -> Stored:
    """An order file's bytes, read as the referee reads them."""
    text = orders.decode(data)
    if not isinstance(text, str):
        return Stored(fault=visible(text.message))
    problem = orders.too_many(orders.entries(text))
    return Stored(fault=visible(problem.message)) if problem else Stored(text.strip())
