"""Luck: every draw of a game comes from its key, by name, and is told for the record (ruling G45).

A draw is HMAC-SHA256(key, label NUL attempt NUL counter), reduced without bias. Nothing else in `rules/` is random.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from genetess_cli.values import Value

Choice = TypeVar("Choice")

START = "start"
"""The label of what is drawn as a game starts; else a label begins with that of the turn."""


class Draw(Value):
    """One draw as the turn's record holds it: what `number` of how many (`of`), and for what."""

    what: str
    of: int
    number: int


class Dice:
    """The draws of one turn.

    `key` gives the game's dice key and is asked only if something is drawn: a turn without luck needs no key.
    `label` is the turn's own and `attempt` counts how often it has been taken back, so that nothing else changes a
    draw, and no two that hold are the same. `draws` lists what was drawn so far.
    """

    def __init__(self, key: Callable[[], bytes], label: str | int, attempt: int = 0) -> None:
        self._key = key
        self._label = label
        self._attempt = attempt
        self._counter = 0
        self.draws: list[Draw] = []

    def number(self, of: int, what: str) -> int:
        """Return a whole number from 0 up to, not including, `of`; every one is equally likely.

        Raise ValueError where there is nothing to draw from.
        """
        if of < 1:
            raise ValueError(f"nothing to draw from: {what}")
        number = self._below(of)
        self.draws.append(Draw(what, of, number))
        return number

    def choice(self, among: Sequence[Choice], what: str) -> Choice:
        """Return one of several, every one equally likely."""
        return among[self.number(len(among), what)]

    def take(self, number: int, left: list[Choice], what: str) -> list[Choice]:
        """Take so many out of a list, one after the other, every one that is left equally likely."""
        return [left.pop(self.number(len(left), what)) for _ in range(number)]

    def _below(self, of: int) -> int:
        unbiased = (1 << 256) // of * of
        while True:
            number = int.from_bytes(self._next(), "big")
            if number < unbiased:
                return number % of

    def _next(self) -> bytes:
        import hashlib
        import hmac

        message = b"\0".join(str(part).encode() for part in (self._label, self._attempt, self._counter))
        self._counter += 1
        return hmac.new(self._key(), message, hashlib.sha256).digest()


class Recorded(Dice):
    """Dice that repeat what a record says was drawn: how a game is replayed without its key."""

    def __init__(self, draws: Sequence[Draw]) -> None:
        super().__init__(bytes, 0)
        self._recorded = list(draws)

    def number(self, of: int, what: str) -> int:
        """Return the next recorded draw; raises ValueError if the record holds another one, or none."""
        if len(self.draws) >= len(self._recorded):
            raise ValueError(f"the record holds no draw for {what}")
        draw = self._recorded[len(self.draws)]
        if (draw.what, draw.of) != (what, of) or not 0 <= draw.number < of:
            raise ValueError(f"the record holds a draw for {draw.what} of {draw.of}, not for {what} of {of}")
        self.draws.append(draw)
        return draw.number
