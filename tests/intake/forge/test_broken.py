"""A game that cannot be shown keeps no other off the site and nobody else untold; the run says so by ending red."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.intake.forge.pipelines import GitLab
from tests.intake.forge.runner import Runner
from tests.intake.forge.test_other_forges import League
from tests.intake.forge.test_other_forges import league as other
from tests.intake.forge.test_run import key, league, runner
from tests.kit.command import git, run
from tests.kit.forge import Forge

__all__ = ["key", "other"]


def _break(forge: Forge, slug: str) -> None:
    """Let the GM push a game.yaml that is not valid."""
    path = forge.league / f"games/{slug}/game.yaml"
    path.write_text(path.read_text() + "quiet: [soon]\n")
    git(forge.league, "commit", "--quiet", "--all", "--message", "quiet days")
    git(forge.league, "push", "--quiet")


@pytest.fixture
def both(tmp_path: Path) -> Forge:
    return league(tmp_path, ("riot", "vault"), begun=60)


@pytest.fixture
def machine(both: Forge, key: str) -> Runner:
    return runner(both, key)


@pytest.mark.exhaustive
def test_the_other_games_are_on_the_site_and_their_players_are_told(both: Forge, machine: Runner) -> None:
    _break(both, "vault")
    came = machine.tick("push", fails=["tick"])
    assert (came["deploy"], came["talk"]) == ("success", "success")
    assert (machine.pages / "riot/index.html").exists()
    assert "vault" in (machine.pages / "index.html").read_text()
    assert "to move" in machine.comments["100"][0]
    assert "A game is not on the site" in machine.log
    assert "A game's players are not told" in machine.log


@pytest.mark.exhaustive
def test_once_it_is_said_the_runs_that_build_nothing_are_well(both: Forge, machine: Runner) -> None:
    _break(both, "vault")
    machine.tick("push", fails=["tick"])
    assert machine.tick()["deploy"] == "skipped"


@pytest.mark.exhaustive
def test_where_nothing_is_built_nothing_is_deployed(both: Forge, machine: Runner) -> None:
    """A fault that is no game's leaves the site as it is."""
    machine.tick()
    settings = both.league / "genetess.yaml"
    settings.write_text("titel: Tests\n")
    git(both.league, "commit", "--quiet", "--all", "--message", "a title")
    git(both.league, "push", "--quiet")
    assert machine.tick("push", fails=["tick"])["deploy"] == "skipped"


@pytest.mark.by_day(1)
def test_the_same_on_other_forges(other: League) -> None:
    forge, workers = other.forge, other.workers
    players = ("--player", "white=Ragnar@ragnar42", "--player", "black=Gwen@gwen-g")
    assert run(forge.league, "new", "wish", "--ruleset", "genie", *players).status == 0
    assert run(forge.league, "start", "wish").status == 0
    git(forge.league, "push", "--quiet")
    _break(forge, "wish")
    ended = other.tick()
    if isinstance(workers, GitLab):
        assert [name for name, status in ended.items() if status] == ["tick"]
        assert (workers.pages / "riot/index.html").exists()
    else:
        assert [name for name, status in ended.items() if status] == ["Run what is due"]
        assert "riot/index.html" in git(forge.remote, "ls-tree", "-r", "--name-only", "pages")
    assert "is not on the site" in workers.log
