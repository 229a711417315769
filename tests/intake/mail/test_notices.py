"""What a turn notice says in words, by mail and in a game's thread."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.intake.mail.test_post import order, post, rows, tick
from tests.kit.command import LATER, START, run
from tests.kit.mail import GWEN, RAGNAR, collect, message, parsed, with_players, words

DUE = "2026-11-24T00:00:01Z"


def thread(league: Path, *arguments: str, now: str = START) -> str:
    """The newest comment in the game's thread."""
    [row] = rows(run(league, "post", "--lines", "--public", "--now", now, *arguments))
    return str(row["body"])


def test_an_order_that_is_not_told_is_left_out(mailing: Path) -> None:
    order(mailing, "red", "MOVE B2 S")
    tick(mailing)
    assert "> 1a red\n" in words(post(mailing)[GWEN])
    assert "    1a red\n" in thread(mailing)
    assert "> 1a red: MOVE B2 S\n" in words(post(mailing)[RAGNAR])


def test_a_turn_without_an_order_is_told_by_what_came_of_it(mailing: Path) -> None:
    tick(mailing, DUE)
    assert "> 1a red (timed out)\n" in words(post(mailing, now=DUE)[RAGNAR])
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
    assert "so it waits until your deadline, 2026-11-24 00:00 UTC." in said
    assert "00:00:00Z" not in words(parsed(collect(mailing, message("PASS\n", GWEN)).out))


def test_who_is_not_to_move_is_asked_for_orders_for_the_next_turn(mailing: Path) -> None:
    found = post(mailing)
    assert "Answer this message with your orders, " in " ".join(words(found[RAGNAR]).split())
    assert "Answer this message with orders for your next turn, " in " ".join(words(found[GWEN]).split())


# A paused game


@pytest.fixture
def paused(mailing: Path) -> Path:
    order(mailing, "red", "PASS")
    assert run(mailing, "pause", "riot", "--open-end", "--reason", "a wedding", "--now", LATER).status == 0
    return mailing


def test_nobody_is_asked_for_orders_while_a_game_is_paused(paused: Path) -> None:
    found = post(paused, now=LATER)
    for seat, sent in (("red", found[RAGNAR]), ("green", found[GWEN])):
        assert sent["Subject"] == f"[riot/{seat}] Riot 1a: the game is paused"
        said = words(sent)
        assert said.startswith("Riot, turn 1a: the game is paused.\n")
        assert "You need not do anything now." in said
        assert "Answer this message" not in said
        assert "it is your turn" not in said


def test_the_order_in_the_file_of_a_paused_game_is_shown(paused: Path) -> None:
    said = words(post(paused, now=LATER)[RAGNAR])
    assert "> PASS\n" in said
    assert said.count("is paused") == 1


def test_the_subject_says_that_the_game_goes_on(paused: Path) -> None:
    assert run(paused, "resume", "riot", "--now", LATER).status == 0
    resumed = "The GM resumed the game, with time to order until 2026-11-24 00:00 UTC."
    found = post(paused, now=LATER)
    assert found[RAGNAR]["Subject"].startswith("[riot/red] Riot 1a: it is your turn")
    assert found[GWEN]["Subject"] == f"[riot/green] Riot 1a: {resumed}"


def test_a_mail_that_has_only_an_act_says_so_in_its_subject(mailing: Path) -> None:
    assert run(mailing, "say", "riot", "Ties are shared.", "--now", LATER).status == 0
    ruled = "The GM ruled: Ties are shared."
    found = post(mailing, "--since", START, now=LATER)
    assert found[RAGNAR]["Subject"] == f"[riot/red] Riot 1a: it is your turn. {ruled}"
    assert found[GWEN]["Subject"] == f"[riot/green] Riot 1a: {ruled}"


def test_what_players_say_is_told_once_and_with_the_end_of_its_turn(mailing: Path) -> None:
    assert run(mailing, "talk", "riot", "Good luck!", "--as", "red", "--now", START).status == 0
    assert run(mailing, "say", "riot", "Ties are shared.", "--now", LATER).status == 0
    assert "Good luck!" not in words(post(mailing, now=LATER)[GWEN])
    tick(mailing, DUE)
    assert "> Ragnar (red) said: Good luck!\n" in words(post(mailing, now=DUE)[GWEN])


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


# What a newcomer has at hand


def without_a_site(league: Path) -> None:
    path = league / "genetess.yaml"
    path.write_text("".join(line for line in path.read_text().splitlines(True) if "site" not in line))


def test_without_a_site_the_mail_shows_an_order_and_where_there_is_more(mailing: Path) -> None:
    """Else whoever has never played knows nothing that could be answered."""
    without_a_site(mailing)
    said = words(post(mailing)[RAGNAR])
    [example] = re.findall("An order is written like this:\n\n> (.+)\n", said)
    assert "games/riot/orders/README.md" in said
    assert run(mailing, "order", "riot", "red", example).status == 0


def test_who_waits_is_shown_one_in_the_first_round_alone(mailing: Path) -> None:
    without_a_site(mailing)
    assert "An order is written like this:" in words(post(mailing)[GWEN])
    for seat in ("red", "green"):
        order(mailing, seat, "PASS")
        tick(mailing)
    assert "An order is written like this:" in words(post(mailing)[RAGNAR])
    assert "An order is written like this:" not in words(post(mailing)[GWEN])


def test_where_there_is_a_sheet_it_shows_the_orders(mailing: Path) -> None:
    assert "An order is written like this:" not in words(post(mailing)[RAGNAR])


@pytest.mark.parametrize("who", [RAGNAR, GWEN])
def test_the_first_mail_of_a_game_names_the_page_that_tells_how_to_play(mailing: Path, who: str) -> None:
    line = "How to play here: https://league.example/play.html"
    assert line in words(post(mailing)[who])
    for seat in ("red", "green"):
        order(mailing, seat, "PASS")
        tick(mailing)
    assert line not in words(post(mailing)[who])


def test_the_opening_of_a_thread_names_it(mailing: Path) -> None:
    [row] = rows(run(mailing, "post", "--lines", "--public", "--now", START))
    assert "[How to play here](https://league.example/play.html)" in row["opening"]
    without_a_site(mailing)
    [row] = rows(run(mailing, "post", "--lines", "--public", "--now", START))
    assert "How to play" not in row["opening"]


def test_an_order_that_was_an_example_is_not_sent_by_answering(mailing: Path) -> None:
    """Some programs put what is answered below, each line as it was."""
    without_a_site(mailing)
    said = words(post(mailing)[RAGNAR])
    assert collect(mailing, message(f"PASS\n\n{said}", RAGNAR)).status == 0
    assert (mailing / "games/riot/orders/red.txt").read_text() == "PASS\n"
    tail = said[said.index("An order is written like this:") :]
    assert collect(mailing, message(f"PASS\n\n{tail}", RAGNAR)).status == 0
    assert (mailing / "games/riot/orders/red.txt").read_text() == "PASS\n"
