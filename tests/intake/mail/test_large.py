"""Messages and mailboxes that are large: they are told so, and keep no other from being read."""

from __future__ import annotations

import mailbox
from contextlib import closing
from email.message import EmailMessage
from pathlib import Path

import pytest

from genetess_cli.intake.mail.message import LARGEST, read_messages
from tests.intake.mail.test_letters import raw
from tests.kit.command import START, Done, run
from tests.kit.mail import RAGNAR, collect, message, orders, parsed, words

LOGO = b"\x89PNG" + b"\xff" * 800_000
STRANGER = "stranger@far.example"


def with_logo(text: str = "MOVE B2 S\n", sender: str = RAGNAR) -> EmailMessage:
    """A message with a picture, 1.1 MB in all."""
    made = message(text, sender)
    made.add_attachment(LOGO, maintype="image", subtype="png", filename="logo.png")
    return made


def answered(league: Path, sent: EmailMessage | bytes) -> tuple[int, str]:
    """The exit status, and what the answer says."""
    done = collect(league, sent)
    return done.status, words(parsed(done.out))


# One message


def test_a_large_message_is_not_read_and_told_so(mailing: Path) -> None:
    status, told = answered(mailing, with_logo())
    assert (status, orders(mailing)) == (1, None)
    assert "more than 1 MiB" in told


def test_no_more_of_a_message_is_held(tmp_path: Path) -> None:
    (tmp_path / "one").write_bytes(with_logo().as_bytes())
    mbox(tmp_path / "box", with_logo())
    maildir(tmp_path / "mail", with_logo())
    for name in ("one", "box", "mail"):
        assert [len(each) for each in read_messages(str(tmp_path / name))[0]] == [LARGEST + 1]


def test_a_strangers_large_message_is_passed_over(mailing: Path) -> None:
    done = collect(mailing, with_logo(sender=STRANGER))
    assert (done.status, done.out) == (3, "")


# Mailboxes


def taken(league: Path, box: Path) -> Done:
    """`genetess collect --mail` with a mailbox."""
    return run(league, "collect", "--mail", str(box), "--now", START)


def mbox(path: Path, *messages: EmailMessage | bytes) -> Path:
    with closing(mailbox.mbox(path)) as box:
        for each in messages:
            box.add(each)
    return path


@pytest.mark.by_day(0, ci="all")
def test_a_huge_message_does_not_keep_others_from_being_read(mailing: Path, tmp_path: Path) -> None:
    huge = raw(f"From: {STRANGER}", "Subject: riot", text=("x" * 900 + "\n") * 80_000)
    assert len(huge) > 70_000_000
    done = taken(mailing, mbox(tmp_path / "box", huge, message()))
    assert done.status == 0, done.err
    assert orders(mailing) == "MOVE B2 S\n"


def maildir(path: Path, *messages: EmailMessage) -> Path:
    with closing(mailbox.Maildir(path)) as box:
        for each in messages:
            box.add(each)
    return path
