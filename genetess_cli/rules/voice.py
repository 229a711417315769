"""The voice that tells a viewer who did what: seats, players and pieces in words, for all that is told of a game."""

from __future__ import annotations

from collections.abc import Mapping

from genetess_cli.rules.letters import strip_controls
from genetess_cli.rules.problems import count_words
from genetess_cli.values import Value

BOT = " (bot)"
"""What is behind the name of a player that is a program."""


class Voice(Value):
    """The voice that speaks to one viewer: their own seat is `you`, their pieces are `your`.

    `names` are the players' names by seat.
    """

    viewer: str
    names: Mapping[str, str]

    def seat(self, seat: str | None) -> str:
        """Return a seat as the one who did something: `you`, `Gwen (green)`, `somebody`."""
        if seat is None:
            return "somebody"
        if seat == self.viewer:
            return "you"
        name = self._name(seat)
        own = self.names.get(seat, "")
        bot = BOT if own.endswith(BOT) else ""
        return f"{name}{bot} ({seat})" if name != seat else f"{seat}{bot}"

    def _name(self, seat: str) -> str:
        """Return the name of a player, without what tells that it is a bot; that of the seat where it is the same."""
        name = strip_controls(self.names.get(seat, "")).removesuffix(BOT)
        return seat if name.lower() == seat else name or seat

    def whose(self, seat: str | None) -> str:
        """Return a seat's possessive: `your`, `Gwen’s`, `somebody’s`."""
        if seat is None:
            return "somebody’s"
        return "your" if seat == self.viewer else f"{self._name(seat)}’s"


def on_square(square: str | None) -> str:
    """Return ` on D4`, or ` out of sight` where the viewer does not know the square."""
    return f" on {square}" if square else " out of sight"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


_UNITS = (("day", 86_400), ("hour", 3_600), ("minute", 60))


def time_left_words(seconds: int) -> str:
    """Return a time in its two largest units: `8 days 3 hours`; `none` for less than a minute."""
    parts: list[str] = []
    for unit, size in _UNITS:
        number, seconds = divmod(seconds, size)
        told = count_words(number, unit) if number else ""
        if told or parts:
            parts.append(told)
    return " ".join(filter(None, parts[:2])) or "none"
