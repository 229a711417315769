"""Seats, players, squares and times in words, as they are said to one viewer."""

from __future__ import annotations

import pytest

from genetess_cli.rules.base import PUBLIC
from genetess_cli.rules.voice import Voice, capital, on_square, time_left_words


@pytest.mark.parametrize(
    ("name", "called", "whose"),
    [
        ("Gwen", "Gwen (green)", "Gwen’s"),
        ("Green", "green", "green’s"),
        ("", "green", "green’s"),
        ("\u202eGwen", "Gwen (green)", "Gwen’s"),
        ("Greedy (bot)", "Greedy (bot) (green)", "Greedy’s"),
        ("Green (bot)", "green (bot)", "green’s"),
    ],
)
def test_a_player_is_called_by_name_and_seat_once(name: str, called: str, whose: str) -> None:
    voice = Voice(PUBLIC, {"green": name})
    assert (voice.seat("green"), voice.whose("green")) == (called, whose)


def test_a_viewer_is_spoken_to() -> None:
    voice = Voice("green", {"green": "Gwen"})
    assert (voice.seat("green"), voice.whose("green")) == ("you", "your")


def test_whom_the_viewer_does_not_know_is_somebody() -> None:
    voice = Voice(PUBLIC, {})
    assert (voice.seat(None), voice.whose(None)) == ("somebody", "somebody’s")


def test_a_square_that_the_viewer_does_not_know_is_out_of_sight() -> None:
    assert (on_square("D4"), on_square(None)) == (" on D4", " out of sight")


def test_a_sentence_begins_with_a_capital_and_keeps_the_others() -> None:
    assert (capital("the wall on D4"), capital("")) == ("The wall on D4", "")


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (864_000, "10 days"),
        (90_000, "1 day 1 hour"),
        (86_400 + 120, "1 day"),
        (3_660, "1 hour 1 minute"),
        (59, "none"),
        (0, "none"),
    ],
)
def test_what_is_left_is_told_in_its_two_largest_units(seconds: int, words: str) -> None:
    assert time_left_words(seconds) == words
