"""Messages of commits: what they say of a turn, and what was accepted before, as those of the history tell."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from typing import Final

from genetess_cli.store.git import run
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.git.trailers import (
    DESK,
    GAME,
    SEAT,
    TAKEN,
    TURN,
    Mark,
    log_format,
    read_taken,
    with_trailers,
)
from genetess_cli.store.layout import Layout
from genetess_cli.store.schema import GRACE, RecordFile

_CLOCKS: Final = 60 * 60
"""So many seconds the clocks of a forge and of what runs there may differ."""


class Marks:
    """All that was accepted before, as the commits of a league say."""

    def __init__(self, rows: Iterable[Mark]) -> None:
        """`rows` has the oldest first."""
        self._named: defaultdict[str, list[Mark]] = defaultdict(list)
        self._games: defaultdict[str, set[str]] = defaultdict(set)
        for mark in rows:
            self._named[mark.what].append(mark)
            if mark.head and mark.counted:
                self._games[mark.head].add(mark.slug)

    def of(self, what: str, opened: int | None) -> list[Mark]:
        """Return what was accepted of something that was `opened` then, the oldest first.

        What is older than that was of another one: a league that moves to another place begins its numbers anew there.
        """
        return [mark for mark in self._named.get(what, ()) if opened is None or mark.at >= opened - _CLOCKS]

    def games(self, head: str) -> Set[str]:
        """Return the games that something of a commit was accepted for and counted, whatever it came with."""
        return self._games.get(head, frozenset())


def marks(repository: Repository, tip: str) -> Marks:
    """Return what was accepted before, up to the commit `tip`.

    A commit whose message says so counts where it changes nothing but what the taking in changes: what a GM merges has
    its author's messages. Raise Refused where the history cannot be read.
    """
    border = os.urandom(16).hex()  # nobody who writes messages or names files can know it
    shown = (
        f"--format={border}%ct%n{log_format(TAKEN)}{border}",
        "--name-only",
        "--no-renames",
    )
    which = ("--basic-regexp", f"--grep=^{TAKEN}: ", "--no-merges", "--reverse", "--no-show-signature", "-z")
    _, *parts = run.read(repository.top, "log", *which, *shown, tip).split(border)
    rows = zip(parts[::2], parts[1::2], strict=True)
    return Marks(mark for said, names in rows for mark in _marks(said, names, repository.prefix))


def claims(repository: Repository, base: str, head: str) -> list[str]:
    """Return the commits of `head` beside those of `base` that say that they take something in. Raise Refused."""
    which = ("--basic-regexp", "-i", f"--grep=^{TAKEN}:", f"{base}..{head}")
    return run.read(repository.top, "rev-list", *which).split()


def _marks(said: str, names: str, prefix: str) -> Iterator[Mark]:
    at, *values = filter(str.strip, said.split("\n"))
    changed = [name for name in names.strip("\0\n").split("\0") if name]
    for value in values:
        mark = read_taken(value, int(at))
        if all(_is_taken_in(name.removeprefix(prefix), mark.slug) for name in changed):
            yield mark


def _is_taken_in(path: str, slug: str) -> bool:
    paths = Layout(slug)
    return path == paths.game or path.startswith((f"{paths.orders_folder}/", f"{paths.signups_folder}/"))


RESOLVED: Final = "resolved"
"""The public word for a turn of a sealed game, whatever came of it."""


def is_gm_action(record: RecordFile) -> bool:
    return record.desk not in (None, GRACE)


def commit_message(
    slug: str, label: str, to_move: Sequence[str], record: RecordFile, sealed: bool = False
) -> str:
    """Return a step's message, `riot 3b red: MOVE G4 E`; of a `sealed` game the same whatever came of an order."""
    if is_gm_action(record):
        return _message_of_desk(slug, label, record, record.desk or "")
    whose = to_move[:1] if record.seat or not record.desk else ()
    is_open = record.source == "start" or record.desk == GRACE or not sealed
    subject = " ".join([slug, label, *(whose if is_open else ())])
    trailers = ((GAME, slug), (TURN, label), *((SEAT, seat) for seat in whose))
    return with_trailers(f"{subject}: {_what(record) if is_open else RESOLVED}", *trailers)


def _message_of_desk(slug: str, label: str, record: RecordFile, act: str) -> str:
    """Return the commit message of what the GM did: `riot 3b: pause (Gail): on the road`.

    It has no TURN: what names its turn is dropped where the remote has moved, and carried out again.
    """
    whose = [record.seat] if record.seat else []
    reason = f": {record.reason}" if record.reason else ""
    where = f" to {record.next}" if record.back_to else ""
    subject = f"{' '.join([slug, label, *whose])}: {act}{where} ({record.by}){reason}"
    trailers = ((GAME, slug), (DESK, act), *((SEAT, seat) for seat in whose))
    return with_trailers(subject[:200], *trailers)


def _what(record: RecordFile) -> str:
    if record.source == "start":
        return f"started, {', '.join(record.to_move)} to move"
    if record.desk == GRACE:
        return "deadline extended by the grace"
    if record.outcome == "timed out":
        return "timed out"
    order = "".join(letter for letter in record.order or "unreadable orders" if letter.isprintable())
    entered = f" (entered by {': '.join(filter(None, [record.by, record.reason]))})" if record.by else ""
    return order[:100] + (" (failed)" if record.outcome == "failed" else entered)
