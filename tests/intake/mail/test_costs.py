"""What a message may cost: next to nothing if a stranger sent it, and no more than its length if a player did."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from genetess_cli.intake.mail.message import Unread, cover, read
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
