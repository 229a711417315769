"""One sentence for each thing that a viewer was told: plain, exact and kind. Markup is not made here.

What is hidden from the viewer is None in what was told; then the sentence does without it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from genetess_cli.rules.base import Told
from genetess_cli.rules.problems import count_words
from genetess_cli.rules.turn import (
    Common,
    Dropped,
    Eliminated,
    Ended,
    Lapsed,
    Passed,
    Scored,
    TimedOut,
    TurnBegan,
)
from genetess_cli.rules.voice import Voice, on_square
from genetess_cli.site.words import ending_words

Say = Callable[[Any, Voice], str]
"""Return a sentence, its first letter small where no name begins it: of anything that `tell` of one ruleset gives."""


def say_any(told: Told, voice: Voice) -> str:
    """Say what was told by a ruleset that has no words of its own."""
    if isinstance(told, Common):
        return say(told, voice)
    at = getattr(told, "at", None)
    where = on_square(at) if at else ""
    return f"something happened ({told.kind}){where}."


def say(told: Common, voice: Voice) -> str:
    """Say what several games have, in the same words for all."""
    match told:
        case TurnBegan():
            return f"{voice.whose(told.seat)} turn began (round {told.round})."
        case TimedOut():
            return f"{miss(told.seat, voice)}; the turn was skipped."
        case Lapsed():
            return _lapsed(told, voice)
        case Passed():
            return passed(told.seat, voice)
        case Scored():
            return f"{voice.seat(told.seat)} scored {count_words(told.points, 'point')}."
        case Eliminated():
            be = "are" if told.seat == voice.viewer else "is"
            king = f"{voice.seat(told.by)} took {voice.whose(told.seat)} King"
            return f"{voice.seat(told.seat)} {be} out of the game: {king}."
        case Dropped():
            return f"{voice.whose(told.seat)} pieces belong to nobody any more."
        case Ended():
            return f"{ended(told.reason, told.winners, voice)}."


def _lapsed(told: Lapsed, voice: Voice) -> str:
    lost = "no gamble counted" if told.together else "the turn was skipped"
    if told.left:
        return f"{voice.seat(told.seat)} left the game, so {lost}."
    return f"{miss(told.seat, voice)}; {lost}."


def miss(seat: str, voice: Voice) -> str:
    whose = "your" if seat == voice.viewer else "the"
    return f"{voice.seat(seat)} missed {whose} deadline"


def passed(seat: str, voice: Voice) -> str:
    return f"{voice.seat(seat)} passed."


def ended(reason: str, winners: Sequence[str], voice: Voice) -> str:
    return ending_words(reason, [voice.seat(seat) for seat in winners])
