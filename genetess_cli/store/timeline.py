"""Which records of a game hold, who played, and who had left: what undo and the GM's other acts make of their order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TypeVar

from genetess_cli.store.records import Acted, Begun, Failed, Graced, Handover, Played, Record

T = TypeVar("T")


class Timeline:
    """The records of a game in order, with undo, the players' names and their absences resolved.

    `players` are the names of game.yaml by seat; a name that was changed there by hand is the same person's from the
    beginning. What undo, names and absences tell needs the GM's records alone.
    """

    def __init__(self, records: Iterable[Record], players: Mapping[str, str] | None = None) -> None:
        self.records = [*records]
        self._players = players or {}
        self._backs = {record.number: record.back_to for record in self.records if record.back_to is not None}

    def live(self, before: int | None = None) -> list[Record]:
        """Return the records that lead to the present position, or to that before a record; no undos."""
        last = self.records[-1].number if self.records else -1
        numbers = self._chain(last, before)
        return [record for record in self.records if record.number in numbers and record.back_to is None]

    @cached_property
    def undone(self) -> set[int]:
        last = max(self._backs, default=-1)
        return {*range(last + 1)} - self._chain(last)

    def undone_by(self, number: int) -> list[Record]:
        """Return the live records that an undo to before the one of a number takes back."""
        kept = {record.number for record in self.live(before=number)}
        return [record for record in self.live() if record.number not in kept]

    def names(self, number: int) -> dict[str, str]:
        """Return the players' names by seat as they were once the record of a number had been made."""
        return _at(self._names, number)

    def absent(self, number: int) -> frozenset[str]:
        """Return the seats whose players had left once the record of a number had been made."""
        return _at(self._absences, number)

    def _chain(self, last: int, before: int | None = None) -> set[int]:
        """Return the numbers, up to the last, of the records that hold, or held before one of them."""
        numbers = set()
        number = last if before is None else before - 1
        while number >= 0:
            numbers.add(number)
            number = min(number, self._backs.get(number, number)) - 1
        return numbers

    @cached_property
    def _names(self) -> list[tuple[int, dict[str, str]]]:
        given = [record for record in reversed(self.records) if isinstance(record, Handover)]
        first = dict(self._players) | {record.seat: record.was.called for record in given}
        states = self._states(first, _with_new_player)
        last = states[-1][1]
        return [
            (since, names | {seat: name for seat, name in self._players.items() if names[seat] == last[seat]})
            for since, names in states
        ]

    @cached_property
    def _absences(self) -> list[tuple[int, frozenset[str]]]:
        return self._states(frozenset(), lambda absent, record: record.absent_after(absent))

    def _states(self, first: T, change: Callable[[T, Record], T]) -> list[tuple[int, T]]:
        """Return what the GM's records make of a value, each with the number from which on it holds."""
        states = [(0, first)]
        for record in self.records:
            if isinstance(record, Acted):
                back = self._backs.get(record.number)
                before = states[-1][1] if back is None else _at(states, back - 1)
                states.append((record.number, change(before, record)))
        return states


def _at(states: Sequence[tuple[int, T]], number: int) -> T:
    return next(state for since, state in reversed(states) if since <= max(number, 0))


def _with_new_player(names: dict[str, str], record: Record) -> dict[str, str]:
    return {**names, record.seat: record.now.called} if isinstance(record, Handover) else names


def attempts_after(attempts: Mapping[str, int], undone: Iterable[Record]) -> dict[str, int]:
    """Return how often each turn has been taken back, once these records are: it draws under the next attempt then.

    A turn in which nothing was carried out has drawn nothing, and is the same turn still.
    """
    turns = dict.fromkeys(record.turn for record in undone if is_of_turn(record))
    return {**attempts, **{turn: attempts.get(turn, 0) + 1 for turn in turns}}


def is_of_turn(record: Record) -> bool:
    """Return whether a turn was carried out by the rules: no failed order, no holiday, no act of the GM's."""
    match record:
        case Begun() | Failed() | Graced() | Acted():
            return False
        case Played():
            return not record.is_holiday
        case _:
            return True
