"""A started game in the middle of a run, and the files and the commit that each step of it makes.

What is due, `referee.py` finds; what comes of it, `step.py` says. Here values become files and messages, and back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import zip_longest
from typing import Any

import msgspec
from msgspec.structs import replace

from genetess_cli.errors import Finding, InvalidFile, Note, Refused
from genetess_cli.rules.base import PUBLIC, WAIT, Fault, plain
from genetess_cli.rules.codec import dump
from genetess_cli.rules.problems import CLOSED, Problem
from genetess_cli.store.codec import Codec, Queued, print_of
from genetess_cli.store.files import Contents, Files
from genetess_cli.store.game import TIMEOUT, GameFolder, GameSetup, game_at
from genetess_cli.store.git.commits import commit_message
from genetess_cli.store.git.history import birth
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.league import Committed, League, tell_changed
from genetess_cli.store.schema import UNDO, Clock, RecordFile
from genetess_cli.store.schema import plain as plain_file
from genetess_cli.store.times import Time
from genetess_cli.store.yaml import api
from genetess_cli.store.yaml.api import blob_id
from genetess_cli.turns import queue as queues
from genetess_cli.turns.queue import Queue


def ignore_note(text: str) -> None:
    """Return the Note that nobody hears."""


class GmOrder(msgspec.Struct, frozen=True):
    """An order that reached the GM by other means.

    It is for `seat` in the turn `turn` (None: the present one); `by` and `reason` are told.
    """

    order: str
    seat: str
    turn: str | None = None
    reason: str | None = None
    by: str | None = None


class GameState(msgspec.Struct, frozen=True):
    """A started game in the middle of a run: position, clock, the queues as they are now.

    `queues` has what each seat's order file says (None: there is none) but those that are no files of orders at all,
    `files` its bytes, and `closed` why one cannot be opened. `tracked` has git's name of each file that the last commit
    has, `edited` the GM's own files that it has otherwise. `begun` has what each order file said when the first orders
    of a round were carried out in which all order together, where a run stopped behind that.
    """

    folder: GameFolder
    game: Any
    clock: Clock
    queues: Files
    files: Files = {}
    closed: dict[str, str] = {}
    tracked: Mapping[str, str] = {}
    edited: Sequence[str] = ()
    begun: Contents | None = None

    @property
    def seat(self) -> str:
        """The seat whose order is awaited."""
        return self.clock.to_move[0]

    @property
    def queue(self) -> bytes:
        """The order file of the seat whose order is awaited, empty where there is none."""
        return self.queues.get(self.seat) or b""


class Step(msgspec.Struct, frozen=True):
    """One thing carried out: its record, the state before and after it, and what the GM has to hear of it.

    `settings` is game.yaml where that changes. `problem` is the whole truth of why an order failed.
    """

    record: RecordFile
    before: GameState
    state: GameState
    notes: Sequence[str] = ()
    settings: bytes | None = None
    problem: Problem | None = None


class Written(msgspec.Struct, frozen=True):
    """A step as it is committed: its record, the state after it, the files, and the message.

    `changes` are the files as they are after it, `seen` what the people's files among them held when it was made;
    `along` are those of them that somebody edited, which nobody would look for in this commit.
    """

    record: RecordFile
    state: GameState
    changes: Files
    seen: Files
    message: str
    along: Sequence[str] = ()


def too_early_reason(clock: Clock, now: int) -> str | None:
    """Say why nothing can be done in a game at the time `now`: it lies before what has happened there already."""
    last = clock.last_time
    return None if now >= last else f"{Time(now)} is before the game's last event, at {last}"


def has_left(state: GameState, seat: str) -> bool:
    """Return whether a seat's player has left, so that nobody waits for it; one who is in has to stay."""
    return seat in state.clock.absent and state.folder.file.timeout != WAIT and bool(present(state))


def present(state: GameState) -> list[str]:
    view = state.folder.ruleset.view(state.game, PUBLIC)
    return [seat for seat in view.still_in if seat not in state.clock.absent]


def deadline_words(state: GameState) -> str:
    """Up to when a game waits: ` until 2026-11-24T18:00:00Z`, nothing where there is no deadline."""
    deadline = state.clock.deadline
    return "" if deadline is None else f" until {state.folder.file.format_time(deadline)}"


def read_state(league: League, slug: str, repository: Repository, tip: str, note: Note) -> GameState:
    """Return a started game of the commit `tip`, people's files from the work tree. Raise Refused, InvalidFile."""
    folder = GameFolder(league, slug)
    paths = folder.paths
    known = {
        f"{paths.orders_folder}/{name}": oid for name, oid in repository.ids(tip, paths.orders_folder).items()
    }
    tell_changed(repository, repository.read(tip, [paths.clock, paths.state]), note)
    folder = GameFolder(league, slug, Committed(repository, tip))
    clock = folder.clock
    if clock is None:
        raise Refused(f"{slug} has not started yet; start it with `genetess start {slug}`")
    edited = edits_of(folder, repository, tip)
    game = folder.game  # before the clock is blamed: it names the seats that the game was started with
    awaiting = clock.phase not in ("waiting", "finished")
    if awaiting == (not clock.to_move) or not set(clock.to_move) <= set(folder.file.seats):
        words = "to_move does not fit the phase or the seats; restore the file from git"
        raise InvalidFile(Finding(paths.clock, f"{words}"))
    there = {f"{paths.orders_folder}/{name}" for name in league.names(paths.orders_folder)}
    for path in sorted(there - {paths.orders_note, *map(paths.orders, folder.file.seats)}):
        note(str(queues.describe_misnamed(folder.file, path)))
    files = queues.files_of(folder, note)
    said, closed, opened = queues.read_files(folder, files, clock)
    clock = mask_ids(folder.codec, queues.without_saved(clock, files))
    return GameState(
        folder=folder,
        game=game,
        clock=queues.with_noted_queues(clock, files, opened),
        queues=said,
        files=files,
        closed=closed,
        tracked={seat: known[path] for seat in folder.file.seats if (path := paths.orders(seat)) in known},
        edited=edited,
    )


def fixed_settings(setup: GameSetup) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Yield what of game.yaml is fixed once a game has started: its place in the file, and its value."""
    for name in ("ruleset", "secrecy", "id", "commitment", "holiday"):
        yield (name,), getattr(setup.file, name)
    for name in setup.settings.__struct_fields__:
        yield (name,) if name == TIMEOUT else ("rules", name), plain(getattr(setup.settings, name))
    for index, seat in enumerate(setup.seats):
        for name, value in (("seat", seat.name), ("start", seat.start), ("colour", seat.colour)):
            yield ("players", index, name), value


def changed_setting(folder: GameFolder, then: GameFolder) -> Finding | None:
    """Return the first fixed setting that game.yaml has otherwise than `then`, which was read after the start.

    None where there is none, or what is wrong with one of the files is told elsewhere.
    """
    with suppress(InvalidFile):
        for was, now in zip_longest(fixed_settings(then.setup), fixed_settings(folder.setup)):
            if was != now:
                path, value = was or (now[0], None)
                way = "delete it" if value is None else f"write `{path[-1]}: {api.flow(value)}` again"
                words = f"it cannot change once a game has started; {way}"
                return folder.setup.locate_fault(Fault(path, words))
    return None


def edits_of(folder: GameFolder, repository: Repository, tip: str) -> list[str]:
    """Return the path of game.yaml where it is edited since the commit `tip`. Raise InvalidFile for a fixed setting."""
    path = folder.paths.game
    committed = repository.ids(tip, folder.paths.folder).get("game.yaml")
    if committed == repository.blob_id(folder.game_bytes):
        return []
    if committed and folder.clock:
        changed = changed_setting(folder, game_at(repository, tip, folder.slug))
        if changed:
            raise InvalidFile(changed)
    return [path]


def queue_of(state: GameState, seat: str) -> Queue:
    data = state.queues.get(seat) or b""
    if why := state.closed.get(seat):
        name = state.folder.codec.queue_id(seat, data)
        return Queue(state.folder.ruleset, name, problem=Problem("closed", f"{CLOSED}{why}."))
    return queues.read_queue(state.folder, seat, data)


def mask_ids(codec: Codec, clock: Clock) -> Clock:
    """Mask the ids of order files as clock.yaml has them, or take the mask off."""
    queues, unread = (codec.hidden_ids(ids, clock.number) for ids in (clock.queues, clock.unread))
    return replace(clock, queues=queues, unread=unread)


def write_step(step: Step) -> Written:
    before, record, paths = step.before, step.record, step.before.folder.paths
    after, changes, seen = with_files(before, step.state)
    codec = before.folder.codec
    if _writes_position(before, after, record):
        dumped = dump(after.game)
        changes[paths.state] = codec.state_file(dumped, after.clock.number)
    record = replace(record, queue=_queue_to_keep(before, after, record))
    path = paths.record(record.number, record.turn)
    changes[path] = codec.record_file(plain_file(record), path)
    if step.settings is not None:
        changes[paths.game] = step.settings
    words = commit_message(
        before.folder.slug, before.clock.turn, before.clock.to_move, record, before.folder.is_sealed
    )
    return Written(record, after, changes, seen, words, before.edited)


def with_new_keys(state: GameState, *seats: str) -> GameState:
    """Give some seats other keys, in a sealed game; how often they got one never goes back, whatever is taken back."""
    if not state.folder.is_sealed:
        return state
    epochs = state.clock.epochs
    epochs = epochs | {seat: epochs.get(seat, 0) + 1 for seat in seats}
    return replace(state, clock=replace(state.clock, epochs=epochs))


def with_files(before: GameState, after: GameState) -> tuple[GameState, Files, Files]:
    """Return the state with clock, game.yaml and order files as they are after it, these files, and what they held."""
    paths = before.folder.paths
    after = _with_queues(before, after)
    seen: Files = {paths.game: before.folder.game_bytes}
    values = plain_file(mask_ids(after.folder.codec, after.clock))
    clock_file = api.dump(values).encode()
    api.remember(after.folder.league.cache, clock_file, values)
    changes: Files = {paths.clock: clock_file, **seen}
    for seat, data in before.files.items():
        if data is not None or after.files[seat] or seat in before.tracked:
            seen[paths.orders(seat)] = data
            changes[paths.orders(seat)] = after.files[seat] or None
    tracked = {seat: blob_id(data) for seat, data in after.files.items() if data}
    return replace(after, tracked=tracked, edited=()), changes, seen


def _writes_position(before: GameState, after: GameState, record: RecordFile) -> bool:
    if not before.folder.is_sealed:
        return after.game is not before.game
    jumps = record.back_to is not None or record.source == "start"
    return jumps or before.folder.codec.is_due(after.clock.number)


def _with_queues(before: GameState, after: GameState) -> GameState:
    """Return the state with the order files of its queues, and with what clock.yaml notes of them.

    A file is the one it was where it still says the same to the same player, and where nobody could open it.
    """
    files, made, was, now = dict(before.files), {}, before.clock, after.clock
    for seat in before.files:
        text = after.queues.get(seat) or b""
        is_same = text == (before.queues.get(seat) or b"")
        if is_same and (seat in before.closed or was.epochs.get(seat) == now.epochs.get(seat)):
            continue
        queued, sealed_in = Queued(text, now.numbers.get(seat, 0)), replace(now, turn=was.turn)
        files[seat] = data = before.folder.codec.queue_file(seat, queued, sealed_in) if text else None
        if data and before.folder.is_sealed:
            made[seat] = replace(queued, print=print_of(data))
    closed = {seat: why for seat, why in before.closed.items() if files[seat] == before.files[seat]}
    return replace(after, files=files, closed=closed, clock=queues.with_noted_queues(now, files, made))


def _queue_to_keep(before: GameState, after: GameState, record: RecordFile) -> str | None:
    """Return the order file that a record has to keep for an undo; None where it can be told without."""
    seat = record.seat or ""
    data, remaining = before.queues.get(seat) or b"", after.queues.get(seat) or b""
    takes = takes_from_file(record)
    text = restored_order_text(record, remaining) if takes else remaining
    is_told = data.upper() == text.upper()
    if takes and seat in before.tracked:
        is_told = before.tracked[seat] == blob_id(before.files.get(seat) or b"")
    return None if is_told else data.decode("utf-8")


def takes_from_file(record: RecordFile) -> bool:
    return record.order is not None and record.source in ("live", "stored")


def restored_order_text(record: RecordFile, remaining: bytes) -> bytes:
    """Return what an order file was but for capitals, if the order taken out of it was parted as those left are."""
    mark = " / " if b"/" in remaining.partition(b"\n")[0] else "\n"
    return f"{record.order}{mark}".encode() + remaining


def queue_before(record: RecordFile, seat: str, after: bytes | None, earlier: bytes | None) -> bytes | None:
    """Return a seat's order file before a record; `after` is what its commit has, `earlier` the one before that."""
    if record.desk == UNDO:
        return earlier
    if seat != record.seat or record.desk:
        return after
    if record.queue is not None:
        return record.queue.encode()
    if not takes_from_file(record):
        return after
    return restored_order_text(record, after or b"") if earlier is None else earlier


def commits_of(state: GameState, repository: Repository, tip: str, record: RecordFile) -> tuple[str, str]:
    """Return the commit of a record, and the one before it. Raise Refused in a clone that has not got them."""
    path = state.folder.paths.record(record.number, record.turn)
    if commits := birth(repository.top, repository.prefix + path, tip):
        return commits
    raise Refused(
        f"the commit of {path}, or the one before it, is not in this shallow clone; "
        "run `git fetch --unshallow`, then this again"
    )


def uncommitted(repository: Repository, tip: str, files: Contents) -> list[str]:
    committed = repository.read(tip, list(files))
    return [path for path, data in files.items() if (data or None) != (committed[path] or None)]
