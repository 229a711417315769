"""Chains of special squares end: each goes off on entry at most once for an order or a turn's start (ruling G30)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import reduce

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genetess_cli.rules import genetess
from genetess_cli.rules.board import Square, column_name
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genetess.events import Event, Fired, Shifted, TurnBegan
from genetess_cli.rules.genetess.game import Game
from genetess_cli.rules.genetess.specials import SPECIALS
from tests.kit.shares import examples
from tests.rules.genetess.cases import drawn, picture, read_order, types
from tests.rules.genetess.rounds import fired, standing, turn

# S8 onto S8 onto …


@pytest.mark.parametrize("length", [2, 3, 25])
def test_a_ring_of_s8_is_gone_around_once(length: int) -> None:
    names = [f"{column_name(column)}1" for column in range(1, length + 1)]
    ring = zip(names, names[1:] + names[:1], strict=True)
    rows = "".join(f"special {at} S8 targets={to}\n" for at, to in ring)
    outcome = turn(drawn(f"before:\n    a{'.' * length}\na: red A\n{rows}"), "MOVE A1 E")
    assert fired(outcome.events) == [f"S8 {name}" for name in names]  # ruling G30
    assert standing(outcome.game) == ["B1 red A"]


def test_a_ring_of_s8_is_gone_around_again_by_the_next_order() -> None:
    game = drawn(
        "before:\n    a..b\na: red AC\nb: green A\nspecial B1 S8 targets=C1\nspecial C1 S8 targets=B1"
    )
    game = turn(game, "MOVE A1 E").game
    assert standing(game)[0] == "B1 red AC"
    game = turn(turn(game, "PASS").game, "MOVE B1 W").game
    outcome = turn(turn(game, "PASS").game, "MOVE A1 E")
    assert fired(outcome.events) == ["S8 B1", "S8 C1"]  # ruling G30


def test_in_1_02_a_ring_of_s8_is_gone_around_no_more_than_once_at_a_turns_start() -> None:
    text = """
before:
    a...
a: red A
edition: 1.02
special A1 S8 targets=B1
special B1 S8 targets=C1
special C1 S8 targets=A1
order green: PASS
"""
    outcome = turn(drawn(text), "PASS")
    assert fired(outcome.events) == ["S8 A1", "S8 B1", "S8 C1"]
    assert standing(outcome.game) == ["A1 red A"]  # ruling G29


def test_s8_onto_s8_onto_s7() -> None:
    text = """
before:
    a..b
    ....
a: red AC
b: green A
special B1 S8 targets=A2
special A2 S8 targets=C2
special C2 S7
"""
    outcome = turn(drawn(text), "MOVE A1 E")
    assert fired(outcome.events) == ["S8 B1", "S8 A2", "S7 C2"]
    assert standing(outcome.game) == []  # rulings G30, G32


def test_s8_onto_s9_onto_nothing_more() -> None:
    text = "before:\n    a..\na: red AC\nspecial B1 S8 targets=C1\nspecial C1 S9"
    outcome = turn(drawn(text), "MOVE A1 E", 1)
    assert fired(outcome.events) == ["S8 B1", "S9 C1"]
    assert standing(outcome.game) == ["C1 red A"]


def test_s8_onto_s6_that_kills_who_was_sent_and_ends_the_chain() -> None:
    text = "before:\n    a...\na: red A\nspecial B1 S8 targets=C1\nspecial C1 S6 squares=C1,A1"
    outcome = turn(drawn(text), "MOVE A1 E")
    assert fired(outcome.events) == ["S8 B1", "S6 C1"]
    assert standing(outcome.game) == []


def test_s10_opens_what_the_s8_of_the_next_wave_needs() -> None:
    text = """
before:
    ....+
    b....
    ac...
a: red AT
b: green A
c: green A
special A1 S10 walls=E1
special E3 S8 targets=E1
"""
    outcome = turn(drawn(text), "REPULSE A3")
    assert fired(outcome.events) == ["S10 A1", "S8 E3"]
    assert standing(outcome.game) == ["A1 green A", "E1 green A", "A3 red AT"]  # rulings G28, G32


# S13 while it is occupied


def test_s13_goes_away_from_under_its_occupant_and_not_off_again() -> None:
    game = drawn("before:\n    a..\n    ...\na: red A\nspecial B1 S13\nspecial C2 S13")
    outcome = turn(game, "MOVE A1 E", 0, 0)
    assert fired(outcome.events) == ["S13 B1"]  # ruling G30
    assert types(outcome.game) == {"A1": "S13", "C1": "S13"}


def test_s8_onto_s13_which_takes_that_s8_away_goes_on_no_further() -> None:
    text = "before:\n    a...\na: red A\nspecial B1 S8 targets=C1\nspecial C1 S13"
    outcome = turn(drawn(text), "MOVE A1 E", 0, 0)
    assert fired(outcome.events) == ["S8 B1", "S13 C1"]
    assert types(outcome.game) == {"A1": "S8", "B1": "S13"}
    assert standing(outcome.game) == ["C1 red A"]  # rulings G30, G33


def test_an_s8_that_s13_moved_is_spent_for_that_order_wherever_it_is() -> None:
    text = """
before:
    ....
    b...
    ac..
a: red AT
b: green A
c: green A
special A1 S8 targets=C1
special C1 S13
"""
    # The S8 goes to D3, where the second wave ends, and the S13 to B1.
    outcome = turn(drawn(text), "REPULSE A3", 7, 1)
    assert types(outcome.game) == {"B1": "S13", "D3": "S8"}
    assert fired(outcome.events) == ["S8 A1", "S13 C1"]
    assert standing(outcome.game) == ["C1 green A", "A3 red AT", "D3 green A"]  # ruling G30


def test_two_s13_in_1_02_relocate_once_each_while_they_are_held() -> None:
    text = """
before:
    a..
    ..b
a: red A
b: red A
edition: 1.02
special A1 S13
special C2 S13
order green: PASS
"""
    outcome = turn(drawn(text), "PASS", 0, 0)
    assert fired(outcome.events) == ["S13 A1"]  # the other lay on an empty square when its place came
    assert types(outcome.game) == {"B1": "S13", "C1": "S13"}


# S16 while it moves specials under pieces


TREMOR = """
before:
    a..b.
    .....
    c....
a: red A
b: green A
c: green A
special A1 S16
order green: PASS
"""


def test_a_special_that_a_tremor_moves_under_a_piece_goes_off_once_though_the_piece_comes_back_to_it() -> (
    None
):
    # The S8 comes under b and sends it to D2; from there the tremor moves b back onto the S8.
    game = drawn(TREMOR + "special C1 S8 targets=D2")
    outcome = turn(game, "PASS", 4, 5, 4, 1, 4)
    assert fired(outcome.events) == ["S16 A1", "S8 D1"]  # ruling G30
    assert standing(outcome.game) == ["A1 red A", "D1 green A", "A3 green A"]


def test_a_tremor_that_moves_s8_under_a_piece_which_they_pass_on_to_each_other_ends() -> None:
    # Both come under pieces: b goes to A2, onto nothing, and c to where b was, onto the first S8, which is spent.
    game = drawn(TREMOR + "special C1 S8 targets=A2\nspecial B3 S8 targets=D1")
    outcome = turn(game, "PASS", 4, 5, 3, 4, 4, 4)
    assert fired(outcome.events) == ["S16 A1", "S8 D1", "S8 A3"]  # ruling G30
    assert standing(outcome.game) == ["A1 red A", "D1 green A", "A2 green A"]


def test_a_tremor_whose_s8_sends_a_piece_onto_an_s13_moves_on_with_the_specials_where_they_are() -> None:
    game = drawn(TREMOR + "special C1 S8 targets=E3\nspecial E3 S13")
    # S16 stays and S8 comes under b, which goes to E3; there S13 puts S16, S8, S13 on B1, C1, D1. S13 moves on to E1.
    outcome = turn(game, "PASS", 4, 5, 0, 0, 0, 5, 4, 4, 4)
    assert fired(outcome.events) == ["S16 A1", "S8 D1", "S13 E3"]
    assert types(outcome.game) == {"B1": "S16", "C1": "S8", "E1": "S13"}  # rulings G33, G34
    assert standing(outcome.game) == ["A1 red A", "A3 green A", "E3 green A"]


def test_an_s16_that_comes_under_another_own_piece_shakes_the_board_no_second_time() -> None:
    game = drawn(TREMOR.replace("..b.", "bb..").replace("b: green", "b: red"))
    outcome = turn(game, "PASS", 5, 4, 4, 4, 4)
    assert fired(outcome.events) == ["S16 A1"]  # ruling G29
    assert types(outcome.game) == {"B1": "S16"}


def test_a_wind_that_carries_pieces_onto_s20_and_s8_ends() -> None:
    text = """
before:
    ab....
    ......
a: red A
b: red A
special A1 S20
special F1 S8 targets=E2
special F2 S20
special A2 S20
order green: PASS
"""
    outcome = turn(drawn(text), "PASS")
    assert fired(outcome.events) == ["S20 A1", "S8 F1"]
    assert standing(outcome.game) == ["A1 red A", "E2 red A"]


def test_copies_of_s3_that_stand_on_s3_are_copied_once_each() -> None:
    text = """
before:
    a.
    ..
a: red K
special A1 S3 target=B1
special B1 S3 target=A2
special A2 S3 target=B2
special B2 S3 target=A1
order green: PASS
"""
    outcome = turn(drawn(text), "PASS")
    assert fired(outcome.events) == ["S3 A1", "S3 B1", "S3 A2", "S3 B2"]  # ruling G29; the last finds no room
    assert len(outcome.game.pieces) == 4


# Any board at all


MOVING = ["S3", "S6", "S7", "S8", "S9", "S10", "S13", "S15", "S16", "S20", "S21"]
FLOOR = [Square(row, column) for row in range(4) for column in range(4)]
PARAMETERS = {"S3": "target=", "S6": "squares=", "S8": "targets=", "S10": "walls="}


@st.composite
def crowded(draw: st.DrawFn) -> Game:
    """A small board full of specials that move, make and destroy; two Kings, pieces of two players, and a wall."""
    edition = draw(st.sampled_from(["1.00", "1.02"]))
    letters = draw(st.permutations(list("kqabcd+") + ["."] * 9))
    rows = ["".join(letters[start : start + 4]) for start in range(0, 16, 4)]
    lines = [
        f"edition: {edition}",
        "k: red K",
        "q: green KW",
        "a: red ACE",
        "b: red AW",
        "c: green AO",
        "d: green ABD",
    ]
    for square in FLOOR:
        type_ = draw(st.sampled_from(MOVING))
        named = f" {PARAMETERS[type_]}{draw(st.sampled_from(FLOOR))}" if type_ in PARAMETERS else ""
        lines.append(f"special {square} {type_}{named}")
    return drawn("before:\n    " + "\n    ".join(rows) + "\n" + "\n".join(lines))


def _went_off(events: Sequence[Event]) -> list[Counter[Square]]:
    """How often each special went off, by where it stood at first: once for the order, once for the start.

    The second try of an S8 that was blocked is left out: the same S8 may be entered besides.
    """
    homes: dict[Square, Square] = {}
    counts: list[Counter[Square]] = [Counter()]
    for event in events:
        if isinstance(event, TurnBegan):
            counts.append(Counter())
        elif isinstance(event, Shifted):
            homes[event.to] = homes.pop(event.at, event.at)
        elif isinstance(event, Fired) and not (event.special == "S8" and event.piece.blocked):
            counts[-1][homes.get(event.at, event.at)] += 1
    return counts


@settings(max_examples=examples(150), deadline=None)
@given(crowded(), st.lists(st.integers(0, 10**6), min_size=4, max_size=4), st.binary(min_size=1, max_size=4))
def test_on_any_board_every_turn_ends_and_no_special_goes_off_twice(
    game: Game, picks: list[int], key: bytes
) -> None:
    for number, pick in enumerate(picks):
        orders = [text for text in genetess.legal(game, str(game.to_move)) if "<" not in text]
        order = read_order(orders[pick % len(orders)])
        outcome = genetess.play(game, str(game.to_move), order, Dice(lambda: key, number))
        for count in _went_off(outcome.events):
            assert max(count.values(), default=0) <= 1  # ruling G30
        assert len(fired(outcome.events)) <= 3 * len(FLOOR)
        assert picture(reduce(genetess.apply, outcome.events, game)) == picture(outcome.game)
        _is_sound(outcome.game)
        if outcome.problem or outcome.game.result:
            return
        game = outcome.game


def _is_sound(game: Game) -> None:
    assert len(game.specials) == len(FLOOR)
    assert not [square for square in game.pieces if game.is_wall(square)]
    assert all(piece.body.viable for piece in game.pieces.values())
    # ruling G31: no special takes the last King of a player
    assert all(game.kings(seat) for seat in game.still_in())


def test_the_boards_hold_every_special_that_fires_on_entry() -> None:
    assert {number for number, kind in SPECIALS.items() if kind.on_entry} <= set(MOVING)


def test_a_special_that_has_moved_twice_is_still_the_one_that_has_fired() -> None:
    text = """
before:
    a.bd
    c...
a: red A
b: red A
c: red A
d: red A
special A1 S16
special A2 S16
special C2 S6 squares=B1
order green: PASS
"""
    # The first tremor pushes the S6 under the piece on C1, the second from there under that on D1.
    first, second = [4, 4, 1, 4, 4, 4, 4], [4, 5, 4, 4, 4, 4, 4]
    outcome = turn(drawn(text), "PASS", *first, *second)
    assert outcome.game.specials.keys() == {Square.named(name) for name in ("A1", "D1", "A2")}
    assert fired(outcome.events) == ["S16 A1", "S6 C1", "S16 A2"]  # ruling G30
