"""Orders by the forge's issue form: who wrote them, the forge says; what they say, the form."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.kit.command import Done, git, run
from tests.kit.forge import RED, Forge, numbers, reasons


def form(orders: str, game: str = "riot", seat: str = "red") -> str:
    """What the forge makes of the fields."""
    return f"### Game\n\n{game}\n\n### Seat\n\n{seat}\n\n### Orders\n\n```text\n{orders}\n```"


def issue(body: str | None, login: str = "ragnar42", number: int = 1, ident: int = 101) -> dict[str, Any]:
    return {"number": number, "title": "Orders", "user": {"login": login, "id": ident}, "body": body}


def collect(forge: Forge, value: Any) -> Done:
    path = forge.league.parent / "issue.json"
    path.write_text(json.dumps(value))
    return run(forge.league, "collect", "--issue", str(path), "--json", "--push")


def test_an_order_that_came_by_the_form_is_taken_in(forge: Forge) -> None:
    done = collect(forge, {"action": "opened", "issue": issue(form("MOVE B2 S\nPASS"))})
    assert done.status == 0, done.err
    assert forge.shown(RED) == "MOVE B2 S\nPASS\n"
    [answer] = done.json["answers"]
    assert (answer["on"], answer["number"], answer["close"]) == ("issue", 1, True)
    assert "red: issue 1" in git(forge.league, "log", "-1", "--format=%b")


@pytest.mark.parametrize("wrap", [lambda one: one, lambda one: [one], lambda one: [[], [one]]])
def test_a_list_of_issues_will_do_as_well(forge: Forge, wrap: Any) -> None:
    assert collect(forge, wrap(issue(form("PASS")))).status == 0


def test_whoever_plays_one_seat_need_not_name_it(forge: Forge) -> None:
    assert collect(forge, issue(form("PASS", seat="_No response_"))).status == 0
    assert forge.shown(RED) == "PASS\n"


def test_no_orders_clear_the_queue(forge: Forge) -> None:
    collect(forge, issue(form("PASS")))
    body = "### Game\r\n\r\nRIOT\r\n\r\n### Seat\r\n\r\nRed\r\n\r\n### Orders\r\n\r\n_No response_"
    assert collect(forge, issue(body, number=2)).status == 0
    assert forge.shown(RED) is None


def test_an_issue_is_taken_in_once(forge: Forge) -> None:
    collect(forge, issue(form("MOVE B2 S")))
    run(forge.league, "tick", "--push")
    again = collect(forge, issue(form("MOVE B2 S"))).json
    assert again["taken"][0]["earlier"] is True
    assert forge.shown(RED) is None


def test_the_same_order_by_the_form_runs_after_an_undo(forge: Forge) -> None:
    """What the undo put back would wait."""
    collect(forge, issue(form("MOVE B2 S")))
    run(forge.league, "tick", "--push")
    assert run(forge.league, "undo", "riot").status == 0
    git(forge.league, "push")
    assert run(forge.league, "tick", "--push").status == 3
    collect(forge, issue(form("MOVE B2 S"), number=2))
    assert "riot 1a red: MOVE B2 S" in run(forge.league, "tick", "--push").out


@pytest.mark.parametrize("body", [None, "", "I have a question", "### Game\n\nriot", "y" * 40_000])
def test_any_other_issue_is_left_alone(forge: Forge, body: str | None) -> None:
    done = collect(forge, issue(body))
    assert (done.status, done.json["answers"], numbers(done.json["passed"])) == (3, [], ["1"])


def test_a_pull_request_among_the_issues_is_none(forge: Forge) -> None:
    assert collect(forge, [{**issue(form("PASS")), "pull_request": {"url": "x"}}]).status == 3


@pytest.mark.parametrize(
    ("body", "login", "words"),
    [
        (form("PASS", seat="../x"), "ragnar42", "name your seat; in riot you play red"),
        (form("PASS", game="cave"), "ragnar42", "there is no game cave"),
        (form("PASS", game="`cave`"), "ragnar42", "there is no game `cave`"),
        (form("PASS", game="../riot"), "ragnar42", "there is no game ../riot"),
        (form("PASS", game="$(touch ran)"), "ragnar42", "there is no game $(touch ran)"),
        (form("PASS", game=f"x\n{'y' * 99}"), "ragnar42", f"there is no game x {'y' * 58}"),
        (form("PASS", game="#2"), "ragnar42", "there is no game #2"),
        (form("JUMP"), "ragnar42", "red.txt:1:"),
        (form("PASS\n" * 60), "ragnar42", "at most"),
        (form("PASS" + " " * 40_000), "ragnar42", "at most 4096 are read"),
        (form("PASS\n```\n\n### Seat\n\ngreen"), "ragnar42", "red.txt:2:"),
    ],
)
def test_what_is_not_to_be_is_refused_and_may_be_mended(
    forge: Forge, body: str, login: str, words: str
) -> None:
    tip = forge.tip()
    done = collect(forge, issue(body, login, ident=101 if login == "ragnar42" else 666))
    assert done.status == 1
    assert words in reasons(done)
    assert done.json["answers"][0]["close"] is False
    assert forge.tip() == tip


@pytest.mark.parametrize("name", [" Riot ", "riot/"])
def test_a_game_is_known_by_the_word_in_its_address(forge: Forge, name: str) -> None:
    assert collect(forge, issue(form("PASS", game=name))).status == 0
    assert forge.shown(RED) == "PASS\n"


@pytest.mark.parametrize(
    ("seat", "login", "words"),
    [
        ("green", "ragnar42", "ragnar42 plays red in riot, not green"),
        ("red", "mallory", "mallory plays no seat in riot"),
        ("", "mallory", "mallory plays no seat in riot"),
    ],
)
def test_who_has_no_such_seat_is_closed(forge: Forge, seat: str, login: str, words: str) -> None:
    done = collect(forge, issue(form("PASS", seat=seat), login, ident=101 if login == "ragnar42" else 666))
    assert words in reasons(done)
    [answer] = done.json["answers"]
    assert answer["close"] is True
    assert "Further edits here are ignored." in answer["body"]


@pytest.mark.exhaustive
def test_a_sealed_order_comes_by_the_form_as_well(
    forge: Forge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CI", raising=False)
    players = ("--player", "white=Ragnar@ragnar42", "--player", "black=Gwen@gwen-g")
    assert run(forge.league, "new", "vault", "--ruleset", "genie", "--sealed", *players).status == 0
    assert run(forge.league, "start", "vault").status == 0
    git(forge.league, "push", "--quiet")
    assert run(forge.league, "order", "vault", "white", "e4").status == 0
    path = forge.league / "games/vault/orders/white.sealed"
    sealed = path.read_text()
    path.unlink()
    done = collect(forge, issue(form(sealed.strip(), "vault", "white")))
    assert done.status == 0, done.err
    assert forge.shown("games/vault/orders/white.sealed") == sealed
    assert "white.sealed" in reasons(collect(forge, issue(form("e4", "vault", "white"), number=2)))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"number": "x"}', "Expected `int`, got `str` - at `$.number`"),
        ('{"issue": null}', "Expected `object`, got `null`"),
        ("[3]", "is not a list as the forge gives it"),
        ("{", "is not a list as the forge gives it"),
        ("\udcff", "is not a list as the forge gives it"),
        ('{"issue": ' + "[" * 100_000, "recursion depth exceeded"),
        ('{"x": ' + "[" * 100_000, "recursion depth exceeded"),
        ("[" * 100_000, "recursion depth exceeded"),
    ],
)
def test_what_is_no_issue_is_named_with_the_place(forge: Forge, text: str, words: str) -> None:
    path = forge.league.parent / "issue.json"
    path.write_text(text, "utf-8", "surrogateescape")
    done = run(forge.league, "collect", "--issue", str(path))
    assert done.status == 2
    assert words in done.err


@pytest.mark.exhaustive
def test_of_an_issue_and_a_pull_request_the_newer_one_counts(forge: Forge, tmp_path: Path) -> None:
    forge.pull("ragnar42", {RED: "MOVE B2 S\n"}, number=7)
    path = tmp_path / "issues.json"
    path.write_text(json.dumps([issue(form("PASS"), number=8)]))
    assert forge.collect("--issue", str(path)).status == 0
    assert forge.shown(RED) == "PASS\n"


def test_an_order_that_its_player_can_know_to_fail_is_refused(forge: Forge) -> None:
    done = collect(forge, issue(form("MOVE A1 N")))
    assert "You have no piece on A1" in reasons(done)
    assert done.json["answers"][0]["close"] is True
    assert forge.shown(RED) is None


@pytest.mark.parametrize(
    ("orders", "words"),
    [
        ("PASS\nJUMP", "    Orders, line 2: "),
        ("MOVE A1 N", "    Orders: "),
        ("PASS\n" * 60, "    Orders"),
    ],
)
def test_a_mistake_is_told_by_the_field_of_the_form(forge: Forge, orders: str, words: str) -> None:
    """Its author never made a file."""
    body = collect(forge, issue(form(orders))).json["answers"][0]["body"]
    assert words in body
    assert "games/" not in body


def test_a_wish_by_the_form_leaves_the_orders_and_a_later_one_leaves_the_wish(forge: Forge) -> None:
    collect(forge, issue(form("PASS")))
    done = collect(forge, issue(form("AWAY 2027-01-15"), number=2))
    assert forge.shown(RED) == "AWAY noted\nPASS\n"
    [answer] = done.json["answers"]
    assert "AWAY 2027-01-15" in str(answer)
    assert "Wishes are carried out by the next run" in str(answer)
    collect(forge, issue(form("MOVE B2 S"), number=3))
    assert forge.shown(RED) == "AWAY noted\nMOVE B2 S\n"
    assert git(forge.league, "log", "main", "-S2027-01-15", "--oneline") == "", "the days are sealed"


def test_a_wish_that_cannot_be_read_is_rejected_with_how_to_write_it(forge: Forge) -> None:
    done = collect(forge, issue(form("PASS\nGIVE me time")))
    assert "Write it like this: GIVE 1d" in reasons(done)
    assert forge.shown(RED) is None


def test_a_vote_by_the_form_counts(forge: Forge) -> None:
    assert collect(forge, issue(form("VOTE DRAW"))).status == 0
    assert "1 of 2 wants a draw" in run(forge.league, "tick", "--push").out
