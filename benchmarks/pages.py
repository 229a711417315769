"""How fast the site is built: all of it, after one more turn, with nothing changed; beside pelican if installed.

All of it is built by as many processes as the program takes here, as its users have it; pelican takes one.
"""

from __future__ import annotations

import gzip
import os
import re
import shutil
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from random import Random

from benchmarks import league as leagues
from benchmarks.measure import ENVIRONMENT, genetess, interleaved, python, run, seconds
from benchmarks.row import Row
from genetess_cli.site.output.processes import available
from tests.kit.league import League

PAGES = 1000


def build_rows(folder: Path, league: League) -> Iterator[Row]:
    """The rows of the site, built from a long game."""
    out = league.root / "_site"
    full = min(seconds(lambda: run(genetess("build", "--full"), league.root)) for _ in range(2))
    pages = sum(1 for _ in out.rglob("*.html"))
    theirs, many = _pelican(folder), available()
    what = f"full build by {many} {'process' if many == 1 else 'processes'}, pages a second"
    if theirs is None:
        yield Row(f"{what} (no pelican here)", pages / full, 560, "/s", least=True)
    else:
        yield Row(f"{what} against pelican", pages / full / theirs, 10, "×", least=True)
    yield Row("build with nothing changed", _ratio(league), 8, "P")
    yield Row("build after one more turn", _one_more(league) * 1000, 300, "ms")
    yield Row("peak memory of a full build, its largest process", _peak(league), 77, "MB")
    yield Row("a turnsheet with its style, gzipped", _weight(out), 14, "kB")


def _ratio(league: League) -> float:
    build, nothing = interleaved([lambda: run(genetess("build"), league.root), python], 9)
    return build / nothing


def _one_more(league: League) -> float:
    rng = Random(3)

    def turn() -> None:
        leagues.write_order(league, rng)
        run(genetess("resolve", leagues.SLUG), league.root)

    return interleaved([turn, lambda: run(genetess("build"), league.root)], 5)[1]


def _peak(league: League) -> float:
    """The most memory that one process of a full build holds, in MB; what they share is in that of each."""
    shutil.rmtree(league.root / "_site")
    command = [str(part) for part in genetess("-C", league.root, "build")]
    process = os.spawnve(os.P_NOWAIT, command[0], command, ENVIRONMENT)
    _, status, usage = os.wait4(process, 0)
    if status:
        raise SystemExit("the build failed")
    return usage.ru_maxrss / 1024


def _weight(out: Path) -> float:
    """A turnsheet and the styles it names, each gzipped, in kB."""
    sheet = max((out / leagues.SLUG / "sheet" / "red").glob("[0-9]*.html"))
    styles = [
        sheet.parent / name
        for name in re.findall(r'<link rel="stylesheet" href="([^"]+)"', sheet.read_text())
    ]
    return sum(len(gzip.compress(file.read_bytes())) for file in [sheet, *styles]) / 1000


def _pelican(folder: Path) -> float | None:
    """Pages a second of pelican on as many pages of 20 kB."""
    if find_spec("pelican") is None:
        return None
    content = folder / "pelican" / "content"
    content.mkdir(parents=True)
    text = "Lorem ipsum dolor sit amet, consectetur adipiscing elit.\n" * 350
    for number in range(PAGES):
        (content / f"{number}.md").write_text(f"Title: Turn {number}\nDate: 2026-01-01\n\n{text}")
    command = [
        sys.executable,
        "-m",
        "pelican",
        str(content),
        "-o",
        str(folder / "pelican" / "out"),
        "--quiet",
    ]
    return PAGES / seconds(lambda: run(command))
