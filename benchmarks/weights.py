"""How much there is of what is made: kB that a turn adds to the site and to the repository, and what a page loads."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.leagues import GAME, PLANS, Clone, Made, branch
from benchmarks.measure import git
from benchmarks.row import Figure, Row

LEAGUES = tuple(PLANS)
ROWS = (
    Row("site a turn, four players", "kB", gate=110, goal=8),
    Row("site a turn, four players, sealed", "kB", gate=145, goal=8),
    Row("site a turn, eight players", "kB", gate=270, goal=13),
    Row("site a turn, eight players, sealed", "kB", gate=310, goal=13),
    Row("repository growth a turn, after gc, open", "kB", gate=1.2, goal=0.95),
    Row("repository growth a turn, after gc, sealed", "kB", gate=6, goal=2),
    Row("a turnsheet with its style, gzipped", "kB", gate=16, goal=14),
    Row("a turnsheet with its style and scripts, gzipped", "kB", gate=43, goal=40),
    Row("a replay of 1,000 turns as everybody sees it, gzipped", "kB", gate=65, goal=54),
)
FIRST, LAST = 200, 300
STYLE = r'<link rel="stylesheet" href="([^"]+)"'
SCRIPT = r'<script src="([^"]+)"'


def measure(made: Mapping[str, Made]) -> Iterator[Figure]:
    """Sizes in kB, each there once."""
    return (Figure.of([size / 1000]) for size in _sizes(made))


def _sizes(made: Mapping[str, Made]) -> Iterator[float]:
    for name in PLANS:
        yield _site_growth(made[name])
    for name in ("quartet", "sealed quartet"):
        yield _growth(made[name].repository)
    sheet = _site(made["quartet"].clone(LAST)) / "sheet" / "red" / "index.html"
    yield _packed([sheet, *_named(sheet, STYLE)])
    yield _packed([sheet, *_named(sheet, STYLE), *_named(sheet, SCRIPT)])
    replay = _site(made["quartet"].clone(1000)) / "replay.html"
    scenes = (replay.parent / "replay").glob("*.js")
    yield _packed([replay, *_named(replay, STYLE), *_named(replay, SCRIPT), *scenes])


def _site(clone: Clone) -> Path:
    """The game's pages."""
    clone.does("build")
    return clone.folder / "_site" / GAME


def _site_growth(made: Made) -> float:
    clone = made.clone(FIRST)
    before = _size(_site(clone))
    clone.go_on(LAST)
    return (_size(_site(clone)) - before) / (LAST - FIRST)


def _growth(repository: Path) -> float:
    return (_packed_to(repository, LAST) - _packed_to(repository, FIRST)) / (LAST - FIRST)


def _packed_to(repository: Path, turns: int) -> int:
    """How large the repository is after so many turns, as small as git makes it."""
    with TemporaryDirectory() as folder:
        options = ("--quiet", "--bare", "--no-local", "--single-branch", "--branch", branch(turns))
        git(repository, "clone", *options, repository, folder)
        git(Path(folder), "gc", "--quiet", "--prune=now")
        return _size(Path(folder, "objects", "pack"))


def _size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def _packed(files: Iterable[Path]) -> int:
    return sum(len(gzip.compress(file.read_bytes())) for file in files)


def _named(page: Path, tag: str) -> Iterator[Path]:
    """The files that a page names in a tag."""
    return (page.parent / name for name in re.findall(tag, page.read_text(encoding="utf-8")))
