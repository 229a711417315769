"""What players say to all by pull request and form: on the branch `talk`, nothing of it on main."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.intake.forge.test_issues import collect, issue
from tests.intake.forge.test_run import key, league, runner
from tests.kit.command import git, run
from tests.kit.forge import RED, Forge, numbers, reasons

__all__ = ["key"]

SAID = "games/riot/talk/red-x1.txt"


def heard(forge: Forge) -> list[str]:
    return run(forge.league, "talk", "riot").out.splitlines()


def on_forge(forge: Forge) -> str:
    return git(forge.remote, "ls-tree", "-r", "--name-only", "talk")


def test_a_talk_file_is_said_and_not_merged(forge: Forge) -> None:
    tip = forge.tip()
    forge.pull("ragnar42", {SAID: "Well met @gwen\n"})
    done = forge.collect()
    assert numbers(done.json["taken"]) == ["1"]
    assert "Well met @gwen" in heard(forge)[0]
    assert on_forge(forge) == "riot/0001.yaml"
    assert forge.tip() == tip
    [answer] = done.json["answers"]
    assert answer["close"] is True
    assert "You said this to all" in answer["body"]
    assert "@gwen" not in answer["body"]


def test_beside_orders_both_count_and_once(forge: Forge) -> None:
    forge.pull("ragnar42", {SAID: "Well met\n", RED: "PASS\n"})
    assert forge.collect().status == 0
    assert forge.shown(RED) == "PASS\n"
    assert len(heard(forge)) == 1
    forge.collect()
    assert len(heard(forge)) == 1


@pytest.mark.parametrize(
    ("login", "path", "words"),
    [
        ("gwen-g", SAID, "gwen-g plays green in riot, not red"),
        ("mallory", SAID, "mallory plays no seat in riot"),
        ("ragnar42", "games/riot/talk/blue.txt", "a player may only change their own order file"),
        ("ragnar42", "talk/red.txt", "a player may only change their own order file"),
    ],
)
def test_nobody_speaks_for_another_seat(forge: Forge, login: str, path: str, words: str) -> None:
    forge.pull(login, {path: "I resign\n"})
    assert words in reasons(forge.collect())
    assert heard(forge) == []


def test_what_is_too_long_is_answered(forge: Forge) -> None:
    forge.pull("ragnar42", {SAID: "x" * 1001})
    assert "1 to 1000 letters" in reasons(forge.collect())


def test_five_a_day_are_counted_in_one_run(forge: Forge) -> None:
    for number in range(6):
        forge.pull("ragnar42", {SAID: f"number {number}\n"})
    forge.collect()
    assert len(heard(forge)) == 5


def form(said: str, orders: str = "_No response_") -> dict[str, Any]:
    return issue(f"### Game\n\nriot\n\n### Seat\n\nred\n\n### Say\n\n{said}\n\n### Orders\n\n{orders}")


def test_the_form_has_a_field_for_it_that_leaves_the_orders(forge: Forge) -> None:
    assert collect(forge, form("_No response_", "```text\nPASS\n```")).status == 0
    assert heard(forge) == []
    assert collect(forge, {**form("Well met"), "number": 2}).status == 0
    assert "Well met" in heard(forge)[0]
    assert forge.shown(RED) == "PASS\n"


@pytest.mark.parametrize("orders", ["_No response_", "PASS"])
def test_an_order_in_the_field_for_talk_is_refused_with_all_beside_it(forge: Forge, orders: str) -> None:
    done = collect(forge, form("Good evening!\nMOVE B2 E-E", orders))
    assert "    MOVE B2 E-E\n" in reasons(done)
    assert (heard(forge), forge.shown(RED)) == ([], None)


def test_an_order_in_a_talk_file_is_refused_and_its_request_stays_open(forge: Forge) -> None:
    forge.pull("ragnar42", {SAID: "MOVE B2 E-E\n", RED: "PASS\n"})
    done = forge.collect()
    [answer] = done.json["answers"]
    assert not answer["close"]
    assert "reads as an order" in reasons(done)
    assert (heard(forge), forge.shown(RED)) == ([], None)


def test_where_the_remote_moved_meanwhile_it_is_said_on_top(forge: Forge) -> None:
    forge.pull("ragnar42", {SAID: "first\n"})
    forge.collect()
    git(forge.league, "update-ref", "-d", "refs/heads/talk")
    git(forge.league, "update-ref", "-d", "refs/remotes/origin/talk")
    forge.pull("gwen-g", {"games/riot/talk/green.txt": "second\n"})
    forge.collect()
    assert on_forge(forge).split() == ["riot/0001.yaml", "riot/0002.yaml"]


@pytest.mark.by_day(0, ci="all")
def test_a_comment_of_a_seats_login_in_its_games_thread_is_said_once_unless_an_order(
    tmp_path: Path, key: str
) -> None:
    forge = league(tmp_path, ("riot",), begun=60)
    machine = runner(forge, key)
    machine.tick()
    hub = machine.hub
    every = (("ragnar42", 101, "Well met"), ("ragnar42", 101, "MOVE B2 E-E"), ("mallory", 666, "Buy shoes"))
    for login, ident, words in every:
        said = {"user": {"login": login, "id": ident}, "created_at": hub.now, "body": words}
        hub.said["100"].append(said)
    machine.tick()
    assert on_forge(forge) == "riot/0001.yaml"
    assert "Well met" in git(forge.remote, "show", "talk:riot/0001.yaml")
    assert "Well met" in (machine.pages / "riot/index.html").read_text()
    tip = git(forge.remote, "rev-parse", "talk")
    machine.tick()
    assert git(forge.remote, "rev-parse", "talk") == tip
