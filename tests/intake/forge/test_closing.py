"""What is refused: closed where it could take effect unasked on another day, left open where its author can mend it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit.command import git, new_game, run, start_game
from tests.kit.forge import GREEN, RED, Forge, numbers, reasons
from tests.kit.mail import with_players


def answer(forge: Forge) -> dict[str, Any]:
    [found] = forge.collect().json["answers"]
    assert isinstance(found, dict)
    return found


def test_nobody_without_a_seat_is_told_which_seat_is_not_theirs(forge: Forge) -> None:
    forge.pull("mallory", {RED: "PASS\n"})
    assert reasons(forge.collect()) == f"{RED}: mallory plays no seat in riot"


def test_who_signs_up_where_nobody_is_looked_for_is_told(forge: Forge) -> None:
    forge.pull("mallory", {"games/riot/signups/me.yaml": "name: M\n"})
    said = answer(forge)
    assert said["close"] is True
    assert "riot is not looking for players; only the GM can give you a seat" in said["body"]


def test_who_signs_up_after_the_start_is_told_that_it_has_begun(looking: Forge) -> None:
    for login in ("zed", "eve"):
        looking.pull(login, {"games/riot/signups/me.yaml": f"name: {login}\n"})
    looking.collect()
    assert run(looking.league, "start", "riot").status == 0
    git(looking.league, "push", "--quiet")
    looking.pulls.clear()
    looking.pull("mallory", {"games/riot/signups/me.yaml": "name: M\n"}, number=9, branch="refs/pull/9/head")
    body = answer(looking)["body"]
    assert "riot is not looking for players; only the GM can give you a seat" in body


def test_a_game_that_is_over_is_nothing_to_ask_a_seat_for(forge: Forge) -> None:
    game = forge.league / "games/riot/game.yaml"
    game.write_text(f"{game.read_text()}signup: {{seats: [red, green]}}\n")
    git(forge.league, "commit", "--quiet", "--all", "--message", "seats")
    assert run(forge.league, "finish", "riot", "--reason", "enough").status == 0
    git(forge.league, "push", "--quiet")
    forge.pull("mallory", {"games/riot/signups/me.yaml": "name: M\n"})
    body = answer(forge)["body"]
    assert "riot is not looking for players" in body


def test_who_plays_is_told_who_changes_a_name(looking: Forge) -> None:
    looking.pull("ragnar42", {"games/riot/signups/me.yaml": "name: Rex\n"})
    body = answer(looking)["body"]
    assert "you play red in riot already; only the GM can change your name or seat" in body


@pytest.mark.exhaustive
def test_a_seat_with_a_player_is_not_waited_for(looking: Forge) -> None:
    looking.pull("mallory", {"games/riot/signups/me.yaml": "name: M\nseat: red\n"})
    said = answer(looking)
    assert said["close"] is True
    assert "Correct it and open a new one." in said["body"]


def test_what_its_author_can_mend_stays_open_whatever_else_is_wrong(forge: Forge) -> None:
    forge.pull("ragnar42", {RED: "JUMP\n", GREEN: "PASS\n"})
    said = answer(forge)
    assert said["close"] is False
    assert "Fix it in the same branch" in said["body"]


def test_a_seat_with_two_queues_is_told(forge: Forge) -> None:
    start = RED.removesuffix(".txt")
    forge.pull("ragnar42", {f"{start}-a.txt": "PASS\n", f"{start}-b.txt": "MOVE B2 S\n"})
    body = answer(forge)["body"]
    assert "two files for red; change only one of them" in body


def test_a_holiday_where_there_are_none_is_wrong_on_any_day(forge: Forge) -> None:
    new_game(forge.league, "fort", "--number", "12")
    with_players(forge.league, "fort", [("holiday: 10d", "holiday: 0d ")])
    start_game(forge.league, "fort")
    git(forge.league, "push", "--quiet")
    forge.pull("ragnar42", {"games/fort/orders/red.txt": "HOLIDAY\n"})
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


@pytest.mark.exhaustive
def test_a_draft_that_is_ready_is_taken_in(forge: Forge) -> None:
    forge.pull("ragnar42", {RED: "PASS\n"}, draft=True)
    forge.collect()
    forge.pulls[0]["draft"] = False
    assert numbers(forge.collect().json["taken"]) == ["1"]


def test_a_draft_of_something_else_is_left_alone(forge: Forge) -> None:
    forge.pull("ragnar42", {"README.md": "better\n"}, draft=True)
    assert forge.collect().json["answers"] == []


# Names and places


@pytest.mark.parametrize("standing", ["NONE", "OWNER"])
@pytest.mark.parametrize(
    "path",
    [
        *(
            "red.txt",
            "Red.TXT",
            "red",
            "red-monday.md",
            "orders/red.txt",
            "riot/orders/red.txt",
            "games/red.txt",
        ),
        *("Games/riot/orders/red.txt", "GAMES/RIOT/ORDERS/RED.TXT", "games/Riot/orders/red.txt"),
        *(
            "games/riot/Orders/red.txt",
            "games/riot/red.txt",
            "games/orders/red.txt",
            "games/roit/orders/red.txt",
        ),
        *("games/riot/orders/red.md", "games/riot/orders/red.txt.txt", "games/riot/orders/Red.txt"),
        *("games/riot/orders/red/red.txt", "games/riot/orders/red.yaml", "docs/games/riot/orders/red.txt"),
    ],
)
def test_orders_in_a_wrong_place_are_told_the_right_one(forge: Forge, path: str, standing: str) -> None:
    forge.pull("ragnar42", {path: "PASS\n"}, author_association=standing)
    [answer] = forge.collect().json["answers"]
    assert f"Your orders belong into {RED}" in answer["body"]
    assert "Fix it in the same branch" in answer["body"]


@pytest.mark.parametrize(
    "path", ["orders.txt", "my move.docx", "riot.txt", "games/riot/orders.txt", "games/x"]
)
def test_so_is_any_new_file_of_a_player(forge: Forge, path: str) -> None:
    forge.pull("ragnar42", {path: "PASS\n"})
    [answer] = forge.collect().json["answers"]
    assert (answer["close"], f"Your orders belong into {RED}" in answer["body"]) == (False, True)
    forge.pull("mallory", {path: "PASS\n"})
    assert f"belong into {RED}" not in str(
        [one for one in forge.collect().json["answers"] if one["number"] == 2]
    )


def test_orders_for_a_game_that_they_do_not_play_are_told_the_right_place(forge: Forge) -> None:
    board = ["--ruleset", "genetess", "--board", "games/riot/board.yaml", "--number", "12"]
    assert (
        run(forge.league, "new", "fort", *board, "--player", "red=Zoe", "--player", "green=Gwen").status == 0
    )
    git(forge.league, "push", "--quiet")
    forge.pull("ragnar42", {"games/fort/orders/red.txt": "PASS\n"})
    body = answer(forge)["body"]
    assert "ragnar42 plays no seat in fort. Your orders belong into games/riot/orders/red.txt" in body


def test_what_a_player_mends_in_a_file_of_the_leagues_is_left_to_the_gm(forge: Forge) -> None:
    forge.pull("ragnar42", {"README.md": "better\n"})
    assert forge.collect().json["answers"] == []


def test_so_is_a_new_file_of_a_player_who_may_push(forge: Forge) -> None:
    """Its name begins with no seat of theirs."""
    forge.pull("ragnar42", {"redesign.md": "better\n"}, author_association="OWNER")
    assert forge.collect().json["answers"] == []


def test_who_plays_in_no_game_that_goes_on_is_told_no_place(forge: Forge) -> None:
    assert run(forge.league, "finish", "riot", "--reason", "enough").status == 0
    git(forge.league, "push", "--quiet")
    forge.pull("ragnar42", {"red.txt": "PASS\n"})
    assert forge.collect().json["answers"] == []


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("red-zürich monday (2).txt", "call it red.txt or green.txt"),
        ("Red-Monday.TXT.txt", "call it red.txt or green.txt"),
        ("red.sealed", "call it red.txt or green.txt"),
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
    assert "Or send it again and close this one." in body
    assert "[What to click](https://gm.github.io/league/play.html#change)" in body
