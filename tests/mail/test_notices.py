"""What a turn notice says in words, by mail and in a game's thread."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import LATER, START, run
from tests.mail.conftest import GWEN, RAGNAR, collect, message, parsed, with_players, words
from tests.mail.test_post import order, post, rows, tick

DUE = "2026-11-24T00:00:01Z"


def thread(league: Path, *arguments: str, now: str = START) -> str:
    """The newest comment in the game's thread."""
    [row] = rows(run(league, "post", "--lines", "--public", "--now", now, *arguments))
    return str(row["body"])


def test_an_order_that_is_not_told_is_left_out(mailing: Path) -> None:
    order(mailing, "red", "MOVE B2 S")
    tick(mailing)
    assert "    1a red\n" in words(post(mailing)[GWEN])
    assert "    1a red\n" in thread(mailing)
    assert "    1a red: MOVE B2 S\n" in words(post(mailing)[RAGNAR])


def test_a_turn_without_an_order_is_told_by_what_came_of_it(mailing: Path) -> None:
    tick(mailing, DUE)
    assert "    1a red (timed out)\n" in words(post(mailing, now=DUE)[RAGNAR])
    assert "1a red (timed out)\n" in run(mailing, "log", "riot").out


def test_a_deadline_is_said_as_the_pages_say_it(mailing: Path) -> None:
    for said in (words(post(mailing)[RAGNAR]), words(post(mailing)[GWEN]), thread(mailing)):
        assert ", until 2026-11-24 00:00 UTC." in said
        assert "00:00:00Z" not in said


def test_with_it_stands_the_time_of_the_games_own_zone(mailing: Path) -> None:
    with_players(mailing, "riot", [("\nplayers:", "\ntimezone: Europe/Berlin\nplayers:")])
    said = "until 2026-11-24 00:00 UTC (Tue 24 Nov 2026, 01:00 in Europe/Berlin)."
    assert said in words(post(mailing)[RAGNAR])


def test_a_stored_order_says_its_deadline_so_too(mailing: Path) -> None:
    order(mailing, "green", "PASS")
    order(mailing, "red", "PASS")
    tick(mailing)
    said = words(post(mailing)[GWEN])
    assert "stored order until your deadline, 2026-11-24 00:00 UTC;" in said
    assert "00:00:00Z" not in words(parsed(collect(mailing, message("PASS\n", GWEN)).out))


# A paused game


@pytest.fixture
def paused(mailing: Path) -> Path:
    order(mailing, "red", "PASS")
    assert run(mailing, "pause", "riot", "--reason", "a wedding", "--now", LATER).status == 0
    return mailing


def test_nobody_is_asked_for_orders_while_a_game_is_paused(paused: Path) -> None:
    found = post(paused, now=LATER)
    for seat, sent in (("red", found[RAGNAR]), ("green", found[GWEN])):
        assert sent["Subject"] == f"[riot/{seat}] Riot 1a: the game is paused"
        said = words(sent)
        assert said.startswith("Riot (riot), turn 1a: the game is paused.\n")
        assert "Nothing has to be done" in said
        assert "Answer this message with your orders" not in said
        assert "it is your turn" not in said


def test_the_order_in_the_file_of_a_paused_game_is_shown(paused: Path) -> None:
    said = words(post(paused, now=LATER)[RAGNAR])
    assert "    PASS\n" in said
    assert said.count("is paused") == 1


def test_the_subject_says_whose_turn_it_is_once_the_game_goes_on(paused: Path) -> None:
    assert run(paused, "resume", "riot", "--now", LATER).status == 0
    assert post(paused, now=LATER)[GWEN]["Subject"] == "[riot/green] Riot 1a: red (Ragnar) is to move"


# The thread


def test_the_thread_leads_to_the_sheet_of_who_is_to_move(mailing: Path) -> None:
    assert "[red's turnsheet](https://league.example/riot/sheet/red/)\n" in thread(mailing)


def test_a_reminder_leads_there_as_well(mailing: Path) -> None:
    with_players(mailing, "riot", [("\nplayers:", "\nremind: [1d]\nplayers:")])
    said = thread(mailing, "--since", LATER, now="2026-11-23T01:00:00Z")
    assert "[red's turnsheet](https://league.example/riot/sheet/red/)\n" in said


def test_where_several_are_to_move_each_sheet_is_there(mailing: Path) -> None:
    more = ["--ruleset", "genetess", "--board", "games/riot/board.yaml", "--gamble", "start"]
    assert run(mailing, "new", "raid", *more, "--player", "red=Ragnar", "--player", "green=Gwen").status == 0
    assert run(mailing, "start", "raid", "--now", START).status == 0
    said = thread(mailing, "raid")
    assert "[red's turnsheet](https://league.example/raid/sheet/red/)" in said
    assert "[green's turnsheet](https://league.example/raid/sheet/green/)" in said


def test_where_nobody_is_to_move_the_thread_leads_to_the_game(paused: Path) -> None:
    assert "[The game's pages](https://league.example/riot/)\n" in thread(paused, now=LATER)


def test_a_channel_gets_the_sheet_of_each_who_is_to_move(mailing: Path) -> None:
    found = rows(run(mailing, "post", "--lines", "--now", START))
    assert found[1]["to_move"][0]["link"] == "https://league.example/riot/sheet/red/"
