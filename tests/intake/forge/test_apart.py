"""One delivery apart from the others: where the program itself fails on one, all others are accepted."""

from __future__ import annotations

import difflib
from typing import Any

import pytest

from genetess_cli.errors import ignore_note
from genetess_cli.intake.collect import collect as carry_in
from genetess_cli.intake.submission import Delivery, Submission
from genetess_cli.store.forges.sent import Author
from genetess_cli.store.league import League
from tests.intake.forge.test_issues import collect, form, issue
from tests.kit.command import git
from tests.kit.forge import GREEN, RED, Forge

BOOM = "BOOM B2 S"
WORDS = "The program has a fault and could not read this. The GM has been told."


@pytest.fixture
def faulty(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Python whose library fails on the word BOOM."""
    whole = difflib.get_close_matches

    def call(word: str, *more: Any, **named: Any) -> list[str]:
        if word == "BOOM":
            raise ZeroDivisionError("secret words")
        return whole(word, *more, **named)

    monkeypatch.setattr(difflib, "get_close_matches", call)


@pytest.mark.usefixtures("faulty")
def test_a_form_that_the_program_fails_on_is_answered_and_the_others_are_taken_in(forge: Forge) -> None:
    sent = [issue(form(BOOM)), issue(form("PASS", seat="green"), "gwen-g", 2, 102)]
    done = collect(forge, sent)
    assert (done.status, forge.shown(GREEN), forge.shown(RED)) == (0, "PASS\n", None), done.err
    bodies = {each["number"]: (each["close"], each["body"]) for each in done.json["answers"]}
    assert bodies[1][0] is False
    assert WORDS in bodies[1][1]
    assert "issue 1 of ragnar42: refused; the program has a fault, ZeroDivisionError at " in done.err
    assert "secret words" not in done.err + done.out


@pytest.mark.usefixtures("faulty")
def test_a_pull_request_that_the_program_fails_on_is_answered_and_the_others_are_taken_in(
    forge: Forge,
) -> None:
    forge.pull("ragnar42", {RED: f"{BOOM}\n"})
    forge.pull("gwen-g", {GREEN: "PASS\n"})
    done = forge.collect()
    assert (done.status, forge.shown(GREEN), forge.shown(RED)) == (0, "PASS\n", None), done.err
    assert any(WORDS in each["body"] for each in done.json["answers"])
    assert "pull request 1 of ragnar42: refused; the program has a fault, ZeroDivisionError at " in done.err


class Deliveries:
    """A source of what is given to it."""

    def __init__(self, *given: Delivery) -> None:
        self._given = given

    def deliveries(self, *_: object) -> list[Delivery]:
        return [*self._given]


def test_what_the_program_fails_on_as_it_is_weighed_keeps_nothing_else_out(forge: Forge) -> None:
    no_bytes: Any = 5
    bad, good = (
        Delivery("pull", number, f"pull {number} x", Author(login, None), [sent])
        for number, login, sent in (
            (1, "ragnar42", Submission("riot", "red", no_bytes)),
            (2, "gwen-g", Submission("riot", "green", b"PASS\n")),
        )
    )
    found = carry_in(
        League(forge.league), [Deliveries(bad, good).deliveries], 1_800_000_000, False, ignore_note
    )
    assert ([one.delivery.number for one in found.taken], [one.number for one in found.refused]) == ([2], [1])
    assert found.refused[0].fault.startswith("TypeError at ")
    assert git(forge.league, "show", f"HEAD:{GREEN}") == "PASS"
