"""Print the budgets that exist by now, each measured in this run: `make bench`, or `python -m benchmarks`.

P is a Python that does nothing, U is P and `git add` and `git commit` of three files by a shell. A row says what was
measured, the ratio (or size), and the gate that must hold. The exit status is 1 if a gate does not hold.
`--turns N` sets how long the long game is; the gates are meant for the default.
"""

from __future__ import annotations

import argparse
import compileall
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from benchmarks import dna
from benchmarks import league as leagues
from benchmarks.core import orders_per_second
from benchmarks.measure import ROOT, ShellCommit, genetess, interleaved, python, run, seconds
from benchmarks.pages import build_rows
from benchmarks.refusals import refusal_rows
from benchmarks.replay import replay_rows
from benchmarks.row import Row
from benchmarks.sealed import growth, sealed_rows
from benchmarks.trees import tree_rows
from tests.kit.league import League

SHORT = 10


def main() -> None:
    """Measure and print every row."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--turns", type=int, default=1000, help="turns of the long game")
    turns = parser.parse_args().turns
    compileall.compile_dir(ROOT / "genetess_cli", quiet=1)
    failed = 0
    print(f"{'':44} {'measured':>12}   gate")
    with TemporaryDirectory() as folder:
        for row in _rows(Path(folder), turns):
            print(row, flush=True)
            failed += not row.holds
    sys.exit(1 if failed else 0)


def _rows(folder: Path, turns: int) -> Iterator[Row]:
    yield from _starting()
    short, long = leagues.make(folder / "short"), leagues.make(folder / "long")
    leagues.play(short, SHORT, Random(1))
    leagues.play(long, turns, Random(1))
    yield from _resolving(folder, short, long, turns)
    yield Row("core: orders a second, two views made after each", orders_per_second(), 3000, "/s", least=True)
    yield Row("DNA: greatest mutation and capture, at worst", dna.milliseconds(), 50, "ms")
    yield from tree_rows()
    yield _verifying(long, turns)
    yield _growth(long, turns)
    yield from build_rows(folder, long)
    yield from replay_rows(folder / "replay")
    yield from sealed_rows(folder / "secrecy")
    yield from refusal_rows()


def _starting() -> Iterator[Row]:
    version, usage, resolve, nothing = interleaved(
        [
            lambda: run(genetess("--version")),
            lambda: run(genetess("--help")),
            lambda: run(genetess("resolve", "--help")),
            python,
        ],
        15,
    )
    yield Row("genetess --version", version / nothing, 4.8, "P")
    yield Row("genetess --help", usage / nothing, 5.5, "P")
    yield Row("genetess resolve --help", resolve / nothing, 5.5, "P")


def _resolving(folder: Path, short: League, long: League, turns: int) -> Iterator[Row]:
    rng = Random(2)

    def turn(league: League) -> Callable[[], None]:
        return lambda: run(genetess("resolve", leagues.SLUG), league.root)

    def ready() -> None:
        for league in (short, long):
            leagues.write_order(league, rng)

    calls: list[Callable[[], object]] = [ready, turn(short), turn(long), ShellCommit(folder / "shell")]
    _, early, late, unit = interleaved(calls, 15)
    yield Row("genetess resolve, one Genetess turn", early / unit, 5, "U")
    yield Row(f"the same at turn {turns} against turn {SHORT}", late / early, 1.15, "×")


def _verifying(league: League, turns: int) -> Row:
    """The game from its start, every order played again; the gate is in seconds, for a year's game is to be no wait."""
    spent = min(seconds(lambda: run(genetess("verify", leagues.SLUG), league.root)) for _ in range(3))
    return Row(f"verify of {turns:,} turns", spent, 4, "s")


def _growth(league: League, turns: int) -> Row:
    return Row("repository growth a turn, after gc", growth(league, turns), 1.2, "kB")


if __name__ == "__main__":
    main()
