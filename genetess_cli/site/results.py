"""How a game ended, as a part of a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from genetess_cli.rules.base import AGREED, View

AWAITED, NOT_YET = "awaited", "not yet taken"
"""What is said in round 0 of a gamble that is not taken: while any may come in, and once the first of them is taken."""


def won(winners: Sequence[str]) -> str:
    """Who won: `red won`, `red and green share the win`, or `it is a draw` where nobody did."""
    if len(winners) < 2:
        return f"{winners[0]} won" if winners else "it is a draw"
    return f"{', '.join(winners[:-1])} and {winners[-1]} share the win"


def fate(view: View, seat: str) -> str:
    """How a seat stands in a word or two: `in` or `out` while the game is on, then what came of it.

    Who wins may have been taken out long before (ruling G42): after the end that counts no more.
    """
    result = view.result
    if result is None:
        return "out" if view.players[seat].status == "eliminated" else "in"
    if seat in result.winners:
        return "won" if len(result.winners) == 1 else "shared the win"
    if seat == result.survivor:
        return "survived"
    return "lost" if result.winners else "drew"


def stands(view: View, seat: str, waiting: str = AWAITED) -> str:
    """How a seat stands, in the words of every page: whether it is to move, gambles, is out, or what came of it.

    `waiting` is said in round 0 of a gamble that is not taken yet.
    """
    if view.players[seat].status != "eliminated":
        if view.together and not view.result:
            return f"gambles {waiting if seat in view.to_move else 'taken'}"
        if seat in view.to_move:
            return "to move"
    return fate(view, seat)


def knows_e(view: View) -> bool:
    """Whether the viewer knows anybody's E."""
    return any(player.e is not None for player in view.players.values())


def over(reason: str, winners: Sequence[str]) -> str:
    """That the game is over, why, and who won; that a draw was agreed says both."""
    if reason == AGREED and not winners:
        return f"the game is over: {reason}"
    return f"the game is over, {reason}: {won(winners)}"
