"""A game by mail from end to end, over a real SMTP server on this machine: orders in, answers and turn notices out."""

from __future__ import annotations

import mailbox
import smtplib
from collections.abc import Iterator
from contextlib import closing
from email.message import EmailMessage
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.kit.command import START, run
from tests.kit.mail import GAMES, GREEN, GWEN, RAGNAR, message, orders, parsed, words


class _Office:
    """Puts what comes into a Maildir of its addressee, with the envelope's sender as servers note it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir()

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        data = envelope.content
        assert isinstance(data, bytes)
        for each in envelope.rcpt_tos:
            with closing(mailbox.Maildir(self._folder / each.lower())) as box:
                box.add(f"Return-Path: <{(envelope.mail_from or '').strip('<>')}>\r\n".encode() + data)
        return "250 OK"


class _Anywhere(Controller):
    """A server on whatever port is free."""

    def _trigger_server(self) -> None:
        assert self.server is not None
        self.port = self.server.sockets[0].getsockname()[1]  # type: ignore[attr-defined]
        super()._trigger_server()  # type: ignore[no-untyped-call]


class Post:
    """The server, and everybody's mailbox."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._controller = _Anywhere(_Office(folder), hostname="127.0.0.1", port=0)
        self._controller.start()
        self.port = self._controller.port

    def close(self) -> None:
        self._controller.stop()

    def send(self, sent: EmailMessage, envelope_from: str) -> None:
        with smtplib.SMTP("127.0.0.1", self.port) as line:
            line.send_message(sent, from_addr=envelope_from)

    def box(self, address: str) -> list[EmailMessage]:
        if not (self.folder / address.lower()).is_dir():
            return []
        with closing(mailbox.Maildir(self.folder / address.lower())) as box:
            return [parsed(bytes(box[key])) for key in sorted(box.keys())]

    def emptied(self, address: str) -> list[EmailMessage]:
        found = self.box(address)
        with closing(mailbox.Maildir(self.folder / address.lower())) as box:
            box.clear()
        return found


@pytest.fixture
def post(tmp_path: Path) -> Iterator[Post]:
    made = Post(tmp_path / "boxes")
    yield made
    made.close()


def collected(league: Path, post: Post) -> int:
    """What a GM's machine does with the games' mailbox: take it in, send the answers, empty it."""
    out = league.parent / "answers"
    box = str(post.folder / GAMES)
    done = run(league, "collect", "--mail", box, "--answers", str(out), "--now", START)
    _sent(out, post, "")
    post.emptied(GAMES)
    return done.status


def posted(league: Path, post: Post) -> None:
    """`genetess post` and a sendmail that sends what it wrote."""
    out = league.parent / "outbox"
    assert run(league, "post", "--out", str(out), "--now", START).status == 0
    _sent(out, post, GAMES)


def _sent(folder: Path, post: Post, envelope_from: str) -> None:
    for file in sorted(folder.iterdir()) if folder.is_dir() else []:
        post.send(parsed(file.read_bytes()), envelope_from)
        file.unlink()


def reply(to: EmailMessage, sender: str, text: str) -> EmailMessage:
    """An answer as a mail program makes it: the text above, what it answers quoted below."""
    quoted = "\n".join(f"> {row}" for row in words(to).splitlines())
    made = message(f"{text}\n\nOn Saturday, {GAMES} wrote:\n{quoted}\n", sender, f"Re: {to['Subject']}")
    made["In-Reply-To"] = to["Message-ID"]
    return made


def test_a_round_is_played_by_mail(mailing: Path, post: Post) -> None:
    post.send(
        message("Hello Gail,\n\nMOVE B2 S\n\nRagnar\n", f"Ragnar <{RAGNAR}>", "my move in Riot"), RAGNAR
    )
    assert collected(mailing, post) == 0
    [answer] = post.emptied(RAGNAR)
    assert "1. MOVE B2 S" in words(answer)
    assert answer["Return-Path"] == "<>"

    assert run(mailing, "tick", "--now", START).status == 0
    posted(mailing, post)
    [notice] = post.emptied(GWEN)
    assert notice["Subject"] == "[riot/green] Riot 1b: it is your turn"

    post.send(reply(notice, GWEN, "* pass"), GWEN)
    assert collected(mailing, post) == 0
    assert orders(mailing, GREEN) == "* pass\n"
    assert "1. * PASS" in words(post.emptied(GWEN)[0])


def test_two_programs_that_answer_each_other_stop_at_once(mailing: Path, post: Post) -> None:
    posted(mailing, post)
    [notice] = post.emptied(GWEN)
    away = reply(notice, GWEN, "I am away. PASS")
    away["Auto-Submitted"] = "auto-replied"
    post.send(away, "")
    assert collected(mailing, post) == 3
    assert post.box(GWEN) == []


def test_a_forged_sender_is_told_on_by_the_answer(mailing: Path, post: Post) -> None:
    """Whoever forges an address can order for its player, who gets the answer and learns of it."""
    post.send(message("MOVE B2 S\n", RAGNAR), "mallory@evil.example")
    assert collected(mailing, post) == 0
    [answer] = post.box(RAGNAR)
    assert "If you did not send this, tell the GM" in words(answer)
    assert post.box("mallory@evil.example") == []


def test_a_bounce_of_a_notice_is_passed_over(mailing: Path, post: Post) -> None:
    bounce = message("MOVE B2 S\n", "MAILER-DAEMON@north.example", "Undelivered mail, riot")
    post.send(bounce, "")
    assert collected(mailing, post) == 3
