"""How a game begins, is seen and told, saved and read back, and ended by the GM or by the clock."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genetess_cli.rules import codec, genie
from genetess_cli.rules.base import PUBLIC, WAIT, Seat, plain
from genetess_cli.rules.genie import bots
from genetess_cli.rules.genie.events import Took
from genetess_cli.rules.genie.game import STARTING_FEN, Settings
from tests.rules.genie.positions import NO_LUCK, SEATS, done, game, play
from tests.rules.genie.soundness import flaws


def test_white_begins_and_both_may_enter_a_genie() -> None:
    opening = genie.opening(Settings(), None, SEATS)
    assert (opening.label, opening.awaited) == ("0", [])
    outcome = genie.new(Settings(), None, SEATS, NO_LUCK)
    assert outcome.game.fen == STARTING_FEN  # ruling L7
    assert (outcome.game.label, outcome.game.awaited) == ("1a", ["white"])
    assert genie.apply(opening, outcome.events[0]) == outcome.game
    assert genie.RULES.board is None


def test_turns_are_labelled_by_move_and_side() -> None:
    labels = [done(game(), *moves).label for moves in ([], ["e4"], ["e4", "e5"], ["e4", "e5", "Nf3"])]
    assert labels == ["1a", "1b", "2a", "2b"]
    assert done(game(), "DRAW").label == "1a"  # ruling L5


@pytest.mark.parametrize(
    ("seats", "words"),
    [
        (
            [Seat("black", "black"), Seat("white", "white")],
            "the seats of this game are white and black, in this order",
        ),
        ([Seat("white", "white")], "the seats of this game are white and black"),
        ([Seat("white", "white", "K1"), Seat("black", "black")], "there are no starts"),
        ([Seat("white", "red"), Seat("black", "black")], "a seat's name is its colour"),
    ],
)
def test_the_seats_are_white_and_black(seats: list[Seat], words: str) -> None:
    [fault] = genie.faults(Settings(), None, seats)
    assert words in fault.message


def test_the_setting_is_one_of_two() -> None:
    assert genie.faults(Settings(promotion="fide"), None, SEATS) == []  # ruling L4
    [fault] = genie.faults(Settings(promotion="all"), None, SEATS)
    assert (fault.path, fault.message) == (("rules", "promotion"), "expected inventory or fide")


def test_everything_is_open_to_everybody() -> None:
    now = done(game(), "e4", "d5", "DRAW", "exd5")
    for viewer in ("white", "black", PUBLIC):
        view = genie.view(now, viewer)  # ruling L8
        assert view.viewer == viewer
        assert view.sheet == ["e4", "d5", "exd5"]
        assert view.last == ["e4", "d5"]
        assert view.via is None
        assert view.captured == {"white": "", "black": "P"}
        assert view.offer == "white"
        assert view.check is None
        assert view.fen == now.fen
        assert view.to_move == ["black"]
    assert {piece.at: (piece.owner, piece.letter) for piece in view.pieces}["d5"] == ("white", "P")


def test_a_king_in_check_is_shown() -> None:
    assert genie.view(done(game(), "e4", "f5", "Qh5"), PUBLIC).check == "e8"
    assert genie.view(done(game(), "f3", "e5", "g4", "Qh4"), PUBLIC).check == "e1"


def test_the_scores_are_one_half_or_nothing() -> None:
    assert genie.view(game(), PUBLIC).result is None
    drawn = genie.view(done(game(), "DRAW", "e4", "DRAW"), PUBLIC)
    assert drawn.result
    assert (drawn.result.winners, drawn.result.scores) == ([], {"white": 0.5, "black": 0.5})  # ruling L5
    assert drawn.offer is None
    lost = genie.view(done(game(), "RESIGN"), PUBLIC)
    assert lost.result
    assert (lost.result.winners, lost.result.scores) == (["black"], {"white": 0, "black": 1})
    assert lost.players["black"].score == 1


def test_a_missed_deadline_loses_the_game() -> None:
    outcome = genie.play(game(), "white", None, NO_LUCK)
    assert outcome.game.result
    assert outcome.game.result.winners == ("black",)  # ruling L8
    assert [event.__struct_config__.tag for event in outcome.events] == ["timed out", "ended"]


@pytest.mark.parametrize(
    ("fen", "winners"),
    [
        ("4k3/8/8/8/8/8/4Q3/4K3 w - - 0 1 -", ()),
        ("4k3/8/8/8/8/8/4Q3/4K3 b - - 0 1 -", ("white",)),
        ("4k3/4p3/8/8/8/8/4Q3/4K3 w - - 0 1 -", ("black",)),
    ],
)
def test_against_a_king_alone_nobody_loses(fen: str, winners: tuple[str, ...]) -> None:
    """Ruling L8: by a missed deadline, and as little by leaving."""
    before = game(fen)
    seat = genie.view(before, PUBLIC).to_move[0]
    for outcome in (genie.play(before, seat, None, NO_LUCK), genie.drop(before, seat, NO_LUCK)):
        assert outcome.game.result
        assert outcome.game.result.winners == winners
        assert flaws(before, outcome) == []


def test_or_changes_nothing_but_the_deadline() -> None:
    before = game(settings=Settings(timeout=WAIT))
    outcome = genie.play(before, "white", None, NO_LUCK)
    assert outcome.game == before  # ruling L8
    assert [event.__struct_config__.tag for event in outcome.events] == ["timed out"]


@pytest.mark.parametrize("draw", [True, False])
def test_a_game_that_the_gm_ends_is_a_draw(draw: bool) -> None:
    outcome = genie.end(game(), "it is late", draw)
    assert outcome.game.result
    assert (outcome.game.result.winners, outcome.game.result.reason) == ((), "it is late")


def test_who_leaves_has_lost() -> None:
    outcome = genie.drop(game(), "black", NO_LUCK)
    assert outcome.game.result
    assert outcome.game.result.winners == ("white",)
    assert genie.view(outcome.game, PUBLIC).players["black"].status == "eliminated"
    assert flaws(game(), outcome) == []
    again = genie.drop(outcome.game, "white", NO_LUCK)
    assert again.problem
    assert again.game == outcome.game


def test_everybody_hears_everything() -> None:
    outcome = play(done(game(), "e4", "d5"), "exd5")
    moved, took = genie.tell(game(), outcome.events, PUBLIC)
    assert (moved.kind, took) == ("moved", Took("white", "P", "d5"))


def test_a_position_is_saved_and_read_back() -> None:
    now = done(game(), "Gd2", "e5", "DRAW", "Gd4", "Nc6")
    data = codec.dump(now)
    assert data["moves"] == "Gd2 e5 Gd4 Nc6"
    assert codec.load(genie.RULES, Settings(), data) == now
    over = done(now, "RESIGN")
    assert codec.load(genie.RULES, Settings(), codec.dump(over)) == over


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"fen": "8/8/8/8/8/8/8/8 w - - 0 1 Gg"}, "fen: .*no white king"),
        ({"fen": "4k3/8/8/8/8/8/8/4K3  w - - 0 1 Gg"}, "fen: it would be written 4k3"),
        ({"captured": {"white": "X", "black": ""}}, "captured: "),
        ({"captured": {"white": ""}}, "captured: "),
        ({"left": "red"}, "there are no seats but white and black"),
        ({"offer": "red"}, "there are no seats but white and black"),
        ({"result": {"winners": ["red"], "reason": "it is late"}}, "there are no seats but white and black"),
        ({"last": ["e2"]}, "last: it has two squares or none"),
        ({"last": ["e2", "e9"]}, "last: it has two squares or none"),
        ({"moves": 3}, "str"),
    ],
)
def test_a_state_that_is_none_is_refused(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        codec.load(genie.RULES, Settings(), codec.dump(game()) | changes)


@given(
    st.sampled_from(["fen", "moves", "captured", "last", "earlier", "begun", "offer", "left", "result"]),
    st.none()
    | st.booleans()
    | st.integers()
    | st.text()
    | st.lists(st.text())
    | st.dictionaries(st.text(), st.text()),
)
def test_any_change_to_a_saved_position_loads_or_is_refused(key: str, value: Any) -> None:
    try:
        now = codec.load(genie.RULES, Settings(), codec.dump(game()) | {key: value})
    except ValueError:
        return
    assert codec.load(genie.RULES, Settings(), codec.dump(now)) == now
    assert genie.view(now, PUBLIC).turn


def test_an_event_is_read_back() -> None:
    for event in play(done(game(), "e4", "d5"), "exd5").events:
        assert codec.event(genie.RULES, plain(event)) == event
    with pytest.raises(ValueError):
        codec.event(genie.RULES, {"kind": "flown"})


def test_the_ruleset_has_no_other_names() -> None:
    with pytest.raises(AttributeError):
        getattr(genie, "nothing")  # noqa: B009
    assert "forfeit" in genie.RULES.timeouts


def test_a_simulation_counts_captures_entrances_and_promotions() -> None:
    now = game("4k3/P7/8/8/8/1p6/P6P/4K3 w - - 0 1 Gg")
    events = [*play(now, "axb3").events, *play(now, "a8=Q").events, *play(now, "Gh2").events]
    counted = [each for event in events for each in bots.tally(event)]
    assert counted == [("captures", ""), ("promotions", "queen"), ("entrances", "")]
    assert {what for what, _ in counted} == set(bots.BOTS.tallies)
    assert genie.view(now, PUBLIC).hides_nothing  # ruling L8
