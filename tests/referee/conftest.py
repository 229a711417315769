"""The games that the tests of the GM's desk begin with; a module that needs another one has a fixture of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.referee.desks import Desk
from tests.referee.sealing import SealedDesk
from tests.referee.timelines import MASTER

GAMBLE = "gamble: [order]"


@pytest.fixture(autouse=True)
def _no_key_of_other_tests(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A key that does not fit a game is an error of `verify`, and others' tests leave one in the home of all."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


@pytest.fixture
def story(tmp_path: Path) -> Desk:
    return Desk(tmp_path / "league", "holiday: 10d\n").start()


@pytest.fixture
def three(tmp_path: Path) -> Desk:
    return Desk(tmp_path / "league", blue=True).start()


@pytest.fixture
def gambling(tmp_path: Path) -> Desk:
    story = Desk(tmp_path / "league")
    game = story.folder / "game.yaml"
    game.write_text(game.read_text().replace("starting_e: 20", f"starting_e: 20, {GAMBLE}"))
    story.start()
    return story


@pytest.fixture
def key(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The GM's key is here."""
    monkeypatch.setenv("GENETESS_MASTER_KEY", MASTER.hex())
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


@pytest.fixture
def sealed(key: None, tmp_path: Path) -> SealedDesk:
    """A sealed game with holidays, red to move."""
    story = SealedDesk(tmp_path / "league", "holiday: 10d\n")
    story.start()
    return story
