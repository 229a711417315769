"""How long the program takes before it does anything."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from benchmarks.leagues import Made
from benchmarks.measure import Task, figures, genetess, python, run
from benchmarks.row import Figure, Row

LEAGUES: tuple[str, ...] = ()
ROWS = (
    Row("`genetess --version`", "P", gate=4.8),
    Row("`genetess --help`", "P", gate=5.5),
)
TIMES = 15


def measure(made: Mapping[str, Made]) -> Iterator[Figure]:
    tasks = {option: Task(partial(run, genetess(option))) for option in ("--version", "--help")}
    return figures(tasks, TIMES, python)
