"""How a game stands by its clock: every way, paused or not, with and without its position."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from genetess_cli.rules import ruleset
from genetess_cli.rules.base import PUBLIC, ResultView, View
from genetess_cli.store.codec import Codec
from genetess_cli.store.layout import Layout
from genetess_cli.store.schema import Clock, ClockPause
from genetess_cli.store.terms import Terms, read_terms
from genetess_cli.store.times import Time, decode_time, encode_time
from genetess_cli.turns.standing import (
    BotNext,
    Deadline,
    Holiday,
    NotStarted,
    OtherRules,
    Over,
    PassedBy,
    Paused,
    Standing,
    Together,
    ToMove,
    asks_position,
    awaiting,
    order_by,
    standing,
    waits_for,
)

GAME = """\
ruleset: genie
name: Lamp
number: 7
deadline: 3d
rules_version: 2
players:
  - {seat: white, name: Wendy}
  - {seat: black, name: Boris, bot: random}
"""
OURS = ruleset("genie").version


def _terms(version: int) -> Terms:
    text = GAME.replace("rules_version: 2", f"rules_version: {version}")
    return read_terms(text.encode(), Layout("lamp"), Codec())


TERMS = _terms(OURS)
SINCE, UNTIL = Time(1_000), Time(9_000)
CLOCK = Clock(turn="1a", phase="playing", to_move=("white",), since=SINCE, deadline=UNTIL, number=1)
DEADLINE = Deadline(UNTIL)
RESULT = ResultView(["white"], {"white": 1}, "checkmate")
BOTS = replace(CLOCK, to_move=("black",))
LEFT = replace(CLOCK, absent=("white",))
RESTING = replace(CLOCK, phase="suspended")
ALL = replace(CLOCK, phase="gambling", to_move=("white", "black"))
FINISHED = replace(CLOCK, phase="finished", to_move=(), deadline=None)


def _view(*, together: bool = False, result: ResultView | None = None) -> View:
    """The opening as everybody sees it; all order together, or the game has ended, as is said."""
    opening = TERMS.ruleset.opening(TERMS.settings, None, TERMS.seats)
    return replace(TERMS.ruleset.view(opening, PUBLIC), together=together, result=result)


def _paused(clock: Clock, *, holiday: bool = False) -> Clock:
    return replace(clock, phase="suspended", deadline=None, paused=ClockPause(since=SINCE, holiday=holiday))


NONE = Deadline(None)
TABLE: dict[str, tuple[Clock, View | None, Standing]] = {
    "over": (FINISHED, _view(result=RESULT), Over(RESULT)),
    "over, and sealed": (FINISHED, None, Over(None)),
    "to move": (CLOCK, _view(), ToMove(DEADLINE, "white")),
    "to move, by grace": (
        replace(CLOCK, grace_used=True),
        _view(),
        ToMove(Deadline(UNTIL, graced=True), "white"),
    ),
    "to move, after a failure": (replace(CLOCK, fresh=2), _view(), ToMove(Deadline(UNTIL, fresh=2), "white")),
    "without a deadline": (replace(CLOCK, deadline=None, fresh=2), _view(), ToMove(NONE, "white")),
    "on holiday": (RESTING, _view(), Holiday(DEADLINE, "white")),
    "a bot is to move": (BOTS, _view(), BotNext(DEADLINE, "black", "random")),
    "passed by": (LEFT, _view(), PassedBy(DEADLINE, "white", loses=True)),
    "left, but nobody can know whether others are": (LEFT, None, ToMove(DEADLINE, "white")),
    "left on holiday": (
        replace(RESTING, absent=("white",)),
        _view(),
        PassedBy(DEADLINE, "white", loses=True),
    ),
    "all together": (ALL, None, Together(DEADLINE, ("white",))),
    "all together, and no person is there": (
        replace(ALL, absent=("white",)),
        None,
        Together(DEADLINE, ("white", "black")),
    ),
    "paused": (_paused(CLOCK), _view(), Paused(SINCE, ToMove(NONE, "white"))),
    "paused on holiday": (_paused(CLOCK, holiday=True), _view(), Paused(SINCE, Holiday(NONE, "white"))),
    "paused before a bot": (_paused(BOTS), _view(), Paused(SINCE, BotNext(NONE, "black", "random"))),
    "paused and passed by": (_paused(LEFT), _view(), Paused(SINCE, PassedBy(NONE, "white", loses=True))),
    "paused, all together": (
        _paused(ALL),
        _view(together=True),
        Paused(SINCE, Together(NONE, ("white",))),
    ),
    "paused, all together, and sealed": (
        _paused(ALL),
        None,
        Paused(SINCE, Together(NONE, ("white",))),
    ),
    "paused, and one is left of all": (
        _paused(replace(ALL, to_move=("white",))),
        _view(together=True),
        Paused(SINCE, Together(NONE, ("white",))),
    ),
}


@pytest.mark.parametrize("name", TABLE)
def test_how_a_game_stands(name: str) -> None:
    clock, view, stands = TABLE[name]
    assert standing(clock, TERMS, view) == stands


@pytest.mark.parametrize("clock", [CLOCK, _paused(CLOCK)], ids=["on", "paused"])
@pytest.mark.parametrize("version", [OURS - 1, OURS + 1], ids=["newer", "older"])
def test_a_game_of_other_rules_waits_for_its_gm(version: int, clock: Clock) -> None:
    stands = standing(clock, _terms(version), _view())
    then = ToMove(Deadline(clock.deadline), "white")
    assert stands == OtherRules(version, OURS, then)
    assert (awaiting(stands), waits_for(stands), order_by(stands)) == (then, None, None)


def test_a_game_that_is_over_waits_for_no_rules() -> None:
    assert standing(FINISHED, _terms(OURS - 1), _view(result=RESULT)) == Over(RESULT)


@pytest.mark.parametrize("name", TABLE)
def test_a_standing_is_written_and_read_back(name: str) -> None:
    *_, stands = TABLE[name]
    text = msgspec.json.encode(stands, enc_hook=encode_time)
    assert msgspec.json.decode(text, type=Standing, dec_hook=decode_time) == stands


def test_nobody_is_awaited_before_the_start_and_after_the_end() -> None:
    assert (awaiting(NotStarted()), awaiting(Over(None))) == (None, None)


def test_a_pause_awaits_who_is_to_move_after_it() -> None:
    then = ToMove(NONE, "white")
    assert awaiting(Paused(SINCE, then)) == awaiting(then) == then


@pytest.mark.parametrize(
    ("clock", "asked"),
    [(CLOCK, False), (ALL, False), (replace(ALL, absent=("white",)), False), (FINISHED, True)],
)
def test_the_position_is_asked_where_it_decides(clock: Clock, asked: bool) -> None:
    assert asks_position(clock) == asked


def test_the_position_is_asked_where_a_player_has_left() -> None:
    assert asks_position(LEFT)


def test_no_game_waits_for_a_bot() -> None:
    assert waits_for(standing(BOTS, TERMS, _view())) is None
    assert order_by(standing(BOTS, TERMS, _view())) is None


def test_a_game_waits_for_those_of_all_who_have_a_player() -> None:
    assert waits_for(standing(ALL, TERMS, None)) == Together(DEADLINE, ("white",))


def test_nobody_orders_by_a_deadline_who_has_left() -> None:
    assert order_by(standing(CLOCK, TERMS, _view())) == UNTIL
    assert order_by(standing(LEFT, TERMS, _view())) is None
