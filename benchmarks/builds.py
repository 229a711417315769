"""How long the site takes: all of it, after one more turn, with nothing changed.

Cold builds have one core, so that no figure hangs on how many there are.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Mapping
from functools import partial

from benchmarks.leagues import IDLE, TEN, Clone, Made
from benchmarks.measure import (
    ENVIRONMENT,
    Call,
    Task,
    against,
    genetess,
    git,
    nothing,
    one_core,
    python,
    run,
    samples,
)
from benchmarks.row import Figure, Row

LEAGUES = ("quartet", "hundred turns", "sealed quartet", IDLE, TEN)
ROWS = (
    Row("cold build on one core: the fixed part", "P", gate=40, goal=20),
    Row("cold build on one core: each 100 turns", "P", gate=55, goal=40),
    Row("cold build of a sealed game against an open one", "×", gate=1.25),
    Row("build after one more turn, warm", "P", gate=30, goal=20),
    Row("build after one more turn, fresh clone with the last site, 1 game", "P", gate=35, goal=25),
    Row("build after one more turn, fresh clone with the last site, 10 games", "P", gate=40),
    Row("build with nothing changed, 1 game", "P", gate=8, goal=5),
    Row("build with nothing changed, 500 games", "P", gate=16, goal=10),
    Row("peak memory of a full build of 1,000 turns, its largest process", "MB", gate=100, goal=90),
)
SITE = "_site"


def measure(made: Mapping[str, Made]) -> Iterator[Figure]:
    game = made["quartet"]
    yield from _cold(game, made["sealed quartet"])
    one = _built(game.clone(300))
    many = _built(made[IDLE].clone(0))
    git(many.folder, "status")  # of files that are as old as its index git reads all each time
    left = {name: _left(made[name]) for name in ("hundred turns", TEN)}
    tasks = {**left, "one": _builds(one), "many": _builds(many), "more": _one_more(game)}
    took = samples(tasks, 5, python)
    yield from (Figure.of(took[name]) for name in ("more", *left, "one", "many"))
    yield Figure.of([_peak(game.clone(1000))])


def _cold(game: Made, sealed: Made) -> Iterator[Figure]:
    clones = {"100": Clone(game, 100), "300": Clone(game, 300), "sealed": Clone(sealed, 100)}
    with one_core():
        took = samples({name: _builds(each, each.anew) for name, each in clones.items()}, 3, python)
    each = [(late - early) / 2 for early, late in zip(took["100"], took["300"], strict=True)]
    yield Figure.of(early - more for early, more in zip(took["100"], each, strict=True))
    yield Figure.of(each)
    yield against(took["sealed"], took["100"])


def _builds(clone: Clone, before: Call = nothing) -> Task:
    return Task(partial(clone.does, "build"), before)


def _built(clone: Clone) -> Clone:
    clone.does("build")
    return clone


def _one_more(game: Made) -> Task:
    """The site of a turn more each time, by the one who carried it out."""
    clone = _built(game.clone(300))
    turn = clone.resolves(300)

    def play() -> None:
        turn.before()
        turn.call()

    return _builds(clone, play)


def _left(game: Made) -> Task:
    """The site of turn 101 by a run that begins with a fresh clone; that what was left is unpacked, counts."""
    clone = game.clone(100)
    left = clone.folder.with_suffix(".tar")

    def on_main() -> None:
        git(clone.folder, "branch", "--move", "main")  # of another branch all pages would be others

    def begin() -> None:
        clone.anew()
        on_main()

    def build() -> None:
        run(["tar", "--extract", "--file", left], clone.folder)
        clone.does("build")

    on_main()
    _built(clone)
    run(["tar", "--create", "--file", left, SITE], clone.folder)
    clone.turns = 101
    return Task(build, begin)


def _peak(clone: Clone) -> float:
    """The most memory that one process of a full build holds, in MB; what they share is in that of each."""
    process = subprocess.Popen(
        genetess("build"), cwd=clone.folder, env=ENVIRONMENT, stdout=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit("the build failed")
    return usage.ru_maxrss / 1024
