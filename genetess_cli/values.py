"""What values of the program are made from: fields that never change, and tables that are written as text."""

from __future__ import annotations

from typing import dataclass_transform

import msgspec


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Value(msgspec.Struct, frozen=True):
    """Something that is its fields; its subclasses name them."""


def table(text: str) -> dict[str, tuple[str, str]]:
    """Return the rows of a table that is written as text: by their first word the second one, and all behind it."""
    found = {}
    for line in text.strip().splitlines():
        first, second, *behind = line.split(maxsplit=2)
        found[first] = second, "".join(behind)
    return found
