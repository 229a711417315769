"""Several games at once, and the remote: every game's due turns, pushed, and resolved again where the branch moved.

One game is resolved in `referee.py`.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from genetess_cli.errors import Busy, Fault, NothingDue, Refused
from genetess_cli.referee import Keys, resolve
from genetess_cli.store import League, load
from genetess_cli.store.git import Repository
from genetess_cli.store.remote import Rejected
from genetess_cli.store.schema import RecordFile
from genetess_cli.store.shelf import Committed
from genetess_cli.table import Brought, Note, silent

Ran = TypeVar("Ran")
TRIES = 4


def resolve_and_push(
    league: League,
    slug: str,
    now: int,
    keys: Keys,
    brought: Brought | None = None,
    note: Note = silent,
) -> list[RecordFile]:
    """`resolve`, and push; where the remote has moved, the turns are dropped and resolved again on top of it.

    An order that the GM brings stays for the seat and turn that it was brought for. [] where only turns that had not
    been pushed before were pushed. Raises what `resolve` raises, Refused where the remote's changes and edits here
    are in each other's way, Busy where the remote cannot be reached.
    """
    clock = load(league, slug).clock
    if brought is not None and clock is not None:
        brought = replace(brought, turn=clock.turn)

    def run() -> list[RecordFile]:
        return resolve(league, slug, now, keys, brought, note=note)

    return _pushed(league, run, [], note)


class Ticked(msgspec.Struct, frozen=True):
    """What a tick carried out, by game, and the games that could not be resolved."""

    done: dict[str, list[RecordFile]]
    broken: dict[str, Fault]


def tick(league: League, now: int, keys: Keys, push: bool = False, note: Note = silent) -> Ticked:
    """`resolve` for every game that has something due; a broken game does not keep the others from it.

    Raises NothingDue where no game has; with `push` as `resolve_and_push` does.
    """

    def run() -> Ticked:
        ticked = Ticked({}, {})
        with Repository.open(league.root) as repository:
            there = Committed(repository, repository.tip())
            for slug in league.slugs():
                _tick_one(league, slug, now, keys, there, ticked, note)
        if not ticked.done and not ticked.broken:
            raise NothingDue("nothing is due in any game")
        return ticked

    return _pushed(league, run, Ticked({}, {}), note) if push else run()


def _tick_one(
    league: League,
    slug: str,
    now: int,
    keys: Keys,
    there: Committed,
    ticked: Ticked,
    note: Note,
) -> None:
    try:
        hosted = load(league, slug, there)
        if hosted.clock is not None and hosted.clock.phase != "finished":
            ticked.done[slug] = resolve(league, slug, now, keys, note=note)
    except NothingDue:
        pass
    except Busy:
        raise
    except Fault as fault:
        ticked.broken[slug] = fault


def _pushed(league: League, run: Callable[[], Ran], nothing: Ran, note: Note) -> Ran:
    """Run and push; draws are keyed, so running again on top of what came in between gives the same turns."""
    with Repository.open(league.root) as repository:
        for attempt in range(TRIES):
            tip, edits = repository.tip(), _edits(league, repository)
            ran = _run_or_waiting(repository, run)
            try:
                repository.push()
            except Rejected:
                _pause(attempt)
                _start_again(league, repository, tip, edits, note)
                continue
            except Refused as fault:
                raise Busy(f"the turns are carried out and committed here, but not pushed: {fault}") from None
            if ran is None:
                note("nothing new is due; the turns that were carried out before are pushed now")
            return nothing if ran is None else ran
    raise Busy(f"the remote moved {TRIES} times while turns were resolved; run again")


def _run_or_waiting(repository: Repository, run: Callable[[], Ran]) -> Ran | None:
    """What a run carries out, or None where nothing is due but earlier turns still wait to be pushed."""
    try:
        return run()
    except NothingDue:
        if not repository.is_ahead():
            raise
        return None


def _edits(league: League, repository: Repository) -> dict[str, bytes | None]:
    """What people's files hold in the work tree where that is not committed: a run takes it into its turns."""
    files: dict[str, bytes | None] = {}
    for slug in league.slugs():
        with suppress(Fault):
            hosted = load(league, slug)
            paths = [hosted.paths.game, *(hosted.paths.orders(seat) for seat in hosted.file.seats)]
            committed = repository.read(repository.tip(), paths)
            held = repository.read_worktree(paths)
            files |= {path: held[path] for path in paths if held[path] != committed[path]}
    return files


def _start_again(
    league: League, repository: Repository, tip: str, edits: Mapping[str, bytes | None], note: Note
) -> None:
    """Go from the turns that are here alone to the remote's, with people's files as they were before them.

    Raises Refused, everything being as before the run, where that would lose an edit or a commit.
    """
    from genetess_cli.dropping import peoples_files

    with repository.lock():
        theirs = repository.fetch()
        try:
            files = peoples_files(league, repository, theirs, tip, edits)
            repository.reset_to(theirs, restore=files)
        except Fault:
            repository.reset_to(tip, restore=edits)
            raise
    note("the remote had moved; its commits are taken, and what is due is resolved on top of them")
    if again := sorted(path for path in files if path not in edits or files[path] != edits[path]):
        note(f"put back, as turns that were not pushed are dropped: {', '.join(again)}")


def _pause(attempt: int) -> None:
    time.sleep(0.2 * 2**attempt * (0.5 + os.getpid() % 100 / 100))
