"""What `make scale` reckons, measures and prints, and that a game at rest costs nothing of what is read or told anew.

The latter is counted, by calls of functions, in leagues of 8 and of 24 games in which one game goes on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from cProfile import Profile
from pathlib import Path
from pstats import Stats
from typing import Any, NamedTuple

import pytest

from benchmarks import many, scale
from benchmarks.growth import At, exponent, full_at
from benchmarks.many import Many
from benchmarks.measure import genetess, git, one_core, run
from benchmarks.scale import LIMITS, ROWS, Point
from tests.kit import command
from tests.kit.keys import KEY, machine

FEW, MORE = 8, 24
ROUNDS = 3
RULES = ("rules/genetess/", "rules/dna/", "rules/genie/")
PAGES = ("site/games/",)
PARSES = ("store/yaml/read.py",)

# Reckoned


def test_what_doubles_with_the_size_grows_by_one_and_what_stays_by_none() -> None:
    sizes = (10, 20, 40, 80)
    assert [*exponent([At(size, 3 * size) for size in sizes])] == pytest.approx([1, 0])
    assert [*exponent([At(size, 7) for size in sizes])] == pytest.approx([0, 0])
    assert exponent([At(size, size**2) for size in sizes]).slope == pytest.approx(2)


def test_two_sizes_speak_for_no_interval_and_one_for_no_exponent() -> None:
    assert exponent([At(1, 1), At(4, 2)]).spread is None
    with pytest.raises(ValueError, match="two sizes"):
        exponent([At(1, 1)])


def test_the_interval_is_as_wide_as_the_points_are_off_the_line() -> None:
    near = exponent([At(1, 1), At(2, 2.1), At(4, 3.9), At(8, 8)])
    far = exponent([At(1, 1), At(2, 4), At(4, 2), At(8, 8)])
    assert near.spread is not None
    assert far.spread is not None
    assert near.spread < far.spread / 5


def test_a_limit_is_met_where_the_last_two_sizes_lead_to() -> None:
    assert full_at([At(10, 1), At(100, 50), At(200, 100)], 1000) == pytest.approx(2000)
    assert full_at([At(100, 50), At(200, 50)], 1000) == float("inf")


# Printed


def test_a_report_has_all_rows_of_both_tables_and_all_limits_the_first_that_is_met_first() -> None:
    points = [Point(4, 4), Point(10, 4), Point(10, 2)]
    costs = {point: {row: float(point.games * point.turns) for row in ROWS} for point in points}
    found = Many(10, 4, {4: [0, 4, 8, 12, 16], 10: [0, 10, 20, 30, 40]}, [])
    lines = [*scale.report(found, costs, unit=0.01)]
    rows = [_cells(line) for line in lines if line.startswith("| ")]
    names = [name for name, *_ in rows]
    assert names[1 : len(ROWS) + 1] == [*ROWS] == names[len(ROWS) + 2 : 2 * len(ROWS) + 2]
    assert rows[0] == ["4 turns a game", "4 games", "10 games", "exponent"]
    assert rows[1] == [ROWS[0], "16.0", "40.0", "1.00"]
    limits = rows[2 * len(ROWS) + 3 :]
    assert {name for name, *_ in limits} == {limit.what for limit in LIMITS}
    counts = ["250", "250", "2,500", "5,600", "7,500", "11,000", "50,000"]
    assert [games for _, games, _ in limits] == counts


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


# Made and measured


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Many]:
    folder = tmp_path_factory.mktemp("scale") / "made"
    return folder, many.make(folder, [FEW, MORE], [1, ROUNDS], lambda turns: None)


class First(NamedTuple):
    """A clone, and what its first build called."""

    home: Path
    calls: Counter[str]


@pytest.fixture(scope="module")
def first(made: tuple[Path, Many]) -> Mapping[int, First]:
    folder, _ = made
    built = {}
    for size in (FEW, MORE):
        home = folder / f"clone {size}"
        git(folder, "clone", "--quiet", many.repository(folder, size), home)
        built[size] = First(home, _calls(home, "build"))
    return built


@pytest.fixture(scope="module")
def homes(first: Mapping[int, First], made: tuple[Path, Many]) -> Mapping[int, Path]:
    """Clones of both leagues, whose sites are built, by this process: what it does once is done."""
    for home, _ in first.values():
        _one_more(home, made[1], ROUNDS)
    return {size: home for size, (home, _) in first.items()}


def test_leagues_are_found_again(made: tuple[Path, Many]) -> None:
    folder, found = made
    assert many.make(folder, [FEW, MORE], [1, ROUNDS], lambda turns: pytest.fail("made anew")) == found


def test_games_are_as_the_referee_plays_them(homes: Mapping[int, Path]) -> None:
    with machine(homes[FEW], KEY):
        verified = command.run(homes[FEW], "verify")
        assert verified.out.count("all as committed") == FEW
        assert (verified.status, verified.err) == (0, "")
        assert command.run(homes[FEW], "check").status == 0
    turns = git(homes[FEW], "log", "--format=%(trailers:key=Genetess-Game,valueonly)").split()
    assert Counter(turns)["sealed5"] == ROUNDS + 1


def test_every_row_is_measured(made: tuple[Path, Many]) -> None:
    folder, found = made
    progress = scale.Progress(1)
    costs = scale.measure(folder, found, Point(FEW, ROUNDS), 1, progress)
    assert [*costs] == [*ROWS]
    assert min(costs.values()) > 0
    assert not [*folder.glob("tmp*")]


@pytest.mark.exhaustive
def test_a_run_prints_its_table(tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: Any) -> None:
    small = ("--games", "5", "--turns", "5", "--points", "2", "--times", "1", "--folder", str(tmp_path))
    monkeypatch.setattr("sys.argv", ["scale", *small])
    scale.main()
    told = capfd.readouterr()
    assert "| 5 turns a game | 2 games | 5 games | exponent |" in told.out
    assert "2 games, 5 turns. repository after gc, MB: " in told.err
    assert (tmp_path / "5x5" / "made.json").exists()


# Counted


def _calls(home: Path, *arguments: str) -> Counter[str]:
    """How often functions of the package were called, by module and by module and name, in a command of one process."""
    profile = Profile()
    with machine(home, KEY), one_core():
        profile.enable()
        command.run(home, *arguments)
        profile.disable()
    counts: Counter[str] = Counter()
    stats: Any = Stats(profile)
    for (file, _, name), (_, calls, *_) in stats.stats.items():
        _, inside, module = file.rpartition("genetess_cli/")
        if inside:
            counts[module] += calls
            counts[f"{module} {name}"] = calls
    return counts


def _in(counts: Counter[str], rooms: tuple[str, ...]) -> int:
    return sum(calls for module, calls in counts.items() if module.startswith(rooms) and " " not in module)


def test_no_game_at_rest_is_read_again_where_nothing_is_due(homes: Mapping[int, Path]) -> None:
    for home in homes.values():
        counts = _calls(home, "tick", "--now", many.now(ROUNDS))
        assert counts["store/reader/clocks.py"]
        assert _in(counts, (*PARSES, *RULES)) == 0


def test_a_look_at_all_games_parses_none_of_them_again(homes: Mapping[int, Path]) -> None:
    for size, home in homes.items():
        _calls(home, "status")
        counts = _calls(home, "status")
        assert counts["store/reader/games.py read"] == size
        assert not counts["store/yaml/read.py parse"]


def test_no_game_at_rest_is_told_again_where_nothing_has_changed(homes: Mapping[int, Path]) -> None:
    for home in homes.values():
        counts = _calls(home, "build")
        assert counts["site/write/folder.py"]
        assert _in(counts, (*PARSES, *RULES, *PAGES)) == 0


def test_a_turn_reads_and_tells_anew_its_own_game_however_many_are_at_rest(
    homes: Mapping[int, Path], made: tuple[Path, Many]
) -> None:
    _, found = made
    ticks, builds = zip(*(_one_more(homes[size], found, ROUNDS + 1) for size in (FEW, MORE)), strict=True)
    for rooms in (PARSES, RULES, PAGES):
        for few, more in (ticks, builds):
            assert _in(more, rooms) - _in(few, rooms) < MORE - FEW
    assert _in(ticks[0], RULES)
    assert _in(builds[0], PAGES)


def test_a_first_build_starts_git_no_oftener_for_more_games(first: Mapping[int, First]) -> None:
    """Each process would go over the history of all games."""
    few, more = (first[size].calls["store/git/run.py start"] for size in (FEW, MORE))
    assert 0 < few == more


def _one_more(home: Path, found: Many, played: int) -> tuple[Counter[str], Counter[str]]:
    """Count the tick that carries out the first game's next turn, and the build after it."""
    run(genetess("order", found.first, *found.orders[played]), home)
    return _calls(home, "tick", "--now", many.now(played)), _calls(home, "build")
