"""The games that the tests of the GM's desk begin with; a module that needs another one has a fixture of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.keys import MASTER
from tests.kit.league import League, small

GAMBLE = "gamble: [order]"


@pytest.fixture(autouse=True)
def _no_key_of_other_tests(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A key that does not fit a game is an error of `verify`, and others' tests leave one in the home of all."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


@pytest.fixture
def story(tmp_path: Path) -> League:
    return small(tmp_path, "holiday: 10d\n").start()


@pytest.fixture
def three(tmp_path: Path) -> League:
    return small(tmp_path, blue=True).start()


@pytest.fixture
def gambling(tmp_path: Path) -> League:
    return small(tmp_path).edit("starting_e: 20", f"starting_e: 20, {GAMBLE}").start()


@pytest.fixture
def key(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The GM's key is here."""
    monkeypatch.setenv("GENETESS_MASTER_KEY", MASTER.hex())
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


@pytest.fixture
def sealed(key: None, tmp_path: Path) -> League:
    """A sealed game with holidays, red to move."""
    return small(tmp_path, "holiday: 10d\n", sealed=True).start()
