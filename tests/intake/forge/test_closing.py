"""What is refused: closed where it could take effect unasked on another day, left open where its author can mend it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit.command import git, run
from tests.kit.forge import GREEN, RED, Forge, numbers, reasons


def answer(forge: Forge) -> dict[str, Any]:
    [found] = forge.collect().json["answers"]
    assert isinstance(found, dict)
    return found


def test_nobody_without_a_seat_is_told_which_seat_is_not_theirs(forge: Forge) -> None:
    forge.pull("mallory", {RED: "PASS\n"})
    assert reasons(forge.collect()) == f"{RED}: mallory plays no seat in riot"


def test_who_orders_in_a_game_that_looks_for_players_is_led_to_it(looking: Forge) -> None:
    looking.pull("mallory", {RED: "PASS\n"})
    body = answer(looking)["body"]
    assert "which looks for players: sign up with the file games/riot/signups/mallory.yaml" in body
    assert "[How to join `riot`](https://gm.github.io/league/riot/#join)" in body


@pytest.mark.by_day(1)
@pytest.mark.exhaustive
@pytest.mark.parametrize("gone", ["removed", "renamed", "begun"])
def test_a_game_that_is_gone_meanwhile_costs_nobody_an_answer(looking: Forge, gone: str) -> None:
    """The answer is remembered with the game that looked for players."""
    looking.pull("mallory", {RED: "PASS\n"})
    assert "How to join" in answer(looking)["body"]
    other = ("--ruleset", "genie", "--player", "white=Ragnar@ragnar42", "--player", "black=Gwen@gwen-g")
    assert run(looking.league, "new", "wish", *other).status == 0
    if gone == "begun":
        game = looking.league / "games/riot/game.yaml"
        game.write_text(game.read_text().partition("signup:")[0])
    else:
        words = ("rm", "-r", "games/riot") if gone == "removed" else ("mv", "games/riot", "games/romp")
        git(looking.league, *words)
    git(looking.league, "commit", "--quiet", "--all", "--message", "another game")
    git(looking.league, "push", "--quiet")
    looking.pull("ragnar42", {"games/wish/orders/white.txt": "e4\n"})
    done = looking.collect()
    assert done.status == 0
    good, refused = done.json["answers"]
    assert "Accepted" in good["body"]
    assert "plays no seat in riot" in refused["body"]
    assert "How to join" not in refused["body"]


def test_how_to_join_is_said_once(looking: Forge) -> None:
    looking.pull("mallory", {RED: "PASS\n", RED.replace(".txt", "-2.txt"): "PASS\n", GREEN: "PASS\n"})
    assert answer(looking)["body"].count("How to join") == 1


def test_who_signs_up_too_late_is_told_where_a_seat_is_asked_for(forge: Forge) -> None:
    forge.pull("mallory", {"games/riot/signups/me.yaml": "name: M\n"})
    said = answer(forge)
    assert said["close"] is True
    assert "riot is not looking for players; only the GM can give you a seat" in said["body"]
    assert (
        "To get a free seat in `riot`, ask the GM, for example in "
        "[an issue](https://github.com/gm/league/issues). "
        "[Its page](https://gm.github.io/league/riot/) says whether a seat in it is free. "
        "[The league's page](https://gm.github.io/league) lists the games that look for players."
    ) in said["body"]


def test_who_signs_up_after_the_start_is_told_that_it_has_begun(looking: Forge) -> None:
    for login in ("zed", "eve"):
        looking.pull(login, {"games/riot/signups/me.yaml": f"name: {login}\n"})
    looking.collect()
    assert run(looking.league, "start", "riot").status == 0
    git(looking.league, "push", "--quiet")
    looking.pulls.clear()
    looking.pull("mallory", {"games/riot/signups/me.yaml": "name: M\n"}, number=9, branch="refs/pull/9/head")
    body = answer(looking)["body"]
    assert "no longer looking for players: it has begun; only the GM can give you a seat" in body
    assert "To get a free seat in `riot`, ask the GM" in body


def test_a_game_that_is_over_is_nothing_to_ask_a_seat_for(forge: Forge) -> None:
    game = forge.league / "games/riot/game.yaml"
    game.write_text(f"{game.read_text()}signup: {{seats: [red, green]}}\n")
    git(forge.league, "commit", "--quiet", "--all", "--message", "seats")
    assert run(forge.league, "finish", "riot", "--reason", "enough").status == 0
    git(forge.league, "push", "--quiet")
    forge.pull("mallory", {"games/riot/signups/me.yaml": "name: M\n"})
    body = answer(forge)["body"]
    assert "riot is no longer looking for players: it is over" in body
    assert "ask the GM" not in body
    assert "lists the games that look for players." in body


def test_who_plays_is_told_who_changes_a_name(looking: Forge) -> None:
    looking.pull("ragnar42", {"games/riot/signups/me.yaml": "name: Rex\n"})
    body = answer(looking)["body"]
    assert "you play red in riot already; only the GM can change your name or seat" in body
    assert "To change your name or seat in `riot`, ask the GM, for example in [an issue](" in body


def test_a_seat_with_a_player_is_not_waited_for(looking: Forge) -> None:
    looking.pull("mallory", {"games/riot/signups/me.yaml": "name: M\nseat: red\n"})
    said = answer(looking)
    assert said["close"] is True
    assert "Fix it and open a new one." in said["body"]


def test_what_its_author_can_mend_stays_open_whatever_else_is_wrong(forge: Forge) -> None:
    forge.pull("ragnar42", {RED: "JUMP\n", GREEN: "PASS\n"})
    said = answer(forge)
    assert said["close"] is False
    assert "Fix it in the same branch" in said["body"]


@pytest.mark.parametrize("order", ["MOVE A1 N", "JUMP"])
def test_what_is_right_beside_what_is_refused_is_named(forge: Forge, order: str) -> None:
    players = ("--player", "white=Ragnar@ragnar42", "--player", "black=Gwen@gwen-g")
    assert run(forge.league, "new", "wish", "--ruleset", "genie", *players).status == 0
    assert run(forge.league, "start", "wish").status == 0
    git(forge.league, "push", "--quiet")
    forge.pull("ragnar42", {RED: f"{order}\n", "games/wish/orders/white.txt": "e4\n"})
    said = [answer(forge)["body"] for _ in range(2)] if order != "JUMP" else [answer(forge)["body"]]
    assert all("The orders for `white` in `wish` are right" in body for body in said)
    assert all("Send the orders alone" in body for body in said)
    assert forge.shown("games/wish/orders/white.txt") is None


def test_what_would_be_refused_by_itself_is_not_called_right(forge: Forge) -> None:
    forge.pull("ragnar42", {RED: "MOVE A1 N\n", "README.md": "better\n"})
    assert "is right, but" not in answer(forge)["body"]


def test_nor_is_a_seat_with_two_queues(forge: Forge) -> None:
    start = RED.removesuffix(".txt")
    forge.pull("ragnar42", {f"{start}-a.txt": "PASS\n", f"{start}-b.txt": "MOVE B2 S\n"})
    body = answer(forge)["body"]
    assert "two files for red; keep one and delete the other" in body
    assert "is right, but" not in body


def test_where_all_is_wrong_nothing_is_named(forge: Forge) -> None:
    forge.pull("ragnar42", {RED: "MOVE A1 N\n"})
    assert "is right, but" not in answer(forge)["body"]


def test_a_holiday_where_there_are_none_is_wrong_on_any_day(forge: Forge) -> None:
    forge.pull("ragnar42", {RED: "HOLIDAY\n"})
    said = answer(forge)
    assert "This game has no holidays." in said["body"]
    assert said["close"] is False
    assert "Fix it in the same branch" in said["body"]


# Drafts


def test_a_draft_is_answered_and_not_taken_in(forge: Forge) -> None:
    forge.pull("ragnar42", {RED: "PASS\n"}, draft=True)
    said = answer(forge)
    assert said["close"] is False
    assert "this is a draft, and nothing in a draft is accepted" in said["body"]
    assert "Press *Ready for review*" in said["body"]
    assert forge.shown(RED) is None


def test_a_draft_is_answered_once(forge: Forge) -> None:
    """Whatever is pushed to it, it is the same answer."""
    forge.pull("ragnar42", {RED: "PASS\n"}, draft=True)
    first = answer(forge)
    assert forge.collect().json["answers"] == []
    forge.pulls = [{**forge.pull("ragnar42", {RED: "MOVE B2 S\n"}, draft=True), "number": 1}]
    assert {**answer(forge), "head": ""} == {**first, "head": ""}


def test_a_draft_that_is_ready_is_taken_in(forge: Forge) -> None:
    forge.pull("ragnar42", {RED: "PASS\n"}, draft=True)
    forge.collect()
    forge.pulls[0]["draft"] = False
    assert numbers(forge.collect().json["taken"]) == ["1"]


def test_a_draft_of_something_else_is_left_alone(forge: Forge) -> None:
    forge.pull("ragnar42", {"README.md": "better\n"}, draft=True)
    assert forge.collect().json["answers"] == []


# Names and places


@pytest.mark.parametrize("path", ["red.txt", "green.txt", "orders/red.txt"])
def test_a_file_outside_of_games_is_none_of_ours(forge: Forge, path: str) -> None:
    forge.pull("ragnar42", {path: "PASS\n"})
    assert forge.collect().json["answers"] == []


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("red-zürich monday (2).txt", "call it red.txt"),
        ("Red-Monday.TXT.txt", "call it red.txt"),
        ("red.sealed", "call it red.txt"),
        ("purple.txt", "call it red.txt or green.txt"),
    ],
)
def test_a_wrong_name_is_told_with_the_right_one(forge: Forge, name: str, words: str) -> None:
    forge.pull("ragnar42", {f"games/riot/orders/{name}": "PASS\n"})
    done = forge.collect()
    assert f"nothing reads this file; {words}" in reasons(done)
    assert "Fix it in the same branch" in done.json["answers"][0]["body"]


# How it is mended by somebody who has clicked


def test_whoever_clicked_is_told_the_simplest_way_to_mend_orders(forge: Forge) -> None:
    """Of branches somebody knows nothing who has pressed the buttons of a sheet."""
    forge.pull("ragnar42", {RED: "JUMP\n"})
    body = answer(forge)["body"]
    assert "Or send new orders with the order builder and close this one." in body
    assert "[What to click](https://gm.github.io/league/play.html#change)" in body


def test_a_sign_up_is_sent_by_no_order_builder(forge: Forge) -> None:
    forge.pull("ragnar42", {"games/riot/signups/ragnar42.yaml": "name: [\n"})
    assert "order builder" not in answer(forge)["body"]
