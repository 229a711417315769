"""A turn carried out, and told: early and late in a game, in a small league and in a large one, open and sealed.

Orders are those that bots gave in the same position, written as players write them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.leagues import GAME, IDLE, Clone, Made
from benchmarks.measure import ShellCommit, Task, against, git, python, samples
from benchmarks.row import Figure, Row

LEAGUES = ("quartet", "sealed quartet", IDLE)
ROWS = (
    Row("`resolve`, one turn of a game of 50 pieces", "U", gate=5.5, goal=4.5),
    Row("`resolve` of a sealed game against an open one", "×", gate=1.25),
    Row("`resolve` at turn 1,000 against turn 10", "×", gate=1.15),
    Row("`resolve` in a league of 500 games against one", "×", gate=1.5),
    Row("`post` of the last of 300 turns", "P", gate=13, goal=11),
    Row("`post` of the last of 300 turns against that of 40", "×", gate=1.1),
)
TIMES = 11


def measure(made: Mapping[str, Made]) -> Iterator[Figure]:
    yield from _resolved(made)
    yield from _told(made["quartet"])


def _resolved(made: Mapping[str, Made]) -> Iterator[Figure]:
    game = made["quartet"]
    tasks = {
        "open": game.clone(300).resolves(300),
        "sealed": made["sealed quartet"].clone(300).resolves(300),
        "at 10": game.clone(10).resolves(10),
        "at 1000": game.clone(1000).resolves(1000),
        "of one": game.clone(0).resolves(0),
        # The same game as that of the quartet's league, so that its first orders can be given here, too.
        "of many": Made(made[IDLE].repository, game.orders).clone(0).resolves(0),
    }
    with TemporaryDirectory() as folder:
        took = samples(tasks, TIMES, ShellCommit(Path(folder) / "shell"))
    yield Figure.of(took["open"])
    for one, other in (("sealed", "open"), ("at 1000", "at 10"), ("of many", "of one")):
        yield against(took[one], took[other])


def _told(game: Made) -> Iterator[Figure]:
    took = samples({turns: _posted(game.clone(turns)) for turns in (40, 300)}, 7, python)
    yield Figure.of(took[300])
    yield against(took[300], took[40])


def _posted(clone: Clone) -> Task:
    before = git(clone.folder, "rev-parse", "HEAD~1")
    return Task(lambda: clone.does("post", GAME, "--after", before))
