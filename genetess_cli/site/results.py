"""How a game ended, as a part of a sentence."""

from __future__ import annotations

from collections.abc import Sequence


def won(winners: Sequence[str]) -> str:
    """Who won: `red won`, `red and green share the win`, or `it is a draw` where nobody did."""
    if len(winners) < 2:
        return f"{winners[0]} won" if winners else "it is a draw"
    return f"{', '.join(winners[:-1])} and {winners[-1]} share the win"
