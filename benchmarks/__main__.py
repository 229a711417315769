"""Print the table of docs/performance.md, each row measured in this run: `make bench`, or `python -m benchmarks`.

P is a Python that does nothing, U is P and a shell's `git add` and `git commit` of three files, R is a turn of
benchmarks/reference.py. The exit status is 1 if a gate does not hold.
"""

from __future__ import annotations

import argparse
import compileall
import platform
import sys
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from os import cpu_count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from benchmarks import (
    builds,
    clicks,
    core,
    inpage,
    leagues,
    starting,
    status,
    ticks,
    trees,
    turns,
    verifying,
    weights,
)
from benchmarks.leagues import Made
from benchmarks.measure import PROGRAM, ROOT, run
from benchmarks.row import Figure, Row


class Subject(Protocol):
    """A module of what is measured together: its rows, the leagues that they need, and their figures, in order."""

    @property
    def LEAGUES(self) -> tuple[str, ...]: ...  # noqa: N802  (a constant of the module)
    @property
    def ROWS(self) -> tuple[Row, ...]: ...  # noqa: N802
    def measure(self, made: Mapping[str, Made], /) -> Iterator[Figure]: ...


SUBJECTS: tuple[Subject, ...] = (
    starting,
    core,
    trees,
    turns,
    ticks,
    status,
    builds,
    weights,
    verifying,
    clicks,
    inpage,
)


def main() -> None:
    """Measure and print the rows that were asked for."""
    asked = _arguments()
    compileall.compile_dir(ROOT / "genetess_cli", quiet=1)
    subjects = [subject for subject in SUBJECTS if any(_is_asked(row, asked.only) for row in subject.ROWS)]
    if not subjects:
        sys.exit(f"no row has these words in its name: {asked.only}")
    with TemporaryDirectory() as folder:
        made = _leagues(asked.folder or Path(folder), subjects, asked.idle)
        print(machine(), "", "| | measured | gate | goal |", "|---|---|---|---|", sep="\n", flush=True)
        broken = [*_measure(subjects, made, asked.only)]
    for row in broken:
        print(f"The gate does not hold: {row.what}", file=sys.stderr)
    sys.exit(1 if broken else 0)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "--only", metavar="WORDS", default="", help="only rows that have all these words in their names"
    )
    parser.add_argument("--folder", type=Path, help="where leagues are made, and found by the next run")
    parser.add_argument("--idle", type=int, default=500, help="games of the large league; gates are for 500")
    return parser.parse_args()


def _is_asked(row: Row, words: str) -> bool:
    return all(word in row.what.casefold() for word in words.casefold().split())


def _leagues(folder: Path, subjects: list[Subject], idle: int) -> dict[str, Made]:
    wanted = {name for subject in subjects for name in subject.LEAGUES}
    return leagues.make(folder, [name for name in leagues.NAMES if name in wanted], idle)


def _measure(subjects: list[Subject], made: Mapping[str, Made], words: str) -> Iterator[Row]:
    """Print each row as soon as it is measured; yield those whose gate does not hold."""
    for subject in subjects:
        for row, figure in zip(subject.ROWS, subject.measure(made)):  # noqa: B905  (none where there is no browser)
            if not _is_asked(row, words):
                continue
            print(row.line(figure), flush=True)
            if not row.holds(figure):
                yield row


def machine() -> str:
    """What was measured where, and when: the first lines of the table's page."""
    cores, model = cpu_count(), _model()
    git = run(["git", "--version"]).split()[2]
    own = run(
        [PROGRAM.with_name("python"), "-c", "import platform; print(platform.python_version())"]
    ).strip()
    return f"{datetime.now(UTC):%d %B %Y}: {cores} cores of {model}, {platform.system()}, Python {own}, git {git}"


def _model() -> str:
    """The processor, as lscpu names it."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.machine())


if __name__ == "__main__":
    main()
