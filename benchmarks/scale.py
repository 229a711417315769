"""Print what a league costs, for docs/scale.md: `python -m benchmarks.scale`.

Bots play games for four players, each turn a commit. Measured are sizes, and seconds of processor time on this machine.
What a league can hold is reckoned from them, in the last rows.
"""

from __future__ import annotations

import argparse
import compileall
import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks import leagues
from benchmarks.builds import SITE
from benchmarks.measure import NOTHING_DUE, ROOT, genetess, git, one_core, run, spent
from benchmarks.weights import folder_size

GIGABYTE = 1000**3
MINUTES = 15  # a job of tick.yml may last so long


class League:
    """A league whose games bots play, and its remote."""

    def __init__(self, folder: Path, games: int) -> None:
        self.home = folder / "league"
        self.remote = folder / "league.git"
        run(genetess("init", self.home, "--title", "Bench"))
        git(folder, "init", "--quiet", "--bare", "--initial-branch", "main", self.remote)
        git(self.home, "remote", "add", "origin", self.remote)
        self.games = [f"game{number}" for number in range(games)]

    def start(self) -> None:
        """Start its games."""
        for game in self.games:
            leagues.new(self.home, game, "quartet")
        self.does("start", *self.games)

    def play(self, games: list[str], turns: int) -> None:
        for game in games:
            self.does(
                "simulate", game, "--turns", str(turns), "--seed", game.removeprefix("game"), "--commit"
            )
        self.push()

    def push(self) -> None:
        git(self.home, "push", "--quiet", "origin", "HEAD:main")

    def clone(self, place: Path) -> Path:
        """Clone it, as a forge's run begins."""
        git(place.parent, "clone", "--quiet", "--no-local", self.remote, place)
        return place

    def does(self, *command: str) -> None:
        run(genetess(*command), self.home, right=(0, NOTHING_DUE))

    def site(self) -> int:
        """Return the bytes of its site as it is now."""
        self.does("build")
        return folder_size(self.home / SITE)

    def turns(self) -> int:
        return int(git(self.home, "rev-list", "--count", "HEAD"))

    def all_due(self) -> None:
        """Give every seat an order that waits for its turn."""
        for game in self.games:
            for seat in leagues.SEATS[:4]:
                (self.home / "games" / game / "orders" / f"{seat}.txt").write_text("PASS\n")


def main() -> None:
    """Make a league, measure it, and print what it costs."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scale", description=__doc__)
    parser.add_argument("--games", type=int, default=24)
    parser.add_argument("--turns", type=int, default=100, help="turns of each game")
    asked = parser.parse_args()
    compileall.compile_dir(ROOT / "genetess_cli", quiet=1)
    with TemporaryDirectory() as folder, one_core():
        for what, figure in _rows(Path(folder), asked.games, asked.turns):
            print(f"| {what} | {figure} |", flush=True)


def _rows(folder: Path, games: int, turns: int) -> Iterator[tuple[str, str]]:
    league = League(folder, games)
    empty = league.site()
    league.start()
    begun = league.site()
    league.push()
    base = spent(partial(run, genetess("build"), league.clone(folder / "begun")))
    league.play(league.games, turns)
    played = games * turns
    git(league.remote, "gc", "--quiet", "--prune=now")
    packed = folder_size(league.remote / "objects" / "pack")

    clone = folder / "clone"
    cloning = spent(partial(league.clone, clone))
    tick = partial(run, genetess("tick"), clone, (0, NOTHING_DUE))
    quiet = spent(tick)
    again = spent(tick)
    cold = spent(partial(run, genetess("build"), clone))
    building = (cold - base) / played
    site = folder_size(clone / SITE)
    files = sum(file.is_file() for file in (clone / SITE).rglob("*"))
    each = (site - begun) / played

    left = folder / "left.tar"
    run(["tar", "--create", "--file", left, SITE], clone)
    league.play(league.games[:1], 1)
    shutil.rmtree(clone)
    league.clone(clone)  # where the last run's lay, as on a forge's worker

    def go_on() -> None:
        run(["tar", "--extract", "--file", left], clone)
        run(genetess("build"), clone)

    more = spent(go_on)
    before = league.turns()
    league.all_due()
    due = spent(partial(league.does, "tick")) / (league.turns() - before)

    yield "the repository, packed", _kb(packed / played, " a turn")
    yield "the site of a league without games", _kb(empty)
    yield "the site of a game that has just started", _kb((begun - empty) / games)
    yield "the site, each turn", _kb(each)
    yield f"the site's files after {played:,} turns", f"{files:,}"
    yield "`git clone`", _seconds(cloning)
    yield "`genetess tick`, nothing due, in a fresh clone", _seconds(quiet)
    yield "`genetess tick`, nothing due, again", _seconds(again)
    yield "`genetess tick` where every game goes on, each turn", _seconds(due)
    yield "`genetess build` of all pages", _seconds(cold)
    yield "`genetess build` of all pages, of it each turn", _seconds(building)
    yield (
        "`genetess build` after one more turn, in a fresh clone, with what the last run left",
        _seconds(more),
    )
    yield "reckoned: turns until the site has 1 GB", f"{(GIGABYTE - empty) / each:,.0f}"
    yield f"reckoned: turns that {MINUTES} minutes of one core build anew", f"{MINUTES * 60 / building:,.0f}"
    yield f"reckoned: turns that {MINUTES} minutes of one core carry out", f"{MINUTES * 60 / due:,.0f}"


def _kb(size: float, words: str = "") -> str:
    return f"{size / 1000:,.2f} kB{words}"


def _seconds(seconds: float) -> str:
    return f"{seconds:.3f} s"


if __name__ == "__main__":
    main()
