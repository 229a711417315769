"""What is pushed or edited behind what was accepted: closed with words, as its orders would be played twice."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.kit.command import Done, git, run
from tests.kit.forge import RED, Forge, numbers, reasons

FORM = "### Game\n\nriot\n\n### Seat\n\nred\n\n### Orders\n\n{}\n"
WISH = "games/wish/orders/white.txt"


def _pushed(forge: Forge, files: dict[str, Any], number: int = 1) -> dict[str, Any]:
    """What is pushed to the branch of an open pull request; gives its new entry of the list."""
    before = forge.pulls[number - 1]
    made = forge.pull("ragnar42", files, before["head"]["sha"])
    forge.pulls.pop()
    forge.pulls[number - 1] = {**made, "number": number}
    return before


def _played(forge: Forge) -> None:
    assert run(forge.league, "tick", "--push").status == 0


def _form(forge: Forge, orders: str) -> Done:
    path = forge.league.parent / "issues.json"
    user = {"login": "ragnar42", "id": 101}
    path.write_text(json.dumps([{"number": 7, "user": user, "body": FORM.format(orders)}]))
    return run(forge.league, "collect", "--issue", str(path), "--push", "--json")


def test_a_push_behind_what_was_taken_in_plays_nothing_twice(forge: Forge) -> None:
    forge.pull("ragnar42", {RED: "PASS\nMOVE A1 N\n"})
    forge.collect()
    _played(forge)
    before = _pushed(forge, {RED: "PASS\nMOVE A1 N\nPASS\n"})
    done = forge.collect()
    assert forge.shown(RED) == "MOVE A1 N\n"
    assert f"commit {before['head']['sha'][:10]} of this was accepted for riot" in reasons(done)
    [answer] = done.json["answers"]
    assert answer["close"] is True
    assert "send changes in a new one" in answer["body"].lower()
    assert "Nothing in this was accepted" not in answer["body"]


@pytest.mark.exhaustive
def test_nor_does_one_for_another_game_bring_back_what_is_used_up(forge: Forge) -> None:
    players = ("--player", "white=Ragnar@ragnar42", "--player", "black=Gwen@gwen-g")
    assert run(forge.league, "new", "wish", "--ruleset", "genie", *players).status == 0
    assert run(forge.league, "start", "wish").status == 0
    git(forge.league, "push", "--quiet")
    forge.pull("ragnar42", {RED: "PASS\n"})
    forge.collect()
    _played(forge)
    assert forge.shown(RED) is None
    _pushed(forge, {WISH: "e4\n"})
    assert forge.collect().json["answers"][0]["close"] is True
    assert (forge.shown(RED), forge.shown(WISH)) == (None, None)


@pytest.mark.exhaustive
def test_before_the_turn_it_is_not_taken_in_either(forge: Forge) -> None:
    forge.pull("ragnar42", {RED: "PASS\n"})
    forge.collect()
    _pushed(forge, {RED: "PASS\nPASS\n"})
    assert forge.collect().json["answers"][0]["close"] is True
    assert forge.shown(RED) == "PASS\n"


@pytest.mark.exhaustive
def test_nor_is_it_read_where_it_cannot_be(forge: Forge) -> None:
    """Mended in the same branch it would not be accepted."""
    forge.pull("ragnar42", {RED: "PASS\n"})
    forge.collect()
    _pushed(forge, {RED: "JUMP\n"})
    done = forge.collect()
    assert done.json["answers"][0]["close"] is True
    assert "JUMP" not in reasons(done)


@pytest.mark.exhaustive
def test_it_gets_the_same_answer_until_it_is_closed(forge: Forge) -> None:
    forge.pull("ragnar42", {RED: "PASS\n"})
    forge.collect()
    _pushed(forge, {RED: "PASS\nPASS\n"})
    first = forge.collect().json["answers"]
    _played(forge)
    assert forge.collect().json["answers"] == first


def test_what_is_changed_comes_in_with_a_new_one(forge: Forge) -> None:
    forge.pull("ragnar42", {RED: "PASS\nMOVE A1 N\n"})
    forge.collect()
    _played(forge)
    _pushed(forge, {RED: "PASS\nMOVE A1 N\nPASS\n"})
    forge.pull("ragnar42", {RED: "MOVE A1 N\nPASS\n"})
    assert numbers(forge.collect().json["taken"]) == ["2"]
    assert forge.shown(RED) == "MOVE A1 N\nPASS\n"


def test_a_commit_behind_what_was_refused_for_good_is_judged_anew(forge: Forge) -> None:
    forge.pull("ragnar42", {RED: "MOVE A1 N\n"})
    assert forge.collect().json["answers"][0]["close"] is True
    _pushed(forge, {RED: "PASS\n"})
    assert numbers(forge.collect().json["taken"]) == ["1"]


def test_a_form_that_is_edited_behind_its_taking_in_plays_nothing_twice(forge: Forge) -> None:
    _form(forge, "PASS\nMOVE A1 N")
    _played(forge)
    done = _form(forge, "PASS\nMOVE A1 N\nPASS")
    assert forge.shown(RED) == "MOVE A1 N\n"
    assert "an earlier text of this was accepted for riot" in reasons(done)
    [answer] = done.json["answers"]
    assert answer["close"] is True


def test_a_form_that_was_refused_is_judged_anew(forge: Forge) -> None:
    _form(forge, "MOVE A1 N")
    assert numbers(_form(forge, "PASS").json["taken"]) == ["7"]
