"""A progress bar on stderr, where somebody watches it; nothing anywhere else."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from genetess_cli.cli.terminal import on_terminal

Progress = Callable[[int, int], None]
_EVERY = 0.05
"""Seconds between two drawings of a bar."""


@contextmanager
def bar(title: str) -> Iterator[Progress | None]:
    """Yield what is told how many of how many are done; None where nobody watches."""
    if not on_terminal():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress as Bars

    # Drawn as it is told of, and by no thread: a build sends out processes only where none runs.
    with Bars(console=Console(stderr=True), transient=True, auto_refresh=False) as bars:
        task, drawn = bars.add_task(title, total=None), 0.0

        def told(done: int, total: int) -> None:
            nonlocal drawn
            is_due = time.monotonic() >= drawn + _EVERY
            drawn = time.monotonic() if is_due else drawn
            bars.update(task, completed=done, total=total, refresh=is_due)

        yield told
