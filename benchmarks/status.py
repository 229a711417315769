"""`status`: a look at all games, as a GM takes it many times a day."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from benchmarks.leagues import IDLE, Clone, Made
from benchmarks.measure import Task, against, python, samples
from benchmarks.row import Figure, Row

LEAGUES = ("quartet", IDLE)
ROWS = (
    Row("`status`, 1 game", "P", gate=15),
    Row("`status`, 500 games", "P", gate=60),
    Row("`status` of 500 games against 1", "×", gate=6),
)
TIMES = 5


def measure(made: Mapping[str, Made]) -> Iterator[Figure]:
    """Each league is looked at once before, as by the command that a GM gave last."""
    one, many = Clone(made["quartet"], 300), Clone(made[IDLE], 0)
    for clone in (one, many):
        clone.anew()
        clone.does("status")
    few, more = samples(
        {clone: Task(partial(clone.does, "status")) for clone in (one, many)}, TIMES, python
    ).values()
    yield from (Figure.of(few), Figure.of(more), against(more, few))
