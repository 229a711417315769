"""What a message may cost: no more than its length."""

from __future__ import annotations

import time

import pytest

from genetess_cli.intake.mail.message import Unread, read, said_in
from tests.intake.mail.test_letters import raw
from tests.kit.mail import RAGNAR


@pytest.mark.parametrize("name", ["Content-Type: multipart/mixed", "content-disposition: x"])
@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
def test_a_header_that_is_long_to_take_apart_is_not(name: str, end: str) -> None:
    rows = [f"From: {RAGNAR}", f'{name}; a="' + ";" * 1_000, *([" " + ";" * 1_000] * 200), "", "PASS"]
    with pytest.raises(Unread, match="content type is too long"):
        read(end.join(rows).encode())


def test_a_sender_behind_many_blanks_is_found_as_fast() -> None:
    begun = time.process_time()
    with pytest.raises(Unread):
        read(raw("From:", " " * 1_950 + "x"))
    assert time.process_time() - begun < 1


@pytest.mark.parametrize(
    "kind", ["text/html" + ";" * 1_900, "text/html" + "; a=b" * 380, "text/plain; charset=punycode"]
)
def test_a_body_of_many_parts_or_odd_letters_is_found_as_fast(kind: str) -> None:
    rows = [f"From: {RAGNAR}", "Content-Type: multipart/mixed; boundary=q", ""]
    data = "\r\n".join([*rows, *[f"--q\r\nContent-Type: {kind}\r\n\r\nx\r\n"] * 400]).encode()
    begun = time.process_time()
    said_in(read(data.replace(b"\r\nx\r\n", b"\r\n" + b"a\xff-" * 500 + b"\r\n")))
    assert time.process_time() - begun < 2
