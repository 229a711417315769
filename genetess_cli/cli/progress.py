"""A progress bar on stderr, where somebody watches it; nothing anywhere else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from genetess_cli.cli.terminal import on_terminal

Progress = Callable[[int, int], None]


@contextmanager
def bar(title: str) -> Iterator[Progress | None]:
    """Gives what is told how many of how many are done; None where nobody watches."""
    if not on_terminal():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress as Bars

    with Bars(console=Console(stderr=True), transient=True) as bars:
        task = bars.add_task(title, total=None)
        yield lambda done, total: bars.update(task, completed=done, total=total)
