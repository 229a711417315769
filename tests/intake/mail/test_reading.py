"""What of a message is an order: for which game, in which lines, and what is asked back and not guessed."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.kit.command import SITE, START, git, new_game, new_league, run, start_game
from tests.kit.keys import KEY, machine
from tests.kit.mail import (
    GAMES,
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


def numbered(league: Path, number: int) -> None:
    """Give the game riot another number."""
    with_players(league, "riot", [("number: 9999", f"number: {number}")])


def with_fort(league: Path) -> str:
    """A second game of Ragnar's, Fort; the path of his order file there."""
    more = ["--ruleset", "genetess", "--board", "games/riot/board.yaml", "--number", "12"]
    assert run(league, "new", "fort", *more, "--player", "red=Ragnar", "--player", "green=Gwen").status == 0
    set_person(league, "Ragnar", "--mail", RAGNAR)
    assert run(league, "start", "fort", "--now", START).status == 0
    return "games/fort/orders/red.txt"


def answered(league: Path, sent: EmailMessage) -> tuple[int, str]:
    """The exit status, and what the answer says."""
    done = collect(league, sent)
    return done.status, words(parsed(done.out))


def test_a_star_is_a_star_and_no_mark_of_a_list(mailing: Path) -> None:
    assert collect(mailing, message("* MOVE B2 S\n* PASS\n")).status == 0
    assert orders(mailing) == "* MOVE B2 S\n* PASS\n"


# Which game


@pytest.mark.parametrize(
    "subject",
    [
        "my orders for turn 2 of fort",
        "orders for Fort of 2 Nov",
        "Re: [fort] Fort 2a: it is your turn",
        "Game 12",
        "Game #12: my order",
        "#12",
    ],
)
def test_a_bare_number_names_no_game(mailing: Path, subject: str) -> None:
    numbered(mailing, 2)
    path = with_fort(mailing)
    done = collect(mailing, message(subject=subject))
    assert done.status == 0, done.err
    assert orders(mailing, path) == "MOVE B2 S\n"
    assert orders(mailing) is None


@pytest.mark.by_day(1, ci=2)
@pytest.mark.parametrize("subject", ["my orders for turn 2", "2 orders", "2", "12 Nov", "game 22", "#121"])
def test_where_nothing_names_a_game_it_is_asked_back(mailing: Path, subject: str) -> None:
    numbered(mailing, 2)
    with_fort(mailing)
    status, told = answered(mailing, message(subject=subject))
    assert status == 1
    assert "into the subject: [fort/red] or [riot/red]" in told


def test_a_name_of_digits_is_a_number(mailing: Path) -> None:
    with_players(mailing, "riot", [("name: Riot", "name: '2'")])
    assert collect(mailing, message("MOVE B2 S\nPASS\n", subject="game 2")).status == 0
    assert orders(mailing) == "MOVE B2 S\nPASS\n"


# An order misread is worse than one asked back


@pytest.mark.by_day(1, ci=4)
@pytest.mark.parametrize(
    "line", ["Pass on my regards to Ragnar.", "PASS / I hope you pass, too", "MOVE B2 S and then north"]
)
def test_an_order_beside_other_words_is_asked_back_and_nothing_is_taken(mailing: Path, line: str) -> None:
    status, told = answered(mailing, message(f"Hello,\n{line}\nMOVE C2 S\n"))
    assert (status, orders(mailing)) == (1, None)
    assert f">     {line}\n" in told
    assert "other words" in told


@pytest.mark.parametrize("line", ["mvoe B2 S", "MOOVE B2 S", "CRAETE B3 A"])
def test_an_order_but_for_a_slip_in_its_first_word_is_asked_back(mailing: Path, line: str) -> None:
    """It was passed over, and the order below it carried out in its place."""
    status, told = answered(mailing, message(f"{line}\nPASS\n"))
    assert (status, orders(mailing)) == (1, None)
    assert f">     {line}\n" in told


@pytest.mark.by_day(1, ci=4)
@pytest.mark.parametrize(
    "line", ["I hope you pass the exam.", "First MOVE B2 S", "1. MOVE B2 S", "Love to all"]
)
def test_prose_is_left_out_and_told(mailing: Path, line: str) -> None:
    status, told = answered(mailing, message(f"{line}\nMOVE B2 S # at last\n"))
    assert (status, orders(mailing)) == (0, "MOVE B2 S # at last\n")
    assert f"These lines are not orders and were ignored:\n\n> {line}\n" in told


def test_what_reads_as_a_move_of_chess_is_an_order(mailing: Path) -> None:
    players = ["--player", "white=Ragnar", "--player", "black=Gwen"]
    assert run(mailing, "new", "wishes", "--ruleset", "genie", *players).status == 0
    set_person(mailing, "Ragnar", "--mail", RAGNAR)
    assert run(mailing, "start", "wishes", "--now", START).status == 0
    told = answered(mailing, message("My move is Nf3\n1. Nc3\nO\u2013O\n", subject="wishes"))[1]
    assert orders(mailing, "games/wishes/orders/white.txt") == "1. Nc3\nO\u2013O\n"
    assert "> 1. Nc3\n> 2. O-O\n" in told
    assert "> My move is Nf3\n" in told


# Where the orders were looked for


@pytest.mark.parametrize("subtype", ["html", "pdf"])
def test_a_message_without_plain_text_is_told_so(mailing: Path, subtype: str) -> None:
    made = message("")
    made.clear_content()
    made.set_content(b"MOVE B2 S", maintype="application" if subtype == "pdf" else "text", subtype=subtype)
    status, told = answered(mailing, made)
    assert (status, orders(mailing)) == (1, None)
    assert "as plain text above what you quote, not into a file" in told


# What mail programs make of a hyphen


@pytest.mark.by_day(1, ci=3)
@pytest.mark.parametrize("dash", "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\uff0d")
def test_any_dash_between_directions_is_a_hyphen(mailing: Path, dash: str) -> None:
    status, told = answered(mailing, message(f"MOVE C2 S{dash}E # then{dash}west\n"))
    assert status == 0, told
    assert orders(mailing) == f"MOVE C2 S{dash}E # then{dash}west\n"
    assert "> 1. MOVE C2 S-E\n" in told


def test_letters_that_nobody_sees_are_no_part_of_a_line(mailing: Path) -> None:
    status, told = answered(mailing, message("\u200eMOVE C2\u00a0S\u00ad-E\u200b\n\ufeffPASS\u2060\n"))
    assert status == 0, told
    assert "> 1. MOVE C2 S-E\n> 2. PASS\n" in told


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("MOVE \u04212 S", "“С” in “С2” is the Cyrillic letter that looks like C."),
        ("\u041cOVE C2 S", "“М” in “МOVE” is the Cyrillic letter that looks like M."),
    ],
)
def test_a_letter_of_another_alphabet_is_named(mailing: Path, line: str, what: str) -> None:
    status, told = answered(mailing, message(f"{line}\nPASS\n"))
    assert status == 1
    assert what in told


def test_a_line_that_is_left_out_comes_back_as_it_was(mailing: Path) -> None:
    _, told = answered(mailing, message("Hello \u2013 again\nPASS\n"))
    assert "> Hello \u2013 again\n" in told


def test_a_dash_before_other_words_is_asked_back(mailing: Path) -> None:
    status, told = answered(mailing, message("MOVE B2 S \u2013 as you said\n"))
    assert status == 1
    assert "MOVE B2 S \u2013 as you said" in told


# The queue cleared


@pytest.mark.parametrize(
    "text", ["CLEAR", "clear\n", "Clear.", "CLEAR!", "* CLEAR", "Hello,\n\nClear\n\nRagnar\n"]
)
def test_one_word_clears_the_queue(mailing: Path, text: str) -> None:
    collect(mailing, message("MOVE B2 S\nPASS\n"))
    status, told = answered(mailing, message(text))
    assert status == 0
    assert orders(mailing) is None
    assert git(mailing, "ls-files", RED) == ""
    assert "are cleared" in told
    assert "> MOVE B2 S\n> PASS\n" in told
    assert "The first order runs soon" not in told


def test_a_queue_that_is_empty_can_be_cleared(mailing: Path) -> None:
    status, told = answered(mailing, message("CLEAR\n"))
    assert status == 0
    assert "It was already empty" in told


@pytest.mark.parametrize("text", ["CLEAR\nMOVE B2 S\n", "MOVE B2 S\nCLEAR\n"])
def test_beside_orders_the_word_is_asked_back(mailing: Path, text: str) -> None:
    collect(mailing, message("PASS\n"))
    status, told = answered(mailing, message(text))
    assert status == 1
    assert orders(mailing) == "PASS\n"
    assert "CLEAR must be alone" in told


def test_a_sentence_clears_nothing(mailing: Path) -> None:
    collect(mailing, message("PASS\n"))
    assert collect(mailing, message("All clear.\nClear skies here!\n")).status == 1
    assert orders(mailing) == "PASS\n"


def test_every_answer_to_orders_says_how_to_clear_them(mailing: Path) -> None:
    assert "CLEAR" in answered(mailing, message())[1]


def test_a_sealed_queue_is_not_cleared_by_mail(tmp_path: Path) -> None:
    """A sealed game takes sealed orders alone: who forges a sender clears nothing."""
    with machine(tmp_path, KEY):
        root = new_league(tmp_path, "--forge", "none", settings=f"{SITE}mail: {GAMES}\n")
        new_game(root, "riot", "--sealed")
        set_person(root, "Ragnar", "--mail", RAGNAR)
        start_game(root)
        assert run(root, "order", "riot", "red", "MOVE B2 S", "--commit", "--now", START).status == 0
    with machine(tmp_path / "elsewhere"):
        assert collect(root, message("CLEAR\n")).status == 1
    assert git(root, "ls-files", "games/riot/orders/red.sealed") != ""
