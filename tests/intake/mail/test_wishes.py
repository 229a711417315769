"""Wishes by mail: carried out by the next run, beside the orders that are there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.command import LATER, run
from tests.kit.mail import GREEN, GWEN, collect, message, orders, parsed, words


def test_a_wish_is_accepted_and_the_orders_stay(mailing: Path) -> None:
    collect(mailing, message("PASS\n", sender=GWEN))
    answer = parsed(collect(mailing, message("Hello!\n\nresign\n\nYours, Gwen\n", sender=GWEN)).out)
    assert "Your orders stay as they are." in words(answer)
    assert "> resign" in words(answer)
    said = " ".join(words(answer).split())
    assert "the GM alone can take it back, with `undo`" in said
    assert "If you did not send this, tell the GM: anybody can forge a sender's address." in said
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


@pytest.mark.parametrize(
    ("wish", "why"),
    [
        ("AWAY 2020-01-01..2020-01-03", "These days are over."),
        ("AWAY 2026-12-32..2027-01-03", "there is no day 2026-12-32. Write it like this: AWAY"),
        ("AWAY 2027-12-03..2027-12-01", "the last day is before the first"),
        ("AWAY 20.12.2026", "“20.12.2026” is not written as 2026-12-24"),
        ("AWAY 2026-12-20 to 2026-12-24", "“2026-12-20 to 2026-12-24” is not written as 2026-12-24"),
        ("VOTE EXTEND 99d", "By vote it is at most"),
        ("GIVE 12h", "Only who waits can give time."),
    ],
)
def test_a_wish_that_cannot_be_carried_out_is_refused_and_all_that_is_lost_is_named(
    mailing: Path, wish: str, why: str
) -> None:
    answer = parsed(collect(mailing, message(f"{wish}\nMOVE B2 S\nSAY hello\n")).out)
    told = " ".join(words(answer).replace(">", " ").split())
    assert why in told
    assert f"Send all that you still want, corrected: {wish} MOVE B2 S" in told
    assert "Remove lines" not in told
    assert orders(mailing) is None


def test_each_mistake_is_named(mailing: Path) -> None:
    answer = parsed(collect(mailing, message("GIVE 2 days\nMOVE B2 UP\n")).out)
    told = " ".join(words(answer).replace(">", " ").split())
    assert "Write it like this: GIVE 1d" in told
    assert "UP" in told
