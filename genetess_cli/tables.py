"""Tables that are written as text, where cells are words. The command line has one, so nothing is loaded here."""

from __future__ import annotations


def table(text: str) -> dict[str, tuple[str, str]]:
    """Return the rows of a table that is written as text: by their first word the second one, and all behind it."""
    found = {}
    for line in text.strip().splitlines():
        first, second, *behind = line.split(maxsplit=2)
        found[first] = second, "".join(behind)
    return found
