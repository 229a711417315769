"""Settings that concern notices alone: `remind:`, and `notices:` of a player. No game stops for a mistake in them.

What cannot be followed is left out as the file is read, and told as a note. Loaded only where there are any.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from genetess_cli.errors import WrongUsage
from genetess_cli.store.fields import Duration, Notices
from genetess_cli.store.shape import mistakes
from genetess_cli.store.times import duration
from genetess_cli.store.tree import Path, Tree, fault

MOST: Final = 100
_REMIND, _PLAYERS, _NOTICES = "remind", "players", "notices"


def faults(tree: Tree) -> dict[Path, str]:
    """What cannot be followed of a game.yaml, by its place there."""
    data = tree.data if isinstance(tree.data, dict) else {}
    return dict([*_reminders(tree, data), *_wishes(tree, data)])


def followed(tree: Tree) -> Tree:
    """A game.yaml without what cannot be followed."""
    wrong = faults(tree)
    if not wrong or not isinstance(tree.data, dict):
        return tree
    values: dict[str, Any] = {}
    if _REMIND in tree.data:
        listed = [] if (_REMIND,) in wrong else list(enumerate(tree.data[_REMIND]))[:MOST]
        values[_REMIND] = [each for index, each in listed if (_REMIND, index) not in wrong]
    if any(path[0] == _PLAYERS for path in wrong):
        values[_PLAYERS] = [
            {**player, _NOTICES: None} if (_PLAYERS, index, _NOTICES) in wrong else player
            for index, player in enumerate(tree.data[_PLAYERS])
        ]
    return tree.extended(values)


def _reminders(tree: Tree, data: dict[str, Any]) -> Iterator[tuple[Path, str]]:
    listed = data.get(_REMIND, [])
    if not isinstance(listed, list):
        yield (_REMIND,), mistakes(tree, tuple[Duration, ...], (_REMIND,))[0]
        return
    for index, each in enumerate(listed[:MOST]):
        path = (_REMIND, index)
        if found := mistakes(tree, Duration, path):
            yield path, found[0]
        elif words := _never(each, str(data.get("deadline", "none"))):
            yield path, fault(tree, path, words)
    if len(listed) > MOST:
        yield (
            (_REMIND, MOST),
            fault(tree, (_REMIND,), f"more than {MOST} reminders; the first {MOST} are sent"),
        )


def _never(text: str, deadline: str) -> str | None:
    """Why a reminder so long before the deadline can never be sent; None where it can."""
    try:
        before = duration(text)
    except WrongUsage as error:
        return str(error)
    if not before:
        return "a reminder is sent some time before the deadline; write that time, such as `1d` or `2h`"
    try:
        length = duration(deadline)
    except WrongUsage:
        return None  # said of the deadline
    if length is None or before < length:
        return None
    return f"a reminder {text} ahead can never be sent when a turn lasts {deadline}; use a shorter time"


def _wishes(tree: Tree, data: dict[str, Any]) -> Iterator[tuple[Path, str]]:
    players = data.get(_PLAYERS)
    for index, player in enumerate(players if isinstance(players, list) else []):
        if isinstance(player, dict) and _NOTICES in player:
            path = (_PLAYERS, index, _NOTICES)
            if found := mistakes(tree, Notices | None, path):
                yield path, found[0]
