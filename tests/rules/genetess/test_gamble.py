"""The grammar of a gamble (rulings G27, G39): lines as players write them, what is read, and where a mistake is."""

from __future__ import annotations

import pytest

from genetess_cli.rules import genetess
from genetess_cli.rules.base import Reading
from genetess_cli.rules.genetess.order import Order, ordinal
from genetess_cli.rules.orders import entries


def _read(text: str) -> Reading[Order]:
    return genetess.parse(entries(text)[0])


@pytest.mark.parametrize(
    ("line", "order"),
    [  # ruling G39: GAMBLE nE [on] preferences
        ("GAMBLE 3E 4th, 3rd, 2nd, 1st", "GAMBLE 3E on 4th, 3rd, 2nd, 1st"),
        ("GAMBLE 0E on GPC3, GPC6, then don't care", "GAMBLE 0E on GPC3, GPC6, don't care"),
        ("gamble 3e ON k1", "GAMBLE 3E on K1"),
        ("* GAMBLE 3 K1", "GAMBLE 3E on K1"),
        ("GAMBLE 3 E on K1", "GAMBLE 3E on K1"),
        ("GAMBLE 003E K1", "GAMBLE 3E on K1"),
        ("GAMBLE 3E on K1 then K2 and K3 or K4", "GAMBLE 3E on K1, K2, K3, K4"),
        ("GAMBLE 3E on K1,K2;K3", "GAMBLE 3E on K1, K2, K3"),
        ("GAMBLE 3E K1 K2 K3", "GAMBLE 3E on K1, K2, K3"),
        ("GAMBLE 3E 1ST 22ND 13TH 3RD", "GAMBLE 3E on 1st, 22nd, 13th, 3rd"),
        ("GAMBLE 3E on 1th, 2st", "GAMBLE 3E on 1st, 2nd"),
        ("GAMBLE 3E on first, Second and TENTH", "GAMBLE 3E on 1st, 2nd, 10th"),
        ("GAMBLE 3E for K2, K1", "GAMBLE 3E on K2, K1"),
        ("GAMBLE 3E for first, or for third", "GAMBLE 3E on 1st, 3rd"),
        ("GAMBLE 3E on Red, BLUE", "GAMBLE 3E on red, blue"),
        ("GAMBLE 3E on north, Riverbank", "GAMBLE 3E on NORTH, RIVERBANK"),
        ("GAMBLE 3E on K1, don’t care", "GAMBLE 3E on K1, don't care"),
        ("GAMBLE 3E on K1 dont care", "GAMBLE 3E on K1, don't care"),
        ("GAMBLE 3E on K1, don't care, K2", "GAMBLE 3E on K1, don't care"),
        ("GAMBLE 3E on K1, red, 1st", "GAMBLE 3E on K1, red, 1st"),
        ('"GAMBLE 3E on K1."', "GAMBLE 3E on K1"),
    ],
)
def test_a_gamble_is_read_as(line: str, order: str) -> None:
    reading = _read(line)
    assert str(reading.order) == order
    assert _read(str(reading.order)).order == reading.order


@pytest.mark.parametrize(
    ("line", "order", "ignored"),
    [  # ruling G27
        ("for me GAMBLE 3E on 1st", "GAMBLE 3E on 1st", ["for me"]),
        ("GAMBLE 3E on 1st please", "GAMBLE 3E on 1st", ["please"]),
        ("GAMBLE 3E on 1st, thank you", "GAMBLE 3E on 1st", ["thank you"]),
        ("GAMBLE 3E on 1st, 2nd and good luck to all", "GAMBLE 3E on 1st, 2nd", ["and good luck to all"]),
        ("GAMBLE 3E on red, blue, cheers", "GAMBLE 3E on red, blue", ["cheers"]),
        ("GAMBLE 3E on North because of the wall", "GAMBLE 3E on NORTH", ["because of the wall"]),
        ("GAMBLE 3E on K1, then don't care at all", "GAMBLE 3E on K1, don't care", ["at all"]),
        ("well, GAMBLE 3E on K1 then", "GAMBLE 3E on K1", ["well", "then"]),
        ("GAMBLE 3E on K1; GAMBLE 1E on 1st", "GAMBLE 3E on K1", ["GAMBLE 1E on 1st"]),
        ("GAMBLE 3E on K1 and gamble 1E on 1st", "GAMBLE 3E on K1", ["and gamble 1E on 1st"]),
    ],
)
def test_words_around_a_gamble_are_pointed_at(line: str, order: str, ignored: list[str]) -> None:
    reading = _read(line)
    assert str(reading.order) == order
    spans = dict.fromkeys(span for span in (reading.ignored, reading.ignored_after) if span)
    assert [line[span.start : span.end] for span in spans] == ignored


@pytest.mark.parametrize(
    ("line", "slug", "at"),
    [
        ("GAMBLE", "incomplete", ""),
        ("GAMBLE 3E", "incomplete", ""),
        ("GAMBLE 3E on", "incomplete", ""),
        ("GAMBLE 3 E", "incomplete", ""),
        ("GAMBLE nE on K1", "misfit", "nE"),
        ("GAMBLE 3X on K1", "misfit", "X"),
        ("GAMBLE on K1", "misfit", "on"),
        ("GAMBLE -3E on K1", "misfit", "-3E"),
        ("GAMBLE ٣E on K1", "misfit", "٣E"),
        ("GAMBLE 1234567890E on K1", "misfit", "0E"),
        ("GAMBEL 3E K1", "no-order", "GAMBEL"),
    ],
)
def test_a_problem_points_at_what_is_wrong(line: str, slug: str, at: str) -> None:
    problem = _read(line).problem
    assert problem
    assert problem.slug == slug
    assert problem.span
    assert line[problem.span.start : problem.span.end] == at


def test_places_have_the_endings_that_people_write() -> None:
    written = [ordinal(place) for place in (1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 101, 111)]
    assert " ".join(written) == "1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 23rd 101st 111th"
