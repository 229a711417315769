"""Which mail a player gets is the player's to say, by a line of a message or the button of a mail program."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote

from genetess_cli.notices.mail import Post, compose
from tests.kit.command import LATER, START, new_game, run, start_game
from tests.kit.mail import GAMES, GWEN, collect, message, parsed, words


def _notices(league: Path, person: str = "Gwen") -> str:
    found = run(league, "people", "--json").json
    return str(next(one["notices"] for one in found if one["name"] == person))


def test_a_line_of_a_message_is_carried_out_by_the_next_run(mailing: Path) -> None:
    answer = parsed(collect(mailing, message("notices none\n", sender=GWEN)).out)
    assert "> notices none" in words(answer)
    told = run(mailing, "tick", "--now", LATER)
    assert told.status == 0, told.err
    assert _notices(mailing) == "none"
    assert run(mailing, "post", "--now", LATER).out == ""


def test_what_is_chosen_is_one_of_four(mailing: Path) -> None:
    answer = parsed(collect(mailing, message("NOTICES never\n", sender=GWEN)).out)
    assert "NOTICES each, NOTICES daily, NOTICES own or NOTICES none" in " ".join(
        words(answer).replace(">", "").split()
    )


def test_another_hears_nothing_of_it_by_mail(mailing: Path) -> None:
    collect(mailing, message("NOTICES own\n", sender=GWEN))
    run(mailing, "tick", "--now", LATER)
    notices = run(mailing, "post", "--since", START, "--lines", "--now", LATER).out
    assert notices == ""


def test_in_a_game_that_is_over_it_is_done_as_the_message_comes(mailing: Path) -> None:
    run(mailing, "finish", "riot", "--reason", "enough", "--now", START)
    answer = parsed(collect(mailing, message("NOTICES daily\n", sender=GWEN)).out)
    assert "From now on you get these notices: daily." in words(answer)
    assert _notices(mailing) == "daily"


def test_in_a_sealed_game_the_line_needs_no_seal(mailing: Path) -> None:
    new_game(mailing, "cave", "--sealed")
    start_game(mailing, "cave")
    answer = parsed(collect(mailing, message("NOTICES none\n", sender=GWEN, subject="[cave/green]")).out)
    assert "From now on you get these notices: none." in words(answer)
    assert _notices(mailing) == "none"


def test_every_mail_to_a_player_says_how_to_get_no_more(mailing: Path) -> None:
    notice, *_ = run(mailing, "post", "--now", LATER).out.partition("\n\nFrom genetess")
    answer = collect(mailing, message("PASS\n", sender=GWEN)).out
    for text, seat in ((notice, "red"), (answer, "green")):
        told = parsed(text.partition("\n")[2])["List-Unsubscribe"]
        assert unquote(told.strip()) == f"<mailto:{GAMES}?subject=[riot/{seat}]&body=NOTICES none>"


def test_the_longest_names_leave_that_line_one_address() -> None:
    post = Post(["a@b.example"], "A", "x", "x\n", "m", tag=f"[{'g' * 40}/{'s' * 40}]")
    told = parsed(compose(post, GAMES, "League", 0))["List-Unsubscribe"].strip()
    assert told.startswith("<mailto:")
    assert "=?" not in told
