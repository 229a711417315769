"""Who may push to the league: what is not a player's to change is left alone, and a mistake in own orders is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.intake.forge.runner import Runner
from tests.intake.forge.test_run import key, league, runner
from tests.kit.forge import GREEN, RED, Forge, reasons

__all__ = ["key"]
GAME = "games/riot/game.yaml"
WISH = "games/riot/signups/gail.yaml"


def lying(pull: dict[str, Any], where: dict[str, Any] | None) -> dict[str, Any]:
    """A pull request from a branch of some repository; None: of one that is gone."""
    pull["head"] |= {"repo": where}
    pull["base"] |= {"repo": {"id": 7}}
    return pull


@pytest.mark.by_day(2, ci=6)
@pytest.mark.parametrize("standing", ["OWNER", "MEMBER", "COLLABORATOR", "NONE"])
@pytest.mark.parametrize(
    "path",
    [
        RED,
        "games/riot/orders/red.sealed",
        "games/riot/orders/rde.txt",
    ],
)
def test_a_mistake_in_own_orders_is_told_to_everybody(forge: Forge, standing: str, path: str) -> None:
    forge.pull("ragnar42", {path: "JUMP\n"}, author_association=standing)
    [answer] = forge.collect().json["answers"]
    assert answer["close"] is False


def test_so_is_one_in_the_own_sign_up(looking: Forge) -> None:
    looking.pull("gail", {WISH: "name: [x]\n"}, author_association="OWNER")
    assert WISH in reasons(looking.collect())


@pytest.mark.exhaustive
@pytest.mark.parametrize("path", [GAME, GREEN, "games/riot/signups/zoe.yaml", "games/new/game.yaml"])
def test_what_is_no_players_of_theirs_is_left_alone(forge: Forge, path: str) -> None:
    forge.pull("ragnar42", {path: "x\n"}, author_association="COLLABORATOR")
    done = forge.collect()
    assert (done.status, done.json["answers"]) == (3, [])


@pytest.mark.parametrize("other", [".DS_Store", GREEN, GAME])
@pytest.mark.parametrize("order", ["MOVE B2 S", "JUMP"])
def test_so_is_everything_beside_it(forge: Forge, order: str, other: str) -> None:
    """It counts once it is merged."""
    forge.pull("ragnar42", {RED: f"{order}\n", other: "x\n"}, author_association="OWNER")
    done = forge.collect()
    assert (done.status, done.json["answers"]) == (3, [])


def test_who_is_a_member_of_the_organisation_may_not_push_for_that(forge: Forge) -> None:
    forge.pull("gail", {GAME: "name: x\n"}, author_association="MEMBER")
    assert GAME in reasons(forge.collect())


def test_whose_branch_lies_in_the_league_may_push(forge: Forge) -> None:
    lying(forge.pull("gail", {GAME: "name: x\n"}, author_association="MEMBER"), {"id": 7})
    assert forge.collect().json["answers"] == []


@pytest.mark.parametrize("where", [{"id": 8}, None])
def test_whose_fork_it_is_or_was_may_not(forge: Forge, where: dict[str, Any] | None) -> None:
    lying(forge.pull("gail", {GAME: "name: x\n"}), where)
    assert GAME in reasons(forge.collect())


@pytest.mark.exhaustive
def test_the_workflow_lists_where_the_branches_lie(tmp_path: Path, key: str) -> None:
    forge = league(tmp_path, ("riot",), begun=60)
    machine: Runner = runner(forge, key)
    places = ({"id": 7}, {"id": 8}, None)
    machine.open([lying(forge.pull("gail", {GAME: "name: x\n"}), where) for where in places])
    machine.tick()
    assert machine.hub.closed == []
    assert sorted(number for number in machine.comments if int(number) < 100) == ["2", "3"]
