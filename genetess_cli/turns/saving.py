"""What is saved of a step: files and the commit's message, and what records tell of the order files before them.

Values become bytes here, and nothing is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from genetess_cli.rules.codec import dump
from genetess_cli.store.codec import Queued, print_of
from genetess_cli.store.files import Files
from genetess_cli.store.git.commits import commit_message
from genetess_cli.store.records import Begun, Failed, Played, Record, TimeOut, Wished
from genetess_cli.store.records import plain as plain_record
from genetess_cli.store.schema import plain as plain_file
from genetess_cli.store.terms import Terms, read_terms
from genetess_cli.store.yaml import api
from genetess_cli.store.yaml.api import blob_id
from genetess_cli.turns import queue as queues
from genetess_cli.turns.state import GameState, Step, mask_ids
from genetess_cli.turns.wishes.lines import NOTED, lift, verb_of
from genetess_cli.values import Value


class Saved(Value):
    """A state as the next commit has it."""

    state: GameState
    changes: Files  # the files as they are in the commit
    seen: Files  # what people's files among them held when it was made
    # What those say that were written here, and are not sealed: the next run need not parse them.
    values: dict[str, Any]


class SavedStep(Saved):
    """A step as it is committed."""

    record: Record
    message: str
    along: Sequence[str]  # files that somebody edited, which nobody would look for in this commit


def write_step(step: Step) -> SavedStep:
    before = step.before
    saved = with_files(before, step.state)
    changes = saved.changes
    written: dict[str, Any] = {}
    if _writes_position(before, saved.state, step.record):
        position = written[before.paths.state] = dump(saved.state.game)
        changes[before.paths.state] = before.codec.state_file(position, saved.state.clock.number)
    record = _with_queue(before, saved.state, step.record)
    path = before.paths.record(record.number, record.turn)
    written[path] = plain_record(record)
    changes[path] = before.codec.record_file(written[path], path)
    after = saved.state
    if step.settings is not None:
        changes[before.paths.game] = step.settings
        after = after.replace(terms=_with_bots(before.terms, step.settings))
    values = saved.values
    if not before.is_sealed:
        values = values | written
    changes |= step.people
    seen = {**saved.seen, **dict.fromkeys(step.people), **step.known}
    message = commit_message(before.slug, before.clock.turn, record, before.is_sealed)
    return SavedStep(after, changes, seen, values, record, message, before.edited)


def _with_bots(terms: Terms, settings: bytes) -> Terms:
    """Return the terms of another text of game.yaml, as a run goes on by it: only bots get seats in one."""
    now = read_terms(settings, terms.paths, terms.codec)
    rows = zip(now.file.players, terms.file.players, strict=True)
    players = tuple(player if player.bot else before for player, before in rows)
    return now.replace(file=now.file.replace(players=players))


def with_files(before: GameState, after: GameState) -> Saved:
    """Return what is saved of a state: clock, game.yaml and order files."""
    paths = before.paths
    after = _with_queues(before, after)
    seen: Files = {paths.game: before.terms.source}
    values = {paths.clock: plain_file(mask_ids(after.codec, after.clock))}
    changes: Files = {paths.clock: api.dump(values[paths.clock]).encode(), **seen}
    for seat, data in before.files.items():
        if data is not None or after.files[seat] or seat in before.tracked:
            seen[paths.orders(seat)] = data
            changes[paths.orders(seat)] = after.files[seat] or None
    tracked = {seat: blob_id(data) for seat, data in after.files.items() if data}
    return Saved(after.replace(tracked=tracked, edited=()), changes, seen, values)


def _writes_position(before: GameState, after: GameState, record: Record) -> bool:
    if not before.is_sealed:
        return after.game is not before.game
    jumps = record.back_to is not None or isinstance(record, Begun)
    return jumps or before.codec.is_due(after.clock.number)


def _with_queues(before: GameState, after: GameState) -> GameState:
    """Return the state with the order files of its queues, and with what clock.yaml notes of them.

    A file is the one it was where it still says the same to the same player, and where nobody could open it.
    """
    files = dict(before.files)
    made = {}
    was = before.clock
    now = after.clock
    for seat in before.files:
        text = after.text_of(seat)
        is_same = text == before.text_of(seat)
        if is_same and (seat in before.closed or was.epochs.get(seat) == now.epochs.get(seat)):
            continue
        queued = Queued(text, now.numbers.get(seat, 0))
        sealed_in = now.replace(turn=was.turn)
        files[seat] = data = before.codec.queue_file(seat, queued, sealed_in) if text else None
        if data and before.is_sealed:
            made[seat] = queued.replace(print=print_of(data))
    closed = {seat: why for seat, why in before.closed.items() if files[seat] == before.files[seat]}
    return after.replace(files=files, closed=closed, clock=queues.with_noted_queues(now, files, made))


def _with_queue(before: GameState, after: GameState, record: Record) -> Record:
    """Return a record with the order file that it has to keep for an undo, where nothing else tells it."""
    if not isinstance(record, Played | Failed | TimeOut | Wished):
        return record
    seat = record.seat
    data = before.text_of(seat)
    remaining = after.text_of(seat)
    if record.source == "wish":
        is_committed = before.tracked.get(seat) == blob_id(before.files.get(seat) or b"")
        if is_committed or data == remaining:
            return record.replace(queue=None)
        if not isinstance(record, Failed) and "AWAY" in map(verb_of, lift(data).wishes):
            data = f"AWAY {NOTED}\n".encode() + remaining
        return record.replace(queue=data.decode("utf-8"))
    takes = takes_from_file(record)
    text = restored_order_text(record, remaining) if takes else remaining
    is_told = data.upper() == text.upper()
    if takes and seat in before.tracked:
        is_told = before.tracked[seat] == blob_id(before.files.get(seat) or b"")
    queue = None if is_told else data.decode("utf-8")
    return record.replace(queue=queue)


def takes_from_file(record: Record) -> bool:
    match record:
        case Played(source="live" | "stored"):
            return True
        case Failed(order=str(), source="live" | "stored"):
            return True
        case _:
            return False


def restored_order_text(record: Record, remaining: bytes) -> bytes:
    """Return what an order file was but for capitals, if the order taken out of it was parted as those left are."""
    mark = " / " if b"/" in remaining.partition(b"\n")[0] else "\n"
    return f"{record.order}{mark}".encode() + remaining


def queue_before(record: Record, seat: str, after: bytes | None, earlier: bytes | None) -> bytes | None:
    """Return a seat's order file before a record; `after` is what its commit has, `earlier` the one before that."""
    if record.back_to is not None:
        return earlier
    if record.seat != seat:
        return after
    if record.queue is not None:
        return record.queue.encode()
    if record.source == "wish":
        return after if earlier is None else earlier
    if not takes_from_file(record):
        return after
    return restored_order_text(record, after or b"") if earlier is None else earlier
