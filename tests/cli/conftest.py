"""A league on disk and the command line on top of it: what every test of the commands starts from.

Leagues are made once by the commands themselves and copied for each test. No test is here.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.kit import history
from tests.kit.command import (
    DEADLINE,
    START,
    Done,
    Unchanged,
    copied,
    league_with_site,
    new_game,
    new_league,
    run,
    start_game,
    tree,
)
from tests.kit.keys import KEY, machine
from tests.kit.packages import HOME, RELEASE, install


@pytest.fixture(scope="session")
def _founded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with machine(Path(os.environ["HOME"])):  # that of a test which says nothing of keys
        league = new_league(tmp_path_factory.mktemp("founded"), "--forge", "none")
        new_game(league, "riot")
    return league


@pytest.fixture(scope="session")
def _started(_founded: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    league = copied(_founded, tmp_path_factory.mktemp("started"))
    with machine(Path(os.environ["HOME"])):
        start_game(league)
    return league


@pytest.fixture(scope="session")
def _played(_founded: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("verified")
    league = copied(_founded, folder)
    with machine(folder, KEY):
        history.bind(league)
        history.begin(league)
    return league


@pytest.fixture(scope="session")
def _sealed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sealed")
    with machine(folder, KEY):
        league = league_with_site(folder)
        new_game(league, "riot", "--sealed", "--deadline", "3d")
        start_game(league)
    return league


@pytest.fixture(scope="session")
def _empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("empty")
    assert run(folder, "init", "league").status == 0
    return folder / "league"


@pytest.fixture
def empty(_empty: Path, tmp_path: Path) -> Path:
    """A league without a game."""
    return copied(_empty, tmp_path)


@pytest.fixture
def founded(_founded: Path, tmp_path: Path) -> Path:
    """A league with the game riot, which has not started."""
    return copied(_founded, tmp_path)


@pytest.fixture
def started(_started: Path, tmp_path: Path) -> Path:
    """A league with the game riot in turn 1a, red to move; begun at START, the deadline at DEADLINE."""
    return copied(_started, tmp_path)


@pytest.fixture
def waiting(founded: Path) -> Path:
    """A league with the game riot, in which starts and places will be gambled for; it has not started."""
    game = founded / "games/riot/game.yaml"
    text = game.read_text().replace("gamble: []", "gamble: [start, order]")
    game.write_text(text.replace(", start: K1", "").replace(", start: K2", ""))
    return founded


@pytest.fixture
def gambling(waiting: Path) -> Path:
    """The same league, its game in round 0."""
    started = run(waiting, "start", "riot", "--now", START)
    waits = f"riot 0: waiting for the gambles of red, green until {DEADLINE}\n"
    assert started.out.startswith(waits), started.err
    return waiting


@pytest.fixture
def played(_played: Path, tmp_path: Path) -> Path:
    """A league with a game of every kind of record, played with KEY."""
    return copied(_played, tmp_path)


@pytest.fixture
def sealed(_sealed: Path, tmp_path: Path) -> Path:
    """A league with the sealed game riot in turn 1a, red to move; begun at START, the deadline at DEADLINE."""
    return copied(_sealed, tmp_path)


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


@pytest.fixture
def gm(tmp_path: Path) -> Iterator[None]:
    """The machine of a GM, with the master key in its environment."""
    with machine(tmp_path, KEY):
        yield


@pytest.fixture
def stranger(tmp_path: Path) -> Iterator[None]:
    """A machine without any key."""
    with machine(tmp_path):
        yield


@pytest.fixture
def installed(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., None]:
    """Lets genetess be installed as pip notes it: a commit of a repository, or something else."""

    def note(url: str = HOME, revision: str = RELEASE, **other: object) -> None:
        install(monkeypatch, tmp_path_factory.mktemp("site"), url, revision, **other)

    return note
