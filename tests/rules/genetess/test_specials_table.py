"""The cases of special squares (`tests/cases/genetess/s01.txt` to `s22.txt`) as a table: what each must show.

A case says with `shows:` what it is an example of, and is taken at its word only if its pieces bear it out.
"""

from __future__ import annotations

import pytest

from genetess_cli.rules.genetess.game import Settings
from genetess_cli.rules.genetess.specials import SPECIALS
from tests.rules.genetess.cases import Case, read_cases

ALL = read_cases()
CASES = {number: [case for case in ALL if case.source == f"s{int(number[1:]):02}"] for number in SPECIALS}
SHOWING = [case for cases in CASES.values() for case in cases if "shows" in case.fields]
WITHOUT_KINGS = ("S5", "S8", "S10", "S13")
"""Specials to which a piece with K is like any other."""


def _needed(number: str) -> set[str]:
    needed = {"plain", "shield", "phased", "edition"}
    if SPECIALS[number].parameters:
        needed.add("parameters")
    return needed if number in WITHOUT_KINGS else needed | {"king"}


def _bears_out(case: Case, number: str) -> set[str]:
    """What a case can be an example of."""
    pieces = case.pieces.values()
    return {
        word
        for word, borne_out in {
            "plain": case.pieces,
            "parameters": any(
                special.details for special in case.specials.values() if special.type == number
            ),
            "shield": any(piece.has("W") for piece in pieces),
            "phased": any(piece.phased for piece in pieces),
            "king": any(piece.has("K") for piece in [*pieces, *case.later.values()]),
            "edition": "G28" in case.cites,
        }.items()
        if borne_out
    }


@pytest.mark.parametrize("number", SPECIALS)
def test_every_special_has_a_case_for_whatever_there_is_to_show(number: str) -> None:
    shown = {word for case in CASES[number] for word in case.names("shows")}
    assert shown >= _needed(number)


@pytest.mark.parametrize("number", SPECIALS)
def test_what_a_case_claims_to_show_is_in_it(number: str) -> None:
    for case in CASES[number]:
        assert set(case.names("shows")) <= _bears_out(case, number), case.title


@pytest.mark.parametrize("number", SPECIALS)
def test_every_special_is_shown_in_both_editions(number: str) -> None:
    editions = {case.fields.get("edition", Settings().specials) for case in CASES[number]}
    assert editions == {"1.00", "1.02"}  # ruling G28


@pytest.mark.parametrize("number", [number for number, kind in SPECIALS.items() if kind.on_entry])
def test_one_that_is_entered_has_a_case_of_resting_on_it_in_either_edition(number: str) -> None:
    resting = {
        case.fields.get("edition", Settings().specials)
        for case in CASES[number]
        if case.order == "PASS" and "edition" in case.names("shows")
    }
    assert resting == {"1.00", "1.02"}  # ruling G28


def test_every_special_stands_in_its_own_cases() -> None:
    for number, cases in CASES.items():
        for case in cases:
            assert number in {special.type for special in case.specials.values()}, case.title


@pytest.mark.parametrize("ruling", [f"G{number}" for number in range(28, 39)])
def test_every_ruling_on_specials_is_cited(ruling: str) -> None:
    assert [case for cases in CASES.values() for case in cases if ruling in case.cites]


def test_no_special_is_listed_that_the_cases_do_not_know() -> None:
    assert list(CASES) == [f"S{number}" for number in range(1, 23)]
    assert SHOWING
