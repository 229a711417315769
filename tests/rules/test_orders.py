"""Order text into entries and words, for any game (ruling G27); what the words mean is not asked here."""

from __future__ import annotations

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genetess_cli.rules import letters
from genetess_cli.rules.orders import (
    LARGEST_QUEUE,
    MOST_ORDERS,
    as_utf8,
    decode,
    entries,
    nearest,
    no_holiday,
    too_many,
    without,
)
from genetess_cli.rules.problems import Problem, Span, lines, render

PAGE = "MOVE C4 N / CREATE D3 ABC / HOME C3 B2 / * CHARGE B2 E-S / HOLIDAY"


def _words(text: str) -> list[str]:
    return [word.text for entry in entries(text) for word in entry.words]


def test_orders_are_separated_by_slashes() -> None:
    found = entries(PAGE)
    assert [entry.text for entry in found] == [part.strip() for part in PAGE.split("/")]
    assert [entry.starred for entry in found] == [False, False, False, True, False]


def test_orders_are_separated_by_lines_and_comments_left_out() -> None:
    found = entries("# my plan\nPASS # / HOLIDAY\n\n  /  / *PASS\r\n")
    assert [(entry.text, entry.starred, entry.span) for entry in found] == [
        ("PASS", False, Span(2, 0, 4)),
        ("*PASS", True, Span(4, 7, 12)),
    ]


def test_a_star_may_stand_apart() -> None:
    assert _words("* MOVE A6 W") == _words("*MOVE A6 W") == ["MOVE", "A6", "W"]


def test_directions_joined_with_blanks_are_one_word() -> None:
    assert _words("MOVE G4 E - N -w") == ["MOVE", "G4", "E-N-w"]


def test_punctuation_around_words_is_dropped() -> None:
    assert _words('"MOVE G4, E."') == ["MOVE", "G4", "E"]
    assert _words("... !") == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("MOVE B2 E–N", ["MOVE", "B2", "E-N"]),
        ("MOVE B2 E − N", ["MOVE", "B2", "E-N"]),
        ("ＭＯＶＥ　Ｂ２　Ｅ", ["MOVE", "B2", "E"]),
        ("𝐌𝐎𝐕𝐄 B² E", ["MOVE", "B2", "E"]),
        ("\u200eMO\u00adVE\u00a0B2\u200b\u202fE\ufe0f\u2060", ["MOVE", "B2", "E"]),
        ("“MOVE B2 E”", ["MOVE", "B2", "E"]),
        ("`PASS`…", ["PASS"]),
        ("P\0ASS\x1b", ["PASS"]),
    ],
)
def test_what_looks_like_a_letter_or_sign_is_one_and_what_is_unseen_is_none(
    text: str, words: list[str]
) -> None:
    assert _words(text) == words


def test_signs_that_look_so_end_an_order_and_begin_a_comment() -> None:
    text = "＊PASS ／ MOVE B2 E ＃ so\n"
    assert [(entry.text, entry.starred) for entry in entries(text)] == [("*PASS", True), ("MOVE B2 E", False)]
    assert without(text, entries(text)[0]) == "MOVE B2 E ＃ so\n"


def test_a_comment_stays_as_it_was_written() -> None:
    text = "PASS # 1⁄2 ＃ 3\nMOVE B2 E\n"
    assert without(text, entries(text)[0]) == "# 1⁄2 ＃ 3\nMOVE B2 E\n"


@pytest.mark.parametrize("category", ["Cf", "Cc"])
def test_every_letter_that_nobody_sees_is_unseen(category: str) -> None:
    every = [
        letter for letter in map(chr, range(sys.maxunicode + 1)) if unicodedata.category(letter) == category
    ]
    kept = [letter for letter in every if not letter.isspace() and _words(f"PA{letter}SS") != ["PASS"]]
    assert every
    assert not kept


def test_every_kind_of_dash_is_a_hyphen() -> None:
    every = [letter for letter in map(chr, range(sys.maxunicode + 1)) if unicodedata.category(letter) == "Pd"]
    assert every
    assert not [dash for dash in every if _words(f"E{dash}N") != ["E-N"]]


_ODD = st.text(st.sampled_from("PASMOVE B2-/#*,\u200b\u00ad–　Ｅ＃／\u2028\x85\x0b\x0c\r\nЕé𝐍…"))


@given(st.text() | _ODD)
def test_places_of_entries_and_words_point_at_them(text: str) -> None:
    written = lines(text)
    for entry in entries(text):
        row = written[entry.span.line - 1]
        assert letters.seen(row[entry.span.start : entry.span.end], range(len(row)))[0] == entry.text
        for word in entry.words:
            read = letters.seen(row[word.span.start : word.span.end], range(len(row)))[0]
            assert "".join(read.split()) == word.text


@pytest.mark.parametrize("sign", ["\u2028", "\u2029", "\x85", "\v", "\f", "\x1c", "\x1e"])
def test_only_a_line_feed_and_a_carriage_return_end_a_line(sign: str) -> None:
    assert [entry.span.line for entry in entries(f"# so{sign}PASS\nPASS\r\nPASS\rPASS")] == [2, 3, 4]
    assert without(f"PASS # so{sign}PASS\nPASS", entries("PASS")[0]) == f"# so{sign}PASS\nPASS"
    assert render(Problem("x", "No.", Span(1, 2, 3)), f"a{sign}b\n") == "No.\n    a b\n      ^"


@given(st.binary())
def test_any_bytes_are_text_or_a_problem(data: bytes) -> None:
    found = decode(data)
    assert isinstance(found, Problem) or entries(found) is not None


def test_what_is_not_utf_8_is_pointed_at() -> None:
    problem = decode(b"PASS\nMOVE \xff")
    assert isinstance(problem, Problem)
    assert problem.slug == "not-utf-8"
    assert problem.message == "Line 2 is not UTF-8 text (byte 0xff at column 6)."


def test_a_byte_order_mark_does_not_move_the_place_of_what_is_not_utf_8() -> None:
    problem = decode("\ufeff“PASS".encode() + b"\xe2\x80")
    assert isinstance(problem, Problem)
    assert problem.message == "Line 1 is not UTF-8 text (byte 0xe2 at column 6)."


def test_a_byte_order_mark_is_no_part_of_the_text() -> None:
    assert decode("\ufeffPASS".encode()) == "PASS"


@pytest.mark.parametrize("mark", [b"\xff\xfe", b"\xfe\xff"], ids=["little-endian", "big-endian"])
def test_utf_16_is_read_where_the_file_says_so(mark: bytes) -> None:
    text = "MOVE B2 E # grüße\r\nPASS\r\n"
    data = mark + text.encode("utf-16-le" if mark == b"\xff\xfe" else "utf-16-be")
    assert decode(data) == text
    assert as_utf8(data) == text.encode()
    assert isinstance(decode(data[:-1]), Problem), "half a letter is missing"


@pytest.mark.parametrize("row", ["<<<<<<< HEAD", "=======", ">>>>>>> main", "||||||| base", "=======\r"])
def test_a_file_with_a_mark_of_a_merge_is_read_by_nobody(row: str) -> None:
    problem = decode(f"PASS\n{row}\nMOVE B2 E\n".encode())
    assert isinstance(problem, Problem)
    assert problem.message.startswith("Line 2 is left over from a merge")


@pytest.mark.parametrize("row", ["# =======", "======", "========", "* PASS # >>>>>>> now", "<<<<<<<x"])
def test_what_only_resembles_a_mark_of_a_merge_is_text(row: str) -> None:
    assert decode(f"{row}\n".encode()) == f"{row}\n"


def test_a_queue_has_at_most_4_kib() -> None:
    assert decode(b" " * LARGEST_QUEUE) == " " * LARGEST_QUEUE
    problem = decode(b" " * (LARGEST_QUEUE + 1))
    assert isinstance(problem, Problem)
    assert problem.slug == "queue-too-long"
    assert decode("é".encode() * 2048) == "é" * 2048  # ruling G49: they are bytes
    assert isinstance(decode("é".encode() * 2049), Problem)


def test_a_queue_has_at_most_50_orders() -> None:
    assert too_many(entries("PASS\n" * 50)) is None  # ruling G49
    problem = too_many(entries("PASS\n" * (MOST_ORDERS + 1)))
    assert problem
    assert problem.slug == "too-many-orders"
    assert problem.span == Span(MOST_ORDERS + 1, 0, 4)


@pytest.mark.parametrize(("word", "meant"), [("MOV", "MOVE"), ("hoilday", "HOLIDAY"), ("xyzzy", None)])
def test_the_nearest_word_is_what_was_meant(word: str, meant: str | None) -> None:
    assert nearest(word, ["MOVE", "PASS", "HOLIDAY"]) == meant


@pytest.mark.parametrize(
    ("text", "carried_out", "left"),
    [
        ("PASS", 0, ""),
        ("PASS\nHOLIDAY\n", 0, "HOLIDAY\n"),
        ("PASS / HOLIDAY", 0, "HOLIDAY"),
        ("PASS # now\nHOLIDAY", 0, "# now\nHOLIDAY"),
        ("PASS # nothing left", 0, ""),
        ("PASS / *HOLIDAY\nMOVE A1 E\n", 1, "PASS \nMOVE A1 E\n"),
    ],
)
def test_an_order_that_was_carried_out_leaves_the_queue(text: str, carried_out: int, left: str) -> None:
    assert without(text, entries(text)[carried_out]) == left


@given(
    st.lists(st.sampled_from(["PASS", "*HOME A1 B1", "/", "/", "\n", "\r\n", " ", "#"])).map("".join),
    st.data(),
)
def test_the_orders_that_stay_are_as_they_were(text: str, data: st.DataObject) -> None:
    found = entries(text)
    if found:
        index = data.draw(st.integers(0, len(found) - 1))
        stays = [entry.text for entry in found[:index] + found[index + 1 :]]
        assert [entry.text for entry in entries(without(text, found[index]))] == stays


@pytest.mark.parametrize(
    ("text", "done", "left"),
    [
        ("A / B / C", "AC", "B "),
        ("      A/B/C", "BC", "A"),
        ("A # one\nB\nC / D # two", "AD", "# one\nB\nC # two"),
        ("A\n\nB\n", "AB", ""),
        ("A\nB\nC\n", "BA", "C\n"),
    ],
)
def test_several_orders_leave_a_queue_at_once(text: str, done: str, left: str) -> None:
    found = [entry for name in done for entry in entries(text) if entry.text == name]
    assert without(text, *found) == left


@pytest.mark.parametrize(
    ("had", "why"), [(True, "You have no holiday left."), (False, "This game has no holidays.")]
)
def test_who_can_take_no_holiday_hears_whether_there_was_any(had: bool, why: str) -> None:
    assert no_holiday(had=had).message == why
