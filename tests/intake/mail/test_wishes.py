"""Wishes by mail: carried out by the next run, beside the orders that are there."""

from __future__ import annotations

from pathlib import Path

from tests.kit.command import LATER, run
from tests.kit.mail import GREEN, GWEN, collect, message, orders, parsed, words


def test_a_wish_is_accepted_and_the_orders_stay(mailing: Path) -> None:
    collect(mailing, message("PASS\n", sender=GWEN))
    answer = parsed(collect(mailing, message("Hello!\n\nresign\n\nYours, Gwen\n", sender=GWEN)).out)
    assert "Your orders stay as they are." in words(answer)
    assert "> resign" in words(answer)
    assert "the GM alone can take it back" in " ".join(words(answer).split())
    assert "replace" not in words(answer)
    assert orders(mailing, GREEN) == "resign\nPASS\n"
    assert "gives up the game" in run(mailing, "tick", "--now", LATER).out


def test_a_wish_beside_orders_is_one_of_its_own(mailing: Path) -> None:
    answer = parsed(collect(mailing, message("GIVE 12h\nPASS\n", sender=GWEN)).out)
    assert "> 1. PASS" in words(answer)
    assert "> GIVE 12h" in words(answer)
    assert "the word CLEAR takes this back" in " ".join(words(answer).split())
    collect(mailing, message("MOVE H3 W\n", sender=GWEN))
    assert orders(mailing, GREEN) == "GIVE 12h\nMOVE H3 W\n"


def test_a_wish_that_cannot_be_read_is_answered_with_how_to_write_it(mailing: Path) -> None:
    answer = parsed(collect(mailing, message("GIVE 2 days\n", sender=GWEN)).out)
    assert "Nothing in your message was accepted" in words(answer)
    assert "Write it like this: GIVE 1d" in " ".join(words(answer).replace(">", " ").split())


def test_a_sentence_that_begins_with_such_a_word_is_none(mailing: Path) -> None:
    answer = parsed(collect(mailing, message("Give me two more days, please.\nPASS\n", sender=GWEN)).out)
    assert "These lines are not orders and were ignored" in words(answer)
    assert orders(mailing, GREEN) == "PASS\n"
