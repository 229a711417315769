"""Independent parts of one work, shared out among processes.

They begin as copies of this one, so that nothing of the work has to be sent to them. None outlives it.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, TypeVar

T = TypeVar("T")
MOST = 8

_work: list[Callable[[int], object]] = []
"""The work of this process, if it is one of those that were sent out."""


def available() -> int:
    """Return how many processes can work here: one where threads run, which a copy would be without."""
    import threading

    if not hasattr(os, "fork") or not hasattr(os, "sched_getaffinity") or threading.active_count() > 1:
        return 1
    return min(MOST, len(os.sched_getaffinity(0)))


def share(work: Callable[[int], T], parts: int, processes: int) -> list[T]:
    """Return what `work` gives for each part, done by at most so many processes, or by this one where they fail.

    Raises what `work` raises for the first part that fails.
    """
    if min(parts, processes) < 2:
        return [work(part) for part in range(parts)]
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import active_children, get_context

    with ProcessPoolExecutor(min(parts, processes), get_context("fork"), _begin, (work,)) as pool:
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # Ctrl-C is for this process alone
        results: Iterator[Any] | None = None
        try:
            results = pool.map(_do, range(parts))
        except (BrokenProcessPool, OSError):  # one died at once, or no more are to be had
            for child in active_children():
                child.kill()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        with suppress(BrokenProcessPool):
            if results is not None:
                return [*results]
    return [work(part) for part in range(parts)]


def _begin(work: Callable[[int], object]) -> None:
    """Begin as one of several processes, which ends with the one that sent it."""
    from threading import Thread

    Thread(target=_end_with_parent, daemon=True).start()
    _work.append(work)


def _do(part: int) -> object:
    return _work[-1](part)


def _end_with_parent() -> None:
    from multiprocessing import parent_process

    parent = parent_process()
    assert parent
    parent.join()
    os._exit(1)
