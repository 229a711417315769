"""A league with two games, one of them started and orders waiting in it. No test is here."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.crash import faults
from tests.kit.command import START, new_game, new_league, run, start_game
from tests.kit.mail import RAGNAR, SETTINGS, message, set_person
from tests.shared import once

_KEY = ("GENETESS_MASTER_KEY", "c4" * 32)
"""Several processes share one league, and each has a home of its own."""


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(*_KEY)


@pytest.fixture(scope="session")
def preload(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What makes calls fail."""
    return faults.library(tmp_path_factory)


@pytest.fixture(scope="session")
def waiting(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """In riot red's orders wait, never committed, and green's starred one behind them; cave has not started."""

    def make(folder: Path) -> None:
        folder.mkdir()
        league = new_league(folder, title="Friday league", settings=SETTINGS)
        for slug in ("riot", "cave"):
            new_game(league, slug, players=("--player", "red=Ragnar", "--player", "green=Gwen"))
        set_person(league, "Ragnar", "--mail", RAGNAR)
        start_game(league)
        orders = league / "games/riot/orders"
        orders.mkdir(exist_ok=True)
        (orders / "green.txt").write_text("* PASS\nPASS # later\n")
        assert run(league, "order", "riot", "green", "* PASS / PASS", "--commit", "--now", START).status == 0
        (orders / "red.txt").write_text("MOVE B2 S\nPASS # stays\n")
        (folder / "letter").write_bytes(message("PASS\nPASS\nPASS\n").as_bytes())

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(*_KEY)
        return once(tmp_path_factory, "waiting", make)
