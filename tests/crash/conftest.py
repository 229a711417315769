"""A league with two games, one of them started and orders waiting in it. No test is here."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import BOARD, START, run
from tests.crash import faults
from tests.mail.conftest import GAMES, RAGNAR, message, with_players
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
        assert run(folder, "init", "league", "--title", "Friday league").status == 0
        league = folder / "league"
        (folder / "board.yaml").write_text(BOARD)
        settings = f"title: Friday league\nmail: {GAMES}\nsite: {{base_url: 'https://league.example'}}\n"
        (league / "genetess.yaml").write_text(settings)
        more = [
            "--ruleset",
            "genetess",
            "--board",
            "../board.yaml",
            "--player",
            "red=Ragnar",
            "--player",
            "green=Gwen",
        ]
        assert run(league, "new", "riot", *more).status == 0
        assert run(league, "new", "cave", *more).status == 0
        with_players(league, "riot", [("name: Ragnar,", f"name: Ragnar, mail: [{RAGNAR}],")])
        assert run(league, "start", "riot", "--now", START).status == 0
        orders = league / "games/riot/orders"
        orders.mkdir(exist_ok=True)
        (orders / "green.txt").write_text("* PASS\nPASS # later\n")
        assert run(league, "order", "riot", "green", "* PASS / PASS", "--commit", "--now", START).status == 0
        (orders / "red.txt").write_text("MOVE B2 S\nPASS # stays\n")
        (folder / "letter").write_bytes(message("PASS\nPASS\nPASS\n").as_bytes())

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(*_KEY)
        return once(tmp_path_factory, "waiting", make)
