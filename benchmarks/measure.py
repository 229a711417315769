"""Processor time of whole processes and of calls: user and system, of everything that they start and wait for.

A wall clock tells on a shared machine what others do. Processor time varies with them, too, by a few per cent; so what
is compared is measured in turn, each beside its own unit, and a row is the middle of such ratios.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple, TypeVar

from benchmarks.row import Figure
from tests.kit.keys import KEY

ROOT = Path(__file__).parents[1]
PROGRAM = Path(os.environ.get("GENETESS") or Path(sys.executable).with_name("genetess")).absolute()
"""The program that is measured; its Python lies beside it."""

NOTHING_DUE = 3
"""The exit status of a run that had nothing to do."""

ENVIRONMENT = {
    # Byte code is kept, as for an installed program: compiling anew would be most of what is measured.
    **{key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"},
    "GENETESS_MASTER_KEY": KEY,
    "GIT_AUTHOR_NAME": "bench",
    "GIT_AUTHOR_EMAIL": "bench@localhost",
    "GIT_COMMITTER_NAME": "bench",
    "GIT_COMMITTER_EMAIL": "bench@localhost",
    # git tidies up in a process that nobody waits for.
    "GIT_CONFIG_COUNT": "1",
    "GIT_CONFIG_KEY_0": "gc.auto",
    "GIT_CONFIG_VALUE_0": "0",
    "NO_COLOR": "1",
}

Call = Callable[[], object]
Command = Sequence[str | Path]
Name = TypeVar("Name")


def run(command: Command, folder: Path = ROOT, right: Sequence[int] = (0,)) -> str:
    """Run a program to its end and return what it says; one that ends otherwise than is right ends all."""
    done = subprocess.run(command, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    if done.returncode not in right:
        raise SystemExit(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def genetess(*arguments: str | Path) -> Command:
    """A command line of the program."""
    return [PROGRAM, *arguments]


def python() -> None:
    """P: a Python that does nothing."""
    run([PROGRAM.with_name("python"), "-c", "pass"])


def git(folder: Path, *arguments: str | Path) -> str:
    return run(["git", *arguments], folder).strip()


class ShellCommit:
    """U: P, and `git add` and `git commit` of three files by a shell."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.count = 0
        folder.mkdir()
        git(folder, "init", "--quiet")

    def __call__(self) -> None:
        self.count += 1
        for name in "abc":
            (self.folder / name).write_text(f"{name} {self.count}\n" * 20)
        python()
        run(["sh", "-c", "git add a b c && git commit --quiet --message turn"], self.folder)


def nothing() -> None:
    """What is done before a task that needs nothing."""


class Task(NamedTuple):
    """What is measured, and what is done before each time without being measured."""

    call: Call
    before: Call = nothing


def spent(call: Call) -> float:
    """The seconds of processor time that a call takes, with all processes that it waits for."""
    begin = _used()
    call()
    return _used() - begin


def _used() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def samples(tasks: Mapping[Name, Task], times: int, unit: Call | None = None) -> dict[Name, list[float]]:
    """What each task took each time, all in turn; in units that are measured right before and after it, if any."""
    found: dict[Name, list[float]] = {name: [] for name in tasks}
    for _ in range(times):
        before = _measured(unit)
        for name, task in tasks.items():
            task.before()
            took = spent(task.call)
            after = _measured(unit)
            found[name].append(took * 2 / (before + after))
            before = after
    return found


def _measured(unit: Call | None) -> float:
    """What a unit takes now; 1 where seconds are wanted."""
    return median(spent(unit) for _ in range(3)) if unit else 1.0


def figures(tasks: Mapping[Name, Task], times: int, unit: Call) -> Iterator[Figure]:
    """What each task comes to in units."""
    return (Figure.of(each) for each in samples(tasks, times, unit).values())


def against(part: Sequence[float], whole: Sequence[float]) -> Figure:
    """What a task comes to in parts of another, round by round."""
    return Figure.of(one / other for one, other in zip(part, whole, strict=True))


@contextmanager
def one_core() -> Iterator[None]:
    """What is run meanwhile has one core, where that can be told: for what takes as many processes as there are."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)
