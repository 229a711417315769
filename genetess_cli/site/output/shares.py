"""A long story told by several processes at once, each of which writes the pages of its share of the turns.

What one turn's pages take from earlier ones has to be followed from the first turn on, which costs a fraction of
printing them. So the process that tells the story sends out a child where a share begins, which tells that share from
there; it follows the share itself without a page, and tells the last one. The first shares are the longest, as the
next one begins only when they have been followed.

What a child finds wrong it keeps to itself: whoever sent it tells everything once more alone, and finds the same.
"""

from __future__ import annotations

import os
import signal
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from types import TracebackType
from typing import Any, Self

from genetess_cli.site.output.folder import Folder
from genetess_cli.site.places import SCENES

MOST = 4
"""Processes that tell one story: more of them would wait for the first shares to be followed."""
WORTH = 100
"""Turns from which on it is worth it."""
_FOLLOWING = 0.2
"""What following a turn takes of the time of telling it."""


class Unfinished(Exception):
    """A process that was to tell a share did not come to its end."""


def tellers() -> int:
    """How many processes can tell a story here: one where threads run, which a child would be without."""
    import threading

    if not hasattr(os, "fork") or not hasattr(os, "sched_getaffinity") or threading.active_count() > 1:
        return 1
    return min(MOST, len(os.sched_getaffinity(0)))


def shares(numbers: Sequence[int], tellers: int) -> list[int]:
    """How many of the turns of these records' numbers are in each share, one for each teller where that is worth it.

    Each share begins with a file of the replay, or two processes would write the same one.
    """
    weights = [(1 - _FOLLOWING) ** each for each in range(tellers)] if len(numbers) >= WORTH else [1]
    begins = [0]
    for count in range(1, len(weights)):
        turn = numbers[int(len(numbers) * sum(weights[:count]) / sum(weights))]
        begins.append(bisect_left(numbers, round(turn / SCENES) * SCENES))
    ends = [*begins[1:], len(numbers)]
    return [end - begin for begin, end in zip(begins, ends, strict=True) if begin < end]


def divide(
    folder: Folder,
    numbers: Sequence[int],
    tellers: int,
    turns: Iterator[Any],
    tell: Callable[[Iterator[Any]], None],
    follow: Callable[[Iterator[Any]], None],
) -> None:
    """Have the `turns` of these records' numbers told into a folder, each share by a process of its own.

    `tell` writes the pages of some turns, `follow` notes what later ones take from them; both go through what they are
    given, which is as it was when a process began. Raises Unfinished, and what the two raise in this process.
    """
    *others, _ = shares(numbers, tellers)
    with Crew(folder) as crew:
        for size in others:
            is_sent = crew.send(tell, islice(turns, size))
            (follow if is_sent else tell)(islice(turns, size))
        tell(turns)


class Crew:
    """The children of this process that tell shares of a story into a folder. None of them outlives it."""

    def __init__(self, folder: Folder) -> None:
        self._folder = folder
        self._parent = os.getpid()
        self._tellers: dict[int, int] = {}  # by process: the pipe on which it says how many files it wrote

    def send(self, tell: Callable[[Iterator[Any]], None], share: Iterator[Any]) -> bool:
        """Have a child tell a share from how things stand now; False where there is no process to be had."""
        try:
            read, write = os.pipe()
        except OSError:
            return False
        try:
            child = os.fork()
            if not child:
                self._work(tell, share, write)
        except OSError:
            os.close(read)
            return False
        finally:
            if os.getpid() != self._parent:  # interrupted before it could begin
                os._exit(1)
            os.close(write)
        self._tellers[child] = read
        return True

    def _work(self, tell: Callable[[Iterator[Any]], None], share: Iterator[Any], pipe: int) -> None:
        """Tell a share as a child, and end, whatever comes."""
        status, before = 1, self._folder.written
        try:
            tell(self._watching(share))
            status = 0
        finally:
            os.write(pipe, str(self._folder.written - before).encode())
            os._exit(status)

    def _watching(self, share: Iterator[Any]) -> Iterator[Any]:
        """The turns of a share, as long as whoever sent this process is there: it may have been killed."""
        for turn in share:
            if os.getppid() != self._parent:
                os._exit(1)
            yield turn

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        """Wait for all and count what they wrote; interrupted, end them. Raises Unfinished."""
        if kind and not issubclass(kind, Exception):
            for child in self._tellers:
                os.kill(child, signal.SIGKILL)
        ends = [self._came_to_its_end(*each) for each in self._tellers.items()]
        if not all(ends) and kind is None:
            raise Unfinished

    def _came_to_its_end(self, child: int, pipe: int) -> bool:
        with open(pipe, "rb") as said:
            self._folder.written += int(said.read() or b"0")
        return os.waitpid(child, 0)[1] == 0
