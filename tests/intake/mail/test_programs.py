"""Messages as mail programs write them, in `messages/`: what is read of each, and what its sender is told."""

from __future__ import annotations

from email import policy
from email.message import EmailMessage
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from pathlib import Path

import pytest

from genetess_cli.intake.mail.message import read
from tests.intake.mail.test_letters import raw
from tests.kit.command import Done, git, run
from tests.kit.mail import RAGNAR, collect, message, orders, own_lines, parsed, set_person, words

MESSAGES = Path(__file__).parent / "messages"
LATER = "2026-11-21T19:30:00Z"


def sent(name: str) -> bytes:
    """A message of `messages/` as it comes over the wire."""
    return (MESSAGES / f"{name}.eml").read_bytes().replace(b"\n", b"\r\n")


def told(done: Done) -> str:
    """What the answer says, each paragraph on one line."""
    return words(parsed(done.out))


# What is read


@pytest.mark.parametrize(
    ("name", "queue"),
    [
        ("iphone-picture", "PASS\nMOVE B2 S\n"),
        ("apple-mail-file", "PASS\n"),
        ("apple-mail-french", "PASS\n"),
        ("outlook-german", "PASS\n"),
        ("outlook-2010", "PASS\n"),
        ("gmail", "MOVE B2 S\n"),
        ("thunderbird", "MOVE B2 S\nPASS\n"),
        ("k9", "PASS\n"),
        ("chinese", "PASS\n"),
        ("flowed-delsp", "MOVE B2 S # https://league.example/riot/sheet/red/a-long-address\n"),
    ],
)
def test_the_senders_own_words_are_read_and_no_others(mailing: Path, name: str, queue: str) -> None:
    done = collect(mailing, sent(name))
    assert (done.status, orders(mailing)) == (0, queue), done.out


def mixed(*parts: MIMEText | MIMEMultipart, kind: str = "mixed") -> bytes:
    made = MIMEMultipart(kind, _subparts=parts)
    made["From"] = RAGNAR
    made["Subject"] = "riot"
    return made.as_bytes(policy=policy.SMTP)


def test_every_plain_text_is_read_in_order_and_of_an_alternative_one(mailing: Path) -> None:
    choice = MIMEMultipart("alternative", _subparts=[MIMEText("MOVE B2 S\n"), MIMEText("<p>PASS", "html")])
    inner = MIMEMultipart("related", _subparts=[choice])
    assert collect(mailing, mixed(MIMEText("PASS\n"), inner, MIMEText("* PASS\n"))).status == 0
    assert orders(mailing) == "PASS\nMOVE B2 S\n* PASS\n"


def test_of_an_alternative_the_text_is_read_wherever_it_stands(mailing: Path) -> None:
    inner = MIMEMultipart("mixed", _subparts=[MIMEText("MOVE B2 S\n")])
    sent = mixed(MIMEText(" \n"), MIMEText("<p>PASS", "html"), inner, kind="alternative")
    assert collect(mailing, sent).status == 0
    assert orders(mailing) == "MOVE B2 S\n"


def test_a_file_is_not_read_and_named(mailing: Path) -> None:
    """What there is of the same text in HTML is not."""
    done = collect(mailing, sent("apple-mail-file"))
    assert "These parts of your message were not:\n\n> Züge red.txt\n\n" in told(done)


@pytest.mark.parametrize(
    ("kind", "name"),
    [("html", "text/html"), ("rtf", "text/rtf"), ("csv", "text/csv")],
)
def test_text_that_is_not_plain_is_named(mailing: Path, kind: str, name: str) -> None:
    done = collect(mailing, mixed(MIMEText("PASS\n"), MIMEText("<p>MOVE B2 S</p>", kind)))
    assert orders(mailing) == "PASS\n"
    assert f"> {name}\n" in told(done)


def test_so_it_is_where_nothing_is_accepted(mailing: Path) -> None:
    forwarded = message("see below\n")
    forwarded.add_attachment(message("MOVE B2 S\n"))
    done = collect(mailing, forwarded)
    assert done.status == 1
    assert "> message/rfc822\n" in told(done)


def test_a_picture_and_a_signature_are_not_named(mailing: Path) -> None:
    signed = message("PASS\n")
    signed.add_attachment(b"x", maintype="application", subtype="pkcs7-signature", filename="smime.p7s")
    signed.add_attachment(b"x", maintype="image", subtype="png", filename="logo.png")
    assert "Only plain text" not in told(collect(mailing, signed))


@pytest.mark.parametrize(
    "charset", ["gb2312", "big5", "iso-2022-jp", "euc-kr", "koi8-r", "utf-16", "shift_jis"]
)
def test_text_is_read_in_the_letters_that_it_says(mailing: Path, charset: str) -> None:
    words_of = {"koi8-r": "Привет", "euc-kr": "안녕"}.get(charset, "日本")
    done = collect(mailing, mixed(MIMEText(f"{words_of}\nPASS\n", "plain", charset)))
    assert (done.status, orders(mailing)) == (0, "PASS\n")
    assert f"> {words_of}\n" in told(done)


# Where the sender's own words end


@pytest.mark.parametrize(
    "lead",
    [
        "Von: Ragnar\nGesendet: Samstag\nAn: Gail\nBetreff: riot",
        "*From:* Ragnar\n*Sent:* Saturday\n*To:* Gail\n*Subject:* riot",
        "De : Ragnar\nEnvoyé : samedi\nÀ : Gail\nObjet : riot",
        "Från: Ragnar\n\nSkickat: lördag\n\nTill: Gail",
        "发件人：Ragnar\n发送时间：星期六\n主题：riot",
        "От: Ragnar\nДата: суббота\nКому: Gail",
        "From: Gwen [games@example.org]",
        "From: Gwen [mailto:games@example.org]",
        "Le sam. 21 nov. 2026 à 18:00, Gwen a écrit :",
        "Den lör 21 nov. 2026 kl 18:00 skrev Gwen:",
        "2026年11月21日(土) 18:00 Gwen:",
        "W dniu 21.11.2026 o 18:00, Gwen pisze:",
        "On 11/21/26 6:00 PM, Gwen wrote:",
        "On Saturday at 6 p.m. Gwen wrote:",
        "El 21 nov 2026, a las 18h05, Gwen escribió:",
        "On Sat, Nov 21, 2026 at 6:00 PM Friday league of the North <\ngames@league.example> wrote:",
        "---------- Forwarded message ---------",
        "------------------ 原始邮件 ------------------",
        "---- On Sat, 21 Nov 2026 18:00:00 +0100 Gwen wrote ----",
    ],
)
def test_below_a_lead_in_any_language_nothing_is_read(lead: str) -> None:
    assert own_lines(f"PASS\n\n{lead}\n\nMOVE B2 S\n") == ["PASS"]


@pytest.mark.parametrize(
    "lead",
    ["Am 21.11.26 um 18:00 schrieb Gwen:", "-----Original Message-----\nFrom: x\nTo: y\nSent: z\nCc: a"],
)
def test_where_the_quotation_is_marked_the_sender_goes_on_below_it(lead: str) -> None:
    assert own_lines(f"{lead}\n> PASS\n>> PASS\n\nMOVE B2 S\n") == ["MOVE B2 S"]
    assert own_lines(f"PASS\n{lead}\n> x\nMOVE B2 S\n> y\nPASS\n-- \nR\n") == [
        "PASS",
        "",
        "MOVE B2 S",
        "PASS",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Game: Riot\nSeat: red\nPASS",
        "Orders for game 9999:\nPASS",
        "I hope that this is in time for all that we have said, so here are my\norders:\nPASS",
        "See you at 18:00.\nMy orders:\nPASS",
    ],
)
def test_what_leads_to_no_message_ends_nothing(text: str) -> None:
    assert own_lines(text) == text.split("\n")


def test_orders_that_were_not_read_are_told_of(mailing: Path) -> None:
    done = collect(mailing, sent("outlook-german"))
    assert "Nothing from this line on was read, because" in told(done)
    assert "> Von: Ragnar\n" in told(done)
    assert "Nothing from this line" not in told(collect(mailing, sent("gmail")))
    done = collect(mailing, message("* PASS\n\n-- \nPASS me the salt\n"))
    assert "read, because a signature begins there:\n\n> --\n" in told(done)


@pytest.mark.parametrize("lead", ["Gwen schrieb:", "Von: Gwen\nBetreff: riot", "on Saturday\nGwen: riot"])
def test_an_order_that_was_accepted_is_not_accepted_again_from_below_others(mailing: Path, lead: str) -> None:
    assert collect(mailing, message("MOVE B2 S\n* PASS")).status == 0
    done = collect(mailing, message(f"PASS\n\n{lead}\nmove b2 s\n"))
    assert (done.status, orders(mailing)) == (1, "MOVE B2 S\n* PASS\n")
    assert ">     move b2 s\n" in told(done)
    assert "accepted before" in told(done)


@pytest.mark.parametrize(
    "text",
    [
        "PASS\nMOVE B2 S\n",
        "Hi,\nmy orders:\nMOVE B2 S\n",
        "PASS\nand then\nMOVE B2 S",
        "PASS\nthen:\nPASS\n",
    ],
)
def test_the_same_order_can_be_given_again(mailing: Path, text: str) -> None:
    assert collect(mailing, message("MOVE B2 S\n")).status == 0
    assert collect(mailing, message(text)).status == 0


# Programs


@pytest.mark.parametrize(
    "header",
    [
        "Auto-Submitted: auto-replied",
        "X-Autoreply: yes",
        "X-Autorespond: riot",
        "X-Auto-Response-Suppress: OOF, AutoReply",
        "X-Autogenerated: Reply",
        "Precedence: auto_reply",
        "Precedence: bulk",
        "Precedence: list",
        "Precedence: junk",
        "List-Id: <x.example>",
        "Return-Path: <>",
        "X-Failed-Recipients: gwen@hills.example",
        "Delivered-To: Autoresponder",
        "Content-Type: multipart/report; report-type=delivery-status; boundary=b",
        "content-type:\r\n Message/Disposition-Notification",
    ],
)
@pytest.mark.parametrize("text", ["PASS", "I am away."])
def test_what_a_program_sends_is_not_answered(mailing: Path, header: str, text: str) -> None:
    done = collect(mailing, raw(f"From: {RAGNAR}", "Subject: [riot/red]", header, text=text))
    assert (done.status, done.out, orders(mailing)) == (3, "", None)
    assert f"ignored, its header {header.partition(':')[0].lower()} says" in done.err


@pytest.mark.parametrize("name", ["outlook-receipt", "outlook-away"])
def test_so_it_is_as_programs_write_it(mailing: Path, name: str) -> None:
    assert collect(mailing, sent(name)).status == 3


@pytest.mark.parametrize(
    "header",
    [
        "Auto-Submitted: no",
        "X-Auto-Response-Suppress: None",
        "Precedence: first-class",
        "Autocrypt: addr=x",
        "Feedback-ID: i1234:Provider",
        "Disposition-Notification-To: x@y.example",
    ],
)
def test_what_a_person_sends_is(mailing: Path, header: str) -> None:
    assert collect(mailing, raw(f"From: {RAGNAR}", "Subject: riot", header)).status == 0


@pytest.mark.parametrize(
    "name", ["noreply", "no_reply", "do-not-reply", "donotreply", "auto-reply", "autoresponder", "bounces-1"]
)
def test_a_programs_address_is_not_answered(name: str) -> None:
    assert read(raw(f"From: {name}@north.example")).no_answer


def marks(made: EmailMessage) -> dict[str, str]:
    """What says of a message of ours that a program sent it."""
    return {name: str(made[name]) for name in ("Auto-Submitted", "Precedence", "X-Auto-Response-Suppress")}


def test_all_of_our_mail_says_that_a_program_sent_it(mailing: Path) -> None:
    """So neither a program of ours nor another one answers it."""
    assert run(mailing, "post", "--out", str(mailing.parent / "out"), "--now", LATER).status == 0
    notice = parsed(next((mailing.parent / "out").glob("*-red-*")).read_bytes())
    accepted, refused = parsed(collect(mailing, message()).out), parsed(collect(mailing, message("Hi")).out)
    suppressed = {"Precedence": "bulk", "X-Auto-Response-Suppress": "DR, RN, NRN, OOF, AutoReply"}
    assert marks(notice) == {"Auto-Submitted": "auto-generated", **suppressed}
    assert marks(accepted) == marks(refused) == {"Auto-Submitted": "auto-replied", **suppressed}
    for made in (notice, accepted, refused):
        del made["From"]
        made["From"] = RAGNAR
        assert read(made.as_bytes()).no_answer


def test_an_address_gets_three_refusals_in_an_hour(mailing: Path) -> None:
    """Two programs that show themselves by nothing stop so."""
    for number in range(3):
        told_so = collect(mailing, message(f"I am away {number}."))
        answer = told(told_so)
        assert "In an hour you get at most 3 of these answers." in answer
        assert ("This is the last one until 2026-11-21T01:00:00Z." in answer) == (number == 2)
    more = collect(mailing, message("I am away 4.", RAGNAR.upper(), "[riot/red]"))
    assert (more.status, more.out) == (3, "")
    assert "message 1: ignored, it has no orders that can be accepted" in more.err
    assert collect(mailing, message("Hello", "ragnar@work.example")).status == 1
    assert collect(mailing, message("PASS\n")).status == 0
    assert git(mailing, "status", "--porcelain") == ""
    assert run(
        mailing, "collect", "--mail", "-", "--now", LATER, given=message("I am away 3.").as_bytes()
    ).status == 1  # fmt: skip


def test_of_one_mailbox_too(mailing: Path, tmp_path: Path) -> None:
    box = tmp_path / "box"
    every = (message(f"I am away {number}.", subject="riot") for number in range(5))
    box.write_bytes(b"".join(b"From x\n" + each.as_bytes() + b"\n\n" for each in every))
    done = run(mailing, "collect", "--mail", str(box), "--answers", str(tmp_path / "out"), "--now", LATER)
    assert done.status == 1
    assert len([*(tmp_path / "out").iterdir()]) == 3


def test_a_program_that_plays_is_a_player(mailing: Path) -> None:
    """What names no mark, and has orders, is read as ever: a refusal before keeps nothing from being accepted."""
    assert collect(mailing, message("I am away.")).status == 1
    set_person(mailing, "Ragnar", "--name", "Rag")
    assert collect(mailing, message("MOVE B2 S\n")).status == 0
