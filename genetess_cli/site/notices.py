"""What is told of a seat that is open for replacement, of a holiday that begins, and of what is left of it.

Everybody hears of an open seat and of a holiday, its player as `you`.
"""

from __future__ import annotations

from collections.abc import Mapping

from genetess_cli.site.facts import TurnFacts
from genetess_cli.site.words import Voice, shown

_UNITS = (("day", 86_400), ("hour", 3_600), ("minute", 60))


def last_words(turn: TurnFacts, viewer: str, names: Mapping[str, str]) -> list[str]:
    """The sentences that stand after those of the events."""
    if turn.seat is None:
        return []
    said = [ran_out(turn.seat, viewer, names)] if turn.rested else []
    return [*said, opened(turn.seat, viewer, names)] if turn.opened else said


def ran_out(seat: str, viewer: str, names: Mapping[str, str]) -> str:
    """What everybody is told where the deadline that a seat missed was the end of its holiday."""
    whose = "Your" if seat == viewer else f"{Voice(viewer, names).whose(seat)}"
    return f"{whose[:1].upper()}{whose[1:]} holiday had run out, with no order to go then."


def opened(seat: str, viewer: str, names: Mapping[str, str]) -> str:
    """What everybody is told as a seat becomes open for replacement."""
    if seat == viewer:
        missed = "You have missed so many deadlines in a row that your seat is open for somebody else"
        return f"{missed}; an order of yours closes it."
    who = Voice(viewer, names).seat(seat)
    return f"The seat of {who} is open for somebody else: its player has missed too many deadlines in a row."


def holiday(seat: str | None, viewer: str, names: Mapping[str, str]) -> str:
    """What everybody is told as a holiday begins (ruling G43)."""
    who, takes = Voice(viewer, names).seat(seat), "take" if seat == viewer else "takes"
    return f"{who[:1].upper()}{who[1:]} {takes} a holiday, and the game is suspended."


def brought(turn: TurnFacts, viewer: str, names: Mapping[str, str]) -> str:
    """That the GM brought the order of a turn, and why."""
    whose = "your order" if turn.seat == viewer else f"the order of {Voice(viewer, names).seat(turn.seat)}"
    gm = f"The GM ({shown(turn.by)})" if turn.by else "The GM"
    reason = f": {shown(turn.reason).rstrip('.')}" if turn.reason else ""
    return f"{gm} brought {whose}{reason}."


def left(seconds: int) -> str:
    """A time that is left, in its two largest units: `8 days 3 hours`; `none` for less than a minute."""
    parts: list[str] = []
    for unit, size in _UNITS:
        count, seconds = divmod(seconds, size)
        if count or parts:
            parts.append(f"{count} {unit}{'' if count == 1 else 's'}" if count else "")
    return " ".join(filter(None, parts[:2])) or "none"
