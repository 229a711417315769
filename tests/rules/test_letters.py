"""What people write is shown without what turns or breaks the text around it; as order text: `test_orders.py`."""

from __future__ import annotations

from genetess_cli.rules.letters import MOST_ACCENTS, cut_accents, escape_controls, printable, strip_controls


def test_what_turns_the_direction_of_text_is_left_out_of_names() -> None:
    assert strip_controls("Rag\u202enar\u2066\x00\x1b[2J") == "Ragnar[2J"


def test_what_joins_letters_stays_in_names() -> None:
    assert strip_controls("👩\u200d🚀 שָׁלוֹם") == "👩\u200d🚀 שָׁלוֹם"


def test_plain_text_is_shown_as_it_is() -> None:
    assert escape_controls("MOVE C4 N") == "MOVE C4 N"


def test_what_is_not_seen_in_a_text_is_written_out() -> None:
    assert escape_controls("MOVE\u202e C4\x00") == "MOVE⟨202E⟩ C4⟨0000⟩"


def test_a_text_keeps_its_lines_and_what_joins_letters() -> None:
    assert escape_controls("one\r\ntwo\t👩\u200d🚀\rthree") == "one\ntwo\t👩\u200d🚀⟨000D⟩three"


def test_what_cannot_be_printed_keeps_its_place() -> None:
    assert printable("fog\u202e of\x00war") == "fog  of war"


def test_accents_are_piled_no_higher_than_a_line() -> None:
    assert cut_accents("o" + "\u0301" * 60 + "k\u0302") == "o" + "\u0301" * MOST_ACCENTS + "k\u0302"
