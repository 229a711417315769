"""One message apart from the others: whatever is wrong with one, all others are read and answered."""

from __future__ import annotations

import difflib
import email.message
import mailbox
from collections.abc import Iterator
from contextlib import closing
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genetess_cli.intake.mail.source import Letters
from genetess_cli.store.league import League
from tests.kit.command import START, Done, copied, run
from tests.kit.mail import GREEN, GWEN, RAGNAR, message, orders, parsed, words
from tests.kit.shares import examples

BOOM = "BOOM"

PIECES = st.sampled_from(
    [
        *(", .", ",", ".", "@", '"', "\\", "(", ")", "<", ">", ";", ":", "?", "!", "/", "*", "#", "-", "1)", "•"),
        *("=?", "?=", "=?utf-8?b?!!!?=", "=?x?q?a?=", "*0*=", "charset=", "utf-8''%ff", "%", "=", "--x", "--x--"),
        *("MOVE", "MOVE B2 S", "PASS", "CLEAR", "B2", "E", "Nf3", "riot", "red:", "or", "0123 4567", "> ", "é", "İ"),
        *("multipart/mixed; boundary=x", "message/rfc822", "text/html", "base64", "utf-7", "rot13", "idna", "<b>"),
        *("\n", "\r\n", "\n\n", "\n ", "\t", " ", "\0", "\x1c", "\x85", "\u2028", "\xa0", "²", "\ufeff", "\ud800"),
    ]
)  # fmt: skip
TEXTS = st.lists(PIECES, max_size=6).map("".join)
HEADERS = st.sampled_from(
    [
        "Subject",
        "Content-Type",
        "Content-Disposition",
        "Content-Transfer-Encoding",
        "Message-ID",
        "References",
        "To",
    ]
)


@st.composite
def messages(draw: st.DrawFn) -> bytes:
    """A message of Ragnar's in which nothing needs to be right."""
    rows = [f"From: {RAGNAR}", *(f"{draw(HEADERS)}: {draw(TEXTS)}" for _ in range(draw(st.integers(0, 4))))]
    text = "\n".join([*rows, "", draw(TEXTS)])
    return text.encode(
        draw(st.sampled_from(["utf-8", "latin-1"])), draw(st.sampled_from(["replace", "ignore"]))
    )


def box(path: Path, *sent: EmailMessage | bytes) -> str:
    with closing(mailbox.mbox(path)) as made:
        for each in sent:
            made.add(each)
    return str(path)


def handed_over(mailing: Path, tmp_path: Path, *sent: EmailMessage | bytes) -> tuple[Done, dict[str, str]]:
    """A mailbox accepted, and what was answered, by address."""
    path = box(tmp_path / "box", *sent)
    done = run(mailing, "collect", "--mail", path, "--answers", str(tmp_path / "out"), "--now", START)
    answers = [parsed(each.read_bytes()) for each in sorted((tmp_path / "out").iterdir())]
    return done, {each["To"].addresses[0].addr_spec: words(each) for each in answers}


@pytest.mark.by_day(0, ci="all")
@pytest.mark.parametrize("line", [", .", "( \x85", "/ /", "* , ."])
def test_a_line_without_any_word_is_talk(mailing: Path, tmp_path: Path, line: str) -> None:
    done, answers = handed_over(mailing, tmp_path, message(line), message("PASS", GWEN))
    assert (done.status, orders(mailing, GREEN)) == (0, "PASS\n"), done.err
    assert "No line of your message begins like an order" in answers[RAGNAR]


def fail_on(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> None:
    """Make a function of Python's library fail where BOOM is in what it is given."""
    whole = getattr(owner, name)

    def call(*given: Any, **more: Any) -> Any:
        if any(isinstance(each, str) and BOOM in each for each in given):
            raise ZeroDivisionError("secret words")
        return whole(*given, **more)

    monkeypatch.setattr(owner, name, call)


def test_a_message_that_the_program_fails_on_is_answered_and_the_others_are_taken_in(
    mailing: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = message(f"{BOOM} B2 S"), message("PASS", GWEN)
    fail_on(monkeypatch, difflib, "get_close_matches")
    done, answers = handed_over(mailing, tmp_path, *sent)
    assert (done.status, orders(mailing, GREEN)) == (0, "PASS\n"), done.err
    assert "The program could not read your message, and the GM has been told." in answers[RAGNAR]
    assert "Your orders for green" in answers[GWEN]
    why = "refused; the answer says why; the program has a fault, ZeroDivisionError at "
    assert f"message 1 of a player: {why}" in done.err
    assert "secret words" not in done.err


def test_headers_that_the_program_fails_on_are_told_to_the_gm_and_the_others_are_taken_in(
    mailing: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = message("PASS")
    broken.replace_header("Content-Type", f"text/{BOOM}")
    sent = bytes(broken), bytes(message("PASS", GWEN))
    fail_on(monkeypatch, email.message, "_splitparam")
    done, answers = handed_over(mailing, tmp_path, *sent)
    assert (done.status, [*answers]) == (0, [GWEN]), done.err
    assert "message 1: ignored, as the program has a fault, ZeroDivisionError at " in done.err


def test_an_answer_that_the_program_fails_on_is_told_to_the_gm_and_the_others_go_out(
    mailing: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = message(f"PASS\n\nMy words: {BOOM}"), message("PASS", GWEN)
    fail_on(monkeypatch, EmailMessage, "set_content")
    done, answers = handed_over(mailing, tmp_path, *sent)
    assert (done.status, [*answers]) == (0, [GWEN]), done.err
    assert orders(mailing) == "PASS\n"
    assert "could not be written: the program has a fault, ZeroDivisionError at " in done.err


@pytest.fixture(scope="module")
def league(_mailing: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[League]:
    with League(copied(_mailing, tmp_path_factory.mktemp("fuzzed"))) as league:
        yield league.committed(league.repository.tip())


@given(sent=st.lists(messages(), min_size=1, max_size=5))
@settings(max_examples=examples(50))
def test_no_message_makes_the_program_fail(league: League, sent: list[bytes]) -> None:
    source = Letters(league, sent, 0, str)
    found = source.deliveries(league)
    assert [one.fault for one in found if one.fault] == []
