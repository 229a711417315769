"""A league on disk and the command line on top of it: what every test of the commands starts from.

Leagues are made once by the commands themselves and copied for each test. No test is here.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from shutil import copytree
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from genetess_cli.cli import main
from genetess_cli.store.game import load
from genetess_cli.store.league import find

START = "2026-11-21T00:00:00Z"
LATER = "2026-11-22T00:00:00Z"
DEADLINE = "2026-11-24T00:00:00Z"

BOARD = """\
map: |
  #########
  #...+...#
  #.......#
  #########
starts:
  K1: {B2: K, C2: AB}
  K2: {H3: K, G3: A}
specials:
  - {at: E3, type: S1, amount: 5}
"""


class Done(msgspec.Struct, frozen=True):
    """How a command ended."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def run(folder: Path, *arguments: str) -> Done:
    """A command in a folder, in this process; an exception that gets out of it is a traceback, and fails the test."""
    written = io.BytesIO(), io.BytesIO()
    out, err = (io.TextIOWrapper(stream, encoding="utf-8", write_through=True) for stream in written)
    status: Any = 0
    with (
        chdir(folder),
        patch.object(sys, "argv", ["genetess", *arguments]),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as end:
            status = end.code
    return Done(status, *(stream.getvalue().decode("utf-8") for stream in written))


def bring(folder: Path, slug: str, *orders: str, now: str = LATER) -> Done:
    """How it ended that the GM brought orders, one after the other, each of whoever was to move."""
    for order in orders:
        seat = load(find(folder), slug).clock.to_move[0]  # type: ignore[union-attr]
        done = run(folder, "resolve", slug, "--order", order, "--seat", seat, "--now", now)
        assert done.status == 0, done.err
    return done


def git(folder: Path, *arguments: str) -> str:
    """What git prints."""
    done = subprocess.run(["git", *arguments], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below a folder but git's own, and where the branch is: what a refused command must not change."""
    files = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".git" not in path.relative_to(folder).parts
    }
    return files | {"HEAD": git(folder, "rev-parse", "HEAD").encode()}


@pytest.fixture(scope="session")
def _founded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("founded")
    assert run(folder, "init", "league", "--title", "Tests", "--forge", "none").status == 0
    (folder / "board.yaml").write_text(BOARD)
    players = ["--player", "red=Ragnar@ragnar42", "--player", "green=Gwen@gwen-g"]
    with _everybodys():
        made = run(
            folder, "-C", "league", "new", "riot", "--ruleset", "genetess", "--board", "board.yaml", *players
        )
    assert made.status == 0, made.err
    return folder / "league"


@pytest.fixture(scope="session")
def _started(_founded: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("started") / "league"
    copytree(_founded, folder, symlinks=True)
    with _everybodys():
        assert run(folder, "start", "riot", "--now", START).status == 0
    return folder


def _everybodys() -> AbstractContextManager[None]:
    """The machine of a test that says nothing of keys, whatever the first test says that asks for a league."""
    from tests.cli import sealing

    return sealing.machine(Path(os.environ["HOME"]))


@pytest.fixture(scope="session")
def _empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("empty")
    assert run(folder, "init", "league").status == 0
    return folder / "league"


@pytest.fixture
def empty(_empty: Path, tmp_path: Path) -> Path:
    """A league without a game."""
    return Path(copytree(_empty, tmp_path / "league", symlinks=True))


@pytest.fixture
def founded(_founded: Path, tmp_path: Path) -> Path:
    """A league with the game riot, which has not started."""
    return Path(copytree(_founded, tmp_path / "league", symlinks=True))


@pytest.fixture
def started(_started: Path, tmp_path: Path) -> Path:
    """A league with the game riot in turn 1a, red to move; begun at START, the deadline at DEADLINE."""
    return Path(copytree(_started, tmp_path / "league", symlinks=True))


@pytest.fixture(scope="session")
def _played(_founded: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    from tests.cli.verifying import KEY, begin, bind

    folder = tmp_path_factory.mktemp("verified") / "league"
    copytree(_founded, folder, symlinks=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GENETESS_MASTER_KEY", KEY)
        bind(folder)
        begin(folder)
    return folder


@pytest.fixture
def played(_played: Path, tmp_path: Path) -> Path:
    """A league with a game of every kind of record, played with KEY."""
    return Path(copytree(_played, tmp_path / "league", symlinks=True))


Unchanged = Callable[..., Done]


@pytest.fixture
def refused() -> Unchanged:
    """Runs a command that must be refused with a status (1) and a reason, and must change nothing."""

    def check(folder: Path, *arguments: str, status: int = 1) -> Done:
        before = tree(folder)
        done = run(folder, *arguments)
        assert done.status == status, done
        assert done.err.strip()
        assert tree(folder) == before
        return done

    return check


@pytest.fixture(scope="session")
def _sealed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from tests.cli import sealing

    folder = tmp_path_factory.mktemp("sealed")
    with sealing.machine(folder, sealing.KEY):
        root = sealing.league(folder)
        sealing.found(root, "riot", "--sealed", "--deadline", "3d")
        sealing.begin(root)
    return root


@pytest.fixture
def gm(tmp_path: Path) -> Iterator[None]:
    """The machine of a GM, with the master key in its environment."""
    from tests.cli import sealing

    with sealing.machine(tmp_path, sealing.KEY):
        yield


@pytest.fixture
def stranger(tmp_path: Path) -> Iterator[None]:
    """A machine without any key."""
    from tests.cli import sealing

    with sealing.machine(tmp_path):
        yield


@pytest.fixture
def sealed(_sealed: Path, tmp_path: Path) -> Path:
    """A league with the sealed game riot in turn 1a, red to move; begun at START, the deadline at DEADLINE."""
    return Path(copytree(_sealed, tmp_path / "league", symlinks=True))
