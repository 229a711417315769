"""`verify`: a long game played again from its start, every order and every draw, and the same once more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from benchmarks.leagues import Clone, Made
from benchmarks.measure import Task, figures, python
from benchmarks.row import Figure, Row

LEAGUES = ("quartet",)
ROWS = (
    Row("`verify` of 1,000 turns, first", "P", gate=275),
    Row("`verify` of 1,000 turns, again", "P", gate=20, goal=10),
)
TIMES = 3


def measure(made: Mapping[str, Made]) -> Iterator[Figure]:
    clone = Clone(made["quartet"], 1000)
    verify = partial(clone.does, "verify")
    return figures({"first": Task(verify, clone.anew), "again": Task(verify)}, TIMES, python)
