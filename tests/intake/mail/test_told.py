"""Which mail a player gets is the player's to say, by a line of a message or the button of a mail program."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote

import pytest

from genetess_cli.notices.mail import Post, compose
from tests.kit.command import LATER, PLAYERS, START, new_game, new_league, run, start_game
from tests.kit.keys import KEY, machine
from tests.kit.mail import GAMES, GWEN, SETTINGS, collect, message, orders, parsed, set_person, words


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
    assert "This is done:\n\n> NOTICES daily\n\nNOTICES: in all your games" in words(answer)
    assert _notices(mailing) == "daily"


def test_in_a_sealed_game_the_line_needs_no_seal(mailing: Path) -> None:
    new_game(mailing, "cave", "--sealed")
    start_game(mailing, "cave")
    answer = parsed(collect(mailing, message("NOTICES none\n", sender=GWEN, subject="[cave/green]")).out)
    assert "This is done:\n\n> NOTICES none\n" in words(answer)
    assert _notices(mailing) == "none"


def test_sealed_orders_beside_that_line_count(mailing: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)  # where no sealed order is written
    new_game(mailing, "cave", "--sealed")
    start_game(mailing, "cave")
    run(mailing, "order", "cave", "green", "PASS")
    sealed = (mailing / "games/cave/orders/green.sealed").read_text()
    (mailing / "games/cave/orders/green.sealed").unlink()
    sent = message(f"NOTICES none\n\n{sealed}\n", sender=GWEN, subject="[cave/green]")
    answer = words(parsed(collect(mailing, sent).out))
    assert "This is done:\n\n> NOTICES none\n" in answer
    assert "Your sealed orders for green in Cave (cave) were accepted." in answer
    assert _notices(mailing) == "none"
    assert (mailing / "games/cave/orders/green.sealed").read_text() == sealed


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


# One mail a day


def test_who_wants_one_mail_a_day_gets_one_for_all_games_and_no_other(mailing: Path) -> None:
    new_game(mailing, "cave")
    start_game(mailing, "cave")
    set_person(mailing, "Ragnar", "--notices", "daily")
    assert "To: Ragnar" not in run(mailing, "post", "--now", LATER).out
    whole = run(mailing, "post", "--daily", "--now", LATER).out
    assert whole.count("\nMessage-ID:") == 1
    told = parsed(whole.partition("\n")[2])
    assert told["Subject"] == "What is new in 2 games"
    assert "[cave/red]" in words(told)
    assert "[riot/red]" in words(told)


def test_who_wants_a_mail_at_each_turn_gets_none_a_day(mailing: Path) -> None:
    assert run(mailing, "post", "--daily", "--now", LATER).status == 3


def test_a_thread_mentions_nobody_who_wants_one_mail_a_day_or_none(mailing: Path) -> None:
    for wish in ("daily", "none"):
        set_person(mailing, "Ragnar", "--notices", wish, "--chat", "<@7>")
        told = run(mailing, "post", "riot", "--lines", "--public", "--now", LATER).json
        assert "`red` (`Ragnar`) is to move" in told["body"]
        assert told["chats"] == []
    set_person(mailing, "Ragnar", "--notices", "own")
    told = run(mailing, "post", "riot", "--lines", "--public", "--now", LATER).json
    assert "`red` (@ragnar42) is to move" in told["body"]
    assert told["chats"] == ["<@7>"]


def test_after_a_failed_order_nobody_else_hears_again_whose_turn_it_is(mailing: Path) -> None:
    path = mailing / "games/riot/orders/red.txt"
    path.parent.mkdir(exist_ok=True)
    path.write_text("MOVE C3 S\n")
    assert "failed" in run(mailing, "tick", "--now", LATER).err
    mail = run(mailing, "post", "--now", LATER).out
    assert "To: Ragnar" in mail
    assert "To: Gwen" not in mail
    chat = run(mailing, "post", "--lines", "--public", "--now", LATER)
    assert (chat.status, chat.out) == (3, "")


# The last, and the next


def test_a_reminder_says_that_its_reader_is_the_last(mailing: Path) -> None:
    _gambling(mailing)
    late = "2026-11-23T12:00:00Z"
    assert "You are the last" not in run(mailing, "post", "cave", "--since", START, "--now", late).out
    run(mailing, "order", "cave", "green", "GAMBLE 1E 1st", "--now", START)
    mail = run(mailing, "post", "cave", "--since", LATER, "--now", late).out
    assert "You are the last: everybody else has ordered." in mail
    assert "To: Ragnar" in mail
    assert "To: Gwen" not in mail


def test_in_a_sealed_game_nobody_hears_who_has_ordered(mailing: Path) -> None:
    _gambling(mailing, "--sealed")
    late = "2026-11-23T12:00:00Z"
    before = run(mailing, "post", "cave", "--now", late).out
    run(mailing, "order", "cave", "green", "GAMBLE 1E 1st", "--now", START)
    assert run(mailing, "post", "cave", "--now", late).out == before


def _gambling(league: Path, *options: str) -> None:
    """A game `cave` in round 0."""
    new_game(league, "cave", *options)
    path = league / "games/cave/game.yaml"
    text = (
        path.read_text()
        .replace("gamble: []", "gamble: [start, order]")
        .replace("# remind: [1d, 2h]", "remind: [1d]")
    )
    path.write_text(text.replace(", start: K1", "").replace(", start: K2", ""))
    start_game(league, "cave")


def test_the_player_whose_turn_comes_next_is_told_so(tmp_path: Path) -> None:
    with machine(tmp_path, KEY):
        league = new_league(tmp_path, title="Three", settings=SETTINGS)
        players = (*PLAYERS, "--player", "blue=Bo@bo")
        done = run(league, "new", "riot", "--ruleset", "genetess", "--preset", "trio", *players)
        assert done.status == 0, done.err
        for name in ("Ragnar", "Gwen", "Bo"):
            set_person(league, name, "--mail", f"{name.lower()}@north.example")
        start_game(league)
        mails = run(league, "post", "--now", START).out.split("\nFrom genetess")
    told = [mail for mail in mails if "Your turn comes next." in mail]
    assert len(told) == 1
    assert "To: Gwen" in told[0]


# A sheet by mail


def test_a_sheet_comes_by_mail_once_an_hour_to_the_registered_address(mailing: Path) -> None:
    with (mailing / "genetess.yaml").open("a") as file:
        file.write("gm: {name: Gail, mail: gail@gm.example}\n")
    asked = message("Send sheet\n", sender=GWEN, Reply_To="eve@elsewhere.example")
    told = parsed(collect(mailing, asked).out)
    assert GWEN in told["To"]
    assert "Ragnar (red) is to move" in words(told)
    assert ">      A B C D" in words(told)
    assert "Signs: " in words(told)
    assert ">   G H3    green K" in words(told)
    assert " red K" not in words(told)
    again = message("SEND SHEET\n", sender=GWEN, Message_ID_="x", Date="Mon, 23 Nov 2026 10:00:00 +0000")
    assert collect(mailing, again).out == ""


def test_beside_the_line_for_a_sheet_all_else_counts_and_is_answered(mailing: Path) -> None:
    told = words(parsed(collect(mailing, message("MOVE B2 S\nSEND SHEET\nRESIGN\n")).out))
    assert orders(mailing) == "MOVE B2 S\nRESIGN\n"
    assert "> 1. MOVE B2 S" in told
    assert "> RESIGN" in told
    assert "Your turnsheet now:" in told


def test_words_beside_the_line_for_a_sheet_go_on_to_the_gm(mailing: Path) -> None:
    with (mailing / "genetess.yaml").open("a") as file:
        file.write("gm: {name: Gail, mail: gail@gm.example}\n")
    told = collect(mailing, message("send sheet\nMay I have one more day?\n")).out
    assert "Your turnsheet now:" in told
    assert "> May I have one more day?" in told
    assert "To: GM <gail@gm.example>" in told


def test_of_a_sealed_game_the_sheet_by_mail_has_what_everybody_may_know(mailing: Path) -> None:
    new_game(mailing, "cave", "--sealed")
    start_game(mailing, "cave")
    told = words(parsed(collect(mailing, message("SEND SHEET\n", sender=GWEN, subject="[cave/green]")).out))
    assert "is to move" in told
    assert "green K" not in told


def test_a_sheet_asked_for_beside_orders_comes_with_their_answer(mailing: Path) -> None:
    told = words(parsed(collect(mailing, message("MOVE B2 S\nSEND SHEET\n")).out))
    assert "Your orders as read" in told
    assert ">   R B2    red K" in told
    assert (mailing / "games/riot/orders/red.txt").read_text() == "MOVE B2 S\n"


def test_a_sheet_by_mail_tells_its_player_the_own_days_away(mailing: Path) -> None:
    run(mailing, "wish", "riot", "green", "AWAY 2026-12-20..2027-01-03", "--now", START)
    told = words(parsed(collect(mailing, message("SEND SHEET\n", sender=GWEN)).out))
    assert "You are away from 2026-12-20 to 2027-01-03" in told
    told = words(parsed(collect(mailing, message("SEND SHEET\n")).out))
    assert "2026-12-20" not in told


@pytest.mark.parametrize(
    ("ruleset", "seat", "shown"),
    [("dna", "green", ">       A  B  C"), ("genie", "black", "G and g are Genies")],
)
def test_a_sheet_of_each_ruleset_comes_by_mail(mailing: Path, ruleset: str, seat: str, shown: str) -> None:
    other = {"black": "white"}.get(seat, "red")
    players = ("--player", f"{other}=Ragnar", "--player", f"{seat}=Gwen")
    assert run(mailing, "new", "cave", "--ruleset", ruleset, *players).status == 0
    start_game(mailing, "cave")
    told = words(parsed(collect(mailing, message("SEND SHEET\n", sender=GWEN, subject=f"[cave/{seat}]")).out))
    assert shown in told
    assert "The position as you see it:" in told


def test_a_sheet_tells_what_happened_since_the_own_last_turn(mailing: Path) -> None:
    run(mailing, "order", "riot", "red", "MOVE B2 S", "--commit", "--now", START)
    run(mailing, "tick", "--now", START)
    told = words(parsed(collect(mailing, message("SEND SHEET\n")).out))
    assert "> 1a red: MOVE B2 S" in told


def test_in_a_sealed_game_away_and_here_need_no_seal(mailing: Path) -> None:
    new_game(mailing, "cave", "--sealed")
    start_game(mailing, "cave")

    def asked(text: str, subject: str = "[cave/green]") -> str:
        return " ".join(
            words(parsed(collect(mailing, message(text, sender=GWEN, subject=subject)).out)).split()
        )

    told = asked("AWAY 2027-01-02..2027-01-04")
    assert (
        "> AWAY 2027-01-02..2027-01-04 AWAY: in all your games this spends your holiday; HERE ends it."
        in told
    )
    file = mailing / "people/p2.yaml"
    assert "away: " in file.read_text()
    assert "2027-01-02" not in file.read_text()
    assert "> HERE HERE: in all your games" in asked("HERE", "my holidays")
    assert "away: " not in file.read_text()
    assert "there is no day 2027-02-30" in asked("AWAY 2027-02-30")


def test_notices_need_no_game_in_the_subject(mailing: Path) -> None:
    new_game(mailing, "cave")
    sent = message("NOTICES own\nBest regards, Gwen\n", sender=GWEN, subject="no mail")
    told = " ".join(words(parsed(collect(mailing, sent).out)).split())
    assert (
        "> NOTICES own NOTICES: in all your games, later ones too; NOTICES each brings all mail back." in told
    )


def test_all_that_several_messages_tell_of_a_person_counts(mailing: Path, tmp_path: Path) -> None:
    new_game(mailing, "cave", "--sealed")
    start_game(mailing, "cave")
    texts = ("NOTICES own\n", "AWAY 2027-01-02..2027-01-04\n", "NOTICES daily\n")
    every = [message(text, sender=GWEN, subject="[cave/green]") for text in texts]
    box = tmp_path / "box"
    box.write_bytes(b"".join(b"From x\n" + each.as_bytes() + b"\n\n" for each in every))
    done = run(mailing, "collect", "--mail", str(box), "--answers", str(tmp_path / "out"), "--now", START)
    assert done.status == 0, done.err
    assert _notices(mailing) == "daily"
    assert "away: " in (mailing / "people/p2.yaml").read_text()
    answers = [words(parsed(file.read_bytes())) for file in sorted((tmp_path / "out").glob("*.eml"))]
    assert ["counts instead" in answer for answer in answers] == [False, False, False]
