"""A league whose players have addresses. No test is here."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.command import copied, new_game, new_league, start_game
from tests.kit.mail import GWEN, RAGNAR, SETTINGS, set_person


@pytest.fixture(scope="session")
def _mailing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    league = new_league(tmp_path_factory.mktemp("mailing"), title="Friday league", settings=SETTINGS)
    new_game(league, "riot", "--number", "9999")
    set_person(league, "Ragnar", "--mail", RAGNAR, "--mail", "Ragnar@Work.example")
    set_person(league, "Gwen", "--mail", GWEN)
    start_game(league)
    return league


@pytest.fixture
def mailing(_mailing: Path, tmp_path: Path) -> Path:
    """A league with the game riot, number 9999, in turn 1a, red to move; Ragnar has two addresses, Gwen one."""
    return copied(_mailing, tmp_path)
