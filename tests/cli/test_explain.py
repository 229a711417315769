"""`genetess explain`: every code, action and special has its words; a word that is none names the nearest."""

from __future__ import annotations

from pathlib import Path

import pytest

from genetess_cli.explain import explain
from genetess_cli.glossary import ACTIONS, CODES, SPECIALS
from genetess_cli.problems import Problem
from genetess_cli.rules.genetess import codes, order, parse, specials
from genetess_cli.rules.orders import entries
from tests.cli.conftest import run


def test_every_row_of_the_rules_has_its_words() -> None:
    assert list(CODES) == list(codes.CODES)
    assert set(ACTIONS) == set(order.USAGES)
    assert list(SPECIALS) == list(specials.NAMES)


@pytest.mark.parametrize("verb", ACTIONS)
def test_the_example_of_an_action_is_such_an_order(verb: str) -> None:
    reading = parse(entries(ACTIONS[verb][1])[0])
    assert not isinstance(reading.problem, Problem)
    assert reading.order.verb == verb


def test_a_piece_shows_how_its_cost_comes_about(tmp_path: Path) -> None:
    out = run(tmp_path, "explain", "dabbb").out
    assert out.splitlines()[0] == "ABBBD: 34 E = (1+2+2+2+3) + (1×2×2×2×3)"
    assert "Moves exactly 4 steps, north, east, south or west." in out
    assert "View: 3 squares" in out
    assert "Action: MOVE square directions" in out


@pytest.mark.parametrize(
    ("word", "shown"),
    [
        ("w", "W: Shield, 4 E"),
        ("K", "K: King, cannot be bought"),
        ("charge", "CHARGE square directions"),
        ("s16", "S16: Tremor"),
        ("Piece  Killer", "S6: Piece Killer"),
        ("BB", "BB: 8 E = (2+2) + (2×2)"),
        ("KK", "KK: 0 E"),
        ("HOME", "HOME square square"),
    ],
)
def test_a_word_is_found_in_either_case(word: str, shown: str) -> None:
    assert explain(word)[0].startswith(shown)


def test_what_cannot_live_is_said() -> None:
    assert "cannot live" in "\n".join(explain("BCD"))


@pytest.mark.parametrize(
    ("word", "words"),
    [
        ("TELEPROT", "TELEPORT"),
        ("S23", "S2"),
        ("tremors", "TREMOR"),
        ("", "ABBBD"),
        ("A1", "ABBBD"),
        ("é" * 99, "ABBBD"),
    ],
)
def test_any_other_word_is_refused_with_the_nearest(tmp_path: Path, word: str, words: str) -> None:
    done = run(tmp_path, "explain", word)
    assert done.status == 1
    assert words in done.err


def test_without_a_word_it_lists_what_can_be_asked(tmp_path: Path) -> None:
    done = run(tmp_path, "explain")
    assert done.status == 0
    words = done.out.split()
    assert {*CODES, *ACTIONS, *SPECIALS} <= set(words)


def test_one_square_is_no_squares() -> None:
    assert "  View: 1 square to every side (3 × 3)." in explain("AA")


def test_more_letters_than_any_piece_has_are_refused(tmp_path: Path) -> None:
    assert "at most 200 letters" in run(tmp_path, "explain", "A" * 201).err
    assert run(tmp_path, "explain", "A" * 200).status == 0


def test_it_needs_no_league(tmp_path: Path) -> None:
    assert run(tmp_path, "explain", "A").status == 0
