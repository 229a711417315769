"""What is quoted is no order: what is marked, what stands below a lead in any language, and what we wrote ourselves."""

from __future__ import annotations

from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import pytest

from genetess_cli.intake.mail.orders import Lines, sort_lines
from genetess_cli.store.league import League
from tests.intake.mail.test_post import order, tick
from tests.intake.mail.test_tags import EVERY_KIND, notice
from tests.kit.mail import GREEN, collect, message, orders, own_lines, parsed, words

GMAIL = "On Sat, Nov 21, 2026 at 6:00 PM Friday league <games@league.example> wrote:\n"
GERMAN = "Am 21.11.26 um 18:00 schrieb Friday league <games@league.example>:\n"
OUTLOOK = "________________________________\nVan: Friday league <games@league.example>\nOnderwerp: {}\n\n"
DUTCH = "Van: Friday league <games@league.example>\nVerzonden: zaterdag\nAan: Gwen\nOnderwerp: {}\n\n"
SPANISH = "-----Mensaje original-----\n"
RUSSIAN = "----- Исходное сообщение -----\n"
LEADS = (GMAIL, GERMAN, OUTLOOK, DUTCH, SPANISH, RUSSIAN)


def below(text: str, to: EmailMessage, lead: str = "") -> EmailMessage:
    """An answer with all of what it answers below it, each line as it was."""
    subject = str(to["Subject"])
    sender = str(to["To"].addresses[0].addr_spec)
    return message(f"{text}\n\n{lead.format(subject)}{words(to)}", sender, f"Re: {subject}")


@pytest.mark.by_day(1, ci=4)
@pytest.mark.parametrize("lead", ["", *LEADS])
def test_a_notice_below_orders_is_no_order(mailing: Path, lead: str) -> None:
    order(mailing, "green", "PASS")
    order(mailing, "red", "PASS")
    tick(mailing)
    sent = notice(mailing, "green")
    assert "The first order in your file:\n\n> PASS" in words(sent)
    done = collect(mailing, below("PASS\nPASS", sent, lead))
    assert done.status == 0, done.err
    assert orders(mailing, GREEN) == "PASS\nPASS\n"


@pytest.mark.parametrize("lead", LEADS)
def test_so_is_anybodys_message(lead: str) -> None:
    assert own_lines(f"PASS\n\n{lead}MOVE B2 N\n") == ["PASS"]


def orders_in(league: Path, sent: EmailMessage) -> Lines:
    """What would be taken for orders of what we wrote, where it came back as it was."""
    return sort_lines(League(league).game("riot").ruleset, own_lines(words(sent)))


@EVERY_KIND
def test_of_no_kind_of_notice_anything_is_an_order(
    mailing: Path, kind: Callable[[Path], EmailMessage]
) -> None:
    assert orders_in(mailing, kind(mailing)).is_none


@pytest.mark.parametrize(
    "text",
    ["MOVE B2 S\nPASS\n", "Hi,\nPASS\n", "CLEAR\n", "MOVE B2 SIDEWAYS\n", "PASS on\n", "MOVE G3 N\n", "\n"],
)
def test_of_no_kind_of_answer_anything_is_an_order(mailing: Path, text: str) -> None:
    order(mailing, "red", "PASS")
    answer = parsed(collect(mailing, message(text)).out)
    assert orders_in(mailing, answer).is_none
    assert collect(mailing, below("PASS", answer)).status == 0
    assert orders(mailing) == "PASS\n"


@pytest.mark.parametrize(
    "text",
    [
        "--- Orders ---\nPASS",
        "Me: ragnar@north.example\nPASS",
        "Me <ragnar@north.example>\nPASS",
        "My orders:\nPASS",
        "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\nPASS",
    ],
)
def test_what_only_looks_a_little_like_it_is_the_senders_own(text: str) -> None:
    assert own_lines(text) == text.split("\n")


def test_of_a_signed_message_the_signature_is_left_out() -> None:
    assert own_lines("PASS\n-----BEGIN PGP SIGNATURE-----\n\niQ\n-----END PGP SIGNATURE-----\n") == ["PASS"]
