"""What a message may cost: no more than its length."""

from __future__ import annotations

import time

import pytest

from genetess_cli.intake.mail.message import Unread, read
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
