"""What the seats of a game remember for their bots: of the views that they were shown, and of what they were told."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from genetess_cli.rules import codec, extras
from genetess_cli.rules.base import Ruleset
from genetess_cli.store.schema import RecordFile
from genetess_cli.turns.timeline import Moment


class Memories:
    """The memories of a game's seats.

    `board` gives the game's, and `past` its moments so far; both are asked for with somebody's memory.
    """

    def __init__(self, rules: Ruleset, board: Callable[[], Any], past: Iterable[Moment] = ()) -> None:
        self._rules = rules
        self._board = cache(board)
        self._past = past
        self._added: list[tuple[RecordFile, Any, Any]] = []
        self._turns: list[tuple[int | None, Any, list[Any], Any]] = []
        self._after: defaultdict[str, list[Any]] = defaultdict(list)

    def add(self, record: RecordFile, before: Any, after: Any) -> None:
        self._added.append((record, before, after))

    def of(self, seat: str) -> Any:
        """Return what a seat remembers: behind an undo, what it did before what was undone. Raise InvalidFile."""
        rules = self._rules
        after = self._after[seat]
        turns = self._turns
        turns += [
            (moment.record.back_to, moment.before, moment.events, moment.after) for moment in self._past
        ]
        for record, before, game in self._added:
            turns.append((record.back_to, before, [codec.event(rules, each) for each in record.events], game))
        self._past = ()
        self._added = []
        for back_to, before, events, game in turns[len(after) :]:
            if back_to is not None:
                after.append(after[back_to - 1])
                continue
            told = rules.tell(before, events, seat)
            view = rules.view(game, seat)
            after.append(extras.remember(rules, self._board(), after[-1] if after else None, view, told))
        return after[-1]
