"""What the seats of a game remember for their bots: of the views that they were shown, and of what they were told."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from genetess_cli.rules import codec
from genetess_cli.rules.base import Position
from genetess_cli.rules.ruleset import AnyRuleset, BoardFile
from genetess_cli.store.records import Record
from genetess_cli.turns.timeline import Moment


class Memories:
    """The memories of a game's seats.

    `board` gives the game's, and `past` its moments so far; both are asked for with somebody's memory.
    """

    def __init__(
        self, rules: AnyRuleset, board: Callable[[], BoardFile | None], past: Iterable[Moment] = ()
    ) -> None:
        self._rules = rules
        self._board = cache(board)
        self._past = past
        self._turns: list[tuple[Record, Position, Position]] = []
        self._after: defaultdict[str, list[Any]] = defaultdict(list)

    def add(self, record: Record, before: Position, after: Position) -> None:
        self._turns.append((record, before, after))

    def of(self, seat: str) -> Any:
        """Return what a seat remembers: behind an undo, what it did before what was undone. Raise InvalidFile."""
        rules = self._rules
        after = self._after[seat]
        self._turns[:0] = [(moment.record, moment.before, moment.after) for moment in self._past]
        self._past = ()
        for record, before, game in self._turns[len(after) :]:
            if record.back_to is not None:
                after.append(after[record.back_to - 1])
                continue
            events = [codec.event(rules, event) for event in record.events]
            told = rules.tell(before, events, seat)
            view = rules.view(game, seat)
            earlier = after[-1] if after else None
            after.append(rules.remember(self._board(), earlier, view, told))
        return after[-1]
