"""How sure a share is that a few games give."""

from __future__ import annotations

from math import sqrt

_SURE = 1.96
"""Standard deviations on each side within which 95 % lie."""


def interval(won: float, games: int) -> tuple[float, float]:
    """Return what Wilson's interval says of a share, with 95 %.

    Values between lost and won spread less than wins and losses with the same mean do, so of these it says no too much.
    """
    part = won / games
    square = _SURE * _SURE / games
    middle = part + square / 2
    spread = _SURE * sqrt(part * (1 - part) / games + square / games / 4)
    return max(0.0, (middle - spread) / (1 + square)), min(1.0, (middle + spread) / (1 + square))
