"""Two positions that differ only in what a seat cannot see are the same to that seat, in all that it gets.

The tests draw a position, a seat and a twin of the position; how twins differ is in `strategies.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from genetess_cli.rules import genetess
from genetess_cli.rules.base import Outcome
from genetess_cli.rules.board import Square
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genetess.events import Converted, Destroyed, Event, Taken
from genetess_cli.rules.genetess.game import Game, Piece
from genetess_cli.rules.genetess.sight import Sight, known, reads, sight
from tests.kit.shares import examples
from tests.rules.genetess.cases import said
from tests.rules.genetess.strategies import games, orders, sensible, twins

fast = settings(
    max_examples=examples(100),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)


LOSSES = Destroyed | Taken | Converted


def _play(game: Game, order: Any) -> Outcome[Game, Event]:
    return genetess.play(game, str(game.to_move), order, Dice(lambda: b"a key", 1))


@fast
@given(games(), st.data())
def test_twins_look_the_same(game: Game, data: st.DataObject) -> None:
    seat = data.draw(st.sampled_from(list(game.players)))
    twin = data.draw(twins(game, seat))
    assert genetess.view(game, seat) == genetess.view(twin, seat)
    assert known(game, seat) == known(twin, seat)


@fast
@given(games(), st.data())
def test_orders_to_twins_are_refused_beforehand_alike(game: Game, data: st.DataObject) -> None:
    seat = str(game.to_move)
    twin, order = data.draw(twins(game, seat)), data.draw(orders(game, seat))
    assert genetess.check(game, seat, order) == genetess.check(twin, seat, order)


@settings(fast, max_examples=examples(40))
@given(games(5), st.data())
def test_twins_have_the_same_list_of_orders(game: Game, data: st.DataObject) -> None:
    seat = str(game.to_move)
    assert genetess.legal(game, seat) == genetess.legal(data.draw(twins(game, seat)), seat)


@fast
@given(games(), st.data())
def test_a_failure_that_reveals_nothing_is_told_alike(game: Game, data: st.DataObject) -> None:
    seat = str(game.to_move)
    twin, order = data.draw(twins(game, seat)), data.draw(orders(game, seat))
    one, other = _play(game, order), _play(twin, order)
    if one.problem and other.problem and not one.events and not other.events:
        assert (one.problem, one.foreseeable) == (other.problem, other.foreseeable)  # ruling G44


@fast
@given(games(), st.data())
def test_an_enemy_turn_that_looks_the_same_is_told_the_same(game: Game, data: st.DataObject) -> None:
    seat = data.draw(st.sampled_from([seat for seat in game.players if seat != game.to_move]))
    twin, order = data.draw(twins(game, seat)), data.draw(sensible(game, str(game.to_move)))
    assume(twin.plays(str(twin.to_move)))
    one, other = _play(game, order), _play(twin, order)
    # A piece that S17 or S18 shows takes its light along: what it takes is seen where nothing was seen before.
    assume(not any(seat in (*piece.targeted, *piece.matched) for piece in game.pieces.values()))
    # Who loses a piece sees what befell it and all around it, and nothing of that afterwards.
    assume(not any(isinstance(event, LOSSES) and event.piece.owner == seat for event in one.events))
    assume(one.game.players[seat].eliminated == game.players[seat].eliminated)
    if _looks(game, one.events, seat) == _looks(twin, other.events, seat):
        assert genetess.tell(game, one.events, seat) == genetess.tell(twin, other.events, seat)


def _looks(game: Game, events: Sequence[Event], viewer: str) -> list[Any]:
    """What a viewer sees as events happen, every change of it."""
    looks: list[Any] = [genetess.view(game, viewer)]
    for event in events:
        game = genetess.apply(game, event)
        look = genetess.view(game, viewer)
        if look != looks[-1]:
            looks.append(look)
    return looks


@fast
@given(games(), st.data())
def test_nothing_is_told_of_squares_and_codes_out_of_view(game: Game, data: st.DataObject) -> None:
    order = data.draw(sensible(game, str(game.to_move)))
    for viewer in game.players:
        before = game
        for event in _play(game, order).events:
            after = genetess.apply(before, event)
            light, later = sight(before, viewer), sight(after, viewer)
            light = Sight(light.seen | later.seen, light.decoded | later.decoded)
            for told in genetess.tell(before, [event], viewer):
                _within_view(before, event, viewer, light, said(told))
            before = after


def _within_view(game: Game, event: Event, viewer: str, light: Sight, facts: dict[str, Any]) -> None:
    """Rulings G4, G5 and G43 for one event as it was told."""
    squares = [Square.named(facts[name]) for name in ("at", "to") if _is_square(facts.get(name))]
    assert all(light.seen & game.grid.bits[square] for square in squares)
    for name in ("piece", "other"):
        if facts.get(name) and facts[name]["codes"] is not None and facts.get("to") != viewer:
            decoded = light.decoded & game.grid.mask(squares)
            piece: Piece = getattr(event, name)
            assert reads(piece, viewer, decoded)


def _is_square(value: object) -> bool:
    return isinstance(value, str) and value[-1:].isdigit()
