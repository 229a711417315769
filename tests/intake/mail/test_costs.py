"""What a message may cost: next to nothing if a stranger sent it, and no more than its length if a player did."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from genetess_cli.intake.mail.message import Unread, cover, from_html, read
from tests.intake.mail.test_letters import raw
from tests.kit.mail import RAGNAR, collect


def test_nothing_but_the_headers_of_a_strangers_message_is_read(
    mailing: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(_: object) -> str:
        raise AssertionError("a stranger's text was read")

    monkeypatch.setattr("genetess_cli.intake.mail.message.text_of", never)
    monkeypatch.setattr("genetess_cli.intake.mail.message.attachments", never)
    sent = raw("From: mallory@evil.example", "Content-Type: text/html", text="<a " * 10_000)
    done = collect(mailing, sent)
    assert (done.status, "not a player" in done.err) == (3, True)


@pytest.mark.parametrize(
    "piece",
    [
        "<a ",
        "<!--",
        "<a x='",
        '<a x="',
        "<style>",
        "</style",
        '<p class="',
        "<!",
        "<",
        "&amp",
        "<blockquote>",
    ],
)
def test_a_page_is_read_once_however_often_it_begins_something(piece: str) -> None:
    begun = time.process_time()
    from_html("<blockquote>" + piece * (200_000 // len(piece)))
    from_html(piece * (200_000 // len(piece)) + "</a>")
    assert time.process_time() - begun < 4  # each took minutes where what is never closed is looked for again


def test_elements_that_are_never_closed_are_counted_and_not_searched() -> None:
    begun = time.process_time()
    assert from_html("<blockquote>" + "<p>" * 40_000 + "</a>" * 20_000 + "</blockquote>PASS") == "PASS"
    assert time.process_time() - begun < 4


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("<p>MOVE B2 S</p><!-- PASS --><p>PASS", "\nMOVE B2 S\n\nPASS"),
        ("MOVE&nbsp;B2 <b class='x'>S</b><!-- PASS", "MOVE B2 S"),
        ('<img alt="a > b">PASS', "PASS"),
        ("<STYLE>p > b {}</STYLE><blockquote class=x>a<br>b<div>c</div></blockquote>PASS", "PASS"),
        ("<![if !mso]>PASS<![endif]><o:p></o:p>", "PASS"),
        ("a < b", "a < b"),
    ],
)
def test_the_text_of_a_page(page: str, text: str) -> None:
    assert from_html(page) == text


@pytest.mark.parametrize("name", ["Content-Type: multipart/mixed", "content-disposition: x"])
@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
def test_a_header_that_is_long_to_take_apart_is_not(name: str, end: str) -> None:
    rows = [f"From: {RAGNAR}", f'{name}; a="' + ";" * 1_000, *([" " + ";" * 1_000] * 200), "", "PASS"]
    with pytest.raises(Unread, match="content type is too long"):
        read(end.join(rows).encode())


def test_a_sender_behind_many_blanks_is_found_as_fast() -> None:
    begun = time.process_time()
    with pytest.raises(Unread):
        cover(raw("From:", " " * 1_950 + "x"))
    assert time.process_time() - begun < 1
