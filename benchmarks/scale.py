"""Print how a league of thousands grows, for docs/scale.md: `make scale`, or `python -m benchmarks.scale`.

Bots play games of all rulesets. From one run come the costs of commands, in P as in `make bench`, and sizes: over games
at fixed turns, and over turns at fixed games. What a league can hold is reckoned from them.
"""

from __future__ import annotations

import argparse
import compileall
import shutil
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from math import inf
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks import many
from benchmarks.__main__ import machine
from benchmarks.builds import SITE
from benchmarks.growth import At, exponent, full_at
from benchmarks.leagues import branch
from benchmarks.many import Many
from benchmarks.measure import NOTHING_DUE, ROOT, Task, genetess, git, one_core, python, run, samples, spent
from benchmarks.weights import folder_size

BETWEEN = 2.5
"""How many times a size is the one before it."""
MEASURED = 4
"""How long a turn is measured, in parts of its making: for the guess of what is left."""

CLONE = "`git clone`, P"
COLD = "`tick`, nothing due, fresh clone, P"
QUIET = "`tick`, nothing due, again, P"
DUE = "`tick`, one game due, P"
ALL = "`build` of all pages, one core, P"
SAME = "`build`, nothing changed, P"
MORE = "`build` after one turn, P"
UNPACK = "fresh clone: unpack what the last run left, P"
LEFT = "fresh clone: then `build` after one turn, P"
VERIFY = "`verify`, first, P"
AGAIN = "`verify`, again, P"
REPOSITORY = "repository after gc, MB"
SITE_SIZE = "site, MB"
FILES = "site, files"
CARRIED = "what a run leaves for the next, a tar, MB"
ROWS = (
    CLONE, COLD, QUIET, DUE, ALL, SAME, MORE, UNPACK, LEFT, VERIFY, AGAIN, REPOSITORY, SITE_SIZE, FILES, CARRIED,
)  # fmt: skip
Costs = Mapping[str, float]
"""What was measured at one point, by the row."""


class Limit(NamedTuple):
    """What a league must stay below, and the rows whose sum meets it."""

    what: str
    rows: tuple[str, ...]
    most: float
    # Whether `most` is in seconds of one core; else it is in the unit of the rows.
    in_seconds: bool = False


JOB = 15 * 60
"""The seconds that a job of tick.yml may last."""
LIMITS = (
    Limit("site on GitHub Pages or gitlab.com: 1 GB", (SITE_SIZE,), 1000),
    Limit("files and folders of a site on GitLab Pages: 200,000", (FILES,), 200_000),
    Limit("repository: 1 GB is GitHub's advice", (REPOSITORY,), 1000),
    Limit("artifact, or all caches, on GitHub: 10 GB", (CARRIED,), 10_000),
    Limit("run that builds all pages: 15 minutes", (CLONE, COLD, ALL), JOB, in_seconds=True),
    Limit("run with one turn: 15 minutes", (CLONE, UNPACK, DUE, LEFT), JOB, in_seconds=True),
    Limit("run with nothing due: 15 minutes", (CLONE, COLD), JOB, in_seconds=True),
)


class Point(NamedTuple):
    """A league that is measured: so many games, each for so many turns."""

    games: int
    turns: int


class Progress:
    """Tells a person how far a run is, and how long it may take."""

    def __init__(self, whole: float) -> None:
        self.whole = whole
        self.done = 0.0
        self.begin = self.told = time.monotonic()

    def __call__(self, work: float, what: str) -> None:
        self.done += work
        now = time.monotonic()
        if now - self.told < 10 and self.done < self.whole:
            return
        self.told = now
        left = (now - self.begin) / self.done * (self.whole - self.done) / 60
        print(
            f"{self.done / self.whole:4.0%}  {what}; about {left:.0f} minutes left",
            file=sys.stderr,
            flush=True,
        )


def main() -> None:
    """Make a league, measure it, and print what it costs."""
    asked = _arguments()
    compileall.compile_dir(ROOT / "genetess_cli", quiet=1)
    games = sizes(asked.games, asked.points)
    turns = sizes(asked.turns, asked.points)
    points = [
        *(Point(each, asked.turns) for each in games),
        *(Point(asked.games, each) for each in turns[:-1]),
    ]
    work = asked.games * asked.turns
    progress = Progress(work + MEASURED * sum(point.games * point.turns for point in points))
    with TemporaryDirectory() as temporary:
        folder = (asked.folder or Path(temporary)) / f"{asked.games}x{asked.turns}"
        found = many.make(folder, games, turns, partial(progress, what="games are played"))
        progress(max(0.0, work - progress.done), "games are played")
        with one_core():
            unit = median(spent(python) for _ in range(9))
            costs = {point: measure(folder, found, point, asked.times, progress) for point in points}
    print(*report(found, costs, unit), sep="\n")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scale", description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--turns", type=int, default=200, help="turns of each game")
    parser.add_argument("--points", type=int, default=4, help="sizes that are measured of each, 2 or more")
    parser.add_argument("--times", type=int, default=3, help="how often each command is measured")
    parser.add_argument("--folder", type=Path, help="where games are made, and found by the next run")
    asked = parser.parse_args()
    for most, what in ((asked.games, "--games"), (asked.turns, "--turns")):
        if asked.points < 2 or len({*sizes(most, asked.points)}) < asked.points:
            parser.error(f"{what} {most}: it takes --points of 2 or more, and a size of its own for each")
    return asked


def sizes(most: int, points: int) -> list[int]:
    """Return the sizes that are measured, the least first."""
    return [max(1, round(most / BETWEEN**step)) for step in reversed(range(points))]


# Measure


def measure(folder: Path, found: Many, point: Point, times: int, progress: Progress) -> Costs:
    """Measure a league in a clone of it, which is played on by some turns of one game."""

    def told(part: float, row: str) -> None:
        share = MEASURED * part * point.games * point.turns
        progress(share, f"{point.games} games, {point.turns} turns: {row}")

    with TemporaryDirectory(dir=folder) as place:
        worker = _Worker(Path(place), folder, point)
        costs: dict[str, float] = {REPOSITORY: folder_size(worker.remote / "objects" / "pack") / 1e6}
        told(0.05, REPOSITORY)
        for part, row, each in worker.rows(found, times):
            costs[row] = each
            told(part, row)
    words = ", ".join(f"{row}: {_number(each)}" for row, each in costs.items())
    print(f"{point.games} games, {point.turns} turns. {words}", file=sys.stderr, flush=True)
    return {row: costs[row] for row in ROWS}


class _Worker:
    """A forge's worker, and the remote that it clones, which ends after so many turns."""

    def __init__(self, place: Path, folder: Path, point: Point) -> None:
        self.point = point
        self.now = many.now(point.turns)
        self.remote = place / "remote.git"
        self.home = place / "clone"
        self.left = place / "left.tar"
        options = ("--quiet", "--bare", "--no-local", "--single-branch", "--branch", branch(point.turns))
        git(place, "clone", *options, many.repository(folder, point.games), self.remote)
        git(self.remote, "branch", "--move", "main")
        git(self.remote, "gc", "--quiet", "--prune=now")

    def rows(self, found: Many, times: int) -> Iterator[tuple[float, str, float]]:
        """Yield the costs of rows as they are measured, each with its share of the time that all take."""
        begun = {CLONE: Task(self._clone, self._clear), COLD: Task(self._tick), QUIET: Task(self._tick)}
        yield from _costs(0.05, begun, times)
        yield from _costs(0.4, {ALL: Task(self._build)}, 1)
        pages = [file for file in (self.home / SITE).rglob("*") if not file.name.startswith(".")]
        yield 0, FILES, len(pages)
        yield 0, SITE_SIZE, sum(file.stat().st_size for file in pages if file.is_file()) / 1e6
        run(["tar", "--create", "--file", self.left, SITE], self.home)
        yield 0, CARRIED, self.left.stat().st_size / 1e6
        yield from _costs(0.05, {SAME: Task(self._build)}, times)
        yield from _costs(0.15, {VERIFY: Task(partial(self._does, "verify"))}, 1)
        yield from _costs(0.15, {AGAIN: Task(partial(self._does, "verify"))}, 1)
        orders = iter(found.orders[self.point.turns :])

        def write() -> None:
            self._does("order", found.first, *next(orders))

        more = min(times, many.AFTER)
        yield from _costs(0.05, {DUE: Task(self._tick, write), MORE: Task(self._build)}, more)
        git(self.home, "push", "--quiet", "origin", f"HEAD~{more - 1}:main")
        again = {UNPACK: Task(self._unpack, self._anew), LEFT: Task(self._build)}
        yield from _costs(0.1, again, times)

    def _clear(self) -> None:
        shutil.rmtree(self.home, ignore_errors=True)

    def _clone(self) -> None:
        git(self.remote.parent, "clone", "--quiet", "--no-local", self.remote, self.home)

    def _anew(self) -> None:
        self._clear()
        self._clone()

    def _unpack(self) -> None:
        run(["tar", "--extract", "--file", self.left], self.home)

    def _tick(self) -> None:
        self._does("tick", "--now", self.now)

    def _build(self) -> None:
        self._does("build")

    def _does(self, *command: str) -> None:
        run(genetess(*command), self.home, right=(0, NOTHING_DUE))


def _costs(part: float, tasks: Mapping[str, Task], times: int) -> Iterator[tuple[float, str, float]]:
    for row, took in samples(tasks, times, python).items():
        yield part / len(tasks), row, median(took)


# Report


def report(found: Many, costs: Mapping[Point, Costs], unit: float) -> Iterator[str]:
    """Yield the lines of the page: what was measured over games and over turns, and the limits. `unit` is P in s."""
    by_games = sorted(point for point in costs if point.turns == found.turns)
    by_turns = sorted(point for point in costs if point.games == found.games)
    played = found.played[found.games]
    yield f"{machine()}. P is {unit * 1000:.0f} ms. Turns played: {played[-1]:,}."
    yield ""
    yield from _table(
        f"{found.turns} turns a game",
        [f"{point.games:,} games" for point in by_games],
        [point.games for point in by_games],
        [costs[point] for point in by_games],
    )
    yield ""
    yield from _table(
        f"{found.games:,} games",
        [f"{point.turns:,} turns" for point in by_turns],
        [played[point.turns] for point in by_turns],
        [costs[point] for point in by_turns],
    )
    yield ""
    yield f"| limit | full at so many games of {found.turns} turns | so many turns in {found.games:,} games |"
    yield "|---|---|---|"
    met = []
    for limit in LIMITS:
        most = limit.most / unit if limit.in_seconds else limit.most
        games = [At(point.games, _sum(limit, costs[point])) for point in by_games]
        turns = [At(played[point.turns], _sum(limit, costs[point])) for point in by_turns]
        met.append((full_at(games, most), full_at(turns, most), limit.what))
    for at_games, at_turns, what in sorted(met):
        yield f"| {what} | {_count(at_games)} | {_count(at_turns)} |"


def _sum(limit: Limit, costs: Costs) -> float:
    return sum(costs[row] for row in limit.rows)


def _table(title: str, names: Sequence[str], at: Sequence[float], costs: Sequence[Costs]) -> Iterator[str]:
    yield f"| {title} | {' | '.join(names)} | exponent |"
    yield "|---|" + "---|" * (len(names) + 1)
    for row in ROWS:
        grows = exponent([At(size, cost[row]) for size, cost in zip(at, costs, strict=True)])
        yield f"| {row} | {' | '.join(_number(cost[row]) for cost in costs)} | {grows} |"


def _count(number: float) -> str:
    """Two figures: it is reckoned."""
    if number == inf:
        return "never"
    return f"{int(float(f'{number:.2g}')):,}"


def _number(number: float) -> str:
    if number >= 100:
        return f"{number:,.0f}"
    return f"{number:.1f}"


if __name__ == "__main__":
    main()
