"""How a game ended, as a part of a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from genetess_cli.rules.base import AGREED


def won(winners: Sequence[str]) -> str:
    """Who won: `red won`, `red and green share the win`, or `it is a draw` where nobody did."""
    if len(winners) < 2:
        return f"{winners[0]} won" if winners else "it is a draw"
    return f"{', '.join(winners[:-1])} and {winners[-1]} share the win"


def over(reason: str, winners: Sequence[str]) -> str:
    """That the game is over, why, and who won; that a draw was agreed says both."""
    if reason == AGREED and not winners:
        return f"the game is over: {reason}"
    return f"the game is over, {reason}: {won(winners)}"
