"""Whose seat it is: the number of an account counts, as logins can be taken over."""

from __future__ import annotations

import pytest

from tests.kit.command import git, run
from tests.kit.forge import RED, Forge, reasons

LOOSE = "games/riot/orders/red-x7.txt"


def test_the_number_of_an_account_is_noted_at_first_sight(forge: Forge) -> None:
    forge.pull("Ragnar42", {RED: "PASS\n"}, user={"login": "Ragnar42", "id": 101})
    forge.collect()
    assert forge.shown("people/p1.yaml") == "name: Ragnar\ngithub: ragnar42\ngithub_id: 101\n"


def test_a_login_that_somebody_else_took_over_is_worth_nothing(forge: Forge) -> None:
    forge.pull("ragnar42", {RED: "PASS\n"})
    forge.collect()
    forge.pull("ragnar42", {LOOSE: "MOVE B2 S\n"}, user={"login": "ragnar42", "id": 999})
    done = forge.collect()
    assert "plays no seat in riot" in reasons(done)
    assert forge.shown(RED) == "PASS\n"


@pytest.mark.exhaustive
def test_a_player_may_change_the_login(forge: Forge) -> None:
    forge.pull("ragnar42", {RED: "PASS\n"})
    forge.collect()
    forge.pull("ragnar-the-second", {LOOSE: "MOVE B2 S\n"}, user={"login": "ragnar-the-second", "id": 101})
    forge.collect()
    assert forge.shown(RED) == "MOVE B2 S\n"


def _fort(forge: Forge) -> str:
    signup = ["--signup", "red,green", "--minimum", "2"]
    assert run(forge.league, "new", "fort", "--ruleset", "genetess", *signup).status == 0
    git(forge.league, "push", "--quiet")
    return "games/fort/signups/me.yaml"


@pytest.mark.exhaustive
def test_a_login_may_be_as_gitlab_and_forgejo_have_them(forge: Forge) -> None:
    wanted = _fort(forge)
    for number, login in enumerate(("gwen.g", "rag_nar-42"), start=501):
        forge.pull(login, {wanted: f"name: {login[:3]}\n"}, user={"login": login, "id": number})
    assert forge.collect().status == 0
    assert run(forge.league, "start", "fort").status == 0
    assert run(forge.league, "check").status == 0


def test_a_login_that_no_file_can_be_called_by_is_refused(forge: Forge) -> None:
    wanted = _fort(forge)
    login = "x" * 60
    forge.pull(login, {wanted: "name: X\n"}, user={"login": login, "id": 501})
    assert "cannot sign up here" in reasons(forge.collect())


@pytest.mark.exhaustive
def test_whoever_gets_a_seat_is_known_by_the_login_again(forge: Forge) -> None:
    forge.pull("ragnar42", {RED: "PASS\n"})
    forge.collect()
    assert run(forge.league, "replace", "riot", "red", "Zoe@zoe").status == 0
    git(forge.league, "push", "--quiet")
    assert "github_id" not in str(forge.shown("games/riot/game.yaml"))
    forge.pull("zoe", {LOOSE: "MOVE B2 S\n"})
    forge.collect()
    assert forge.shown(RED) == "MOVE B2 S\n"
