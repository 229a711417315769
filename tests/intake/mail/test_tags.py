"""A notice that is answered with orders: they are for the seat that the notice was sent to, and for no other."""

from __future__ import annotations

from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.intake.mail.test_post import order, tick
from tests.kit.boards import BOARD
from tests.kit.command import LATER, START, Done, new_game, run, start_game
from tests.kit.mail import (
    GREEN,
    GWEN,
    RAGNAR,
    RED,
    collect,
    message,
    orders,
    parsed,
    set_person,
    with_players,
    words,
)

SOON = "2026-11-23T01:00:00Z"
CAVE = "games/cave/orders/red.txt"
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
    assert run(league, "pause", "riot", "--open-end", "--reason", "a wedding", "--now", LATER).status == 0
    return notice(league, "green", LATER)


KINDS = (_turn, _other, _stored, _starred, _reminder, _paused)
EVERY_KIND = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)


@pytest.fixture
def twice(mailing: Path) -> Path:
    """Rag plays both seats, by one address."""
    changes = [
        ("person: p2", "person: p1"),
    ]
    set_person(mailing, "p1", "--name", "Rag")
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
    assert collect(twice, message(TEXT, subject="AW: [Riot/GREEN] Riot 1a: Rag (red) is to move")).status == 0
    assert (orders(twice, GREEN), orders(twice)) == (TEXT, None)


def test_a_subject_without_a_seat_is_asked_back(twice: Path) -> None:
    done = collect(twice, message(TEXT, subject="[riot] Riot 1a"))
    assert done.status == 1
    told = "Write the one that you mean into the subject: [riot/red] or [riot/green]"
    assert told in words(parsed(done.out))


def test_two_tags_are_asked_back(twice: Path) -> None:
    done = collect(twice, message(TEXT, subject="[riot/green] Fwd: [riot/red] Riot 1a"))
    assert done.status == 1
    told = words(parsed(done.out))
    assert "could be for several of your seats" in told
    assert "Write a message of its own for each game." in told


@pytest.mark.parametrize("subject", ["Fwd: [riot/red] Riot 1a: it is your turn", "[cave/green] Cave 2b"])
def test_a_notice_for_somebody_else_is_not_answered_for_them(mailing: Path, subject: str) -> None:
    done = collect(mailing, message(TEXT, GWEN, subject))
    assert done.status == 1
    assert "names a seat or a game that is not yours. Write [riot/green] there instead" in words(
        parsed(done.out)
    )
    assert (orders(mailing), orders(mailing, GREEN)) == (None, None)


@pytest.fixture
def two_games(mailing: Path) -> Path:
    """Ragnar plays red in a second game, cave, number 77."""
    set_person(mailing, "Ragnar", "--name", "Rag")
    players = ["--player", "red=Rag", "--player", "green=Gwen"]
    more = ["--ruleset", "genetess", "--board", "../board.yaml", "--number", "77"]
    (mailing.parent / "board.yaml").write_text(BOARD)
    assert run(mailing, "new", "cave", *more, *players).status == 0
    assert run(mailing, "start", "cave", "--now", START).status == 0
    return mailing


@pytest.mark.by_day(1, ci=2)
@pytest.mark.parametrize("line", ["cave", "Game: Cave", "[cave/red]", "Riot", "--", "x" * 300])
def test_the_subject_alone_names_the_game(two_games: Path, line: str) -> None:
    assert collect(two_games, message(f"PASS\n{line}\n", subject="[riot/red]")).status == 0
    assert (orders(two_games), orders(two_games, CAVE)) == ("PASS\n", None)


@pytest.mark.by_day(1, ci=4)
@pytest.mark.parametrize("subject", ["my order", "[riot/green] my order", "[riot/red] [fort/red]", "riot"])
@pytest.mark.parametrize("text", ["PASS\n", "MOVE\n", "Hello!\n", "\n"])
def test_what_to_do_about_a_refusal_is_said_once(mailing: Path, subject: str, text: str) -> None:
    set_person(mailing, "Gwen", "--mail", RAGNAR)
    told = words(parsed(collect(mailing, message(text, subject=subject)).out))
    is_refused = told.startswith("Nothing in your message was accepted.")
    assert " ".join(told.split()).count("send it again") == is_refused


def test_a_subject_that_names_a_game_of_others_alone_is_for_none(mailing: Path) -> None:
    set_person(mailing, "Ragnar", "--name", "Rag")
    players = ["--player", "red=Zed", "--player", "green=Gwen"]
    (mailing.parent / "board.yaml").write_text(BOARD)
    more = ["--ruleset", "genetess", "--board", "../board.yaml"]
    assert run(mailing, "new", "lamp", *more, *players).status == 0
    done = collect(mailing, message("PASS\n", subject="Lamp"))
    assert (done.status, orders(mailing)) == (1, None)
    assert "names a seat or a game that is not yours" in words(parsed(done.out))
    assert collect(mailing, message("PASS\n", subject="Lamp, no: riot")).status == 0


def test_a_seat_of_a_game_that_is_over_is_none_that_a_message_without_one_may_be_for(two_games: Path) -> None:
    assert run(two_games, "finish", "cave", "--reason", "enough", "--now", START).status == 0
    assert collect(two_games, message("PASS\n", subject="my order")).status == 0
    assert orders(two_games) == "PASS\n"
    other = words(parsed(collect(two_games, message("PASS\n", subject="[cave/green]")).out))
    assert "Write [riot/red] there instead" in other


@pytest.fixture
def beside_sealed(mailing: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, str]:
    """Gwen plays green in the sealed game cave, too; with orders that are sealed for it."""
    monkeypatch.delenv("CI", raising=False)  # where no sealed order is written
    new_game(mailing, "cave", "--sealed")
    start_game(mailing, "cave")
    run(mailing, "order", "cave", "green", "PASS")
    file = mailing / "games/cave/orders/green.sealed"
    sealed = file.read_text()
    file.unlink()
    return mailing, sealed


def test_sealed_orders_for_another_game_are_told_where_they_belong(beside_sealed: tuple[Path, str]) -> None:
    league, sealed = beside_sealed
    told = words(parsed(collect(league, message(sealed, GWEN, "[riot/green]")).out))
    assert "These orders are sealed for [cave/green]. Write that into the subject" in told


def test_without_a_tag_sealed_orders_say_themselves_for_which_seat_they_are(
    beside_sealed: tuple[Path, str],
) -> None:
    league, sealed = beside_sealed
    assert collect(league, message(sealed, GWEN, "my orders")).status == 0
    assert (league / "games/cave/orders/green.sealed").read_text() == sealed
    stranger = words(parsed(collect(league, message(sealed, RAGNAR, "riot")).out))
    assert "These orders are sealed for [cave/green]." in stranger


def test_who_sent_orders_by_mail_reads_no_path_of_a_file(beside_sealed: tuple[Path, str]) -> None:
    league, sealed = beside_sealed
    assert collect(league, message(sealed, GWEN, "[cave/green]")).status == 0
    run(league, "order", "cave", "green", "PASS", "--commit")
    told = words(parsed(collect(league, message(f"{sealed}\n\nonce more", GWEN, "[cave/green]")).out))
    assert "these sealed orders were here before" in told
    assert "games/cave" not in told
