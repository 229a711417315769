"""Messages and mailboxes that are large: what can be read of them is, and the rest is told."""

from __future__ import annotations

import mailbox
from contextlib import closing
from email.message import EmailMessage
from pathlib import Path

import pytest

from genetess_cli.intake.mail import source
from genetess_cli.intake.mail.message import LARGEST, read, read_messages
from tests.intake.mail.test_letters import raw
from tests.kit.command import START, Done, run
from tests.kit.mail import GWEN, RAGNAR, RED, collect, message, orders, parsed, words

LOGO = b"\x89PNG" + b"\xff" * 230_000
STRANGER = "stranger@far.example"


def with_logo(text: str = "MOVE B2 S\n", sender: str = RAGNAR) -> EmailMessage:
    """A message with a picture, 316 kB in all."""
    made = message(text, sender)
    made.add_attachment(LOGO, maintype="image", subtype="png", filename="logo.png")
    return made


def answered(league: Path, sent: EmailMessage | bytes) -> tuple[int, str]:
    """The exit status, and what the answer says."""
    done = collect(league, sent)
    return done.status, words(parsed(done.out))


# One message


def test_orders_in_front_of_a_large_file_are_read(mailing: Path) -> None:
    status, told = answered(mailing, with_logo())
    assert status == 0
    assert orders(mailing) == "MOVE B2 S\n"
    assert "more than 256 KiB" in told


def test_a_large_file_in_front_of_the_orders_is_told(mailing: Path) -> None:
    made = message("")
    made.clear_content()
    made.add_attachment(LOGO, maintype="image", subtype="png", filename="logo.png")
    made.add_attachment("MOVE B2 S\n", disposition="inline")
    status, told = answered(mailing, made)
    assert (status, orders(mailing)) == (1, None)
    assert "more than 256 KiB" in told
    assert "without the files" in told


def test_a_text_that_is_cut_is_not_read(mailing: Path) -> None:
    """Half of a queue is another queue."""
    status, told = answered(mailing, message("MOVE B2 S\n" + "# x\n" * (LARGEST // 4) + "PASS\n"))
    assert (status, orders(mailing)) == (1, None)
    assert "more than 256 KiB" in told


def test_of_two_files_behind_each_other_none_is_chosen_where_one_may_not_be_seen(mailing: Path) -> None:
    made = message("see the file\n")
    made.add_attachment("PASS\n", filename="old.txt")
    made.add_attachment(LOGO, maintype="image", subtype="png", filename="logo.png")
    status, told = answered(mailing, made)
    assert (status, orders(mailing)) == (1, None)
    assert "more than 256 KiB" in told


def test_nothing_behind_the_beginning_is_looked_at() -> None:
    made = with_logo()
    made.add_attachment("PASS\n", filename="orders.txt")
    found = read(made.as_bytes())
    assert (found.text.strip(), found.files, found.is_cut) == ("MOVE B2 S", [], True)


def test_no_more_of_a_message_is_held(tmp_path: Path) -> None:
    (tmp_path / "one").write_bytes(with_logo().as_bytes())
    mbox(tmp_path / "box", with_logo())
    maildir(tmp_path / "mail", with_logo())
    for name in ("one", "box", "mail"):
        assert [len(each) for each in read_messages(str(tmp_path / name)).letters()] == [LARGEST + 1]


def test_a_strangers_large_message_is_passed_over(mailing: Path) -> None:
    done = collect(mailing, with_logo(sender=STRANGER))
    assert (done.status, done.out) == (3, "")


def test_headers_without_an_end_are_no_message(mailing: Path) -> None:
    """Behind them could stand that a program sent it."""
    done = collect(mailing, raw(f"From: {RAGNAR}", *["X: " + "x" * 900] * 300))
    assert (done.status, done.out) == (3, "")
    assert "headers" in done.err


# Mailboxes


def taken(league: Path, box: Path) -> Done:
    """`genetess collect --mail` with a mailbox."""
    return run(league, "collect", "--mail", str(box), "--now", START)


def mbox(path: Path, *messages: EmailMessage | bytes) -> Path:
    with closing(mailbox.mbox(path)) as box:
        for each in messages:
            box.add(each)
    return path


def test_strangers_do_not_keep_a_player_from_being_read(
    mailing: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source, "MOST", 1)
    spam = [message(sender=f"{number}@far.example") for number in range(5)]
    done = taken(mailing, mbox(tmp_path / "box", *spam, message()))
    assert done.status == 0, done.err
    assert orders(mailing) == "MOVE B2 S\n"


def test_a_huge_message_does_not_keep_others_from_being_read(mailing: Path, tmp_path: Path) -> None:
    huge = raw(f"From: {STRANGER}", "Subject: riot", text=("x" * 900 + "\n") * 80_000)
    assert len(huge) > 70_000_000
    done = taken(mailing, mbox(tmp_path / "box", huge, message()))
    assert done.status == 0, done.err
    assert orders(mailing) == "MOVE B2 S\n"


def test_more_than_the_most_wait_and_are_told(
    mailing: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source, "MOST", 2)
    letters = [message("PASS\n"), message("PASS\nPASS\n"), message("MOVE B2 S\n"), message("PASS\n", GWEN)]
    done = taken(mailing, mbox(tmp_path / "box", *letters))
    assert done.status == 4
    assert orders(mailing) == "PASS\nPASS\n"
    assert "2 messages of players were read" in done.err
    assert "from number 3 on" in done.err


def test_as_many_as_the_most_leave_nobody_waiting(
    mailing: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source, "MOST", 2)
    letters = [message("PASS\n"), message("MOVE B2 S\n"), message(sender=STRANGER)]
    done = taken(mailing, mbox(tmp_path / "box", *letters))
    assert done.status == 0, done.err
    assert "3: ignored" in done.err


def test_two_thousand_messages_of_players_are_read_in_a_run() -> None:
    assert source.MOST == 2_000


def maildir(path: Path, *messages: EmailMessage) -> Path:
    with closing(mailbox.Maildir(path)) as box:
        for each in messages:
            box.add(each)
    return path


def test_what_is_no_plain_file_in_a_maildir_is_not_opened(mailing: Path, tmp_path: Path) -> None:
    """A link leads to what is nobody's mail."""
    box = maildir(tmp_path / "mail", message("PASS\n", GWEN))
    (tmp_path / "elsewhere").write_bytes(message().as_bytes())
    (box / "new/1.link").symlink_to(tmp_path / "elsewhere")
    (box / "new/.2.hidden").write_bytes(message().as_bytes())
    (box / "new/3.folder").mkdir()
    done = taken(mailing, box)
    assert done.status == 0, done.err
    assert "message 1 " in done.err
    assert not (mailing / RED).exists()
