"""A started game in the middle of a run, and the files and the commit that each step of it makes.

What is due, `referee.py` finds; what comes of it, `step.py` says. Here values become files and messages, and back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

import msgspec
from msgspec.structs import replace

from genetess_cli.errors import Note, Unstarted
from genetess_cli.rules.base import PUBLIC, WAIT, plain
from genetess_cli.rules.codec import dump
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.problems import CLOSED, Problem
from genetess_cli.rules.ruleset import AnyOutcome
from genetess_cli.store.codec import Codec, Queued, print_of
from genetess_cli.store.files import Contents, Files
from genetess_cli.store.git.commits import commit_message
from genetess_cli.store.git.history import birth
from genetess_cli.store.git.snapshot import WorkTree
from genetess_cli.store.layout import is_meant
from genetess_cli.store.league import League
from genetess_cli.store.reader.games import Draft, Game, Shut
from genetess_cli.store.records import Begun, Failed, Played, Record, TimeOut
from genetess_cli.store.records import plain as plain_record
from genetess_cli.store.schema import Clock
from genetess_cli.store.schema import plain as plain_file
from genetess_cli.store.terms import HasTerms, Terms
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


class GameState(HasTerms, frozen=True):
    """A started game in the middle of a run."""

    game: Any
    """The position; None before the start."""
    clock: Clock
    queues: Files
    """What each seat's order file says now (None: there is none), but those that are no files of orders at all."""
    files: Mapping[str, bytes | None] = {}
    """Their bytes."""
    closed: Mapping[str, str] = {}
    """Why some cannot be opened, by seat."""
    tracked: Mapping[str, str] = {}
    """Git's name of each that the last commit has, by seat."""
    edited: Sequence[str] = ()
    """The paths of the GM's own files that the last commit has otherwise."""
    begun: GameState | None = None
    """With the order files as a round began in which all order together, where a run stopped in the middle of that."""

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

    record: Record
    before: GameState
    state: GameState
    notes: Sequence[str] = ()
    settings: bytes | None = None
    problem: Problem | None = None


class About(TypedDict):
    """What a record of whatever kind says."""

    number: int
    turn: str
    at: Time
    to_move: tuple[str, ...]
    next: str
    draws: list[dict[str, Any]]
    events: list[dict[str, Any]]
    rules_version: int


def about(
    before: GameState, after: GameState, at: int, outcome: AnyOutcome | None = None, dice: Dice | None = None
) -> About:
    """Return what the record of a step says; `outcome` is what the rules made of it, and `dice` what they drew from."""
    drawn = dice.draws if outcome and dice else []
    events = outcome.events if outcome else []
    return {
        "number": before.clock.number,
        "turn": before.clock.turn,
        "at": Time(at),
        "to_move": after.clock.to_move,
        "next": after.clock.turn,
        "draws": [plain(draw) for draw in drawn],
        "events": [plain(event) for event in events],
        "rules_version": before.ruleset.version,
    }


class Saved(msgspec.Struct, frozen=True):
    """A state as the next commit has it."""

    state: GameState
    changes: Files
    """The files as they are in the commit."""
    seen: Files
    """What people's files among them held when it was made."""
    values: dict[str, Any]
    """What those say that were written here, and are not sealed: the next run need not parse them."""


class Written(Saved, frozen=True, kw_only=True):
    """A step as it is committed."""

    record: Record
    message: str
    along: Sequence[str] = ()
    """People's files that somebody edited, which nobody would look for in this commit."""


def too_early_reason(clock: Clock, now: int) -> str | None:
    """Say why nothing can be done in a game at the time `now`: it lies before what has happened there already."""
    last = clock.last_time
    return None if now >= last else f"{Time(now)} is before the game's last event, at {last}"


def has_left(state: GameState, seat: str) -> bool:
    """Return whether a seat's player has left, so that nobody waits for it; one who is in has to stay."""
    return seat in state.clock.absent and state.file.timeout != WAIT and bool(present(state))


def present(state: GameState) -> list[str]:
    view = state.ruleset.view(state.game, PUBLIC)
    return [seat for seat in view.still_in if seat not in state.clock.absent]


def read_state(league: League, slug: str, note: Note) -> GameState:
    """Return a started game of the league's commit, people's files from the work tree. Raise Fault.

    `note` hears of files that nothing reads.
    """
    game = league.game(slug)
    match game:
        case Draft():
            raise Unstarted(slug)
        case Shut():
            raise game.why
        case Game():
            for finding in league.stale(game):
                note(str(finding))
            for path in _misnamed(game, league.tree):
                note(str(queues.describe_misnamed(game.file, path)))
            for finding in game.edits.unread.values():
                note(f"ignored: {finding}")
            return state_of(game)


def state_of(game: Game) -> GameState:
    """Return a game that was read as a run begins with it."""
    said, closed, opened = queues.read_files(game.codec, game.files, game.clock)
    clock = mask_ids(game.codec, queues.without_saved(game.clock, game.files))
    known = game.clocked.orders
    orders = {seat: game.paths.orders(seat) for seat in game.file.seats}
    return GameState(
        terms=game.terms,
        game=game.position,
        clock=queues.with_noted_queues(clock, game.files, opened),
        queues=said,
        files=game.files,
        closed=closed,
        tracked={seat: known[path] for seat, path in orders.items() if path in known},
        edited=[path for path in game.edits.files if path == game.paths.game],
    )


def _misnamed(game: Game, tree: WorkTree) -> list[str]:
    """Return the files among the order files that none is by its name, but those that nobody meant."""
    paths = game.paths
    seats = game.file.seats
    names = {f"{paths.orders_folder}/{name}" for name in tree.names(paths.orders_folder) if is_meant(name)}
    return sorted(names - {paths.orders_note, *map(paths.orders, seats)})


def queue_of(state: GameState, seat: str) -> Queue:
    data = state.queues.get(seat) or b""
    if why := state.closed.get(seat):
        name = state.codec.queue_id(seat, data)
        return Queue(state.ruleset, name, problem=Problem("closed", f"{CLOSED}{why}."))
    return queues.read_queue(state.terms, seat, data)


def mask_ids(codec: Codec, clock: Clock) -> Clock:
    """Mask the ids of order files as clock.yaml has them, or take the mask off."""
    queues = codec.hidden_ids(clock.queues, clock.number)
    return replace(clock, queues=queues, unread=codec.hidden_ids(clock.unread, clock.number))


def write_step(step: Step) -> Written:
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
    if step.settings is not None:
        changes[before.paths.game] = step.settings
    values = saved.values
    if not before.is_sealed:
        values = values | written
    return Written(
        state=saved.state,
        changes=changes,
        seen=saved.seen,
        values=values,
        record=record,
        message=commit_message(
            before.slug, before.clock.turn, before.clock.to_move, record, before.is_sealed
        ),
        along=before.edited,
    )


def with_new_keys(state: GameState, *seats: str) -> GameState:
    """Give some seats other keys, in a sealed game; how often they got one never goes back, whatever is taken back."""
    if not state.is_sealed:
        return state
    epochs = state.clock.epochs
    epochs = epochs | {seat: epochs.get(seat, 0) + 1 for seat in seats}
    return replace(state, clock=replace(state.clock, epochs=epochs))


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
    return Saved(replace(after, tracked=tracked, edited=()), changes, seen, values)


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
        text = after.queues.get(seat) or b""
        is_same = text == (before.queues.get(seat) or b"")
        if is_same and (seat in before.closed or was.epochs.get(seat) == now.epochs.get(seat)):
            continue
        queued = Queued(text, now.numbers.get(seat, 0))
        sealed_in = replace(now, turn=was.turn)
        files[seat] = data = before.codec.queue_file(seat, queued, sealed_in) if text else None
        if data and before.is_sealed:
            made[seat] = replace(queued, print=print_of(data))
    closed = {seat: why for seat, why in before.closed.items() if files[seat] == before.files[seat]}
    return replace(after, files=files, closed=closed, clock=queues.with_noted_queues(now, files, made))


def _with_queue(before: GameState, after: GameState, record: Record) -> Record:
    """Return a record with the order file that it has to keep for an undo, where nothing else tells it."""
    match record:
        case Played() | Failed() | TimeOut():
            return replace(record, queue=_queue_to_keep(before, after, record))
        case _:
            return record


def _queue_to_keep(before: GameState, after: GameState, record: Played | Failed | TimeOut) -> str | None:
    seat = record.seat
    data = before.queues.get(seat) or b""
    remaining = after.queues.get(seat) or b""
    takes = takes_from_file(record)
    text = restored_order_text(record, remaining) if takes else remaining
    is_told = data.upper() == text.upper()
    if takes and seat in before.tracked:
        is_told = before.tracked[seat] == blob_id(before.files.get(seat) or b"")
    return None if is_told else data.decode("utf-8")


def kept_queue(record: Record) -> str | None:
    """Return the order file before a record, where the record itself keeps it."""
    return record.queue if isinstance(record, Played | Failed | TimeOut) else None


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
    match record:
        case Played() | Failed() | TimeOut() if record.seat == seat:
            if record.queue is not None:
                return record.queue.encode()
            if not takes_from_file(record):
                return after
            return restored_order_text(record, after or b"") if earlier is None else earlier
        case _:
            return after


def commits_of(league: League, terms: Terms, record: Record) -> tuple[str, str]:
    """Return the commit of a record, and the one before it. Raise Refused where they are not here."""
    path = terms.paths.record(record.number, record.turn)
    return birth(league.repository, path, league.snapshot.commit)


def uncommitted(league: League, files: Contents) -> list[str]:
    """Return those of people's files that the league's commit has otherwise; one that is empty is none."""
    committed = league.committed(league.snapshot.commit).tree
    return [path for path, data in files.items() if (data or None) != (committed.read(path) or None)]
