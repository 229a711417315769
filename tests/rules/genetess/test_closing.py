"""A game ended by the GM's word or by agreement, and a player who leaves it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from genetess_cli.rules import codec, genetess
from genetess_cli.rules.board import Square
from genetess_cli.rules.genetess.events import Passed
from genetess_cli.rules.genetess.game import Game
from tests.rules.genetess.cases import Loaded, drawn
from tests.rules.genetess.gambling import new
from tests.rules.genetess.soundness import flaws

THREE = (
    "before:\n    u.v.w\n    x.y.z\nu: red K\nv: green KP\nw: blue K\nx: green AP\ny: green A\nz: blue A\n"
)
TWO = "before:\n    a.b\na: red K\nb: green K\n"


def _scored(more: str = "", **scores: int) -> Game:
    game = drawn(THREE + more)
    players = {seat: replace(player, score=scores.get(seat, 0)) for seat, player in game.players.items()}
    return replace(game, players=players)


def _without(game: Game, seat: str) -> Game:
    outcome = genetess.drop(game, seat, Loaded([]))
    assert outcome.problem is None
    assert flaws(game, outcome) == []
    after = outcome.game
    assert isinstance(after, Game)
    return after


def test_the_highest_score_wins_where_the_gm_ends_a_game() -> None:
    game = _scored(red=3, blue=3)  # ruling G42
    outcome = genetess.end(game, "the season is over", draw=False)
    assert outcome.game.result
    assert outcome.game.result.winners == ("red", "blue")
    assert outcome.game.result.survivor is None
    assert outcome.game.awaited == []


def test_whoever_has_left_never_wins_and_keeps_the_score() -> None:
    after = _without(_scored(red=9, blue=30, green=9), "blue")
    outcome = genetess.end(after, "the season is over", draw=False)
    assert outcome.game.result
    assert outcome.game.result.winners == ("red", "green")  # ruling G42
    assert outcome.game.players["blue"].score == 30


def test_a_flare_ends_as_its_player_leaves() -> None:
    game = drawn(THREE.replace("z: blue A", "z: blue A flare") + "lit: blue decoded")
    after = _without(game, "blue")
    assert after.players["blue"].flare == ""  # ruling G6
    assert not any(piece.flare for piece in after.pieces.values())


def test_all_still_in_share_a_draw_whatever_their_scores() -> None:
    game = _scored("out: green", red=30)
    result = genetess.end(game, "agreed", draw=True).game.result
    assert result
    assert result.winners == ("red", "blue")


def test_round_zero_can_be_ended_too() -> None:
    game = new("order")
    after = genetess.end(game, "nobody came", draw=False).game
    assert (after.awaited, after.label) == ([], "0")
    assert after.result
    assert after.result.winners == tuple(game.players)


def test_who_leaves_is_out_and_nobody_scores() -> None:
    after = _without(drawn(THREE + "e: green 9"), "green")
    assert (after.players["green"].eliminated, after.players["green"].e) == (True, 0)
    assert [player.score for player in after.players.values()] == [0, 0, 0]


def test_all_that_somebody_leaves_behind_are_orphans_ronin_too() -> None:
    after = _without(drawn(THREE), "green")  # ruling G22
    own = [piece for _, piece in after.of("green")]
    assert len(own) == 3
    assert all(after.is_orphan(piece) for piece in own)
    assert not after.plays("green")
    assert genetess.view(after, "green").pieces == []


def test_the_turn_of_who_leaves_passes_on_and_the_others_keep_theirs() -> None:
    game = drawn(THREE)
    assert _without(game, "red").label == "1b"
    assert _without(game, "blue").label == "1a"


def test_an_eliminated_player_with_ronin_can_leave_them() -> None:
    after = _without(drawn(THREE + "out: green"), "green")
    assert not after.plays("green")


def test_a_game_of_one_is_over() -> None:
    after = _without(drawn(TWO), "red")
    assert after.result
    assert after.result.survivor == "green"  # ruling G42
    assert codec.load(genetess.RULES, after.settings, codec.dump(after)) == after


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (drawn(THREE.replace("green KP", "green K").replace("AP", "A") + "out: green"), "out already"),
        (genetess.end(drawn(TWO), "enough", draw=True).game, "over"),
        (new("order"), "round 0"),
    ],
)
def test_nobody_leaves_who_has_nothing_to_leave(game: Game, words: str) -> None:
    seat = list(game.players)[1]
    outcome = genetess.drop(game, seat, Loaded([]))
    assert outcome.problem
    assert words in outcome.problem.message
    assert (outcome.game, outcome.events) == (game, [])


def test_a_ronin_that_was_left_can_be_converted() -> None:
    after = _without(drawn(THREE), "green")
    assert after.is_orphan(after.pieces[Square.named("C1")])


def test_whoever_has_left_is_taken_from_the_winners() -> None:
    """Ruling G42: the next highest score wins where only those who have left have the highest."""
    outcome = genetess.end(_scored(red=9, blue=30, green=9), "enough", draw=False)
    assert genetess.award(outcome, []) == outcome
    assert genetess.award(outcome, ["green"]) == outcome
    played = replace(outcome, events=[Passed("red"), *outcome.events])
    assert genetess.award(played, ["blue"]).events[0] == Passed("red")
    result = genetess.award(outcome, ["blue"]).game.result
    assert result
    assert result.winners == ("red", "green")
    drawn_out = genetess.end(_scored(red=9, blue=30), "agreed", draw=True)
    result = genetess.award(drawn_out, ["blue"]).game.result
    assert result
    assert result.winners == ("red", "green")
