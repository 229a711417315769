"""Long random games with all specials and all codes, in both editions, for 2 to 8 players.

They break no invariant, end or go on, and replay to the same game byte for byte. What holds of every turn is said in
`soundness.py`, and what holds of any game in `tests/kit/soundness.py`; how boards are made is in `long_games.py`.

The suite plays a few games of at most 500 turns. Many more, with the number of turns at the end (several minutes):

    LONG_GAMES=100 pytest tests/rules/genetess/test_long_games.py

LONG_GAMES is the number of games for each number of players, seven times as many in all. With 20 or more it is also
asked whether every action and every special came.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from functools import reduce
from random import Random

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from genetess_cli.admin.simulate import PlayedOrder, plays
from genetess_cli.rules import codec, genetess
from genetess_cli.rules.base import PUBLIC, REFEREE, Outcome
from genetess_cli.rules.dice import Dice, Recorded
from genetess_cli.rules.genetess.actions import ACTIONS
from genetess_cli.rules.genetess.codes import LETTERS
from genetess_cli.rules.genetess.events import Event, Fired, Overviewed
from genetess_cli.rules.genetess.game import Game
from genetess_cli.rules.genetess.specials import NAMES
from tests.kit.soundness import faults
from tests.rules.genetess.long_games import Setup, setup
from tests.rules.genetess.soundness import flaws

RULES = genetess.RULES
_Played = PlayedOrder[Game, genetess.Order | genetess.Gambles, Event]
TURNS = 500
"""Where a game that has not ended is left."""
GAMES = int(os.environ.get("LONG_GAMES", "2"))
ENOUGH = 20
"""So many games for each number of players leave nothing out."""
EDITIONS = ("1.00", "1.02")

played: Counter[str] = Counter()
"""What was seen by now in this process: `turns`, `games`, `over`, each verb done, each special fired."""

long_ones = settings(
    max_examples=GAMES,
    deadline=None,
    # A game that fails is found again by its seed; playing shorter ones to find a small one takes far too long.
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow],
)


@pytest.fixture(scope="module", autouse=True)
def _told(request: pytest.FixtureRequest) -> Iterator[None]:
    """After a long run, what was played is told."""
    yield
    if "LONG_GAMES" in os.environ:
        counts = ", ".join(f"{what} {count}" for what, count in sorted(played.items()))
        with request.config.pluginmanager.getplugin("capturemanager").global_and_fixture_disabled():
            print(f"\nlong games: {played['turns']} turns ({counts})")


@pytest.mark.by_day(1, ci=2)
@pytest.mark.no_cover
@pytest.mark.parametrize("players", range(2, 9))
@long_ones
@given(seed=st.integers(0, 2**64 - 1))
def test_a_long_game_stays_sound_and_replays_to_itself(players: int, seed: int) -> None:
    begun = setup(Random(f"{players} {seed}"), EDITIONS[(players + seed) % 2], players)
    opening, start = _started(begun)
    game, again, events = start.game, start.game, list(start.events)
    turns = 0
    for one in plays(RULES, game, str(seed)):
        _holds(begun, one)
        again = genetess.play(again, one.seat, one.order, Recorded(one.draws)).game  # ruling G45
        game, turns = one.outcome.game, turns + (one.outcome.problem is None)
        events += one.outcome.events
        _note(one)
        if turns == TURNS:
            break
    assert game.result or (turns == TURNS and genetess.view(game, PUBLIC).to_move)  # ruling G42
    assert _bytes(reduce(genetess.apply, events, opening)) == _bytes(again) == _bytes(game)
    played.update(turns=turns, games=1, over=game.result is not None)


def _started(begun: Setup) -> tuple[Game, Outcome[Game, Event]]:
    assert genetess.faults(begun.settings, begun.board, begun.seats) == []
    opening = genetess.opening(begun.settings, begun.board, begun.seats)
    assert {
        code for pieces in begun.board.starts.values() for codes in pieces.values() for code in codes
    } == set(LETTERS)
    start = genetess.new(begun.settings, begun.board, begun.seats, Dice(lambda: b"start", 0))
    assert flaws(opening, start) == []
    return opening, start


def _holds(begun: Setup, one: _Played) -> None:
    assert faults(RULES, begun.settings, one) == []
    for viewer in (*one.before.players, PUBLIC, REFEREE):
        genetess.view(one.outcome.game, viewer)
        genetess.tell(one.before, one.outcome.events, viewer)


def _note(one: _Played) -> None:
    events: list[Event] = list(one.outcome.events)
    played.update(event.special for event in events if isinstance(event, Fired))
    played["S5"] += any(isinstance(event, Overviewed) for event in events)
    if one.order and not one.outcome.problem:
        played[one.order.verb] += 1


def _bytes(game: Game) -> bytes:
    return msgspec.json.encode(codec.dump(game))


@pytest.mark.skipif(GAMES < ENOUGH, reason=f"asked of a long run: LONG_GAMES={ENOUGH} or more")
def test_many_long_games_leave_nothing_out() -> None:
    assert {*ACTIONS, *NAMES} <= set(played)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_same_seed_plays_the_same_game(edition: str) -> None:
    _, start = _started(setup(Random(edition), edition, 4))
    games = [list(zip(range(60), plays(RULES, start.game, "seed"), strict=False)) for _ in range(2)]
    assert games[0] == games[1]
    other = list(zip(range(60), plays(RULES, start.game, "another"), strict=False))
    assert other != games[0]
