"""New boards: without faults, in one piece, and from every start the same; specials hold what their types need."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genetess_cli.rules.board import Square
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genetess.boards import generate
from genetess_cli.rules.genetess.boards.fairness import faults, survey
from genetess_cli.rules.genetess.boards.generate import TooFull, Wish, make
from genetess_cli.rules.genetess.boards.symmetry import PLAYERS, Plan, fits, least, plan, usual
from genetess_cli.rules.genetess.setup import Board
from genetess_cli.rules.genetess.specials import NAMES
from tests.kit.shares import examples

MOST_WALLS = 40
"""The largest share of walls that is tried, in percent; `board new` asks for at most 28."""


def _dice(seed: str) -> Dice:
    return Dice(seed.encode, 0)


def _sizes(players: int) -> st.SearchStrategy[tuple[int, int]]:
    long, short = least(players)
    if players == 8:
        return st.integers(long, 45).map(lambda side: (side, side))
    sides = st.tuples(st.integers(short, 45), st.integers(short, 45))
    return sides.filter(lambda size: fits(players, *size))


@st.composite
def _made(draw: st.DrawFn) -> tuple[Plan, Wish, str]:
    players = draw(st.sampled_from(PLAYERS))
    walls = draw(st.integers(0, MOST_WALLS))
    types = draw(st.lists(st.sampled_from(list(NAMES)), max_size=4))
    return (
        plan(players, *draw(_sizes(players))),
        Wish(walls, tuple(types), draw(st.integers(0, 3))),
        draw(st.text()),
    )


def _signs(board: Board) -> dict[Square, str]:
    return {
        Square(row, column): sign
        for row, line in enumerate(board.map.splitlines())
        for column, sign in enumerate(line)
    }


def _moved(made: Plan, value: Any, start: int) -> Any:
    """The value of a parameter as it is for another start: squares move, everything else stays."""
    if isinstance(value, list):
        return sorted(_moved(made, item, start) for item in value)
    if isinstance(value, str) and any(letter.isdigit() for letter in value):
        return str(made.moved(Square.named(value), start))
    return value


def _doing(special: dict[str, Any], made: Plan, start: int) -> Any:
    return special["type"], {
        key: _moved(made, value, start) for key, value in special.items() if key != "type"
    }


@pytest.mark.no_cover
@settings(max_examples=examples(60), deadline=None)
@given(_made())
def test_put_in_the_place_of_another_a_start_has_the_same_board(given_: tuple[Plan, Wish, str]) -> None:
    made, wish, seed = given_
    try:
        board = make(made, wish, _dice(seed))
    except TooFull:
        return
    signs = _signs(board)
    kings = [Square.named(name) for pieces in board.starts.values() for name in pieces]
    assert all(signs[square] == "#" for square in signs.keys() - made.places.keys())
    for start in range(made.players):
        assert made.moved(kings[0], start) == kings[start]
        assert all(signs[made.moved(square, start)] == signs[square] for square in made.places)
        here = [_doing(special, made, 0) for special in board.specials]
        there = [_doing(special, made, start) for special in board.specials]
        assert sorted(map(repr, there)) == sorted(map(repr, here))


@settings(max_examples=examples(60), deadline=None)
@given(_made())
def test_a_new_board_has_no_faults_and_is_in_one_piece(given_: tuple[Plan, Wish, str]) -> None:
    made, wish, seed = given_
    try:
        board = make(made, wish, _dice(seed))
    except TooFull:
        return
    assert faults(board) == []
    found = survey(board)
    assert found.alike
    assert found.images
    assert (found.rooms, len(found.parties), found.buried) == ([], 1, ())
    assert found.walls * 100 <= wish.walls * (found.walls + found.floor) + made.players * 100
    assert len(board.specials) == (len(wish.specials) + wish.drawn) * made.players


@pytest.mark.parametrize("players", PLAYERS)
def test_the_same_seed_gives_the_same_board(players: int) -> None:
    made, wish = plan(players, *usual(players)), Wish(20, ("S1", "S8"), 2)
    assert make(made, wish, _dice("a")) == make(made, wish, _dice("a"))
    assert make(made, wish, _dice("a")) != make(made, wish, _dice("b"))


@pytest.mark.parametrize("players", PLAYERS)
def test_the_share_of_walls_is_the_one_asked_for(players: int) -> None:
    made = plan(players, *usual(players))
    for share in (0, 10, 25):
        walls = make(made, Wish(share), _dice("a")).map.count("+")
        assert 0 <= walls - len(made.places) * share // 100 < players


def test_the_squares_around_a_king_are_free() -> None:
    board = make(plan(4, 21, 21), Wish(MOST_WALLS, tuple(NAMES)), _dice("a"))
    signs = _signs(board)
    special = {Square.named(given["at"]) for given in board.specials}
    for pieces in board.starts.values():
        (king,) = map(Square.named, pieces)
        around = {Square(king.row + down, king.column + right) for down in (-1, 0, 1) for right in (-1, 0, 1)}
        assert {signs[square] for square in around} == {"."}
        assert not around & special


def test_too_many_specials_are_told_with_the_number_that_fits() -> None:
    made = plan(8, 17, 17)
    with pytest.raises(TooFull) as refused:
        make(made, Wish(0, ("S1",) * generate.MOST_SPECIALS), _dice("a"))
    assert (
        len(make(made, Wish(0, ("S1",) * refused.value.room), _dice("a")).specials) == 8 * refused.value.room
    )


def test_drawn_types_repeat_only_when_all_were_drawn() -> None:
    board = make(plan(2, 31, 31), Wish(drawn=30), _dice("a"))
    types = [given["type"] for given in board.specials]
    assert set(types) == set(NAMES)
    assert max(types.count(type_) for type_ in NAMES) == 2 * 2


# What is drawn for each type

HERE = Square.named("D4")
FAR = [Square.named("Z26")]


def _drawn(type_: str, floor: list[Square], walls: list[Square]) -> Mapping[str, Any]:
    return generate.choose_parameters(type_, HERE, floor, walls, _dice("a"))


def test_near_squares_come_before_far_ones() -> None:
    near = [Square.named("D5")]
    assert _drawn("S3", near + FAR, near + FAR) == {"target": near[0]}
    assert _drawn("S6", near + FAR, near + FAR) == {"squares": near}
    assert _drawn("S10", near + FAR, near + FAR) == {"walls": near}


def test_squares_far_away_will_do() -> None:
    assert _drawn("S3", FAR, []) == {"target": FAR[0]}
    assert _drawn("S6", FAR, []) == {"squares": FAR}


def test_walls_far_away_will_do() -> None:
    assert _drawn("S10", [], FAR) == {"walls": FAR}


def test_where_there_is_nothing_to_act_on_a_special_is_still_one() -> None:
    assert _drawn("S3", [], []) == {"target": HERE}
    assert _drawn("S6", [], []) == {"squares": [HERE]}
    assert _drawn("S8", [], []) == {"targets": [HERE]}
    assert _drawn("S10", [], []) == {"random": 1}


def test_a_type_without_parameters_gets_none() -> None:
    assert _drawn("S5", [], []) == {}
