"""All turns of a game by rounds, for the page of its replay: with script they can be jumped to, without it opened."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Sequence

import msgspec

_ROUND = re.compile(r"\d+")


class Entry(msgspec.Struct, frozen=True):
    """A record: its number, the name of its page, what it is called, and whether it was taken back."""

    number: int
    stem: str
    text: str
    back: bool


def rounds(stems: Iterable[str], gone: Container[int]) -> dict[str, list[Entry]]:
    """The records of each round, in order; where several have the same label, they are numbered from the second on.

    The first record of a game is its start.
    """
    found: dict[str, list[Entry]] = {}
    seen: Counter[str] = Counter()
    for stem in stems:
        number, _, label = stem.partition("-")
        seen[label] += 1
        text = label if seen[label] == 1 else f"{label} ({seen[label]})"
        text = text if int(number) else "start"
        part = _ROUND.match(label)
        entry = Entry(int(number), stem, text, int(number) in gone)
        found.setdefault(part[0] if part else label, []).append(entry)
    return found


def has_again(stems: Sequence[str]) -> bool:
    """Whether any label comes more than once, so that the page explains the numbers behind them."""
    return len({stem.partition("-")[2] for stem in stems}) < len(stems)
