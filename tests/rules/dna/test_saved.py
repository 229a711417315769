"""Positions and events as plain data and back, what viewers see and hear, and what is unsound."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest
from msgspec.structs import replace

from genetess_cli.rules import codec, dna
from genetess_cli.rules.base import PUBLIC, REFEREE, Outcome, plain
from genetess_cli.rules.board import Square
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.dna import events
from genetess_cli.rules.dna.events import Event, HadNothing, Placed, TimedOut, TurnBegan
from genetess_cli.rules.dna.game import Game, Piece, Settings, Stock
from genetess_cli.rules.problems import Problem
from genetess_cli.rules.turn import Fact, Open, Result
from tests.rules.dna.positions import archived, play, started
from tests.rules.dna.soundness import flaws

SETTINGS = Settings()


def test_a_position_comes_back_as_it_was() -> None:
    game = archived(started(), "red", "M blue")
    game = replace(game, ending=True, idle=1, result=Result(("red",), "because"))
    assert codec.load(dna.RULES, SETTINGS, codec.dump(game)) == game
    assert codec.load(dna.RULES, SETTINGS, msgspec.json.decode(msgspec.json.encode(codec.dump(game)))) == game


def test_only_what_is_there_is_written() -> None:
    data = codec.dump(archived(started(), "red", "M blue"))
    assert data["archives"]["red"] == {"blue": {"S": 0, "M": 1, "L": 0}}
    assert "ending" not in data


def _changed(**fields: Any) -> dict[str, Any]:
    return codec.dump(started()) | fields


SMALL = {"at": "D4", "size": "S", "colour": "red"}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (_changed(pieces=[SMALL, SMALL]), "two pieces on one square"),
        (_changed(pieces=[SMALL]), "of 5 S green there are 4"),
        (_changed(pieces=[{**SMALL, "at": "I9"}]), "off the board"),
        (_changed(pieces=[{**SMALL, "size": "XL"}]), "off the board, or of no size"),
        (_changed(pieces=[{**SMALL, "colour": "pink"}]), "a colour has no gene pool"),
        (_changed(to_move="pink"), "pink is to move and has no seat"),
        (_changed(archives={}), "the archives are not those of the seats"),
        (_changed(archives={"red": {"pink": {"S": 0, "M": 0, "L": 0}}}), "a colour has no gene pool"),
        (_changed(players={"red": {"colours": ["red", "red"]}}), "or two seats"),
        (_changed(round="one"), "Expected `int`"),
        ("nonsense", "Expected `object`"),
    ],
)
def test_data_that_is_no_position_is_refused(data: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        codec.load(dna.RULES, SETTINGS, data)


def test_every_event_comes_back_as_it_was() -> None:
    order = "PLACE S D6; SCORE TAKE M FROM green; MUTATE D5 TO M"
    outcome = play(started(), order)
    assert outcome.problem is None, outcome.problem
    assert [codec.event(dna.RULES, plain(event)) for event in outcome.events] == list(outcome.events)
    with pytest.raises(ValueError, match="Invalid value"):
        codec.event(dna.RULES, {"kind": "vanished"})


def test_every_event_is_in_the_list() -> None:
    there = {each for each in vars(events).values() if isinstance(each, type) and issubclass(each, Fact)}
    assert set(get_args(Event)) == there - {Open}


def test_a_view_knows_who_is_still_in() -> None:
    left = dna.drop(started(), "green", Dice(bytes, 0)).game
    assert "green" not in dna.view(left, PUBLIC).still_in
    assert "red" in dna.view(left, PUBLIC).still_in


def test_everybody_sees_everything() -> None:
    game = archived(started(), "red", "M blue")
    views = [replace(dna.view(game, viewer), viewer="") for viewer in ("red", "green", PUBLIC, REFEREE)]
    assert all(view == views[0] for view in views)  # ruling D13
    shown: dict[str, Any] = msgspec.to_builtins(views[0])
    assert shown["pieces"][0] == {"at": "D4", "size": "S", "colour": "red"}
    assert shown["pools"]["blue"] == {"S": 4, "M": 4, "L": 5}
    assert shown["archives"] == {
        "red": {"blue": {"S": 0, "M": 1, "L": 0}}, "green": {}, "blue": {}, "yellow": {},
    }  # fmt: skip
    assert shown["players"]["red"] == {"colour": "red", "status": "in", "score": 2, "e": None}


def test_everybody_hears_everything() -> None:
    game = started()
    outcome = play(game, "PLACE S A1")
    told = dna.tell(game, outcome.events, "blue")  # ruling D13
    assert told == dna.tell(game, outcome.events, PUBLIC)
    assert (told[0].kind, told[0]) == ("placed", Placed("red", Square.named("A1"), Piece("S", "red")))


# What is unsound


def _outcome(game: Game, *events: Event, problem: Problem | None = None) -> Outcome[Game, Event]:
    return Outcome(game, list(events), problem, problem)


PLACED = Placed("red", Square.named("A1"), Piece("S", "red"))


@pytest.mark.parametrize(
    ("change", "events", "told"),
    [
        ({"round": 2, "to_move": "green"}, (), "0 pieces were placed"),
        ({"to_move": "green"}, (TimedOut("red"),), "turns began of"),
        ({"to_move": "red"}, (TimedOut("red"), TurnBegan("red", 1)), "1a was followed by 1a"),
        (
            {"to_move": "blue"},
            (TimedOut("red"), TurnBegan("green", 1), HadNothing("red"), TurnBegan("blue", 1)),
            "passed",
        ),
        ({"result": Result(("green",), "")}, (TimedOut("red"),), "the winners are not those"),
        ({"pools": {"red": Stock(0, 0, 0)}}, (TimedOut("red"),), "a colour has no gene pool"),
    ],
)
def test_what_cannot_be_is_told(change: dict[str, Any], events: tuple[Event, ...], told: str) -> None:
    game = started()
    after = replace(game, **change)
    assert told in "\n".join([*dna.unsound(after), *flaws(game, _outcome(after, *events))])


def test_a_failed_order_changes_nothing() -> None:
    game, problem = started(), Problem("slug", "Why.")
    assert not flaws(game, _outcome(game, problem=problem))
    assert flaws(game, _outcome(replace(game, round=2), problem=problem)) == [
        "an order that failed changed something"
    ]


def test_more_points_than_there_are_cannot_be_used() -> None:
    game = started()
    outcome = play(game, "PLACE S D6; SCORE TAKE M FROM green; MUTATE D5 TO M")
    kept = [event for event in outcome.events if type(event).__name__ != "Counted"]
    found = flaws(game, _outcome(outcome.game, *kept))
    assert found == ["1 of 1 points were spent on mutation, and 2 of 0 on captures"]


def test_a_game_that_goes_on_after_its_end_is_unsound() -> None:
    before = replace(started(), ending=True, to_move="yellow")
    after = replace(before, round=2, to_move="red")
    assert "the game went on after its last round" in flaws(before, _outcome(after, TimedOut("yellow")))


def test_a_seat_to_move_can_place() -> None:
    game = started()
    empty = replace(game, pools={**game.pools, "green": Stock(0, 0, 0)}, to_move="green")
    assert "green is to move and has nothing to place" in flaws(game, _outcome(empty, TimedOut("red")))
