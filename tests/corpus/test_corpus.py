"""Leagues of earlier programs are read, adopted, played on and verified by this one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from genetess_cli import __version__
from tests.kit.command import Done, git, run
from tests.kit.keys import KEY, machine

HERE = Path(__file__).parent
RECORDED = sorted(HERE.glob("*.bundle"))
LATER = "2026-11-29T00:00:00Z"
"""When all deadlines have passed."""


@pytest.fixture(params=RECORDED, ids=lambda bundle: bundle.stem)
def recorded(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path]:
    git(tmp_path, "clone", "--quiet", str(request.param), "league")
    with machine(tmp_path, KEY):
        yield tmp_path / "league"


def done(league: Path, *arguments: str) -> Done:
    ended = run(league, *arguments)
    assert ended.status == 0, ended.err
    return ended


def adopt(league: Path) -> None:
    for game in sorted((league / "games").iterdir()):
        ended = run(league, "adopt", game.name, "--now", LATER)
        assert ended.status == 0 or "is already played by version" in ended.err


def test_there_is_a_league_of_this_version() -> None:
    assert __version__ in {bundle.stem for bundle in RECORDED}


def test_a_league_of_an_earlier_program_is_verified_and_its_pages_are_built(recorded: Path) -> None:
    assert done(recorded, "verify").err == ""
    assert ". Problems: none." in done(recorded, "check").out
    done(recorded, "build")


def test_its_games_are_adopted_played_on_and_verified(recorded: Path) -> None:
    adopt(recorded)
    played = done(recorded, "tick", "--now", LATER).out
    for game in (recorded / "games").iterdir():
        assert f"{game.name} " in played
    verified = done(recorded, "verify")
    assert verified.err == ""
    assert verified.out.count("; all as committed") == len([*(recorded / "games").iterdir()])
    assert ". Problems: none." in done(recorded, "check").out


def test_an_undo_leads_back_to_the_rules_of_then(recorded: Path) -> None:
    adopt(recorded)
    done(recorded, "tick", "--now", LATER)
    game = next((recorded / "games").iterdir())
    before = git(recorded, "show", f"origin/main:games/{game.name}/game.yaml")
    label = git(recorded, "show", f"origin/main:games/{game.name}/clock.yaml").split('"')[1]
    done(recorded, "undo", game.name, "--to", label, "--now", LATER)
    assert (game / "game.yaml").read_text().strip() == before
    assert done(recorded, "verify").err == ""
