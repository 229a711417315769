"""`tick` where nothing is due: what a schedule runs most of the time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from benchmarks.leagues import IDLE, Clone, Made
from benchmarks.measure import Task, figures, python
from benchmarks.row import Figure, Row

LEAGUES = ("quartet", IDLE)
ROWS = (
    Row("`tick`, nothing due, 1 game, cold", "P", gate=9, goal=8),
    Row("`tick`, nothing due, 1 game, warm", "P", gate=7.8, goal=7),
    Row("`tick --push`, nothing due, 1 game, cold", "P", gate=9, goal=8),
    Row("`tick --push`, nothing due, 1 game, warm", "P", gate=7.8, goal=7),
    Row("`tick`, nothing due, 500 games, cold", "P", gate=24),
    Row("`tick`, nothing due, 500 games, warm", "P", gate=13, goal=11),
    Row("`tick --push`, nothing due, 500 games, cold", "P", gate=24),
    Row("`tick --push`, nothing due, 500 games, warm", "P", gate=13, goal=11),
)
TIMES = 5
COMMANDS = (("tick",), ("tick", "--push"))


def measure(made: Mapping[str, Made]) -> Iterator[Figure]:
    one, many = Clone(made["quartet"], 300), Clone(made[IDLE], 0)
    tasks = {row.what: task for row, task in zip(ROWS, [*_tasks(one), *_tasks(many)], strict=True)}
    return figures(tasks, TIMES, python)


def _tasks(clone: Clone) -> Iterator[Task]:
    """Each command in a fresh clone, and once more in the same."""
    for command in COMMANDS:
        tick = partial(clone.does, *command)
        yield Task(tick, clone.anew)
        yield Task(tick)
