"""Which records of a game hold, who played, and who had left: what undo and the GM's other acts make of their order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

import msgspec

from genetess_cli.store.records import Acted, Begun, Failed, Graced, Handover, Played, Record


class _Tenure(msgspec.Struct):
    """Who plays from the record of a number on."""

    since: int
    names: dict[str, str]  # by seat
    absent: frozenset[str]  # the seats that their players have left


class Timeline:
    """The records of a game in order, with undo, the players' names and their absences resolved.

    `players` are the names of game.yaml by seat; a name that was changed there by hand is the same person's from the
    beginning. What undo, names and absences tell needs the GM's records alone. `absent` are those who had left before
    the first of the records.
    """

    def __init__(
        self,
        records: Iterable[Record],
        players: Mapping[str, str] = {},
        absent: frozenset[str] = frozenset(),
    ) -> None:
        self.records = [*records]
        self._players = players
        self._absent = absent
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
        return _at(self._tenures, number).names

    def absent(self, number: int) -> frozenset[str]:
        """Return the seats whose players had left once the record of a number had been made."""
        return _at(self._tenures, number).absent

    def _chain(self, last: int, before: int | None = None) -> set[int]:
        """Return the numbers, up to the last, of the records that hold, or held before one of them."""
        numbers = set()
        number = last if before is None else before - 1
        while number >= 0:
            numbers.add(number)
            number = min(number, self._backs.get(number, number)) - 1
        return numbers

    @cached_property
    def _tenures(self) -> list[_Tenure]:
        given = [record for record in reversed(self.records) if isinstance(record, Handover)]
        first = dict(self._players) | {record.seat: record.was.called for record in given}
        tenures = [_Tenure(0, first, self._absent)]
        for record in self.records:
            if isinstance(record, Acted):
                back = self._backs.get(record.number)
                before = tenures[-1] if back is None else _at(tenures, back - 1)
                names = before.names
                if isinstance(record, Handover):
                    names = {**names, record.seat: record.now.called}
                tenures.append(_Tenure(record.number, names, record.absent_after(before.absent)))
        last = tenures[-1].names
        for tenure in tenures:
            same = {seat: name for seat, name in self._players.items() if tenure.names[seat] == last[seat]}
            tenure.names = tenure.names | same
        return tenures


def _at(tenures: Sequence[_Tenure], number: int) -> _Tenure:
    return next(tenure for tenure in reversed(tenures) if tenure.since <= max(number, 0))


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
