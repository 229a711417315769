"""What sealing costs: the same game open and sealed, its turns carried out one beside the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from benchmarks import league as leagues
from benchmarks.measure import genetess, interleaved, one_core, run
from benchmarks.row import Row
from tests.kit.league import League

TURNS = 300


def sealed_rows(folder: Path) -> Iterator[Row]:
    """The rows of sealed games."""
    plain, sealed = leagues.make(folder / "open"), leagues.make(folder / "sealed", sealed=True)
    for league in (plain, sealed):
        leagues.play(league, TURNS, Random(1))
    rng = Random(2)

    def ordered() -> None:
        for league in (plain, sealed):
            leagues.write_order(league, rng)

    def turn(league: League) -> Callable[[], None]:
        return lambda: run(genetess("resolve", leagues.SLUG), league.root)

    def build(league: League, *options: str) -> Callable[[], None]:
        return lambda: run(genetess("build", *options), league.root)

    _, one, other = interleaved([ordered, turn(plain), turn(sealed)], 41, min)
    yield Row("resolve of a sealed game against an open one", other / one, 1.15, "×")
    turns = len(sealed.game_folder.record_paths())
    yield Row("repository growth a sealed turn, after gc", growth(sealed, turns), 6, "kB")
    with one_core():  # open games are told by several processes
        one, other = interleaved([build(plain, "--full"), build(sealed, "--full")], 5)
    yield Row("full build of a sealed game against an open one, on one core", other / one, 1.25, "×")
    calls = [ordered, turn(plain), turn(sealed), build(plain), build(sealed)]
    *_, one, other = interleaved(calls, 9)
    yield Row("build after a sealed turn against an open one", other / one, 1.25, "×")


def growth(league: League, turns: int) -> float:
    """The size of a repository in kB a turn, as small as git makes it."""
    run(["git", "gc", "--quiet", "--prune=now"], league.root)
    packs = league.root / ".git" / "objects" / "pack"
    return sum(file.stat().st_size for file in packs.iterdir()) / turns / 1000
