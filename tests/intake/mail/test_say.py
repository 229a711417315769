"""SAY in a message: what its player says to all, beside orders and words to the GM."""

from __future__ import annotations

from pathlib import Path

import pytest

from genetess_cli.intake.mail.orders import say_in
from tests.kit.command import START, git, run, with_remote
from tests.kit.mail import collect, message, orders, parsed, words


def heard(league: Path) -> list[str]:
    return run(league, "talk", "riot").out.splitlines()


@pytest.mark.parametrize(
    ("rows", "rest", "said"),
    [
        ("MOVE B2 S", "MOVE B2 S", None),
        ("MOVE B2 S\nSAY Hello\nall", "MOVE B2 S", "Hello\nall"),
        ("SAY\nHello\nEND\nPASS", "PASS", "\nHello"),
        ("SAY: hi", "", "hi"),
        ("Say hello to Gwen", "Say hello to Gwen", None),
        ("SAYING so", "SAYING so", None),
    ],
)
def test_what_is_said_is_from_say_to_end(rows: str, rest: str, said: str | None) -> None:
    assert say_in(rows.split("\n")) == (rest.split("\n") if rest else [], said)


def test_say_alone_is_said_and_leaves_the_orders(mailing: Path) -> None:
    answer = parsed(collect(mailing, message("SAY Well met,\ngreen\n")).out)
    assert heard(mailing) == ["1 1a 2026-11-21 red: Well met,", "    green"]
    assert "everybody can read it" in words(answer)
    assert orders(mailing) is None


def test_orders_beside_it_count(mailing: Path) -> None:
    answer = parsed(collect(mailing, message("MOVE B2 S\nSAY Well met\n")).out)
    assert heard(mailing) == ["1 1a 2026-11-21 red: Well met"]
    assert orders(mailing) == "MOVE B2 S\n"
    assert "Your orders as read" in words(answer)


def test_the_same_message_is_said_once(mailing: Path) -> None:
    collect(mailing, message("SAY Well met\n"))
    assert collect(mailing, message("SAY Well met\n")).out == ""
    assert len(heard(mailing)) == 1
    run(mailing, "unsay", "riot", "1", "--erase")
    collect(mailing, message("SAY Well met\n"))
    assert heard(mailing) == []


def test_what_cannot_be_said_is_answered(mailing: Path) -> None:
    answer = parsed(collect(mailing, message(f"SAY {'x' * 1001}\n")).out)
    assert "1 to 1000 letters" in words(answer)
    assert heard(mailing) == []


def test_quoted_talk_is_not_said_again(mailing: Path) -> None:
    collect(mailing, message("PASS\n\n> SAY Well met\n"))
    assert heard(mailing) == []


def test_what_is_said_by_mail_is_pushed_with_the_orders(mailing: Path) -> None:
    remote = with_remote(mailing)
    assert collect(mailing, message("MOVE B2 S\nSAY Well met\n"), "--push").status == 0
    assert "Well met" in git(remote, "show", "talk:riot/0001.yaml")
    assert collect(mailing, message("SAY And you?\n", subject="riot again"), "--push").status == 0
    assert "And you" in git(remote, "show", "talk:riot/0002.yaml")


def test_the_next_notice_carries_what_was_said_in_the_turn(mailing: Path) -> None:
    collect(mailing, message("* PASS\nSAY Well met @gwen\n"))
    run(mailing, "tick", "--now", "2026-11-21T01:00:00Z")
    mails = run(mailing, "post", "--lines", "--now", "2026-11-21T02:00:00Z")
    assert "Ragnar (red) said: Well met @gwen" in mails.out
    thread = run(mailing, "post", "--lines", "--public", "--now", "2026-11-21T02:00:00Z")
    assert "    Ragnar (red) said: Well met @gwen" in thread.json["body"]


def test_all_that_stands_between_say_and_end_is_said_as_one(mailing: Path) -> None:
    text = "SAY one\nEND\nMOVE B2 S\nSAY two\nEND\nPASS\n"
    collect(mailing, message(text))
    assert heard(mailing) == ["1 1a 2026-11-21 red: one", "    two"]
    assert orders(mailing) == "MOVE B2 S\nPASS\n"


def test_the_answer_says_who_can_take_it_away(mailing: Path) -> None:
    answer = parsed(collect(mailing, message("SAY Well met\nTel. 555-1234\n")).out)
    assert "ask the GM to take it away" in " ".join(words(answer).split())


def test_an_order_beside_talk_that_is_refused_counts_and_the_answer_names_both(mailing: Path) -> None:
    run(mailing, "mute", "riot", "red", "--for", "2d", "--now", START)
    answer = parsed(collect(mailing, message("MOVE B2 S\nSAY am I muted?\n")).out)
    told = " ".join(words(answer).split())
    assert "What you say to all was not accepted: > riot: the GM has muted red until" in told
    assert "You say this" not in told
    assert "1. MOVE B2 S" in told
    assert (orders(mailing), heard(mailing)) == ("MOVE B2 S\n", [])


def test_talk_that_is_refused_asks_for_no_fix(mailing: Path) -> None:
    run(mailing, "mute", "riot", "red", "--for", "2d", "--now", START)
    assert "Fix it" not in words(parsed(collect(mailing, message("SAY am I muted?\n")).out))


def test_where_talk_is_cut_is_named(mailing: Path) -> None:
    answer = parsed(collect(mailing, message("SAY Well met\n-- \nRagnar\n")).out)
    assert heard(mailing) == ["1 1a 2026-11-21 red: Well met"]
    assert "because a signature begins there" in " ".join(words(answer).split())


def test_talk_alone_writes_no_mail(mailing: Path) -> None:
    run(mailing, "post", "--now", "2026-11-21T01:00:00Z")
    collect(mailing, message("SAY Well met\n"))
    since = ("--since", "2026-11-21T01:00:00Z", "--now", "2026-11-21T02:00:00Z")
    assert (run(mailing, "post", *since).out, run(mailing, "post", "--daily", *since).out) == ("", "")


def test_in_a_thread_and_to_the_terminal_no_talk_mentions_links_or_steers(mailing: Path) -> None:
    hostile = "SAY @gwen-g\n```\n# Big [x](https://evil.example)\n\n<b>\u202e\x1b[31mred\n"
    collect(mailing, message(f"* PASS\n{hostile}"))
    run(mailing, "tick", "--now", "2026-11-21T01:00:00Z")
    body = run(mailing, "post", "--lines", "--public", "--now", "2026-11-21T02:00:00Z").json["body"]
    for word in ("@gwen-g\n", "```", "# Big", "<b>"):
        [row] = [row for row in body.splitlines() if word.strip() in row and "is to move" not in row]
        assert row.startswith("    "), row  # code, in which nothing is read as Markdown
    assert not {*"\u202e\x1b"} & {*body, *"".join(heard(mailing))}


@pytest.mark.parametrize(
    "line",
    [
        "MOVE B2 E-E",
        "* move b2 e e",
        "1. MOVE B2 S",
        "Mvoe b2 e",
        "move b2 up",
        "Red: MOVE B2 S",
        "PASS / MOVE B2 S",
        "RESIGN",
        "CREATE AB NW ON B3",
        "VOTE DRAW",
        "AWAY 15.10.2026",
        "genetess/v1 sealed order riot red 1a",
    ],
)
def test_a_letter_whose_talk_holds_an_order_is_refused_as_a_whole(mailing: Path, line: str) -> None:
    answer = words(parsed(collect(mailing, message(f"PASS\nSAY Good evening!\n{line}\nViele Grüße\n")).out))
    assert f">     {line}\n" in answer
    assert "write END on its own line above it, or send it without SAY" in answer.replace("\n> ", " ")
    assert "You say this to all in" not in answer
    assert (orders(mailing), heard(mailing)) == (None, [])


@pytest.mark.parametrize(
    "line",
    [
        "Move over! :-)",
        "You played MOVE B2 S, ha!",
        "Pass on my regards",
        "pass / fail",
        "PASS AUF!",
        "HOME SWEET HOME",
        "Here!",
        "Give 5 examples",
        "I would vote draw",
        "Give me two more days",
        "2 a side",
        "- I",
    ],
)
def test_words_that_begin_like_an_order_are_said(mailing: Path, line: str) -> None:
    collect(mailing, message(f"SAY Hello,\n{line}\n"))
    assert heard(mailing) == ["1 1a 2026-11-21 red: Hello,", f"    {line}"]


def test_once_the_game_is_over_talk_may_hold_orders(mailing: Path) -> None:
    run(mailing, "finish", "riot", "--reason", "enough", "--now", START)
    collect(mailing, message("SAY I had planned\nMOVE B2 E-E\n"))
    assert len(heard(mailing)) == 2
