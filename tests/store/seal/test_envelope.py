"""A file of sealed text: its first line, its base64, and nothing that is neither."""

from __future__ import annotations

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genetess_cli.store.seal import box
from genetess_cli.store.seal.box import Misshapen, SealedFile
from tests.store.seal.bombs import held

MOST = 8220
LETTER = SealedFile("order", "riot", "red", "3b", bytes(range(256)) * 16)
DATA = box.write_file(LETTER)
FIRST, ROWS = DATA.split(b"\n")[0], DATA.split(b"\n")[1:-1]


@given(st.binary(max_size=MOST), st.sampled_from(["", "red", "p-1"]), st.sampled_from(["", "0", "12-ab"]))
def test_what_was_written_is_read(sealed: bytes, seat: str, turn: str) -> None:
    letter = SealedFile("order", "riot", seat, turn, sealed)
    data = box.write_file(letter)
    assert box.read(data, MOST) == letter
    assert len(data) <= box.size_of(len(sealed))


def test_it_is_a_clear_line_and_base64_below_it() -> None:
    assert FIRST == b"genetess/v1 sealed order riot red 3b"
    assert base64.b64decode(b"".join(ROWS)) == LETTER.sealed
    assert {len(row) for row in ROWS[:-1]} == {76}
    assert DATA.endswith(b"\n")


@pytest.mark.parametrize(
    "data",
    [
        DATA.replace(b"\n", b"\r\n"),
        DATA.rstrip(b"\n"),
        DATA + b"\n\n",
        FIRST + b"\n" + b"".join(ROWS),
        FIRST + b"\n" + b"\n".join(b"  " + row + b"\t" for row in ROWS),
    ],
    ids=["CR LF", "no last line end", "empty lines", "one line", "indented"],
)
def test_what_editors_and_mail_do_to_lines_does_not_matter(data: bytes) -> None:
    assert box.read(data, MOST) == LETTER


@pytest.mark.parametrize("width", [1, 4, 60, 64, 500])
def test_lines_of_any_width_are_read(width: int) -> None:
    whole = SealedFile("order", "riot", "red", "3b", bytes(range(256)) * (MOST // 256) + bytes(MOST % 256))
    first, _, body = box.write_file(whole).partition(b"\n")
    text = body.replace(b"\n", b"")
    rows = [text[start : start + width] for start in range(0, len(text), width)]
    assert box.read(b"\r\n".join([first, *rows, b""]), MOST) == whole


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"MOVE B2 E\n",
        b"\xff\xfe\x00NaN\x00" * 20,
        b"\x00" * 5000,
        b"\n" + DATA,
        b"\xef\xbb\xbf" + DATA,
        DATA.replace(b"v1", b"v2", 1),
        DATA.replace(b" 3b\n", b"\n", 1),
        DATA.replace(b" 3b\n", b" 3b extra\n", 1),
        DATA.replace(b"riot", b"Riot", 1),
        DATA.replace(b"riot", b"../riot", 1),
        DATA.replace(b"red", "réd".encode(), 1),
        DATA.replace(b"red", b"r" * 61, 1),
        DATA.replace(b" red", b"  red", 1),
    ],
)
def test_a_first_line_that_is_none_is_refused(data: bytes) -> None:
    with pytest.raises(Misshapen, match="first line"):
        box.read(data, MOST)


@pytest.mark.parametrize(
    "body",
    [
        b"\n".join(ROWS)[:-1],
        b"\n".join([*ROWS[:3], b"=" * 4, *ROWS[3:]]),
        b"\n".join([*ROWS[:3], b"NaN!" * 19, *ROWS[3:]]),
        b"\n".join([*ROWS, ROWS[0]]),  # more behind the end
        b"\n".join([*ROWS[:3], ROWS[3].replace(ROWS[3][:1], b"-"), *ROWS[4:]]),
        b"\n".join([*ROWS[:3], b"\xff" * 76, *ROWS[3:]]),
        b"\n".join([*ROWS[:3], b"\0" * 4, *ROWS[3:]]),
        b"# a comment\n" + b"\n".join(ROWS),
        b"\x0b".join(ROWS),
        b"QQ==".replace(b"Q=", b"R="),  # the same byte with a bit more
    ],
    ids=[
        "cut",
        "padding inside",
        "a wrong line",
        "a tail",
        "another alphabet",
        "not ASCII",
        "zeros",
        "comment",
        "tabs",
        "loose bits",
    ],
)
def test_what_is_no_base64_is_refused(body: bytes) -> None:
    with pytest.raises(Misshapen, match="not base64"):
        box.read(FIRST + b"\n" + body + b"\n", MOST)


def test_missing_lines_leave_less_which_the_box_refuses() -> None:
    assert len(box.read(b"\n".join([FIRST, *ROWS[1:]]), MOST).sealed) == len(LETTER.sealed) - 57
    assert box.read(FIRST, MOST).sealed == b""


def test_more_sealed_bytes_than_are_opened_are_refused() -> None:
    largest = SealedFile("order", "riot", "red", "3b", bytes(MOST))
    assert box.read(box.write_file(largest), MOST) == largest
    data = box.write_file(SealedFile("order", "riot", "red", "3b", bytes(MOST + 1)))
    with pytest.raises(Misshapen, match="8,221 sealed bytes; at most 8,220"):
        box.read(data, MOST)


def test_a_huge_file_is_not_even_looked_at() -> None:
    data = FIRST + b"\n" + b"A" * 40_000_000

    def refused() -> None:
        with pytest.raises(Misshapen, match="40,000,037 bytes"):
            box.read(data, MOST)

    assert held(refused) < 1


@given(st.binary(max_size=2000))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    for text in (data, FIRST + b"\n" + data):
        try:
            box.read(text, MOST)
        except Misshapen as why:
            assert str(why).isprintable()  # noqa: PT017 - what can be read is read
