"""Comments that answer: a new one for every new commit, as the forge tells nobody that a comment was edited."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.intake.forge.runner import Runner
from tests.intake.forge.test_run import key, league, runner
from tests.kit.forge import RED, Forge

__all__ = ["key"]


@pytest.fixture
def riot(tmp_path: Path) -> Forge:
    return league(tmp_path, ("riot",), begun=60)


@pytest.fixture
def machine(riot: Forge, key: str) -> Runner:
    return runner(riot, key)


def pushed(riot: Forge, machine: Runner, text: str, **more: Any) -> None:
    """The pull request 1 with another commit."""
    machine.hub.pulls = []
    machine.open([{**riot.pull("ragnar42", {RED: text}, **more), "number": 1}])


@pytest.mark.exhaustive
def test_who_mends_and_is_refused_again_hears_of_it(riot: Forge, machine: Runner) -> None:
    for order in ("JUMP", "HOP"):
        pushed(riot, machine, f"{order}\n")
        machine.tick()
    first, second = machine.comments["1"]
    assert "JUMP" in first
    assert "HOP" in second


@pytest.mark.exhaustive
def test_the_same_commit_is_answered_in_one_comment(riot: Forge, machine: Runner) -> None:
    pushed(riot, machine, "JUMP\n")
    machine.tick()
    machine.hub.said = {"1": [{**machine.hub.said["1"][0]}]}
    riot_refs = riot.remote / "refs/genetess/answered"
    riot_refs.unlink()  # what was answered is forgotten
    machine.tick()
    assert len(machine.comments["1"]) == 1


@pytest.mark.exhaustive
def test_whoever_pushes_for_ever_gets_no_comments_for_ever(riot: Forge, machine: Runner) -> None:
    bot = {"login": "github-actions[bot]", "id": 41898282, "type": "Bot"}
    machine.hub.said = {"1": [{"user": bot, "body": f"x\n<!-- {n} -->\n"} for n in range(20)]}
    pushed(riot, machine, "JUMP\n")
    machine.tick()
    assert len(machine.comments["1"]) == 20
    assert "JUMP" in machine.comments["1"][-1]


@pytest.mark.exhaustive
def test_what_others_write_counts_for_nothing(riot: Forge, machine: Runner) -> None:
    user = {"login": "mallory", "id": 666, "type": "User"}
    machine.hub.said = {"1": [{"user": user, "body": "x"} for _ in range(30)]}
    pushed(riot, machine, "JUMP\n")
    machine.tick()
    assert len(machine.comments["1"]) == 31


@pytest.mark.exhaustive
def test_where_comments_cannot_be_listed_the_next_run_answers(riot: Forge, machine: Runner) -> None:
    pushed(riot, machine, "JUMP\n")
    machine.hub.refuse("GET .*issues/1/comments")
    machine.tick()
    assert "1" not in machine.comments
    machine.hub.refusals.clear()
    machine.tick()
    machine.tick()
    assert len(machine.comments["1"]) == 1


@pytest.mark.exhaustive
def test_pushes_to_a_draft_make_one_comment(riot: Forge, machine: Runner) -> None:
    for order in ("JUMP", "HOP"):
        pushed(riot, machine, f"{order}\n", draft=True)
        machine.tick()
    assert len(machine.comments["1"]) == 1
