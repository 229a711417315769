"""Queues that came as files of their own: the newest one becomes the seat's order file, and the others go.

The forge's page for a new file cannot overwrite one, hence `orders/SEAT-ANYTHING.txt`. Only what is committed counts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from genetess_cli.errors import Refused
from genetess_cli.queues import loose_files, not_committed
from genetess_cli.store import Hosted
from genetess_cli.store.git import Repository
from genetess_cli.store.layout import queue_of
from genetess_cli.store.marks import newest_first
from genetess_cli.table import Files, Note

LARGEST: Final = 16 * 1024


def fold(
    hosted: Hosted, repository: Repository, tip: str, loose: Sequence[str], note: Note
) -> tuple[Files, str]:
    """The files that change where every seat's newest one is its queue, and the message of the commit; none for none.

    `loose` are the files of the game's orders folder that are no queue by their name. Those that are nobody's stay, and
    so do, told to `note`, those of a seat whose order file was edited and not committed.
    """
    changes: Files = {}
    seats: list[str] = []
    for seat, paths in _by_seat(hosted, loose).items():
        try:
            newest, data = _newest(hosted, repository, tip, seat, paths)
        except Refused as fault:
            note(f"passed over: {fault}")
            continue
        changes |= {**dict.fromkeys(paths), hosted.paths.orders(seat): data or None}
        seats.append(seat)
        note(_told(hosted, seat, newest, data, paths))
    return changes, _message(hosted.slug, seats)


def waiting(hosted: Hosted) -> list[str]:
    """A line for each such queue that lies in the work tree and that no commit has yet. Raises InvalidFile."""
    loose = {path: seat for path, seat in loose_files(hosted).items() if seat is not None}
    if not loose:
        return []
    try:
        with Repository.open(hosted.league.root) as repository:
            names = repository.names(repository.tip(), hosted.paths.orders_folder)
    except Refused:
        return []  # without a repository nothing is ever committed
    known = {f"{hosted.paths.orders_folder}/{name}" for name in names}
    return [not_committed(path, seat) for path, seat in loose.items() if path not in known]


def _by_seat(hosted: Hosted, loose: Sequence[str]) -> dict[str, list[str]]:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for path in loose:
        seat = queue_of(path, hosted.file.seats, hosted.is_sealed)
        if seat is not None:
            found[seat].append(path)
    return found


def _newest(
    hosted: Hosted, repository: Repository, tip: str, seat: str, paths: list[str]
) -> tuple[str, bytes]:
    """The file of a seat that came in last of those that are there, and what it says: its queue from now on.

    An order file that was deleted is none of them, whenever that was: with the other files a queue lies there that
    nobody has taken back. Raises Refused where one of the files cannot be taken.
    """
    own = hosted.paths.orders(seat)
    held, committed = repository.read_worktree([own])[own], repository.read(tip, [own, *paths])
    if held != committed[own]:
        raise Refused(f"{own} was edited and not committed, so that {', '.join(paths)} waits; commit it")
    there = {path: data for path, data in committed.items() if data is not None}
    newest = newest_first(repository, tip, list(there))[0]
    if len(there[newest]) > LARGEST:
        raise Refused(f"{newest} is larger than {LARGEST // 1024} KiB; no queue is")
    return newest, there[newest]


def _told(hosted: Hosted, seat: str, newest: str, data: bytes, paths: list[str]) -> str:
    """What became of a seat's files, for the GM."""
    own, others = hosted.paths.orders(seat), [path for path in paths if path != newest]
    if not data:
        what = f"{newest} is empty, and clears {seat}'s queue"
    elif newest == own:
        what = f"{own} came last, and stays {seat}'s queue"
    else:
        what = f"{newest} is {seat}'s queue from now on, as {own}"
    return f"{hosted.slug}: {what}" + (f"; deleted as older: {', '.join(others)}" if others else "")


def _message(slug: str, seats: Sequence[str]) -> str:
    trailers = [f"Genetess-Game: {slug}", *(f"Genetess-Folded: {seat}" for seat in seats)]
    return f"{slug}: new queues of {', '.join(seats)}\n\n" + "\n".join(trailers) + "\n"
