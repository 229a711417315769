"""Which gambles of an order file count in round 0, and what is told of those that do not (ruling G39)."""

from __future__ import annotations

from typing import Any

import pytest

from genetess_cli.rules import codec, genetess
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genetess.game import Bid, Settings
from genetess_cli.rules.genetess.round_zero import Gambles
from tests.rules.genetess.cases import Loaded, read_order
from tests.rules.genetess.gambling import muster, new, play_all


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("GAMBLE 3E k2, K1", "GAMBLE 3E on K2, K1"),
        ("GAMBLE 3E 2nd / GAMBLE 7E K1, don't care", "GAMBLE 3E on 2nd / GAMBLE 7E on K1, don't care"),
        ("MOVE B2 E\nGAMBLE 0E 2nd # late\nPASS", "GAMBLE 0E on 2nd"),
        ("PASS", "PASS"),
        ("* PASS / MOVE B2 E", "PASS"),
        ("PASS / GAMBLE 3E 9th", "PASS"),
        ("PASS / GAMBLE 3E 1st", "GAMBLE 3E on 1st"),
        ("GAMBLE 3E K9 / GAMBLE 2E 1st", "GAMBLE 2E on 1st"),
        ("GAMBLE xE K1 / GAMBLE 2E 1st", "GAMBLE 2E on 1st"),
    ],
)
def test_a_seat_is_in_with_a_valid_gamble_or_a_pass(text: str, order: str) -> None:
    """Ruling G39: several gambles are several orders in one file, and PASS is no gambles."""
    game = new("start", "order")
    found = muster(game, text).order
    assert found is not None
    assert str(found) == order
    assert found.verb == order.split()[0]
    assert genetess.check(game, "p1", found) is None


@pytest.mark.parametrize(
    "text",
    ["", "MOVE B2 E", "HOLIDAY", "MOVE B2 E / PASS", "JUMP", "GAMBLE 3E K9", "GAMBLE 11E K1",
     "GAMBLE 6E K1 / GAMBLE 5E 1st", "PASS / GAMBLE 11E K1"],
)  # fmt: skip
def test_a_seat_without_a_valid_gamble_or_with_stakes_above_its_purse_is_not_in(text: str) -> None:
    """Ruling G39."""
    assert muster(new("start", "order"), text).order is None


def test_stakes_may_be_all_of_the_purse() -> None:
    """Ruling G39: together they may not exceed it."""
    assert muster(new("start", "order"), "GAMBLE 6E K1 / GAMBLE 4E 1st").order


@pytest.mark.parametrize(
    ("text", "used"),
    [
        ("MOVE B2 E / GAMBLE 1E K1 / PASS", ["GAMBLE 1E K1"]),
        ("GAMBLE 1E K1 / GAMBLE 2E K9 / HOLIDAY", ["GAMBLE 1E K1", "GAMBLE 2E K9"]),
        ("PASS / PASS", ["PASS"]),
        ("PASS / GAMBLE 2E K9", ["PASS", "GAMBLE 2E K9"]),
        ("PASS / GAMBLE 1E K1", ["PASS", "GAMBLE 1E K1"]),
        ("PASS / * PASS / GAMBLE 1E K1 / PASS", ["PASS", "* PASS", "GAMBLE 1E K1"]),
        ("PASS / PASS / GAMBLE 2E K9", ["PASS", "PASS", "GAMBLE 2E K9"]),
        ("PASS / GAMBLE 11E K1", ["PASS", "GAMBLE 11E K1"]),
        ("GAMBLE 1E K1 / PASS", ["GAMBLE 1E K1"]),
        ("MOVE B2 E / GAMBLE 2E K9", ["GAMBLE 2E K9"]),
        ("please GAMBEL 1E K1", ["please GAMBEL 1E K1"]),
    ],
)
def test_gambles_leave_the_file_and_other_orders_stay(text: str, used: list[str]) -> None:
    assert [entry.text for entry in muster(new("start"), text).used] == used


@pytest.mark.parametrize(
    ("gamble", "text", "slug", "at", "words"),
    [
        ("start", "GAMBLE 1E K1, K9", "no-prize", "K9", "“K9” is no start to gamble for"),
        ("start order", "GAMBLE 1E mauve", "no-prize", "mauve", "“MAUVE” is no start or place to gamble for"),
        ("start order colour", "GAMBLE 1E K9", "no-prize", "K9", "“K9” is no start, place or colour"),
        ("start", "GAMBLE 1E 1st", "no-prize", "1st", "“1st” is no start to gamble for"),
        ("start", "GAMBLE 1E red", "no-prize", "red", "“red” is no start to gamble for"),
        ("order", "GAMBLE 1E 4th", "no-prize", "4th", "“4th” is no place to gamble for"),
        ("order", "GAMBLE 1E 0th", "no-prize", "0th", "“0th” is no place"),
        ("order", "GAMBLE 1E K1", "no-prize", "K1", "“K1” is no place to gamble for"),
        ("order start", "GAMBLE 1E 1st, K1", "mixed", "K1", "“K1” does not go with “1st”"),
        ("order start", "GAMBLE 1E K1, 1st", "mixed", "1st", "“1st” does not go with “K1”"),
        ("start", "GAMBLE 1E K1 / GAMBLE 2E K2", "twice", "GAMBLE", "another gamble for starts"),
        ("start", "GAMBLE 11E on K1", "too-dear", "11E", "Your stakes come to 11 E, and you have 10 E."),
        ("order start", "GAMBLE 6E 1st / GAMBLE 5E K1", "too-dear", "5E", "Your stakes come to 11 E"),
        ("start", "GAMBLE 1E", "incomplete", "", "the order ends here"),
    ],
)
def test_a_gamble_that_does_not_count_is_told_with_its_place(
    gamble: str, text: str, slug: str, at: str, words: str
) -> None:
    """Ruling G39."""
    [(_, problem)] = muster(new(*gamble.split()), text).failed
    assert problem.slug == slug
    assert words in problem.message
    assert problem.span
    assert text[problem.span.start : problem.span.end] == at


def test_all_that_stakes_above_the_purse_leave_out_is_named() -> None:
    """Ruling G39: none of the gambles counts then; one that was none before has a reason of its own."""
    found = muster(new("start", "order"), "GAMBLE 9E K1 / GAMBLE 1E K9 / GAMBLE 2E 1st")
    assert [entry.text for entry, _ in found.failed] == ["GAMBLE 1E K9", "GAMBLE 2E 1st"]
    assert [entry.text for entry in found.also] == ["GAMBLE 9E K1"]


@pytest.mark.parametrize(
    ("text", "notes"),
    [
        ("PASS / GAMBLE 1E K1", ["PASS leaves the file with your gambles, which count"]),
        ("GAMBLE 1E K1 / PASS", ["PASS stays in the file, stored for a later turn"]),
        ("PASS / GAMBLE 1E K1 / PASS", ["leaves the file", "stays in the file"]),
        ("PASS / PASS / GAMBLE 1E K1", ["leaves the file", "leaves the file"]),
        ("GAMBLE 1E K1 / PASS / MOVE B2 E", []),
        ("GAMBLE 1E K1", []),
        ("PASS", []),
        ("PASS / PASS", []),
    ],
)
def test_what_becomes_of_a_pass_beside_gambles_is_told(text: str, notes: list[str]) -> None:
    """Ruling G39: PASS is “no gambles”, so that beside some it says nothing."""
    found = muster(new("start"), text).notes
    assert len(found) == len(notes)
    assert all(words in note for words, (_, note) in zip(notes, found, strict=True))


def test_who_is_not_in_is_told_that_a_pass_has_to_be_the_first_order() -> None:
    assert muster(new("start"), "CREATE D3 AB / PASS").wanted.endswith("PASS as its first order")
    assert muster(new("start"), "PASS").wanted == muster(new("start"), "GAMBLE 1E K1").wanted == ""


def test_a_misspelt_gamble_is_told_and_leaves_the_file_with_the_others() -> None:
    found = muster(new("start", "order"), "GAMBLE 5E on K1 / GAMBEL 3E on 1st")
    assert [entry.text for entry in found.used] == ["GAMBLE 5E on K1", "GAMBEL 3E on 1st"]
    assert [problem.message for _, problem in found.failed] == ["“GAMBEL” is no order."]


def test_what_is_no_order_at_all_is_why_a_seat_is_not_in() -> None:
    found = muster(new("start"), "asdf qwer / MOVE B2 E")
    assert (found.order, list(found.used)) == (None, [])
    assert [problem.message for _, problem in found.failed] == ["“asdf” is no order."]


def test_a_misspelt_start_is_guessed() -> None:
    [(_, problem)] = muster(new("start"), "GAMBLE 1E K22").failed
    assert problem.hint == "Did you mean K2? There are K1, K2, K3, K4."


@pytest.mark.parametrize("text", ["MOVE A1 E", "HOLIDAY"])
def test_other_orders_are_none_in_round_0(text: str) -> None:
    game, order = new("order"), read_order(text)
    outcome = genetess.play(game, "p1", order, Loaded([]))
    assert outcome.problem
    assert outcome.problem.slug == "round-zero"
    assert outcome.game == game
    assert genetess.check(game, "p1", order) == outcome.problem


def test_one_gamble_can_be_played_as_it_was_read() -> None:
    game = genetess.play(new("order"), "p1", read_order("GAMBLE 2E 2nd"), Loaded([])).game
    assert game.round_zero
    assert game.round_zero.bids == {"p1": (Bid("order", 2, ("2nd",)),)}


def test_gambles_that_do_not_go_together_are_refused_as_one() -> None:
    orders: Any = Gambles((read_order("GAMBLE 2E 2nd"), read_order("GAMBLE 2E 3rd")))
    problem = genetess.check(new("order"), "p1", orders)
    assert problem
    assert problem.slug == "twice"


@pytest.mark.parametrize(("gamble", "words"), [((), "has no round 0"), (("order",), "Round 0 is over")])
def test_nobody_gambles_in_a_turn(gamble: tuple[str, ...], words: str) -> None:
    """Ruling G39: round 0 alone is for gambles."""
    game = new("order")
    game = play_all(game, {}, Dice(lambda: b"key", 1))[-1].game
    game = codec.load(genetess.RULES, Settings(gamble=gamble), codec.dump(game))
    outcome = genetess.play(game, str(game.to_move), read_order("GAMBLE 1E 1st"), Loaded([]))
    assert outcome.problem
    assert words in outcome.problem.message
