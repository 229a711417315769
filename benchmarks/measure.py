"""Times of whole processes and of calls, always interleaved, so that a busy machine slows all of them alike."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from tests.kit.keys import KEY

ROOT = Path(__file__).parents[1]
# Byte code is kept, as for an installed program: compiling anew would be most of what is measured.
ENVIRONMENT = {
    **{key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"},
    "GENETESS_MASTER_KEY": KEY,
    "GIT_AUTHOR_NAME": "bench",
    "GIT_AUTHOR_EMAIL": "bench@localhost",
    "GIT_COMMITTER_NAME": "bench",
    "GIT_COMMITTER_EMAIL": "bench@localhost",
    "NO_COLOR": "1",
}


def seconds(call: Callable[[], object]) -> float:
    """How long a call takes."""
    begin = time.perf_counter()
    call()
    return time.perf_counter() - begin


def run(command: Sequence[str | Path], folder: Path = ROOT) -> None:
    """Run a program to its end; its output is shown only if it fails."""
    done = subprocess.run(command, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")


@contextmanager
def one_core() -> Iterator[None]:
    """What is run meanwhile has one core, where that can be told: for what is told by several processes or by one."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


PROGRAM = Path(os.environ.get("GENETESS") or Path(sys.executable).with_name("genetess")).absolute()
"""The program that is measured; its Python lies beside it."""


def genetess(*arguments: str | Path) -> list[str | Path]:
    """A command line of the program."""
    return [PROGRAM, *arguments]


def interleaved(
    calls: Sequence[Callable[[], object]],
    times: int,
    of: Callable[[Iterable[float]], float] = median,
) -> list[float]:
    """The median time of each call, all of them called in turn, `times` times over after one round that warms up.

    `of` may be `min` where two calls differ by less than a machine's noise, which only ever adds.
    """
    for call in calls:
        call()
    rounds = [[seconds(call) for call in calls] for _ in range(times)]
    return [of(column) for column in zip(*rounds, strict=True)]


def python() -> None:
    """P: a Python that does nothing."""
    run([PROGRAM.with_name("python"), "-c", "pass"])


class ShellCommit:
    """U: P, and `git add` and `git commit` of three files by a shell."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.count = 0
        folder.mkdir()
        run(["git", "init", "--quiet"], folder)

    def __call__(self) -> None:
        self.count += 1
        for name in "abc":
            (self.folder / name).write_text(f"{name} {self.count}\n" * 20)
        python()
        run(["sh", "-c", "git add a b c && git commit --quiet --message turn"], self.folder)
