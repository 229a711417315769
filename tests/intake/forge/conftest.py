"""A league on a forge, in turn 1a or looking for players. No test is here."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from shutil import copytree, rmtree

import pytest

from tests.cli.test_signup import OFFER, offer
from tests.intake.forge.hub import close_all
from tests.intake.forge.ready import ready
from tests.kit.command import git, new_game, new_league, start_game, with_remote
from tests.kit.forge import Forge


@pytest.fixture(scope="session", autouse=True)
def _closed() -> Iterator[None]:
    yield
    if ready.cache_info().currsize:
        ready().close()


@pytest.fixture(autouse=True)
def _no_faults() -> Iterator[None]:
    """Nothing is asked of GitHub that it does not know, or that the job has no right to."""
    yield
    assert close_all() == []


@pytest.fixture(scope="session")
def _forge(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("forge")
    league = new_league(folder, "--repository", "gm/league")
    new_game(league, "riot")
    start_game(league)
    with_remote(league)
    return folder


@pytest.fixture
def forge(_forge: Path, tmp_path: Path) -> Forge:
    """A league with the game riot in turn 1a, red to move, and its remote."""
    copytree(_forge, tmp_path / "forge", symlinks=True)
    return Forge(tmp_path / "forge")


@pytest.fixture
def looking(forge: Forge) -> Forge:
    """The game riot looks for players; Ragnar has red, and three more seats are free."""
    for name in ("clock.yaml", "state.yaml", "turns"):
        path = forge.league / "games/riot" / name
        rmtree(path) if path.is_dir() else path.unlink()
    game = forge.league / "games/riot/game.yaml"
    lines = game.read_text().splitlines(keepends=True)
    of_the_start = ("rules_version:", "id:", "commitment:")  # a game is not started twice under one key
    game.write_text("".join(line for line in lines if not line.startswith(of_the_start)))
    offer(forge.league, OFFER)
    git(forge.league, "push", "--quiet")
    return forge
