"""The random order of `sample`: one that the seat believes in, of every kind, and only by the luck handed in."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from genetess_cli.rules import genetess
from genetess_cli.rules.base import Seat
from genetess_cli.rules.board import Square
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genetess import bots, round_zero
from genetess_cli.rules.genetess.actions import ACTIONS
from genetess_cli.rules.genetess.bots.guess import MOST_STEPS
from genetess_cli.rules.genetess.game import Game, Piece, Settings
from genetess_cli.rules.genetess.order import Order
from genetess_cli.rules.genetess.round_zero import Gambles
from genetess_cli.rules.genetess.setup import Board
from tests.kit.shares import examples
from tests.rules.genetess.cases import drawn, read_order
from tests.rules.genetess.strategies import games, twins

GUESSES = 300


def _sample(game: Game, number: int = 0) -> Order:
    order = bots.sample(game, str(game.to_move), Dice(lambda: b"a key", number))
    assert isinstance(order, Order)
    return order


def _all(text: str, seat: str = "red") -> list[Order]:
    """Many orders of one position."""
    game = replace(drawn(text), to_move=seat)
    return [_sample(game, number) for number in range(GUESSES)]


def _of(verb: str, text: str) -> set[str]:
    """The different orders of a verb in many guesses."""
    return {str(order) for order in _all(text) if order.verb == verb}


@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.too_slow])
@given(games(), st.integers(0, 2**32))
def test_whatever_is_sampled_is_accepted_and_reads_back(game: Game, number: int) -> None:
    order = _sample(game, number)
    assert genetess.check(game, str(game.to_move), order) is None
    assert read_order(str(order)) == order


@settings(max_examples=examples(40), suppress_health_check=[HealthCheck.too_slow])
@given(games(), st.data())
def test_a_seat_samples_by_nothing_that_it_cannot_see(game: Game, data: st.DataObject) -> None:
    """Its orders would tell what it must not know."""
    twin = data.draw(twins(game, str(game.to_move)))
    assert _sample(game) == _sample(twin)


def test_every_action_comes() -> None:
    board = "before:\n    k..b+.\n    .c....\n    d.#...\n    l....g\n"
    board += "k: red AAHJKRVYZZ\nc: red ABCEMNOS\nd: red AIQTUX\nl: red K\ng: green A\ne: red 60"
    assert {order.verb for order in _all(board + "\nb: green AC")} == {"PASS", *ACTIONS}


def test_in_round_0_the_gambles_are_good_and_within_the_purse() -> None:
    """Ruling G39."""
    pieces = {"K1": {"A1": "K"}, "K2": {"C1": "K"}, "K3": {"E1": "K"}}
    seats = [Seat("p1", "p1"), Seat("p2", "p2")]
    begun = Settings(starting_e=7, gamble=("start", "order", "colour"))
    game = genetess.new(begun, Board(".....\n", pieces), seats, Dice(bytes, 0)).game
    found: list[Gambles] = []
    for number in range(GUESSES):
        gambles = bots.sample(game, "p1", Dice(lambda: b"a key", number))
        assert isinstance(gambles, Gambles)
        assert round_zero.check(game, "p1", gambles) is None
        found.append(gambles)
    assert {len(gambles.orders) for gambles in found} == {0, 1, 2, 3}
    every = [each for gambles in found for each in gambles.orders]
    assert {each.stake for each in every} == set(range(8))
    assert all(read_order(str(each)) == each for each in every)


def test_the_same_luck_gives_the_same_order() -> None:
    board = "before:\n    ab...\n    .....\na: red ABCK\nb: green A"
    assert _all(board) == _all(board)
    assert len(set(_all(board))) > 1


def test_pass_is_rare_where_something_can_be_done() -> None:
    orders = _all("before:\n    a..\n    ...\na: red A")
    assert 0 < sum(order.verb == "PASS" for order in orders) < GUESSES / 10


def test_who_cannot_do_anything_passes() -> None:
    assert {str(order) for order in _all("before:\n    a#\na: red A")} == {"PASS"}


def test_a_game_without_a_turn_or_with_an_end_has_no_other_order() -> None:
    game = drawn("before:\n    a..\na: red A")
    assert bots.sample(replace(game, to_move=None), "red", Dice(bytes, 0)) == Order("PASS")
    out = drawn("before:\n    ab.\na: red A\nb: green A\nout: red\nseats: red green blue")
    assert bots.sample(out, "red", Dice(bytes, 0)) == Order("PASS")


def test_orphans_are_given_no_orders() -> None:
    """Ruling G22."""
    board = "before:\n    ap.\n    ..b\na: red A\np: red AP\nb: green A\nout: red\nseats: red green blue"
    assert {order.at for order in _all(board)} == {None, Square.named("B1")}


# Moving


def test_a_piece_in_reach_is_taken_now_and_then() -> None:
    moves = [str(order) for order in _all("before:\n    a.b\n    ...\na: red ABD\nb: green A")]
    assert moves.count("MOVE A1 E-E") > 1.2 * moves.count("MOVE A1 S-E")


def test_a_known_king_is_gone_for_first() -> None:
    board = "before:\n    b...\n    .a..\n    ..k.\na: red ACF\nb: green A\nk: green K"
    moves = [str(order) for order in _all(board)]
    assert moves.count("MOVE B2 SE") > 1.5 * moves.count("MOVE B2 NW")


def test_who_reaches_nobody_comes_nearer() -> None:
    moves = [str(order) for order in _all("before:\n    ....\n    a..b\n    ....\na: red AD\nb: green A")]
    assert moves.count("MOVE A2 E") > max(moves.count("MOVE A2 N"), moves.count("MOVE A2 S"))


def test_a_long_way_has_the_right_length_and_runs_into_nothing() -> None:
    found = _of("MOVE", "before:\n    a.#\n    .+.\n    ...\na: red ABBBBB")
    assert found
    assert all(text.count("-") == 5 for text in found)


def test_a_dead_end_is_no_way() -> None:
    assert not _of("MOVE", "before:\n    a#\na: red AB")


def test_a_wall_is_entered_by_o_alone() -> None:
    """Ruling G13."""
    assert _of("MOVE", "before:\n    a+\na: red AO") == {"MOVE A1 E"}
    assert not _of("MOVE", "before:\n    a+\na: red A")


def test_own_pieces_are_taken_by_i_alone() -> None:
    """Ruling G13."""
    assert "MOVE A1 E" in _of("MOVE", "before:\n    ab\na: red AI\nb: red A")
    assert not _of("MOVE", "before:\n    ab\na: red A\nb: red A")


def test_pieces_are_jumped_by_e_alone() -> None:
    """Ruling G13."""
    assert "MOVE A1 E-E" in _of("MOVE", "before:\n    ab.\na: red ABE\nb: red A")
    assert "MOVE A1 E-E" not in _of("MOVE", "before:\n    ab.\na: red AB\nb: red A")


def test_a_way_too_long_for_an_order_file_is_not_gone() -> None:
    game = drawn("before:\n    a...\na: red A")
    longest = {Square.named("A1"): Piece("red", "A" + "B" * MOST_STEPS)}
    assert {_sample(replace(game, pieces=longest), number).verb for number in range(20)} == {"PASS"}


def test_charges_have_one_leg_or_several_and_none_is_blocked() -> None:
    """Ruling G26."""
    found = _of("CHARGE", "before:\n    a..\n    .#.\n    ...\na: red AZZ")
    assert {"CHARGE A1 E", "CHARGE A1 E-S", "CHARGE A1 S-E"} <= found
    assert not _of("CHARGE", "before:\n    a#\na: red AZ")


def test_teleports_end_on_floor_in_view() -> None:
    assert _of("TELEPORT", "before:\n    ab.\n    +..\na: red AN\nb: red A") == {"TELEPORT A1 B2"}
    assert not _of("TELEPORT", "before:\n    a#\na: red AN")


def test_home_is_beside_another_king() -> None:
    """Ruling G25."""
    assert _of("HOME", "before:\n    a...k\na: red AV\nk: red K") == {"HOME A1 D1"}
    assert not _of("HOME", "before:\n    a..#k\na: red AV\nk: red K")
    assert not _of("HOME", "before:\n    a...\na: red AVK")


def test_sanctuary_is_with_another_king() -> None:
    """Ruling G25."""
    assert _of("SANCTUARY", "before:\n    a...k\na: red AKY\nk: red K") == {"SANCTUARY A1 E1"}
    assert not _of("SANCTUARY", "before:\n    a...\na: red AKY")


# Making and remaking


def test_what_is_created_can_be_paid_and_has_what_the_square_needs() -> None:
    """Rulings G7 and G15."""
    board = "before:\n    ka+\n    .+.\nk: red K\na: red A\ne: red 60"
    found = {read_order(text) for text in _of("CREATE", board)}
    by_square = {
        str(square): [one.codes for one in found if one.to == square] for square in {one.to for one in found}
    }
    assert by_square.keys() == {"B1", "A2", "B2"}
    assert all("I" in codes for codes in by_square["B1"])
    assert all("O" in codes for codes in by_square["B2"])
    assert len(set(by_square["A2"])) > 5


def test_only_what_the_game_sells_is_created() -> None:
    """Ruling G12."""
    board = "before:\n    k.\nk: red K\ne: red 300"
    found = {read_order(text).codes for text in _of("CREATE", f"{board}\ncodes: ABK")}
    assert set("".join(found)) == {"A", "B"}
    assert not _of("CREATE", f"{board}\ncodes: K")


def test_each_half_of_what_divides_can_live() -> None:
    """Ruling G17."""
    found = {read_order(text).codes for text in _of("DIVIDE", "before:\n    a.\na: red AAHK")}
    assert found == {"A", "AA", "AAH", "AH", "AHK", "AK", "HK", "K"}
    assert not _of("DIVIDE", "before:\n    a.\na: red AH")
    assert not _of("DIVIDE", "before:\n    a#\na: red AAH")


def test_codes_are_transferred_to_friends_and_enemies() -> None:
    """Ruling G18."""
    found = _of("TRANSFER", "before:\n    abc\na: red AABJ\nb: red A\nc: green A")
    assert found == {"TRANSFER A1 A B1", "TRANSFER A1 B B1"}
    wide = _of("TRANSFER", "before:\n    abc\na: red ABDJJ\nb: red A\nc: green A")
    assert {"TRANSFER A1 B C1", "TRANSFER A1 J B1"} <= wide
    assert not _of("TRANSFER", "before:\n    a..c\na: red ABJ\nc: green A")
