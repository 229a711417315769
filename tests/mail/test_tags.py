"""A notice that is answered with orders: they are for the seat that the notice was sent to, and for no other."""

from __future__ import annotations

from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.cli.conftest import LATER, START, Done, run
from tests.mail.conftest import (
    GREEN,
    GWEN,
    RAGNAR,
    RED,
    collect,
    message,
    orders,
    parsed,
    with_players,
    words,
)
from tests.mail.test_post import order, tick

SOON = "2026-11-23T01:00:00Z"
TEXT = "PASS\nPASS\nPASS\n"


def notice(league: Path, seat: str, now: str = START, *arguments: str) -> EmailMessage:
    """What a seat is sent."""
    folder = league.parent / f"out-{seat}"
    assert run(league, "post", "--out", str(folder), "--now", now, *arguments).status == 0
    [file] = folder.glob(f"*-riot-{seat}-*.eml")
    return parsed(file.read_bytes())


def answer(league: Path, sent: EmailMessage, text: str = TEXT) -> Done:
    """What comes of it when the notice is answered."""
    to = str(sent["To"].addresses[0].addr_spec)
    return collect(league, message(text, to, f"Re: {sent['Subject']}"))


def _turn(league: Path) -> EmailMessage:
    return notice(league, "red")


def _other(league: Path) -> EmailMessage:
    return notice(league, "green")


def _stored(league: Path) -> EmailMessage:
    order(league, "green", "PASS")
    order(league, "red", "PASS")
    tick(league)
    return notice(league, "green")


def _starred(league: Path) -> EmailMessage:
    order(league, "red", "* PASS")
    return notice(league, "red")


def _reminder(league: Path) -> EmailMessage:
    with_players(league, "riot", [("\nplayers:", "\nremind: [1d]\nplayers:")])
    return notice(league, "red", SOON, "--since", LATER)


def _paused(league: Path) -> EmailMessage:
    assert run(league, "pause", "riot", "--reason", "a wedding", "--now", LATER).status == 0
    return notice(league, "green", LATER)


KINDS = (_turn, _other, _stored, _starred, _reminder, _paused)
EVERY_KIND = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)


@pytest.fixture
def twice(mailing: Path) -> Path:
    """Rag plays both seats, by one address."""
    changes = [
        (f"mail: [{GWEN}]", f"mail: [{RAGNAR}]"),
        ("name: Ragnar,", "name: Rag,"),
        ("name: Gwen,", "name: Rag,"),
    ]
    with_players(mailing, "riot", changes)
    return mailing


@EVERY_KIND
def test_an_answer_to_a_notice_is_for_its_seat(mailing: Path, kind: Callable[[Path], EmailMessage]) -> None:
    _holds(mailing, kind(mailing))


@EVERY_KIND
def test_so_it_is_where_one_plays_both(twice: Path, kind: Callable[[Path], EmailMessage]) -> None:
    _holds(twice, kind(twice))


def _holds(league: Path, sent: EmailMessage) -> None:
    path, other = (RED, GREEN) if "[riot/red]" in sent["Subject"] else (GREEN, RED)
    before = orders(league, other)
    done = answer(league, sent)
    assert done.status == 0, done.err
    assert orders(league, path) == TEXT
    assert orders(league, other) == before
    assert answer(league, parsed(done.out), "PASS\n").status == 0
    assert orders(league, path) == "PASS\n"
    assert orders(league, other) == before


def test_the_end_is_answered_so_too(twice: Path) -> None:
    assert run(twice, "finish", "riot", "--reason", "enough", "--now", START).status == 0
    done = answer(twice, notice(twice, "green"))
    assert done.status == 1
    assert "riot is over" in words(parsed(done.out))


def test_a_tag_beats_what_else_the_subject_says(twice: Path) -> None:
    """Whoever is to move, and by what name, is none of the reader's business."""
    assert collect(twice, message(TEXT, subject="AW: [Riot/GREEN] Riot 1a: red (Rag) is to move")).status == 0
    assert (orders(twice, GREEN), orders(twice)) == (TEXT, None)


@pytest.mark.parametrize("subject", ["Re: [riot] Riot 1a: red (Rag) is to move", "[riot] green"])
def test_behind_a_tag_without_a_seat_nothing_names_one(twice: Path, subject: str) -> None:
    done = collect(twice, message(TEXT, subject=subject))
    assert done.status == 1
    assert "red, green. Write the one that you mean into the subject, as [riot/red] or [riot/green]" in words(
        parsed(done.out)
    )


@pytest.mark.parametrize("line", ["red", "Seat: RED"])
def test_a_line_that_names_another_seat_is_asked_back(twice: Path, line: str) -> None:
    done = collect(twice, message(f"{line}\n{TEXT}", subject="[riot/green] Riot 1a"))
    assert done.status == 1
    assert "names several seats: [riot/green] or [riot/red]. Leave" in words(parsed(done.out))
    assert collect(twice, message(f"green\n{TEXT}", subject="[riot/green] Riot 1a")).status == 0


def test_two_tags_are_asked_back(twice: Path) -> None:
    done = collect(twice, message(TEXT, subject="[riot/green] Fwd: [riot/red] Riot 1a"))
    assert done.status == 1
    assert "names several seats: " in words(parsed(done.out))


@pytest.mark.parametrize("subject", ["Fwd: [riot/red] Riot 1a: it is your turn", "[cave/green] Cave 2b"])
def test_a_notice_for_somebody_else_is_not_answered_for_them(mailing: Path, subject: str) -> None:
    done = collect(mailing, message(TEXT, GWEN, subject))
    assert done.status == 1
    assert "names a seat that is not yours. Write [riot/green] there instead" in words(parsed(done.out))
    assert (orders(mailing), orders(mailing, GREEN)) == (None, None)
