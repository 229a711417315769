"""Pieces and special squares as boards draw them: every mark has a form of its own, and none tells by colour alone."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from genetess_cli.rules.colours import COLOURS, marks
from genetess_cli.rules.genetess.game import Piece, Special
from genetess_cli.rules.genetess.specials import NAMES
from genetess_cli.site.board.design import colour
from genetess_cli.site.board.seats import inks
from genetess_cli.site.board.tokens import SHAPES, token
from genetess_cli.site.games.genetess.pieces import ICONS
from tests.site.test_board import _svg

EIGHT = ("red", "green", "blue", "yellow", "purple", "orange", "cyan", "pink")


def _drawn(piece: Piece) -> str:
    """A piece of red's as red's sheet draws it."""
    found = re.search(r'<g class="p .*?</g>', _svg({"B2": piece}))
    assert found
    return found[0]


def _words(drawing: str) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)<", drawing)


def test_up_to_four_codes_are_drawn_in_full_and_of_more_three_kinds_and_the_number() -> None:
    assert _words(_drawn(Piece("red", "ABCD"))) == ["ABCD"]
    assert _words(_drawn(Piece("red", "AABBCCD"))) == ["ABC", "7"]
    assert "B2: red AABBCCD" in _drawn(Piece("red", "AABBCCD"))


def test_a_king_has_a_crown_and_never_a_letter() -> None:
    assert _words(_drawn(Piece("red", "DDK"))) == ["DD"]
    assert _words(_drawn(Piece("red", "K"))) == []
    assert _words(_drawn(Piece("red", "KK"))) == ["2"]
    assert all('class="cr"' in _drawn(Piece("red", codes)) for codes in ("K", "DDK", "ABCDEK"))
    assert 'class="cr"' not in _drawn(Piece("red", "ABC"))


def test_a_shield_is_a_ring_in_the_shape_of_the_piece() -> None:
    shielded = _drawn(Piece("red", "AW"))
    assert f'class="sh" d="{SHAPES["c-red"]}"' in shielded
    assert 'class="sh"' not in _drawn(Piece("red", "A"))


def test_phased_flared_orphaned_and_unknown_pieces_have_their_marks() -> None:
    assert 'class="p c-red ph"' in _drawn(Piece("red", "AR", phased=True))
    assert 'class="fr"' in _drawn(Piece("red", "AU", flare=True))
    other = _svg({"B2": Piece("red", "A"), "C3": Piece("green", "ABC")}).partition("<title>C3")[2]
    assert _words(other)[:2] == ["?", "g"]  # its owner's letter


def test_every_special_square_has_a_drawing_of_its_own() -> None:
    assert ICONS.keys() == NAMES.keys()
    assert len(set(ICONS.values())) == len(NAMES)
    svg = _svg(
        {"B2": Piece("red", "K")},
        {"C2": Special("S5", "Shows the whole map"), "C3": Special("S1", "6 E for each K you have")},
    )
    assert f"{ICONS['S5']}<text" in svg
    assert ICONS["S7"] not in svg  # only those that occur
    assert ">+6 E<" in svg


def test_a_seat_is_the_same_token_everywhere() -> None:
    assert SHAPES["c-red"] in token("c-red", "r")
    assert SHAPES["c-red"] in _drawn(Piece("red", "A"))


# Colours, as people see them


def _inks(scheme: str) -> dict[str, tuple[int, int, int]]:
    """The colour of each seat as the style sheet has it, by day or by night."""
    found: dict[str, tuple[int, int, int]] = {}
    for name in COLOURS:
        value = colour(f"--{name}", scheme).removeprefix("#")
        whole = value if len(value) == 6 else "".join(2 * sign for sign in value)
        found[name] = (int(whole[:2], 16), int(whole[2:4], 16), int(whole[4:], 16))
    return found


# Linear RGB as somebody without one kind of cone sees it (Viénot, Brettel and Mollon 1999).
SEEN = {
    "full colour": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.11238, 0.88762, 0), (0.11238, 0.88762, 0), (0.00401, -0.00401, 1)),
    "deuteranopia": ((0.29275, 0.70725, 0), (0.29275, 0.70725, 0), (-0.02234, 0.02234, 1)),
}


def _lab(colour: tuple[int, int, int], seen: str) -> tuple[float, float, float]:
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (each / 255 for each in colour)
    ]
    red, green, blue = (max(0.0, sum(a * b for a, b in zip(row, linear, strict=True))) for row in SEEN[seen])
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def _apart(one: tuple[int, int, int], other: tuple[int, int, int], seen: str) -> float:
    pairs = zip(_lab(one, seen), _lab(other, seen), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("seen", SEEN)
def test_any_two_seats_are_told_apart_by_shape_and_letter_and_by_colour(scheme: str, seen: str) -> None:
    looks, letters = _inks(scheme), marks(dict.fromkeys(EIGHT, ""))
    for one, other in combinations(EIGHT, 2):
        assert SHAPES[f"c-{one}"] != SHAPES[f"c-{other}"]
        assert letters[one] != letters[other]
        assert _apart(looks[one], looks[other], seen) > 15, (one, other)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("seen", SEEN)
def test_of_more_than_eight_those_of_one_shape_are_far_apart_in_colour(scheme: str, seen: str) -> None:
    looks, letters = _inks(scheme), marks(dict.fromkeys(COLOURS, ""))
    assert SHAPES.keys() == set(inks([*COLOURS]))
    assert len(set(letters.values())) == len(COLOURS)
    for one, other in combinations(COLOURS, 2):
        if SHAPES[f"c-{one}"] == SHAPES[f"c-{other}"]:
            assert _apart(looks[one], looks[other], seen) > 40, (one, other)
