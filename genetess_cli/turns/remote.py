"""Several games at once, and the remote: every game's due turns, pushed, and resolved again where the branch moved.

One game is resolved in `turns/referee.py`.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from genetess_cli.errors import Busy, Fault, Note, NothingDue, Refused, Stalled
from genetess_cli.store.codec import Queued
from genetess_cli.store.files import Files
from genetess_cli.store.game import GameFolder
from genetess_cli.store.git import remote
from genetess_cli.store.git.remote import Rejected
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.layout import record_of, seat_of, slug_of
from genetess_cli.store.league import Committed, League
from genetess_cli.store.schema import RecordFile
from genetess_cli.store.yaml import api
from genetess_cli.turns.queue import read_files
from genetess_cli.turns.referee import Keys, resolve
from genetess_cli.turns.state import GmOrder, ignore_note, restored_order_text, takes_from_file

Ran = TypeVar("Ran")
TRIES = 4


def resolve_and_push(
    league: League,
    slug: str,
    now: int,
    keys: Keys,
    gm_order: GmOrder | None = None,
    note: Note = ignore_note,
) -> list[RecordFile]:
    """`resolve`, and push; where the remote has moved, the turns are dropped and resolved again on top of it.

    An order that the GM brings stays for the seat and turn that it was brought for. [] where only turns that had not
    been pushed before were pushed. Raises what `resolve` raises, Refused where the remote's changes and edits here
    are in each other's way, Busy where the remote cannot be reached.
    """
    clock = GameFolder(league, slug).clock
    if gm_order is not None and clock is not None:
        gm_order = replace(gm_order, turn=clock.turn)

    def run() -> list[RecordFile]:
        return resolve(league, slug, now, keys, gm_order, note=note)

    return _push(league, run, [], note)


class Ticked(msgspec.Struct, frozen=True):
    """What a tick carried out, by game, and the games that could not be resolved."""

    done: dict[str, list[RecordFile]]
    broken: dict[str, Fault]


def tick(league: League, now: int, keys: Keys, push: bool = False, note: Note = ignore_note) -> Ticked:
    """Resolve what is due in every game, past broken ones. Raise NothingDue; with `push` as `resolve_and_push`."""

    def run() -> Ticked:
        ticked = Ticked({}, {})
        with Repository.open(league.root) as repository:
            committed = Committed(repository, repository.tip())
            for slug in league.slugs():
                try:
                    clock = GameFolder(league, slug, committed).clock
                    if clock is not None and clock.phase != "finished":
                        ticked.done[slug] = resolve(league, slug, now, keys, note=note)
                except Stalled as why:
                    note(str(why))
                except NothingDue:
                    pass
                except Busy:
                    raise
                except Fault as fault:
                    ticked.broken[slug] = fault
        if not ticked.done and not ticked.broken:
            raise NothingDue("nothing is due in any game")
        return ticked

    return _push(league, run, Ticked({}, {}), note) if push else run()


def _push(league: League, run: Callable[[], Ran], nothing: Ran, note: Note) -> Ran:
    """Run and push; draws are keyed, so running again on top of what came in between gives the same turns."""
    with Repository.open(league.root) as repository:
        for attempt in range(TRIES):
            tip, edits = repository.tip(), _edits(league, repository)
            ran: Ran | None = None
            try:
                ran = run()
            except NothingDue:
                if not repository.is_ahead():  # with earlier turns that are still to be pushed
                    raise
            try:
                repository.push()
            except Rejected:
                back_off(attempt)
                _start_again(league, repository, tip, edits, note)
                continue
            except Refused as fault:
                raise Busy(f"the turns are committed here, but not pushed: {fault}") from None
            if ran is None:
                note("nothing new is due; earlier turns were pushed now")
            return nothing if ran is None else ran
    raise Busy(f"the remote moved {TRIES} times while turns were resolved; run this again")


def _edits(league: League, repository: Repository) -> dict[str, bytes | None]:
    """Return what people's files hold in the work tree where that is not committed: a run takes it into its turns."""
    files: dict[str, bytes | None] = {}
    for slug in league.slugs():
        with suppress(Fault):
            folder = GameFolder(league, slug)
            paths = [folder.paths.game, *(folder.paths.orders(seat) for seat in folder.file.seats)]
            committed = repository.read(repository.tip(), paths)
            held = repository.read_worktree(paths)
            files |= {path: held[path] for path in paths if held[path] != committed[path]}
    return files


def _start_again(
    league: League, repository: Repository, tip: str, edits: Mapping[str, bytes | None], note: Note
) -> None:
    """Go from our turns to the remote's, people's files as before. Raise Refused, all unchanged, if that loses any."""
    with repository.lock():
        remote_tip = repository.fetch()
        try:
            files = peoples_files(league, repository, remote_tip, tip, edits)
            repository.reset_to(remote_tip, restore=files)
        except Fault:
            repository.reset_to(tip, restore=edits)
            raise
    note("the remote had moved; turns are resolved again on top of it")
    if again := sorted(path for path in files if path not in edits or files[path] != edits[path]):
        note(f"restored, because turns that were not pushed are dropped: {', '.join(again)}")


def back_off(attempt: int) -> None:
    """Wait before another attempt to push, the longer the more there were, and not as long as others who run now."""
    time.sleep(0.2 * 2**attempt * (0.5 + os.getpid() % 100 / 100))


def peoples_files(
    league: League, repository: Repository, remote_tip: str, tip: str, edits: Mapping[str, bytes | None]
) -> Files:
    """Return what belongs into people's files on top of the commit `remote_tip`, where that has something else.

    `edits` are those that were not committed when `tip` was the newest commit here. Raise Refused where a file was
    changed here and there, and where a commit is of what no run does again: a start, or an order that the GM brought.
    """
    wanted = dict(edits)
    for commit, before in remote.between(repository.top, remote_tip, tip):
        _take_back(league, repository, commit, before, wanted)
    base = repository.merge_base(remote_tip, tip)
    was, remote_files = repository.read(base, [*wanted]), repository.read(remote_tip, [*wanted])
    changed = {path: data for path, data in wanted.items() if data not in (was[path], remote_files[path])}
    if both := [path for path in changed if remote_files[path] != was[path]]:
        raise Refused(
            f"changed here and on the remote: {', '.join(both)}; pull, settle it and run this again"
        )
    return changed


def _take_back(
    league: League, repository: Repository, commit: str, before: str, wanted: dict[str, bytes | None]
) -> None:
    """Go behind one commit: what is wanted in people's files is, with it gone, what it took out as well."""
    start = len(repository.prefix)
    paths = [change.path[start:] for change in repository.changes(before, commit)]
    files = [path for path in paths if seat_of(path) is not None or path.endswith("/game.yaml")]
    now, past = (repository.read(version, files) for version in (commit, before))
    for path in now:
        wanted.setdefault(path, now[path])
    records = list(_records(league, repository, commit, paths))
    for folder, record in records:
        if record.source in ("start", "gm"):
            raise Refused(
                f"“{remote.subject(repository.top, commit)}” is your commit and not on the remote, and a run "
                "cannot redo it. Run `git pull --rebase` and `git push`, then this again"
            )
        path = folder.paths.orders(record.seat or "")
        if takes_from_file(record):
            earlier = repository.read(before, [path])[path]
            after = repository.read(commit, [path])[path]
            wanted[path] = _behind(folder, record, wanted.get(path, after), after, earlier)
    if not records:  # a queue that came as a file of its own goes back to where it was
        wanted |= {path: past[path] for path in now if wanted[path] == now[path]}


def _records(
    league: League, repository: Repository, commit: str, paths: list[str]
) -> Iterator[tuple[GameFolder, RecordFile]]:
    for path in paths:
        slug = slug_of(path)
        if record_of(path) and slug:
            folder = GameFolder(league, slug, Committed(repository, commit))
            body = repository.read(commit, [path])[path] or b""
            yield folder, api.convert(folder.codec.record(body, path), RecordFile)


def _behind(
    folder: GameFolder, record: RecordFile, wanted: bytes | None, after: bytes | None, earlier: bytes | None
) -> bytes | None:
    """Return an order file with what a record took out; its commit has `after`, the one before `earlier`."""
    seat, same = record.seat or "", wanted == after
    if same and record.queue is None and earlier is not None:
        return earlier
    remaining = _queue_text(folder, seat, after)
    if record.queue is not None:
        text = record.queue.encode()
    else:
        text = (
            restored_order_text(record, remaining) if earlier is None else _queue_text(folder, seat, earlier)
        )
    if not same:
        taken = text.removesuffix(remaining) if text.endswith(remaining) else restored_order_text(record, b"")
        text = taken.rstrip() + b"\n" + _queue_text(folder, seat, wanted)
    assert folder.clock is not None
    number = folder.clock.numbers.get(seat, 0)
    return folder.codec.queue_file(seat, Queued(text, number), folder.clock)


def _queue_text(folder: GameFolder, seat: str, data: bytes | None) -> bytes:
    """Return what an order file says. Raise Refused for one that cannot be opened, and so cannot be added to."""
    said, closed, _ = read_files(folder, {seat: data}, folder.clock)
    if seat in closed:
        raise Refused(
            f"{folder.paths.orders(seat)} cannot be opened: {closed[seat]}; push what is here first"
        )
    return said[seat] or b""
