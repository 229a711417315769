"""An answer whose program does not mark what it quotes: nothing of that is an order, in whatever language it is."""

from __future__ import annotations

from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import pytest

from genetess_cli.intake.mail.quotes import own
from tests.kit.command import START, run
from tests.kit.mail import GREEN, GWEN, collect, message, orders, parsed, words
from tests.mail.test_post import order, tick
from tests.mail.test_tags import EVERY_KIND, notice

DUTCH = "Van: Friday league <games@league.example>\nVerzonden: zaterdag 21 november 2026\nAan: Gwen\nOnderwerp: {}\n\n"
ITALIAN = "Da: Friday league <games@league.example>\nInviato: sabato\n\nA: Gwen\n\nOggetto: {}\n\n"
SPANISH = "-----Mensaje original-----\n"
RUSSIAN = "----- Исходное сообщение -----\n"
CHINESE = "发件人： Friday league <games@league.example>\n发送时间： 2026\n收件人： Gwen\n主题： {}\n\n"


def below(text: str, to: EmailMessage, lead: str = "") -> EmailMessage:
    """An answer with all of what it answers below it, each line as it was."""
    subject = str(to["Subject"])
    sender = str(to["To"].addresses[0].addr_spec)
    return message(f"{text}\n\n{lead.format(subject)}{words(to)}", sender, f"Re: {subject}")


@pytest.mark.parametrize("lead", ["", DUTCH, ITALIAN, SPANISH, RUSSIAN, CHINESE])
def test_a_notice_below_orders_is_no_order(mailing: Path, lead: str) -> None:
    order(mailing, "green", "PASS")
    order(mailing, "red", "PASS")
    tick(mailing)
    sent = notice(mailing, "green")
    assert "The first order in your file:\n\n    PASS" in words(sent)
    done = collect(mailing, below("PASS\nPASS", sent, lead))
    assert done.status == 0, done.err
    assert orders(mailing, GREEN) == "PASS\nPASS\n"


@pytest.mark.parametrize("lead", [DUTCH, ITALIAN, SPANISH, RUSSIAN, CHINESE])
def test_so_is_anybodys_message(lead: str) -> None:
    assert own(f"PASS\n\n{lead}MOVE B2 N\n") == ["PASS"]


@EVERY_KIND
def test_of_no_kind_of_notice_anything_is_an_order(
    mailing: Path, kind: Callable[[Path], EmailMessage]
) -> None:
    assert own(words(kind(mailing))) == []


@pytest.mark.parametrize(
    "text",
    [
        "MOVE B2 S\nPASS\n",
        "Hi,\nPASS\n",
        "CLEAR\n",
        "MOVE B2 SIDEWAYS\n",
        "First MOVE B2 S\n",
        "MOVE G3 N\n",
        "\n",
    ],
)
def test_of_no_kind_of_answer_anything_is_an_order(mailing: Path, text: str) -> None:
    order(mailing, "red", "PASS")
    answer = parsed(collect(mailing, message(text)).out)
    assert own(words(answer)) == []
    assert collect(mailing, below("PASS", answer)).status == 0
    assert orders(mailing) == "PASS\n"


def test_what_a_newer_one_replaced_is_no_order_either(mailing: Path, tmp_path: Path) -> None:
    (tmp_path / "box").write_bytes(
        b"".join(b"From x\n" + message(text).as_bytes() + b"\n\n" for text in ("PASS\n", "PASS\nPASS\n"))
    )
    done = run(
        mailing,
        "collect",
        "--mail",
        str(tmp_path / "box"),
        "--answers",
        str(tmp_path / "out"),
        "--now",
        START,
    )
    assert done.status == 0, done.err
    for file in (tmp_path / "out").iterdir():
        assert own(words(parsed(file.read_bytes()))) == []


def test_a_page_that_quotes_without_marks_is_read_above_it(mailing: Path) -> None:
    made = message("", GWEN, "Re: [riot/green] Riot 1b")
    made.set_content(
        "<div>PASS<br></div><hr><div><b>Van:</b> Friday league &lt;games@league.example&gt;<br><b>Verzonden:</b> "
        "zaterdag<br><b>Aan:</b> Gwen<br></div><p>The first order in&nbsp;your file:<p>MOVE G3 N",
        subtype="html",
    )
    assert collect(mailing, made).status == 0
    assert orders(mailing, GREEN) == "PASS\n"


@pytest.mark.parametrize(
    "text",
    [
        "red: PASS\nRiot: PASS\nRagnar: PASS",
        "--- Orders ---\nPASS",
        "Game: Riot\nSeat: red\nPASS",
        "Me: ragnar@north.example\nPASS",
        "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\nPASS",
        "What happened, as far as I know: nothing\nPASS",
    ],
)
def test_what_only_looks_a_little_like_it_is_the_senders_own(text: str) -> None:
    assert own(text) == text.split("\n")


def test_of_a_signed_message_the_signature_is_left_out() -> None:
    assert own("PASS\n-----BEGIN PGP SIGNATURE-----\n\niQ\n-----END PGP SIGNATURE-----\n") == ["PASS"]
