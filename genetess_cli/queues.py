"""Order files: what each says, and the file that says what is left. In a sealed game they are opened and sealed here.

What is due of them is decided in `clock.py` and `referee.py`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Container, Iterable, Mapping
from typing import Final

from msgspec.structs import replace

from genetess_cli.clock import Queue
from genetess_cli.errors import Refused
from genetess_cli.problems import Problem
from genetess_cli.rules import orders
from genetess_cli.rules.orders import HOLIDAY
from genetess_cli.store import Hosted
from genetess_cli.store.layout import queue_of
from genetess_cli.store.papers import Queued, Unreadable
from genetess_cli.store.schema import ClockFile
from genetess_cli.store.worktree import LARGEST, TooLarge

TOO_LARGE: Final = b"\xffmore than 1 MiB"
"""What stands for an order file that nobody reads because of its size, whatever it holds; it is no text."""


def files_of(
    hosted: Hosted, note: Callable[[str], None], tracked: Container[str] | None = None
) -> dict[str, bytes | None]:
    """Every seat's order file as it lies in the work tree; what is no file of orders is told and passed over.

    One that is too large to be read is TOO_LARGE. Told is as well a queue under a name of its own that is not among the
    `tracked` paths, those of the last commit; None: that is not asked.
    """
    files: dict[str, bytes | None] = {}
    for seat in hosted.file.seats:
        try:
            files[seat] = hosted.queue_file(seat)
        except TooLarge:
            files[seat] = TOO_LARGE  # told to its seat, as of any file that nobody can read
        except Refused as fault:
            note(f"passed over: {fault}")
    for path, whose in loose_files(hosted).items():
        if whose is None:
            seats = ", ".join(hosted.file.seats)
            note(f"passed over: {path} is no seat's order file; the seats are {seats}")
        elif tracked is not None and path not in tracked:
            note(f"passed over: {not_committed(path, whose)}")
    return files


def loose_files(hosted: Hosted) -> dict[str, str | None]:
    """What lies among the order files and looks like one under another name, and whose queue it is to be.

    It is nobody's (None) where there is a slip in its name.
    """
    seats, sealed, folder = hosted.file.seats, hosted.is_sealed, hosted.paths.orders_folder
    try:
        names = os.listdir(hosted.league.root / folder)
    except OSError:
        return {}
    paths = sorted(f"{folder}/{name}" for name in names if name.endswith((".txt", ".sealed")))
    own = set(map(hosted.paths.orders, seats))
    return {path: queue_of(path, seats, sealed) for path in paths if path not in own}


def cleared(hosted: Hosted, seat: str, paths: Iterable[str]) -> bytes | None:
    """What clears a seat's order file where these lie in its folder: no file.

    It is an empty file where another queue of the seat's is among them, which would count in place of one that is gone.
    """
    own = hosted.paths.orders(seat)
    others = (path for path in paths if path != own)
    return (
        b"" if any(queue_of(path, hosted.file.seats, hosted.is_sealed) == seat for path in others) else None
    )


def not_committed(path: str, seat: str) -> str:
    """What is said of a queue under a name of its own that no commit has."""
    return f"{path} is not committed, and waits; commit it, and it becomes {seat}'s queue"


def read_files(
    hosted: Hosted, files: Mapping[str, bytes | None], clock: ClockFile | None
) -> tuple[dict[str, bytes | None], dict[str, str], dict[str, Queued]]:
    """What order files say by seat, why some cannot be opened, and those that can be.

    What cannot be opened stands for itself, so that it is seen to change.
    """
    queues, closed, opened = dict(files), {}, {}
    for seat, data in files.items():
        if data == TOO_LARGE or len(data or b"") > LARGEST:
            queues[seat] = TOO_LARGE
            closed[seat] = "it has more than 1 MiB, and no order file is as long as that"
        elif data:
            try:
                found = hosted.papers.queue(seat, data, clock)
            except Unreadable as why:
                closed[seat] = str(why)
                continue
            queues[seat], opened[seat] = found.text, found
    return queues, closed, opened


def noted(clock: ClockFile, files: Mapping[str, bytes | None], opened: Mapping[str, Queued]) -> ClockFile:
    """clock.yaml once order files were read: no queue counts any more that is no newer than one that was there.

    A queue that lies there goes on to count, until it is cleared; what cannot be opened clears nothing.
    """
    sealed = {seat: each for seat, each in opened.items() if each.print}
    least = {seat: max(clock.numbers.get(seat, 0), each.number + 1) for seat, each in sealed.items()}
    there = {seat: name for seat, name in clock.noted.items() if files.get(seat, name)}
    prints = there | {seat: each.print for seat, each in sealed.items()}
    return replace(clock, numbers=clock.numbers | least, noted=prints)


def read_queue(hosted: Hosted, seat: str, data: bytes) -> tuple[Queue, Problem | None]:
    """What an order file says as a queue, and what is wrong with it as a whole; then it holds no orders."""
    return said(hosted, hosted.papers.queue_id(seat, data), data)


def said(hosted: Hosted, name: str, data: bytes) -> tuple[Queue, Problem | None]:
    """The same of a file whose id is `name`."""
    text = orders.decode(data)
    if isinstance(text, Problem):
        return Queue(name), text
    found = orders.entries(text)
    problem = orders.too_many(found)
    if problem:
        return Queue(name, text), problem
    order = hosted.ruleset.parse(found[0]).order if found else None
    return Queue(name, text, found, holiday=order is not None and order.verb == HOLIDAY), None


def written(
    hosted: Hosted,
    files: Mapping[str, bytes | None],
    closed: Container[str],
    before: Mapping[str, bytes | None],
    after: Mapping[str, bytes | None],
    was: ClockFile,
    now: ClockFile,
) -> tuple[dict[str, bytes | None], ClockFile]:
    """The order files once the queues are others than before, and clock.yaml with what it notes of them.

    A file is the one it was where it still says the same to the same player, and where nobody could open it.
    """
    found, made = dict(files), {}
    for seat in files:
        text = after.get(seat) or b""
        is_same = text == (before.get(seat) or b"")
        if is_same and (seat in closed or was.epochs.get(seat) == now.epochs.get(seat)):
            continue
        queued = Queued(text, now.numbers.get(seat, 0))
        found[seat] = data = hosted.papers.queue_file(seat, queued, now) if text else None
        if data and hosted.is_sealed:
            from genetess_cli.store.sealed import print_of

            made[seat] = replace(queued, print=print_of(data))
    return found, noted(now, found, made)
