"""A phase in which all seats order at the same time: who is in, and what each order file says as a whole.

What counts as an answer is for the rules to say. What is carried out, and when, is decided in `turns/referee.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from genetess_cli.errors import InvalidFile
from genetess_cli.rules import orders
from genetess_cli.rules.base import PUBLIC, AnyOrder, Muster
from genetess_cli.store.league import League
from genetess_cli.store.reader.games import AnyGame, Draft, Game, Shut
from genetess_cli.store.records import Acted, Cause, Causes, Graced, Way
from genetess_cli.store.timeline import Timeline
from genetess_cli.turns.queue import Queue, files_in
from genetess_cli.turns.state import GameState, commits_of, has_left, queue_of, state_of
from genetess_cli.turns.step import unreadable
from genetess_cli.turns.timeline import records_of
from genetess_cli.values import Value


class Answer(Value):
    """What a seat's order file says as a whole."""

    order: Any  # the one order that it makes up; None: the seat is not in
    source: Way  # "bot": nothing in the file counts, as a bot orders when its turn to answer comes
    remaining: bytes | None  # the file without the order
    problems: Causes = ()  # why some orders are no part of it: the seat has to hear of that
    left: bool = False  # the player has left: nobody waits for the seat, and nothing in its file counts


class Missing(Value):
    """What keeps a game from going on in which all order together."""

    orders: tuple[str, ...]  # seats that are not in
    saves: tuple[str, ...]  # seats that have to save again what an undo put back

    @property
    def seats(self) -> tuple[str, ...]:
        return self.orders + self.saves


def combine(league: League, game: AnyGame, seat: str, queue: Queue) -> Muster[AnyOrder] | None:
    """Read a seat's queue as a whole, where all order at the same time; None elsewhere, or if unreadable."""
    if seat not in game.file.seats or queue.problem:
        return None
    position = _position(league, game, seat)
    return None if position is None else game.ruleset.muster(position, seat, queue.entries)


def awaited(game: AnyGame) -> list[str]:
    """Return the seats of people that have to order; where all order together, those that have not yet."""
    match game:
        case Draft():
            return []
        case Game() if game.clock.together:
            state = state_of(game)
            missing = missing_of(state, answers(state))
            return [seat for seat in game.clock.to_move if seat in missing.seats]
        case _:
            return [seat for seat in game.clock.to_move if seat not in game.file.bots]


def _position(league: League, game: AnyGame, seat: str) -> Any | None:
    """Return the position of now or of the start; None where not all order together, or none is known."""
    match game:
        case Shut():
            return None
        case Game():
            is_asked = game.clock.together and seat in game.clock.to_move
            return game.position if is_asked else None
        case Draft():
            return _opening(league, game)


def _opening(league: League, game: Draft) -> Any | None:
    try:
        setup = league.setup(game.terms)
        setup.check(is_open=True)
    except InvalidFile:
        return None  # said of those files elsewhere
    opening = setup.opening()
    return opening if game.ruleset.view(opening, PUBLIC).together else None


def answers(state: GameState) -> dict[str, Answer]:
    return {seat: _answer(state, seat) for seat in state.clock.to_move}


def freeze_queues(state: GameState, league: League) -> GameState:
    """Keep what was ordered in a round that a run stopped in: nobody changes it now (ruling G39). Raise Refused."""
    if len(state.clock.to_move) == len(state.file.seats):
        return state
    live = Timeline(records_of(league, state.terms)).live()
    first = next(
        record
        for record in live
        if record.number and record.turn == state.clock.turn and not isinstance(record, Acted | Graced)
    )
    commit, _ = commits_of(league, state.terms, first)
    said, closed = files_in(league.at(commit), state.terms)
    return state.replace(begun=state.replace(queues=said, closed=closed))


def missing_of(state: GameState, by_seat: Mapping[str, Answer]) -> Missing:
    """Return which orders are missing of those who have a player: the one place where that is worked out."""
    is_in = {
        seat: answer.order is not None
        for seat, answer in by_seat.items()
        if not answer.left and answer.source != "bot"
    }
    return Missing(
        orders=tuple(seat for seat in is_in if not is_in[seat]),
        saves=tuple(seat for seat in is_in if is_in[seat] and seat in state.clock.put_back),
    )


def _answer(state: GameState, seat: str) -> Answer:
    queue = queue_of(state.begun or state, seat)
    remaining = state.queues.get(seat)
    source: Way = "stored" if queue.id == state.clock.queues.get(seat, "") else "live"
    if has_left(state, seat):
        return Answer(None, source, remaining, left=True)
    if seat in state.file.bots:
        return Answer(None, "bot", None)
    if problem := queue.problem:
        return Answer(None, source, remaining, (unreadable(problem),))
    muster = state.ruleset.muster(state.game, seat, queue.entries)
    if muster.used and (state.begun is None or state.begun.queues.get(seat) == remaining):
        remaining = orders.without(queue.text, *muster.used).encode()
    return Answer(muster.order, source, remaining, _left_out(muster))


def _left_out(muster: Muster[AnyOrder]) -> Causes:
    causes = [Cause(problem.key, problem.facts, (entry.text,)) for entry, problem in muster.failed]
    if muster.also:
        also = tuple(entry.text for entry in muster.also)
        causes[-1] = causes[-1].replace(orders=also + causes[-1].orders)
    return tuple(causes)
