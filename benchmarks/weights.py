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
    Row("site a turn, four players", "kB", gate=8),
    Row("site a turn, four players, sealed", "kB", gate=8),
    Row("site a turn, eight players", "kB", gate=13),
    Row("site a turn, eight players, sealed", "kB", gate=13),
    Row("repository growth a turn, after gc, open", "kB", gate=1.2, goal=0.95),
    Row("repository growth a turn, after gc, sealed", "kB", gate=6, goal=2),
    Row("a turnsheet with its style, gzipped", "kB", gate=16, goal=14),
    Row("a turnsheet with its style and scripts, gzipped", "kB", gate=43, goal=40),
    Row("an old sheet with its style, scripts and file, gzipped, open", "kB", gate=35),
    Row("an old sheet with its style, scripts and file, gzipped, sealed", "kB", gate=35),
    Row("a replay of 1,000 turns opens, as everybody, gzipped", "kB", gate=120),
    Row("a replay of 1,000 turns opens, as a seat, gzipped", "kB", gate=120),
)
FIRST, LAST = 200, 300
FULL = "06.js"
"""The last file of past sheets that has all of its rows by then; whoever opens one of them loads them all."""
STYLE = r'<link rel="stylesheet" href="([^"]+)"'
SCRIPT = r'<script(?: blocking="render")? src="([^"]+)"'


def measure(made: Mapping[str, Made]) -> Iterator[Figure]:
    """Sizes in kB, each there once."""
    return (Figure.of([size / 1000]) for size in _sizes(made))


def _sizes(made: Mapping[str, Made]) -> Iterator[float]:
    clones = {name: made[name].clone(FIRST) for name, plan in PLANS.items() if FIRST in plan.stages}
    for clone in clones.values():
        yield _site_growth(clone)
    for name in ("quartet", "sealed quartet"):
        yield _growth(made[name].repository)
    sheet = _home(clones["quartet"]) / "sheet" / "red" / "index.html"
    yield _packed([sheet, *_named(sheet, STYLE)])
    yield _packed(_opened(sheet))
    for name in ("octet", "sealed octet"):
        page = _home(clones[name]) / "sheet" / "red" / "past.html"
        yield _packed([*_opened(page), page.parent / "past" / FULL])
    replay = _site(made["quartet"].clone(1000)) / "replay.html"
    for viewer in ("", "red"):
        yield _packed([*_opened(replay), *(replay.parent / "replay" / viewer).glob("*.js")])


def _home(clone: Clone) -> Path:
    """Where the game's pages lie."""
    return clone.folder / "_site" / GAME


def _site(clone: Clone) -> Path:
    """The game's pages, as they are now."""
    clone.does("build")
    return _home(clone)


def _site_growth(clone: Clone) -> float:
    before = folder_size(_site(clone))
    clone.go_on(LAST)
    return (folder_size(_site(clone)) - before) / (LAST - FIRST)


def _growth(repository: Path) -> float:
    return (_packed_to(repository, LAST) - _packed_to(repository, FIRST)) / (LAST - FIRST)


def _packed_to(repository: Path, turns: int) -> int:
    """How large the repository is after so many turns, as small as git makes it."""
    with TemporaryDirectory() as folder:
        options = ("--quiet", "--bare", "--no-local", "--single-branch", "--branch", branch(turns))
        git(repository, "clone", *options, repository, folder)
        git(Path(folder), "gc", "--quiet", "--prune=now")
        return folder_size(Path(folder, "objects", "pack"))


def folder_size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def _packed(files: Iterable[Path]) -> int:
    return sum(len(gzip.compress(file.read_bytes())) for file in files)


def _opened(page: Path) -> Iterator[Path]:
    """A page with the files that it names in its head."""
    yield page
    yield from _named(page, STYLE)
    yield from _named(page, SCRIPT)


def _named(page: Path, tag: str) -> Iterator[Path]:
    """The files that a page names in a tag."""
    return (page.parent / name for name in re.findall(tag, page.read_text(encoding="utf-8")))
