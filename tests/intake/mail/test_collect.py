"""`genetess collect --mail`: a player's message becomes the seat's queue, and gets an answer."""

from __future__ import annotations

import mailbox
from contextlib import closing
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.kit.command import START, git, new_game, run
from tests.kit.mail import GAMES, GREEN, GWEN, RAGNAR, collect, message, orders, parsed, set_person, words


def test_a_message_becomes_the_queue_and_the_answer_gives_it_back(mailing: Path) -> None:
    done = collect(mailing, message("* move b2 s\npass\n"))
    assert done.status == 0, done.err
    assert orders(mailing) == "* move b2 s\npass\n"
    answer = parsed(done.out)
    assert answer["To"] == f"Ragnar <{RAGNAR}>"
    assert answer["From"] == f"Friday league <{GAMES}>"
    assert "1. * MOVE B2 S" in words(answer)
    assert "2. PASS" in words(answer)
    assert "Your turnsheet: https://league.example/riot/sheet/red/\n" in words(answer)


def test_the_answer_belongs_to_the_message_and_says_that_a_program_wrote_it(mailing: Path) -> None:
    """RFC 3834, sections 3.1.5 and 5."""
    sent = message()
    answer = parsed(collect(mailing, sent).out)
    assert answer["In-Reply-To"] == sent["Message-ID"]
    assert answer["Auto-Submitted"] == "auto-replied"


def test_the_answer_goes_to_the_address_as_the_gm_wrote_it(mailing: Path) -> None:
    """In front of the `@` its own server alone knows whether capitals count (RFC 5321, section 2.4)."""
    done = collect(mailing, message(sender="ragnar@work.example"))
    assert parsed(done.out)["To"] == "Ragnar <Ragnar@Work.example>"


def test_the_commit_names_no_address(mailing: Path) -> None:
    collect(mailing, message())
    said = git(mailing, "log", "-1", "--format=%B")
    assert said.startswith("riot: orders of red")
    assert "@" not in said


@pytest.mark.parametrize(
    "sender", [RAGNAR, RAGNAR.upper(), "ragnar@work.example", f'"Ragnar, the Red" <{RAGNAR}>']
)
def test_any_address_of_the_player_is_the_player(mailing: Path, sender: str) -> None:
    assert collect(mailing, message(sender=sender)).status == 0
    assert orders(mailing) == "MOVE B2 S\n"


@pytest.mark.parametrize(
    "subject", ["riot", "Re: [riot] Riot 1a: it is your turn", "Game 9999", "#9999", "RIOT, turn 1a"]
)
def test_the_subject_names_the_game(mailing: Path, subject: str) -> None:
    assert collect(mailing, message(subject=subject)).status == 0


def test_the_text_may_greet(mailing: Path) -> None:
    done = collect(mailing, message("Hello Gail,\nMOVE B2 S\n\nBest,\nRagnar", subject="my orders"))
    assert done.status == 0, done.err
    assert orders(mailing) == "MOVE B2 S\n"


def test_a_sentence_with_an_order_in_it_is_none(mailing: Path) -> None:
    done = collect(mailing, message("I hope you pass the exam, and do not move before noon.\n"))
    assert done.status == 1
    assert orders(mailing) is None
    assert "No line of your message begins like an order" in words(parsed(done.out))


def test_an_order_that_cannot_be_is_refused_with_its_reason(mailing: Path) -> None:
    done = collect(mailing, message("MOVE B2 SIDEWAYS\n"))
    assert done.status == 1
    assert "Nothing in your message was accepted" in words(parsed(done.out))
    assert "    MOVE B2 SIDEWAYS\n" in words(parsed(done.out))


def test_a_refusal_is_made_of_what_the_player_sees(mailing: Path) -> None:
    """Ruling G44: on the terminal of the GM and in logs stands that something was refused, and not why."""
    done = collect(mailing, message("MOVE G3 N\n"))
    said = run(mailing, "order", "riot", "red", "MOVE G3 N", "--now", START).err
    assert said.strip().splitlines()[0] in words(parsed(done.out))
    assert said.strip().splitlines()[0] not in done.err


def test_who_is_no_player_gets_no_answer(mailing: Path) -> None:
    done = collect(mailing, message(sender="mallory@evil.example"))
    assert done.status == 3
    assert done.out == ""
    assert "message 1: ignored, its sender, mallory@evil.example, is not a player" in done.err
    assert orders(mailing) is None


def test_a_sender_that_could_steer_a_terminal_is_not_told(mailing: Path) -> None:
    sent = message().as_bytes().replace(RAGNAR.encode(), b"\x1b[2J\xe2\x80\xaex@far.example")
    done = collect(mailing, sent)
    assert (done.status, "\x1b" in done.err + done.out, "\u202e" in done.err + done.out) == (3, False, False)


def test_green_orders_for_green_alone(mailing: Path) -> None:
    collect(mailing, message("PASS\n", GWEN, "riot red"))
    assert orders(mailing) is None
    assert orders(mailing, GREEN) == "PASS\n"


def test_the_answer_goes_to_the_registered_address_whatever_the_message_asks(mailing: Path) -> None:
    sent = message(
        Reply_To="mallory@evil.example", Return_Path="<mallory@evil.example>", Cc="mallory@evil.example"
    )
    answer = parsed(collect(mailing, sent).out)
    assert answer["To"] == f"Ragnar <{RAGNAR}>"
    assert answer["Cc"] is None
    assert "mallory" not in str(answer)


def test_the_same_message_is_taken_once_and_answered_once(mailing: Path) -> None:
    assert collect(mailing, message()).status == 0
    (mailing / "games/riot/orders/red.txt").unlink()
    git(mailing, "commit", "--quiet", "--all", "--message", "the GM cleared it")
    again = collect(mailing, message())
    assert again.status == 0
    assert again.out == ""
    assert orders(mailing) is None


def test_two_games_and_none_named_is_asked_back(mailing: Path) -> None:
    more = ["--ruleset", "dna", "--player", "red=Ragnar", "--player", "green=Gwen"]
    assert run(mailing, "new", "helix", *more).status == 0
    done = collect(mailing, message("PASS\n", subject="my order"))
    assert done.status == 1
    assert "into the subject: [helix/red] or [riot/red]" in words(parsed(done.out))


def test_a_player_with_two_seats_says_which(mailing: Path) -> None:
    set_person(mailing, "Gwen", "--mail", RAGNAR)
    assert "into the subject: [riot/red] or [riot/green]" in words(parsed(collect(mailing, message()).out))
    assert collect(mailing, message("PASS\n", subject="[riot/green]")).status == 0
    assert orders(mailing, GREEN) == "PASS\n"


def test_a_game_that_is_over_takes_no_orders(mailing: Path) -> None:
    assert run(mailing, "finish", "riot", "--reason", "enough", "--now", START).status == 0
    done = collect(mailing, message())
    assert done.status == 1
    assert "is over" in words(parsed(done.out))
    assert "Fix it" not in words(parsed(done.out))


def test_a_league_without_an_address_is_told_to_have_one(mailing: Path) -> None:
    (mailing / "genetess.yaml").write_text("title: Friday league\n")
    done = collect(mailing, message())
    assert done.status == 1
    assert "genetess.yaml does not say where mail comes from" in done.err


# Mailboxes


def _box(path: Path, *messages: EmailMessage) -> Path:
    box = mailbox.mbox(path)
    for each in messages:
        box.add(each)
    box.close()
    return path


def test_an_mbox_is_answered_with_an_mbox_and_of_two_messages_the_later_counts(
    mailing: Path, tmp_path: Path
) -> None:
    path = _box(tmp_path / "box", message("PASS\n"), message("MOVE B2 S\n"), message("PASS\n", GWEN))
    before = path.read_bytes()
    done = run(mailing, "collect", "--mail", str(path), "--now", START)
    assert done.status == 0, done.err
    (tmp_path / "answers").write_text(done.out)
    with closing(mailbox.mbox(tmp_path / "answers")) as box:
        answers = [parsed(bytes(each)) for each in box]
    assert [each["To"].addresses[0].addr_spec for each in answers] == [RAGNAR, RAGNAR, GWEN]
    assert "a newer message of yours, which counts instead" in words(answers[0])
    assert orders(mailing) == "MOVE B2 S\n"
    assert path.read_bytes() == before


def test_a_message_that_a_newer_one_replaced_is_not_said_to_be_the_queue(
    mailing: Path, tmp_path: Path
) -> None:
    path = _box(tmp_path / "box", message("PASS\n"), message("MOVE B2 S\n"))
    done = run(mailing, "collect", "--mail", str(path), "--answers", str(tmp_path / "out"), "--now", START)
    assert done.status == 0, done.err
    first, second = [words(parsed(each.read_bytes())) for each in sorted((tmp_path / "out").iterdir())]
    assert "1. PASS" in first
    assert "replace all your earlier orders" not in first
    assert "next run" not in first
    assert "replace all your earlier orders" in second
    assert "The first order runs soon." in second


def test_a_maildir_is_answered_into_a_folder(mailing: Path, tmp_path: Path) -> None:
    box = mailbox.Maildir(tmp_path / "mail")
    box.add(message())
    box.add(message(sender="stranger@far.example"))
    done = run(
        mailing,
        "collect",
        "--mail",
        str(tmp_path / "mail"),
        "--answers",
        str(tmp_path / "out"),
        "--now",
        START,
    )
    assert done.status == 0, done.err
    [answer] = (tmp_path / "out").iterdir()
    assert parsed(answer.read_bytes())["To"].addresses[0].addr_spec == RAGNAR
    assert done.out == ""


def test_an_empty_mailbox_is_nothing_to_do(mailing: Path, tmp_path: Path) -> None:
    (tmp_path / "box").write_bytes(b"")
    assert run(mailing, "collect", "--mail", str(tmp_path / "box")).status == 3


def test_a_folder_that_is_no_maildir_is_told(mailing: Path, tmp_path: Path) -> None:
    (tmp_path / "box").mkdir()
    done = run(mailing, "collect", "--mail", str(tmp_path / "box"))
    assert done.status == 2
    assert "cannot be read" in done.err


def test_orders_that_wait_for_an_edited_file_are_handed_over_again(mailing: Path) -> None:
    (mailing / "games/riot/orders").mkdir(exist_ok=True)
    (mailing / "games/riot/orders/red.txt").write_text("PASS # being edited\n")
    done = collect(mailing, message())
    assert done.status == 4
    assert done.out == ""
    git(mailing, "checkout", "--quiet", "--", ".")
    (mailing / "games/riot/orders/red.txt").unlink(missing_ok=True)
    assert collect(mailing, message()).status == 0


def test_the_addresses_go_with_their_player(mailing: Path) -> None:
    done = run(mailing, "replace", "riot", "red", "Rita", "--reason", "Ragnar left", "--now", START)
    assert done.status == 0, done.err
    assert RAGNAR not in (mailing / "games/riot/game.yaml").read_text()
    assert collect(mailing, message()).status == 3
    assert run(mailing, "check").status == 0


def test_the_same_player_keeps_the_addresses(mailing: Path) -> None:
    set_person(mailing, "Gwen", "--notices", "own")
    before = (mailing / "people/p2.yaml").read_text()
    assert run(mailing, "replace", "riot", "red", "Rita", "--now", START).status == 0
    assert run(mailing, "undo", "riot", "--now", START).status == 0
    assert (mailing / "people/p2.yaml").read_text() == before


@pytest.mark.parametrize(
    "address", ["gwen", "a@b@c", "a b@c.example", "a@c.example\nBcc: x@y", "<a@c.example>"]
)
def test_an_address_is_a_plain_one(mailing: Path, address: str) -> None:
    done = run(mailing, "people", "set", "p2", "--mail", address, "--now", START)
    assert done.status == 2
    assert "a plain mail address such as" in done.err


def test_an_address_that_is_not_sealed_is_named(mailing: Path) -> None:
    (mailing / "people/p2.yaml").write_text(f"name: Gwen\nmail: [{GWEN}]\n")
    done = run(mailing, "check")
    assert done.status == 1
    assert "people/p2.yaml:2: mail[0]: expected a sealed text, as `genetess people set" in done.err


def test_a_game_that_is_mended_here_and_not_committed_takes_orders(mailing: Path) -> None:
    game = mailing / "games/riot/game.yaml"
    good = game.read_text()
    game.write_text("name: [")
    git(mailing, "commit", "--quiet", "--all", "--message", "a slip")
    game.write_text(good)
    done = collect(mailing, message("MOVE B2 S\n"))
    assert done.status == 0, done.err
    assert orders(mailing) == "MOVE B2 S\n"


def test_a_message_that_was_carried_out_is_not_judged_anew(mailing: Path) -> None:
    """It lies in the mailbox still; on the board of today the same order would be refused."""
    sent = message("MOVE B2 S\n")
    assert collect(mailing, sent).status == 0
    assert run(mailing, "tick").status == 0
    assert run(mailing, "resolve", "riot", "--order", "PASS", "--seat", "green").status == 0
    done = collect(mailing, sent)
    assert (done.status, done.out) == (0, "")
    assert "accepted before" in done.err


def test_what_was_accepted_is_known_after_a_rebase(mailing: Path) -> None:
    sent = message()
    assert collect(mailing, sent).status == 0
    assert run(mailing, "tick", "--now", START).status == 0
    git(mailing, "rebase", "--quiet", "--force-rebase", "HEAD~3")
    done = collect(mailing, sent)
    assert "accepted before" in done.err
    assert orders(mailing) is None


def test_ready_by_mail_is_answered_with_where_it_stands(mailing: Path) -> None:
    file = mailing / "games/fort/game.yaml"
    new_game(mailing, "fort")
    file.write_text(file.read_text() + "signup: {seats: [red, green, blue], ready: true}\n")
    git(mailing, "commit", "--quiet", "--all", "--message", "fort")
    answer = words(parsed(collect(mailing, message("READY\n", subject="[fort/red]")).out))
    assert "READY is for who signed up by pull request" in " ".join(answer.split())
