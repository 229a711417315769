"""A game's past: every record with the position before it and after it, replayed from the opening.

Nothing is drawn or judged again here: the events of the records are applied, one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain, pairwise
from typing import Any

import msgspec

from genetess_cli.errors import Finding, InvalidFile
from genetess_cli.rules.base import Told, View
from genetess_cli.rules.orders import HOLIDAY
from genetess_cli.store.game import GameFolder
from genetess_cli.store.schema import RecordFile


class Moment(msgspec.Struct, frozen=True):
    """One record, its events as the ruleset's own values, and the position before it and after it."""

    record: RecordFile
    before: Any
    after: Any
    events: list[Any]


def positions(folder: GameFolder) -> Iterator[Moment]:
    """Every record of a game that has started, in order; the first is that of its start.

    Raises InvalidFile where settings, board or a record cannot be read or do not go together, and at the very end
    where the records do not lead to the position in state.yaml: then what was given before is wrong too.
    """
    folder.check()
    game = folder.setup.opening()
    befores: dict[int, Any] = {}
    for record in folder.records():
        before = befores[record.number] = game
        with _fitting(folder, record):
            events = [folder.ruleset.event(data) for data in record.events]
            for event in events:
                game = folder.ruleset.apply(game, event)
            if record.back_to is not None:
                game = befores[record.back_to]
        yield Moment(record, before, game, events)
    rules = folder.ruleset
    if folder.game is not None and rules.dump(game) != rules.dump(folder.game):
        changed = f"this file, {folder.paths.board}, rules or players in {folder.paths.game}, or a record"
        mend = f"find it with `git log {folder.paths.folder}` and take it back from git"
        words = f"the records do not lead here: {changed} was changed after the start; {mend}"
        raise InvalidFile(Finding(folder.paths.state, words))


def live_records(found: Sequence[RecordFile], before: int | None = None) -> list[RecordFile]:
    """The records that lead to the present position, in order, without those that were taken back.

    With `before`, those that led to the position before the record of that number. A record that took others back is
    none of them. Raises LookupError where one goes back to a record that was not there.
    """
    stand = set(record_chain([record.number for record in found], backs(found), before))
    return [record for record in found if record.number in stand and record.back_to is None]


def undo_records(found: Sequence[RecordFile], number: int) -> list[RecordFile]:
    """The records that hold, and will not once the game goes back to before the one of a number."""
    stay = {record.number for record in live_records(found, before=number)}
    return [record for record in live_records(found) if record.number not in stay]


def attempts_after(attempts: Mapping[str, int], gone: Sequence[RecordFile]) -> dict[str, int]:
    """How often each turn has been taken back, once these records are: it draws under the next attempt then.

    A turn in which nothing was carried out has drawn nothing, and is the same turn still.
    """
    turns = dict.fromkeys(record.turn for record in gone if is_of_turn(record))
    return {**attempts, **{turn: attempts.get(turn, 0) + 1 for turn in turns}}


def is_of_turn(record: RecordFile) -> bool:
    """Whether something was carried out by the rules in a turn: no failed order, no holiday, no act of the desk."""
    moved = record.outcome != "failed" and record.order != HOLIDAY
    return moved and record.source != "start" and record.desk is None


def undone_by(found: Sequence[RecordFile]) -> set[int]:
    """The numbers of the records that do not hold any more. Raises LookupError as `standing` does."""
    numbers = [record.number for record in found]
    return set(numbers) - set(record_chain(numbers, backs(found)))


def backs(found: Iterable[RecordFile]) -> dict[int, int]:
    """The records that took others back, and the first record that each took back."""
    return {record.number: record.back_to for record in found if record.back_to is not None}


def record_chain(numbers: Iterable[int], backs: Mapping[int, int], before: int | None = None) -> list[int]:
    """The numbers of the records that hold, or held before one of them; `backs` are those that took others back.

    Of each of these it has the first record that was taken back. Raises LookupError where that was not there.
    """
    chains: dict[int, _Chain] = {}
    now: _Chain = None
    for number in numbers:
        chains[number] = now
        now = (number, chains[backs[number]] if number in backs else now)
    chain = now if before is None else chains[before]
    found = []
    while chain:
        number, chain = chain
        found.append(number)
    return found[::-1]


class Swap(msgspec.Struct, frozen=True):
    """A seat that was given from one player to another; these are their names."""

    seat: str
    was: str
    now: str


def swaps(found: Iterable[RecordFile]) -> dict[int, Swap]:
    """The records that gave a seat to another player, by number."""
    return {
        record.number: Swap(record.seat, str(record.was.get("name")), str(record.now.get("name")))
        for record in found
        if record.desk == "replace" and record.seat
    }


def names_of(folder: GameFolder, found: Sequence[RecordFile]) -> Callable[[int], dict[str, str]]:
    """Tells who held the seats of a game at a record's number, as `names_then` does; `found` are all its records."""
    present = {player.seat: player.name for player in folder.file.players}
    return names_at(present, swaps(found), backs(found))


def names_at(
    present: Mapping[str, str], swaps: Mapping[int, Swap], backs: Mapping[int, int]
) -> Callable[[int], dict[str, str]]:
    """Tells the players' names by seat as they were once the record of a number had been made.

    `present` are those of game.yaml; a name that was changed there by hand is the same person's from the beginning.
    `swaps` and `backs` are of all records, as `swaps` above and `RecordFile.back_to` give them.
    """
    firsts = {each.seat: each.was for _, each in sorted(swaps.items(), reverse=True)}
    changes = [(0, dict(present) | firsts)]

    def then(number: int) -> dict[str, str]:
        return next(names for since, names in reversed(changes) if since <= max(number, 0))

    for number in sorted({*swaps, *backs}):
        names = then(backs[number] - 1) if number in backs else changes[-1][1]
        if number in swaps:
            names = names | {swaps[number].seat: swaps[number].now}
        changes.append((number, names))
    last = changes[-1][1]
    for _, names in changes:
        names |= {seat: name for seat, name in present.items() if names[seat] == last[seat]}
    return then


def leaves(found: Iterable[RecordFile]) -> dict[int, tuple[str, bool]]:
    """The records after which a player has left the seat, or (False) somebody has it again or nobody ever will."""
    return {
        record.number: (record.seat, record.desk == "drop" and not record.now.get("orphans"))
        for record in found
        if record.desk in ("drop", "replace") and record.seat
    }


def absent_at(
    leaves: Mapping[int, tuple[str, bool]], backs: Mapping[int, int]
) -> Callable[[int], frozenset[str]]:
    """Tells the seats whose players had left once the record of a number had been made."""
    changes: list[tuple[int, frozenset[str]]] = [(0, frozenset())]

    def then(number: int) -> frozenset[str]:
        return next(seats for since, seats in reversed(changes) if since <= max(number, 0))

    for number in sorted({*leaves, *backs}):
        seats = then(backs[number] - 1) if number in backs else changes[-1][1]
        if number in leaves:
            seat, gone = leaves[number]
            seats = seats | {seat} if gone else seats - {seat}
        changes.append((number, seats))
    return then


def mark_absent(told: Sequence[Told], left: Container[str]) -> list[Told]:
    """What was told, where the time-outs of players who have left missed no deadline."""
    return [
        msgspec.structs.replace(one, facts={**one.facts, "left": True})
        if one.kind == "timed out" and one.facts.get("seat") in left
        else one
        for one in told
    ]


_Chain = tuple[int, Any] | None
"""The number of a record that holds, and the chain of those before it."""


def view(folder: GameFolder, moment: Moment, viewer: str) -> View:
    """The position before a record as a viewer sees it. Raises InvalidFile where it cannot be one."""
    with _fitting(folder, moment.record):
        return folder.ruleset.view(moment.before, viewer)


def hear(folder: GameFolder, moment: Moment, viewer: str) -> Sequence[Told]:
    """What a viewer heard of a record's events. Raises InvalidFile where they do not fit the game."""
    with _fitting(folder, moment.record):
        return folder.ruleset.tell(moment.before, moment.events, viewer)


@contextmanager
def _fitting(folder: GameFolder, record: RecordFile) -> Iterator[None]:
    """What goes wrong when a board or a record was changed afterwards becomes InvalidFile."""
    try:
        yield
    except (LookupError, ValueError, TypeError) as error:
        path = folder.paths.record(record.number, record.turn)
        what = f"its events do not fit the game ({type(error).__name__}: {str(error)[:120]})"
        mend = f"take it back from git, or {folder.paths.game} and {folder.paths.board}"
        raise InvalidFile(Finding(path, f"{what}; {mend}")) from None


def undone_numbers(backs: Mapping[int, int]) -> set[int]:
    """The numbers of the records that were taken back; `backs` are those that took others back, each with the first."""
    last = max(backs, default=-1)
    return set(range(last + 1)) - set(record_chain(range(last + 1), backs))


def pairs(found: Iterable[RecordFile]) -> Iterator[tuple[RecordFile, RecordFile | None]]:
    """Every record, with the one after it."""
    for record, after in pairwise(chain(found, [None])):
        if record:
            yield record, after
