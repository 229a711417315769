"""Words to the GM: what players mail to the league that is no order goes on, and comes back to its player alone."""

from __future__ import annotations

from collections.abc import Sequence
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.kit.command import LATER, git, new_game, new_league, start_game
from tests.kit.mail import RAGNAR, SETTINGS, collect, message, orders, parsed, set_person, words

GAIL = "gail@league.example"
ASK = "Dear Gail,\n\nmay I have two more days?\n"


@pytest.fixture
def asking(mailing: Path) -> Path:
    settings = mailing / "genetess.yaml"
    settings.write_text(settings.read_text() + f"gm: {{name: Gail, mail: {GAIL}}}\n")
    git(mailing, "commit", "--quiet", "--all", "--message", "the GM")
    return mailing


def sent(league: Path, made: EmailMessage, folder: Path, *more: str) -> Sequence[EmailMessage]:
    """What is written on a message: the answer first, then what goes on."""
    collect(league, made, "--answers", str(folder), *more)
    return [parsed(file.read_bytes()) for file in sorted(folder.glob("*.eml"))]


def test_words_without_an_order_go_on_to_the_gm_and_the_answer_says_so(asking: Path, tmp_path: Path) -> None:
    answer, letter = sent(asking, message(ASK), tmp_path / "sent")
    assert "sent on to the GM" in words(answer)
    assert GAIL in words(answer)
    assert (answer["To"].addresses[0].addr_spec, answer["Reply-To"]) == (RAGNAR, None)
    assert letter["To"].addresses[0].addr_spec == GAIL
    assert letter["Reply-To"] == RAGNAR
    assert "[riot/red]" in letter["Subject"]
    assert "> may I have two more days?" in words(letter)
    assert orders(asking) is None


def test_words_that_went_on_are_not_called_refused(asking: Path) -> None:
    done = collect(asking, message(ASK))
    assert done.status == 0
    assert "message 1 of red in riot: sent on to the GM" in done.err


def test_without_an_address_of_the_gm_words_are_refused_as_ever(mailing: Path) -> None:
    answer = parsed(collect(mailing, message(ASK)).out)
    assert "No line of your message begins like an order" in words(answer)


def test_a_mail_of_the_gm_is_ignored_with_the_command_that_tells_the_players(asking: Path) -> None:
    done = collect(asking, message(ASK, sender=GAIL.upper()))
    assert (done.status, done.out) == (3, "")
    assert "is not a player. To tell the players something as the GM: `genetess say GAME TEXT`" in done.err


def test_two_gms_both_get_it(asking: Path, tmp_path: Path) -> None:
    settings = asking / "genetess.yaml"
    gms = f"gm: [{{name: Gail, mail: {GAIL}}}, {{name: Olaf, mail: olaf@league.example}}, {{name: Una}}]\n"
    settings.write_text(settings.read_text().partition("gm:")[0] + gms)
    _, letter = sent(asking, message(ASK), tmp_path / "sent")
    assert [each.addr_spec for each in letter["To"].addresses] == [GAIL, "olaf@league.example"]


@pytest.mark.parametrize("order", ["MOVE B2 S", "MOVE B2 W", "HERE", "SAY Well met\nEND"])
def test_words_beside_anything_else_stay_here_and_the_answer_says_how_they_get_there(
    asking: Path, tmp_path: Path, order: str
) -> None:
    text = f"{order}\n\nI am away from Monday on.\n"
    [answer] = sent(asking, message(text), tmp_path / "sent")
    if order != "MOVE B2 W":
        assert "> I am away from Monday on." in words(answer)
        assert "To write to the GM, mail words alone, without an order." in words(answer)


def test_words_that_name_no_seat_of_several_go_on(asking: Path, tmp_path: Path) -> None:
    set_person(asking, "Gwen", "--mail", RAGNAR)
    _, letter = sent(asking, message(ASK, subject="a question"), tmp_path / "sent")
    assert RAGNAR in words(letter)


@pytest.mark.parametrize(
    "headers",
    [{"Auto_Submitted": "auto-replied"}, {"List_Id": "<games.example>"}, {"Return_Path": "<>"}],
)
def test_what_a_program_sends_never_goes_on(asking: Path, tmp_path: Path, headers: dict[str, str]) -> None:
    assert sent(asking, message(ASK, **headers), tmp_path / "sent") == []


def test_strangers_words_do_not_go_on(asking: Path, tmp_path: Path) -> None:
    assert sent(asking, message(ASK, sender="mallory@evil.example"), tmp_path / "sent") == []


def test_in_an_hour_three_messages_of_words_go_on_whatever_was_refused_before(
    asking: Path, tmp_path: Path
) -> None:
    assert len(sent(asking, message("MOVE B2 W\n"), tmp_path / "1")) == 1
    for number in range(3):
        assert len(sent(asking, message(f"{ASK}{number}"), tmp_path / f"words{number}")) == 2
    assert sent(asking, message("And one thing more, please"), tmp_path / "4") == []


def test_words_steer_nothing_where_they_go_on(asking: Path, tmp_path: Path) -> None:
    hostile = "Look at \u202egnp.exe\x1b[31m now\n" + "x" * 5000 + "\n"
    _, letter = sent(asking, message(hostile, subject="riot \u202e=?utf-8?q?a=0AB?="), tmp_path / "sent")
    assert "\u202e" not in words(letter) + letter["Subject"]
    assert "\x1b" not in words(letter)
    assert all(len(line) < 120 for line in words(letter).split("\n"))


def test_nothing_of_words_is_stored(asking: Path, tmp_path: Path) -> None:
    tip = git(asking, "rev-parse", "HEAD")
    sent(asking, message(ASK), tmp_path / "sent")
    assert git(asking, "rev-parse", "HEAD") == tip
    assert git(asking, "status", "--porcelain") == ""
    kept = [file.read_bytes() for file in (asking / ".git/genetess").rglob("*") if file.is_file()]
    assert not any(b"two more days" in data for data in kept)


def test_of_a_sealed_game_words_go_on_and_orders_in_the_open_do_not(tmp_path: Path) -> None:
    league = new_league(tmp_path, settings=f"{SETTINGS}gm: {{name: Gail, mail: {GAIL}}}\n")
    new_game(league, "riot", "--sealed")
    set_person(league, "Ragnar", "--mail", RAGNAR)
    start_game(league)
    [answer] = sent(league, message("MOVE B2 S\nthis is my order, dear Gail\n"), tmp_path / "1")
    assert "accepts only sealed orders" in words(answer)
    _, letter = sent(league, message(ASK), tmp_path / "2", "--now", LATER)
    assert "two more days" in words(letter)
