"""Hints of a first game: what to try next, until the player has done it."""

from __future__ import annotations

from collections.abc import Container, Iterable
from functools import cache

from genetess_cli.manual import prose
from genetess_cli.rules import RULESETS
from genetess_cli.rules.base import Told
from genetess_cli.values import Value


class Hint(Value, forbid_unknown_fields=True):
    """A hint as hints.toml has it."""

    title: str
    says: str  # what to try
    done: tuple[str, ...] = ()  # the kinds of events by which it is done
    when: str = ""  # the alarm at which it is given


@cache
def hints(game: str) -> tuple[Hint, ...]:
    """Return the hints of a game, in order; () for a game without hints."""
    file = f"{game}/hints.toml"
    if game not in RULESETS or not (prose.FOLDER / file).is_file():
        return ()
    return tuple(prose.tables(file, Hint).values())


def next_hint(game: str, seat: str, told: Iterable[Told], alarms: Container[str] = ()) -> Hint | None:
    """Return a hint for what the seat sees now, one of `alarms`, or else the first that it has not followed.

    What it has followed is found in what it was `told` since the start, which is read no further than it takes. None
    where it has followed all.
    """
    for hint in hints(game):
        if hint.when in alarms:
            return hint
    left = [hint for hint in hints(game) if not hint.when]
    events = iter(told)
    while left and (event := next(events, None)):
        if event.doer() == seat:
            left = [hint for hint in left if event.kind not in hint.done]
    return left[0] if left else None
