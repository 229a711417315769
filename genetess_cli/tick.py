"""Several games at once, and the remote: every game's due turns, pushed, and resolved again where the branch moved.

One game is resolved in `referee.py`.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

import msgspec

from genetess_cli.errors import Busy, Fault, NothingDue
from genetess_cli.referee import Keys, Note, resolve, silent
from genetess_cli.store import League, load
from genetess_cli.store.git import Repository
from genetess_cli.store.remote import Rejected
from genetess_cli.store.schema import RecordFile
from genetess_cli.table import queues_of

Ran = TypeVar("Ran")
TRIES = 4


def resolve_and_push(
    league: League,
    slug: str,
    now: int,
    keys: Keys,
    order: str | None = None,
    seat: str | None = None,
    note: Note = silent,
) -> list[RecordFile]:
    """`resolve`, and push; where the remote has moved, the turns are dropped and resolved again on top of it."""

    def run() -> list[RecordFile]:
        return resolve(league, slug, now, keys, order, seat, note=note)

    return _pushed(league, run, note)


class Ticked(msgspec.Struct, frozen=True):
    """What a tick carried out, by game, and the games that could not be resolved."""

    done: dict[str, list[RecordFile]]
    broken: dict[str, Fault]


def tick(league: League, now: int, keys: Keys, push: bool = False, note: Note = silent) -> Ticked:
    """`resolve` for every game that has something due; a broken game does not keep the others from it.

    Raises NothingDue where no game has, Busy.
    """

    def run() -> Ticked:
        ticked = Ticked({}, {})
        for slug in league.slugs():
            _tick_one(league, slug, now, keys, ticked, note)
        if not ticked.done and not ticked.broken:
            raise NothingDue("nothing is due in any game")
        return ticked

    return _pushed(league, run, note) if push else run()


def _tick_one(league: League, slug: str, now: int, keys: Keys, ticked: Ticked, note: Note) -> None:
    try:
        hosted = load(league, slug)
        if hosted.clock is not None and hosted.clock.phase != "finished":
            ticked.done[slug] = resolve(league, slug, now, keys, note=note)
    except NothingDue:
        pass
    except Busy:
        raise
    except Fault as fault:
        ticked.broken[slug] = fault


def _pushed(league: League, run: Callable[[], Ran], note: Note) -> Ran:
    """Run and push; draws are keyed, so running again on top of what came in between gives the same turns."""
    for attempt in range(TRIES):
        with Repository.open(league.root) as repository:
            known = {path: data for path, data in _order_files(league).items() if data}
            ran = run()
            try:
                repository.push()
                return ran
            except Rejected:
                note("the remote has moved; resolving again on top of it")
                _pause(attempt)
                with repository.lock():
                    repository.reset_to(repository.fetch(), restore=_unpublished(repository, known))
    raise Busy(f"the remote moved {TRIES} times while turns were resolved; run again")


def _order_files(league: League) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    for slug in league.slugs():
        hosted = load(league, slug)
        with suppress(Fault):
            files |= {hosted.paths.orders(seat): data for seat, data in queues_of(hosted).items()}
    return files


def _unpublished(repository: Repository, known: dict[str, bytes]) -> dict[str, bytes | None]:
    """The order files that lay in the work tree uncommitted before the run: the remote does not know them."""
    remote = repository.fetch()
    theirs = repository.read(remote, list(known))
    return {path: data for path, data in known.items() if theirs[path] is None}


def _pause(attempt: int) -> None:
    time.sleep(0.2 * 2**attempt * (0.5 + os.getpid() % 100 / 100))
