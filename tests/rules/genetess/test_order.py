"""The grammar of Genetess orders (rulings G15, G26, G27): lines as players write them, and what is read."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genetess_cli.rules import genetess
from genetess_cli.rules.base import Reading
from genetess_cli.rules.board import Direction, Square
from genetess_cli.rules.genetess.codes import LETTERS, sequence
from genetess_cli.rules.genetess.order import MOST_CODES, USAGES, Order, usage
from genetess_cli.rules.orders import entries
from genetess_cli.rules.problems import Problem, Span

_squares = st.builds(Square, st.integers(0, 9998), st.integers(0, 18000))
_codes = st.text(LETTERS, min_size=1, max_size=MOST_CODES).map(sequence)
_parts: dict[str, st.SearchStrategy[object]] = {
    "at": _squares,
    "to": _squares,
    "codes": _codes,
    "code": st.sampled_from(LETTERS),
    "path": st.lists(st.sampled_from(Direction), min_size=1, max_size=9).map(tuple),
    "stake": st.integers(0, 999_999_999),
    "preferences": st.lists(
        st.sampled_from(["1st", "13th", "K1", "GPC-3", "red"]), min_size=1, max_size=5
    ).map(tuple)
    | st.lists(st.sampled_from(["NORTH", "K2", "RIVERBANK"]), min_size=1, max_size=5).map(tuple),
}


def _any_order(verb: str) -> st.SearchStrategy[Order]:
    slots = {("codes" if slot == "code" else slot): _parts[slot] for slot in USAGES[verb][0]}
    return st.builds(Order, st.just(verb), **slots)


def _read(text: str) -> Reading[Order]:
    return genetess.parse(entries(text)[0])


@given(st.sampled_from(list(USAGES)).flatmap(_any_order))
def test_a_printed_order_reads_back(order: Order) -> None:
    reading = _read(str(order))
    assert reading.order == order
    assert reading.ignored is None
    assert _read(str(order).lower()).order == order


@given(st.text())
def test_any_text_is_orders_or_problems(text: str) -> None:
    for entry in entries(text):
        reading = genetess.parse(entry)
        assert (reading.order is None) == (reading.problem is not None)


@given(
    st.lists(st.sampled_from([*USAGES, "G4", "E-N", "ABC", "K", "N", "-", "*", "x", "G", "4"])).map(" ".join)
)
def test_any_words_are_an_order_or_a_problem_with_its_place(text: str) -> None:
    for entry in entries(text):
        problem = genetess.parse(entry).problem
        assert problem is None or problem.span is not None


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("PASS", "PASS"),
        ("*pass", "PASS"),
        ("Holiday", "HOLIDAY"),
        ("move g4 e", "MOVE G4 E"),
        ("MOVE K3 Sw", "MOVE K3 SW"),
        ("MOVE L3 W - W - S", "MOVE L3 W-W-S"),
        ("should Olaf stay where he is, MOVE H4 NW", "MOVE H4 NW"),
        ("unless Olaf's King leaves B7, we move H4 NW", "MOVE H4 NW"),
        ("MOVE it: MOVE H4 NW", "MOVE H4 NW"),
        ("MOVE H4 NW or MOVE H4 N", "MOVE H4 NW"),
        ("CREATE K2 ABBBC", "CREATE K2 ABBBC"),
        ("CREATE ABCDDDDDEF L3", "CREATE L3 ABCDDDDDEF"),
        ("create cba b2", "CREATE B2 ABC"),
        ("DIVIDE K3 ABC J2", "DIVIDE K3 ABC J2"),
        ("DIVIDE K3 J2 ABC", "DIVIDE K3 ABC J2"),
        ("TRANSFER L3 b J5", "TRANSFER L3 B J5"),
        ("CHARGE L2 E-N-W", "CHARGE L2 E-N-W"),
        ("CHARGE L2 E, CHARGE N, CHARGE W", "CHARGE L2 E-N-W"),
        ("charge L2 E charge N-W", "CHARGE L2 E-N-W"),
        ("CHARGE L2 E, CHARGE forward", "CHARGE L2 E"),
        ("CHARGE L2 E, CHARGE", "CHARGE L2 E"),
        ("CHARGE L2 E – N", "CHARGE L2 E-N"),
        ("MOVE E5 E–E—E", "MOVE E5 E-E-E"),
        ("MOVE E5 E -- E", "MOVE E5 E-E"),
        ("if Gwen is on holiday I'll MOVE B2 E", "MOVE B2 E"),
        ("if I can't pass the wall, MOVE B2 E", "MOVE B2 E"),
        ("MOVE B2 E, then pass", "MOVE B2 E"),
        ("HOME F4 K3.", "HOME F4 K3"),
        ('"SANCTUARY F4 L2"', "SANCTUARY F4 L2"),
    ],
)
def test_a_line_is_read_as(line: str, order: str) -> None:
    assert str(_read(line).order) == order


@pytest.mark.parametrize(
    ("line", "ignored"),
    [
        ("MOVE H4 NW", None),
        ("please MOVE H4 NW", "please"),
        ("MOVE H4 NW please", "please"),
        ("MOVE H4 NW N", "N"),
    ],
)
def test_words_around_an_order_are_pointed_at(line: str, ignored: str | None) -> None:
    span = _read(line).ignored
    assert (line[span.start : span.end] if span else None) == ignored


@pytest.mark.parametrize(
    ("line", "behind"),
    [
        ("CREATE C2 A", None),
        ("please CREATE C2 A", None),
        ("CREATE C2 A B", "B"),
        ("please CREATE C2 A B and more", "B and more"),
        ("MOVE H4 NW N", "N"),
        ("CHARGE L2 E, CHARGE forward", "CHARGE forward"),
    ],
)
def test_words_behind_an_order_are_pointed_at_whatever_stands_before_it(
    line: str, behind: str | None
) -> None:
    span = _read(line).ignored_after
    assert (line[span.start : span.end] if span else None) == behind


@pytest.mark.parametrize(
    ("line", "slug", "at"),
    [
        ("MOVE G4", "incomplete", ""),
        ("MOVE", "incomplete", ""),
        ("MOVE 4G E", "misfit", "4G"),
        ("MOVE Gx E", "misfit", "x"),
        ("MOVE G4 X", "misfit", "X"),
        ("MOVE G4 E-X-N", "misfit", "X-N"),
        ("MOVE G4 NNE", "misfit", "NNE"),
        ("MOVE G0 E", "misfit", "0"),
        ("MOVE G12345 E", "misfit", "5"),
        ("CREATE K2 AB1", "misfit", "1"),
        ("TRANSFER L3 BC J5", "misfit", "C"),
        ("CREATE K2 " + "A" * (MOST_CODES + 1), "misfit", "A"),
        ("MOVE G4 E-N-X", "misfit", "X"),
        ("MOVE G4 E\u200b-\u200bX", "misfit", "X"),
        ("MOVE G\u200bx E", "misfit", "x"),
        ("I will pass, I think", "unclear", "pass"),
        ("PASS now", "unclear", "PASS"),
        ("* on holiday from today", "unclear", "holiday"),
        ("pass or move", "incomplete", ""),
        ("please mov G4 E", "no-order", "please"),
        ("MOV G4 E", "no-order", "MOV"),
        ("hello there", "no-order", "hello"),
        ("*", "no-order", "*"),
        ("!?", "no-order", "!?"),
    ],
)
def test_a_problem_points_at_what_is_wrong(line: str, slug: str, at: str) -> None:
    problem = _problem(line)
    assert problem.slug == slug
    assert problem.span
    assert line[problem.span.start : problem.span.end] == at


def _problem(line: str) -> Problem:
    problem = _read(line).problem
    assert problem
    return problem


def test_a_misspelt_keyword_is_guessed() -> None:
    assert _problem("TELEPROT A1 B2").hint.startswith(
        "Did you mean TELEPORT? Written: TELEPORT square square"
    )


def test_an_order_that_stands_alone_is_shown_where_other_words_are_around_it() -> None:
    problem = _problem("I will pass, I think")
    assert problem.message == "“pass” may be an order or part of a sentence: other words are around it."
    assert problem.hint == "If you mean the order, write it alone: PASS"


@pytest.mark.parametrize(
    ("line", "at", "told"),
    [
        ("МOVE B2 E", 0, "“М” in “МOVE” is the Cyrillic letter that looks like M."),
        ("MOVE В2 E", 5, "“В” in “В2” is the Cyrillic letter that looks like B."),
        (
            "как только он уйдёт, MOVE B2 Е",
            29,
            "“Е” in “Е” is the Cyrillic letter that looks like E.",
        ),
        ("CREATE C3 ΑB", 10, "“Α” in “ΑB” is the Greek letter that looks like A."),
        ("CHARGE L2 N - Е", 14, "“Е” in “Е” is the Cyrillic letter that looks like E."),
        ("GAMBLE 1 К1", 9, "“К” in “К1” is the Cyrillic letter that looks like K."),
        ("\u200bРASS", 1, "“Р” in “РASS” is the Cyrillic letter that looks like P."),
    ],
)
def test_a_letter_of_another_alphabet_is_named_with_its_place(line: str, at: int, told: str) -> None:
    problem = _problem(line)
    assert problem.message == told
    assert problem.span == Span(1, at, at + 1)
    assert problem.hint.startswith(f"It is {unicodedata.name(line[at])}.")


@pytest.mark.parametrize(
    "line", ["как только он уйдёт, MOVE B2 E", "MOVE B2 E, а потом отдых", "α: MOVE B2 E"]
)
def test_words_of_another_alphabet_around_an_order_are_words(line: str) -> None:
    assert str(_read(line).order) == "MOVE B2 E"


def test_of_two_forms_the_one_that_fits_further_is_explained() -> None:
    problem = _problem("CREATE AB QQ")
    assert problem.span
    assert "found “QQ”" in problem.message


@pytest.mark.parametrize("verb", USAGES)
def test_every_order_has_a_usage(verb: str) -> None:
    assert usage(verb).split()[0] == verb
    assert len(usage(verb).split()) == 1 + len(USAGES[verb][0])
