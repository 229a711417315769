"""Messages of strangers: what is read of them, what is passed over, and that none of them breaks anything."""

from __future__ import annotations

import base64
import time
from contextlib import suppress
from email.message import EmailMessage
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genetess_cli.intake.mail.message import Letter, Unread, read, said_in
from tests.kit.mail import RAGNAR, collect, message, orders, own_lines, parsed, words


def letter(sent: EmailMessage | bytes) -> Letter:
    return read(sent if isinstance(sent, bytes) else sent.as_bytes())


def said(sent: bytes) -> str | None:
    body = said_in(read(sent))
    return body.text if body else None


def raw(*rows: str, text: str = "PASS") -> bytes:
    return "\r\n".join([*rows, "", text, ""]).encode()


# Whose message it is


@pytest.mark.parametrize(
    "line",
    [
        f"From: {RAGNAR}",
        f"From: <{RAGNAR}>",
        f"From: Ragnar <{RAGNAR}>",
        f'From: "Ragnar, \\"the Red\\" <x@y.example>" <{RAGNAR}>',
        f"From: =?utf-8?q?R=C3=A1gnar_=3Cmallory=40evil=2Eexample=3E?= <{RAGNAR}>",
        f"From: {RAGNAR} (Ragnar)",
        f"from:\r\n {RAGNAR}",
    ],
)
def test_the_sender_is_the_one_plain_address(line: str) -> None:
    assert letter(raw(line)).sender == RAGNAR


@pytest.mark.parametrize(
    "line",
    [
        "To: games@league.example",
        "From:",
        f"From: {RAGNAR}, mallory@evil.example",
        f"From: {RAGNAR}\r\nFrom: mallory@evil.example",
        f"From: {RAGNAR} <mallory@evil.example>",
        f"From: mallory@evil.example <{RAGNAR}>",
        f"From: <{RAGNAR}> <mallory@evil.example>",
        f"From: {RAGNAR}]<mallory@evil.example>",
        f"From: friends:{RAGNAR};",
        "From: ragnar@north.example\0.evil",
        f"From: <{'r' * 80}@north.example>",
        "From: rágnar@north.example",
    ],
)
def test_who_is_not_one_plain_address_is_nobody(line: str) -> None:
    with pytest.raises(Unread):
        letter(raw(line))


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto_Submitted": "auto-replied"},
        {"Auto_Submitted": "auto-generated (vacation)"},
        {"Precedence": "bulk"},
        {"Precedence": "List"},
        {"List_Id": "<games.example>"},
        {"List_Unsubscribe": "<mailto:x@y.example>"},
        {"Return_Path": "<>"},
        {"X_Loop": "league"},
    ],
)
def test_no_program_and_no_list_is_answered(mailing: Path, headers: dict[str, str]) -> None:
    """RFC 3834, section 2: or two programs would write to each other for ever."""
    done = collect(mailing, message(**headers))
    assert done.status == 3
    assert done.out == ""
    assert orders(mailing) is None


def test_a_person_who_says_so_is_answered(mailing: Path) -> None:
    assert collect(mailing, message(Auto_Submitted="no")).status == 0


@pytest.mark.parametrize("name", ["MAILER-DAEMON", "postmaster", "no-reply", "bounces+17"])
def test_reports_of_mail_servers_are_not_answered(name: str) -> None:
    assert letter(raw(f"From: {name}@north.example")).no_answer


def test_the_league_never_answers_itself(mailing: Path) -> None:
    first = collect(mailing, message()).out
    assert collect(mailing, first.encode()).out == ""


# What a message says


def test_quotations_and_signatures_are_left_out() -> None:
    text = """\
> It is your turn.
>> MOVE B2 N

MOVE B2 S
and below:
* PASS
--\x20
Ragnar
MOVE B2 W
"""
    assert own_lines(text) == ["MOVE B2 S", "and below:", "* PASS"]


@pytest.mark.parametrize(
    "rest",
    [
        "-----Original Message-----\nMOVE B2 N",
        "-------- Forwarded Message --------\nMOVE B2 N",
        "________________________________\nFrom: X\nMOVE B2 N",
        "From: Friday league <games@league.example>\nSent: Saturday\nTo: Ragnar\nMOVE B2 N",
        "Am 21.11.2026 um 09:00 schrieb Friday league <games@league.example>:\nMOVE B2 N",
        "Le 21 nov. 2026, Friday league <games@league.example> a écrit :\n> MOVE B2 N",
    ],
)
def test_other_peoples_words_are_left_out(rest: str) -> None:
    assert own_lines(f"PASS\n\n{rest}\n") == ["PASS"]


def test_of_plain_text_and_html_the_plain_text_is_read(mailing: Path) -> None:
    made = message("PASS\n")
    made.add_alternative("<p>MOVE B2 S</p>", subtype="html")
    collect(mailing, made)
    assert orders(mailing) == "PASS\n"


def test_text_that_was_wrapped_is_unwrapped() -> None:
    """RFC 3676: format=flowed."""
    flowed = "Content-Type: text/plain; format=flowed"
    rows = raw(f"From: {RAGNAR}", flowed, text="MOVE \r\nB2 \r\n S\r\n> PASS \r\nPASS\r\n-- \r\nRagnar")
    assert said(rows) == "MOVE B2 S\n> PASS \nPASS\n-- \nRagnar\n"


def test_a_text_file_that_is_shown_and_an_empty_part_are_passed_over(mailing: Path) -> None:
    made = message(" \n")
    made.add_attachment("MOVE B2 E\n", filename="notes.txt", disposition="inline")
    made.add_attachment("MOVE B2 S\n", disposition="inline")
    assert collect(mailing, made).status == 0
    assert orders(mailing) == "MOVE B2 S\n"


def test_a_message_in_a_message_is_not_its_senders_words(mailing: Path) -> None:
    made = message("see below\n")
    made.add_attachment(message("MOVE B2 S\n"))
    assert collect(mailing, made).status == 1
    assert orders(mailing) is None


@pytest.mark.parametrize("charset", ["utf-8", "no-such-charset", "punycode", "hex", "\x00"])
def test_whatever_character_set_is_named_text_in_utf_8_is_read(charset: str) -> None:
    rows = raw(f"From: {RAGNAR}", f'Content-Type: text/plain; charset="{charset}"', text="PASS # für dich")
    assert said(rows) == "PASS # für dich\n"


def test_other_text_is_read_as_windows_has_it() -> None:
    head = raw(f"From: {RAGNAR}", 'Content-Type: text/plain; charset="iso-8859-1"', text="")
    assert said(head + "PASS # für dich\n".encode("latin-1")) == "\nPASS # für dich\n"


def test_base64_and_quoted_printable_are_decoded(mailing: Path) -> None:
    made = message()
    made.set_content("MOVE B2 S # größer\n", cte="base64")
    assert collect(mailing, made).status == 0
    assert (orders(mailing) or "").startswith("MOVE B2 S")


# What hostile messages do: nothing


def test_nothing_of_the_subject_comes_back(mailing: Path) -> None:
    sent = raw(
        f"From: {RAGNAR}",
        "Subject: =?utf-8?q?riot=0D=0ABcc=3A_mallory=40evil=2Eexample?= \u202eriot",
        "Message-ID: <a@b>\r\n\tBcc: mallory@evil.example",
    )
    answer = collect(mailing, sent).out
    assert parsed(answer)["Subject"] == "[riot/red] Riot: your mail"
    assert "mallory" not in answer
    assert "\u202e" not in answer


def test_an_id_comes_back_only_where_it_is_one(mailing: Path) -> None:
    sent = raw(f"From: {RAGNAR}", "Subject: riot", "References: <a@b>", "Message-ID: junk")
    assert parsed(collect(mailing, sent).out)["References"] is None


def test_a_name_with_a_line_end_in_it_makes_no_header(mailing: Path) -> None:
    path = mailing / "people/p1.yaml"
    path.write_text(path.read_text().replace("name: Ragnar", 'name: "Ra\u202egnar, <x@evil.example>"'))
    answer = parsed(collect(mailing, message()).out)
    assert answer["To"].addresses[0].addr_spec == RAGNAR
    assert answer["To"].addresses[0].display_name == "Ragnar, <x@evil.example>"
    assert len(answer["To"].addresses) == 1


def test_what_is_not_seen_is_written_out_in_the_answer(mailing: Path) -> None:
    answer = words(parsed(collect(mailing, message("MOVE B2 S\nhello \u202e\x1b[31mred\n")).out))
    assert "\x1b" not in answer
    assert "\u202e" not in answer
    assert "⟨202E⟩" in answer


@pytest.mark.by_day(1, ci=2)
@pytest.mark.parametrize(
    "text",
    [
        "xyzzy\r\n" * 30_000,
        "MOVE B2 S\r\n" * 20_000,
        "MOVE " * 40_000,
        "x" * 200_000,
        ("riot" + "," * 500 + "x\r\n") * 390,
        ("a1/" * 200 + "\r\n") * 390,
        ("riot " * 120 + "1\r\n") * 390,
    ],
)
def test_a_message_of_many_lines_takes_no_longer(mailing: Path, text: str) -> None:
    begun = time.process_time()
    assert collect(mailing, raw(f"From: {RAGNAR}", "Subject: riot", text=text)).status == 1
    assert time.process_time() - begun < 10


@pytest.mark.by_day(0, ci="all")
def test_parts_in_parts_in_parts_are_no_trouble(mailing: Path) -> None:
    rows = [f"From: {RAGNAR}", "Subject: riot"]
    for depth in range(3_000):
        rows += [f"Content-Type: multipart/mixed; boundary=b{depth}", "", f"--b{depth}"]
    assert collect(mailing, raw(*rows)).status in (1, 3)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\0" * 1_000,
        b"From " * 1_000,
        b"\xff\xfe" * 1_000,
        b"From: =?utf-8?b?\xff?= <a@b.example>\n\nPASS",
        b"From: a@b.example\nContent-Type: text/plain; charset*=x''%ff\n\nPASS",
        b"From: a@b.example\nContent-Type: multipart/mixed\n\nPASS",
        b"From: a@b.example\nContent-Transfer-Encoding: base64\n\n====\xff",
        b"From: a@b.example\nSubject: =?utf-8?b?A?= =?x?q?=?=\n\nPASS",
        b"From: a@b.example\nContent-Type: text/html\n\n" + b"<div><p " * 9_000,
        b"From: a@b.example\nContent-Type: text/html\n\n<!DOCTYPE [<![CDATA[" + b"&#x110000;&" * 900,
        b"From: a@b.example\n\n" + b"wrote wrote " * 9_000 + b"\n>x",
    ],
)  # fmt: skip
def test_odd_bytes_are_read_or_unread_and_never_worse(data: bytes) -> None:
    with suppress(Unread):
        own_lines(said(data) or "")


@given(st.binary(max_size=400))
def test_any_bytes_behind_a_sender_are_read_or_unread(data: bytes) -> None:
    for body in (
        data,
        b"From: a@b.example\n" + data,
        b"From: a@b.example\nContent-Type: text/html\n\n" + data,
    ):
        try:
            own_lines(said(body) or "")
        except Unread:
            continue


def test_base64_of_orders_as_a_subject_is_read(mailing: Path) -> None:
    word = base64.b64encode(b"[riot] turn").decode()
    sent = raw(f"From: {RAGNAR}", f"Subject: =?utf-8?b?{word}?=")
    assert collect(mailing, sent).status == 0
