"""What holds of every position, every order and every turn, whatever they are."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import combinations, product

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from genetess_cli.rules import codec, genetess
from genetess_cli.rules.base import PUBLIC, REFEREE, Outcome, plain
from genetess_cli.rules.board import Direction
from genetess_cli.rules.dice import Dice, Recorded
from genetess_cli.rules.genetess.codes import body
from genetess_cli.rules.genetess.events import Event, Surfaced, TurnBegan
from genetess_cli.rules.genetess.game import Game
from genetess_cli.rules.genetess.order import Order
from genetess_cli.rules.genetess.sight import known
from tests.kit.shares import examples
from tests.rules.genetess.cases import just_after, read_order
from tests.rules.genetess.strategies import games, orders, sensible

fast = settings(
    max_examples=examples(80),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)


def _dice(turn: int = 1) -> Dice:
    return Dice(lambda: b"a key", turn)


def _order(data: st.DataObject, game: Game) -> Order:
    seat = str(game.to_move)
    return data.draw(st.one_of(orders(game, seat), sensible(game, seat)), label="order")


@fast
@given(games(), st.data())
def test_any_orders_over_several_turns_keep_the_position_sound(game: Game, data: st.DataObject) -> None:
    for _ in range(3):
        if game.result:
            break
        outcome = genetess.play(game, str(game.to_move), _order(data, game), _dice())
        assert reduce(genetess.apply, outcome.events, game) == outcome.game
        game = outcome.game
        _sound(game)


def _sound(game: Game) -> None:
    for square, piece in game.pieces.items():
        assert square in game.grid
        assert not game.is_wall(square)
        assert piece.body.viable
        assert list(piece.codes) == sorted(piece.codes)
    assert not game.map.exterior & game.map.interior
    for player in game.players.values():
        assert player.e >= 0
        assert not (player.eliminated and player.e)
    assert game.result or game.plays(str(game.to_move))


@fast
@given(games(), st.data())
def test_a_failed_order_changes_nothing_but_what_it_reveals(game: Game, data: st.DataObject) -> None:
    outcome = genetess.play(game, str(game.to_move), data.draw(orders(game, str(game.to_move))), _dice())
    if outcome.problem:  # ruling G14
        assert all(isinstance(event, Surfaced) and event.bumped for event in outcome.events)
        assert outcome.truth
        assert outcome.game.players == game.players
        assert outcome.game.to_move == game.to_move


@fast
@given(games(), st.data())
def test_a_good_order_passes_the_move_on_or_ends_the_game(game: Game, data: st.DataObject) -> None:
    outcome = genetess.play(game, str(game.to_move), data.draw(sensible(game, str(game.to_move))), _dice())
    if not outcome.problem and not outcome.game.result:
        began = [event.seat for event in outcome.events if isinstance(event, TurnBegan)]
        assert began.pop() == outcome.game.to_move
        # A seat whose last ronin died as its turn began is passed over (ruling G40).
        assert not any(outcome.game.plays(seat) for seat in began)


@fast
@given(games(), st.data())
def test_what_is_good_is_never_refused_beforehand(game: Game, data: st.DataObject) -> None:
    seat, order = str(game.to_move), _order(data, game)
    if genetess.play(game, seat, order, _dice()).truth is None:
        assert genetess.check(game, seat, order) is None


@fast
@given(games(), st.data())
def test_a_create_costs_what_the_codes_cost(game: Game, data: st.DataObject) -> None:
    seat = str(game.to_move)
    order = data.draw(sensible(game, seat).filter(lambda order: order.verb != "TRANSFER"))
    outcome = genetess.play(game, seat, order, _dice())
    spent = body(order.codes).cost if order.verb == "CREATE" and not outcome.problem else 0
    after = just_after(game, outcome).players
    assert after[seat].e - game.players[seat].e == _digested(outcome, seat) - spent


def _digested(outcome: Outcome[Game, Event], seat: str) -> int:
    earned = [plain(event) for event in outcome.events]
    return sum(fact["amount"] for fact in earned if fact["kind"] == "earned" and fact["why"] == "digest")


@fast
@given(games(), st.data())
def test_the_same_key_and_order_give_the_same_turn(game: Game, data: st.DataObject) -> None:
    seat, order, dice = str(game.to_move), _order(data, game), _dice()
    outcome = genetess.play(game, seat, order, dice)
    assert genetess.play(game, seat, order, _dice()) == outcome
    assert genetess.play(game, seat, order, Recorded(dice.draws)) == outcome


@fast
@given(games(), st.data())
def test_every_event_survives_its_way_into_a_record_and_back(game: Game, data: st.DataObject) -> None:
    events = genetess.play(game, str(game.to_move), _order(data, game), _dice()).events
    assert [codec.event(genetess.RULES, plain(event)) for event in events] == list(events)


@fast
@given(games())
def test_every_position_survives_being_saved(game: Game) -> None:
    assert codec.load(genetess.RULES, game.settings, codec.dump(game)) == game


@fast
@given(games(), st.data())
def test_every_viewer_gets_a_view_and_is_told_something_or_nothing(game: Game, data: st.DataObject) -> None:
    outcome = genetess.play(game, str(game.to_move), _order(data, game), _dice())
    for viewer in (*game.players, PUBLIC, REFEREE):
        shown = genetess.view(outcome.game, viewer)
        assert "?" not in "".join(shown.board.map) or viewer != REFEREE
        assert len(genetess.tell(game, outcome.events, viewer)) <= len(outcome.events)


@settings(fast, max_examples=examples(40))
@given(games(5))
def test_every_listed_order_is_accepted(game: Game) -> None:
    seat = str(game.to_move)
    for text in genetess.legal(game, seat):
        if "<" not in text:
            assert genetess.check(game, seat, read_order(text)) is None


@settings(fast, max_examples=examples(20))
@given(games(3), st.booleans())
def test_the_list_is_complete_on_a_small_board(game: Game, lit: bool) -> None:
    seat = str(game.to_move)
    if lit:
        game = _lit(game, seat)
    listed = {text for text in genetess.legal(game, seat) if "<" not in text}
    accepted = {str(order) for order in _every(game, seat) if genetess.check(game, seat, order) is None}
    assert {text for text in listed if text.count("-") < 2} <= accepted
    # What the fog hides may let these succeed; the list holds what succeeds as far as the seat knows.
    doubtful = set() if lit else {"CHARGE", "HOME", "SANCTUARY"}
    assert {text for text in accepted - listed if text.split()[0] not in doubtful} == set()


def _lit(game: Game, seat: str) -> Game:
    player = replace(game.players[seat], flare="plain")
    return replace(game, players={**game.players, seat: player})


def _every(game: Game, seat: str) -> Sequence[Order]:
    """Every order of the grammar for the pieces that a seat can see, paths of one and two steps, no CREATE."""
    found = [Order("PASS")]
    squares = game.grid.squares
    paths = [(first,) for first in Direction] + list(product(Direction, repeat=2))
    alone = ("RADIATE", "PETRIFY", "PHASE", "CONVERT", "REPULSE", "FLARE", "ATTRACT")
    for at, piece in known(game, seat).of(seat):
        parts = {"".join(part) for size in range(1, 9) for part in combinations(piece.codes, size)}
        found += [Order(verb, at) for verb in alone]
        found += [Order(verb, at, to) for verb in ("TELEPORT", "HOME", "SANCTUARY") for to in squares]
        found += [Order(verb, at, path=path) for verb in ("MOVE", "CHARGE") for path in paths]
        found += [Order("TRANSFER", at, to, code) for to in squares for code in set(piece.codes)]
        found += [Order("DIVIDE", at, to, part) for to in squares for part in sorted(parts)]
    return found
