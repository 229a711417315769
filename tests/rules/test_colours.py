"""One letter for each colour, on the terminal and on the site alike, so that a board can be read without ink."""

from __future__ import annotations

import pytest

from genetess_cli.rules.colours import marks, marks_besides


def _marks(*names: str) -> str:
    return "".join(marks(dict.fromkeys(names, "")).values())


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        (("red", "green", "blue"), "rgb"),
        (("black", "blue", "brown"), "blr"),
        (("brown", "black", "blue"), "rbl"),  # whoever plays first
        (("black", "red", "brown"), "bro"),  # red is the only one with an r in front
        (("green", "grey", "g"), "reg"),
        (("p1", "p2", "12"), "bca"),
    ],
)
def test_a_seat_has_a_letter_of_its_own_that_no_other_has(names: tuple[str, ...], letters: str) -> None:
    assert _marks(*names) == letters
    assert len(set(letters)) == len(names)


def test_seats_that_differ_by_numbers_have_the_letters_of_the_colours_that_they_drew() -> None:
    # ruling G39
    assert marks({"p1": "orange", "p2": "cyan"}) == {"p1": "o", "p2": "c"}


def test_colours_of_no_seat_get_what_letters_are_left() -> None:
    # ruling D4
    seats = marks({"black": "black", "brown": "brown"})
    assert marks_besides(seats, ["black", "brown", "red", "green"]) == {
        "black": "b", "brown": "r", "red": "e", "green": "g",
    }  # fmt: skip


def test_more_than_there_are_letters_share_one() -> None:
    names = [f"p{number}" for number in range(30)]
    assert len(set(_marks(*names))) == 26
