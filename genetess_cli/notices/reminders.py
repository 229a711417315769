"""Whose deadline is near: a reminder for each player whose order is missing, as game.yaml's `remind` says."""

from __future__ import annotations

import msgspec

from genetess_cli.store.league import League
from genetess_cli.store.reader.games import Draft, Game, Shut
from genetess_cli.store.schema import Clock, GameFile
from genetess_cli.store.times import Time, duration
from genetess_cli.turns.queue import read_queue
from genetess_cli.turns.simultaneous import awaited

Started = Shut | Game


class Reminder(msgspec.Struct, frozen=True):
    """A reminder of an order."""

    game: str
    turn: str
    seat: str
    name: str
    login: str | None
    deadline: str
    remind: str  # the time before the deadline as game.yaml names it
    at: str  # when it came
    left: int  # seconds that are really left until the deadline
    holiday: bool = False  # it is the seat's holiday that ends then


def reminders(league: League, slug: str, since: int | None, now: int) -> list[Reminder]:
    """Return the reminders whose last came after `since` (None: in this turn) up to `now` or the deadline, one a seat.

    Nobody whose orders are in is reminded. Of a sealed game public facts alone are told. Raise InvalidFile.
    """
    terms = league.terms(slug)
    clock = league.clock(slug).clock
    if clock is None or _last_come(clock, terms.file, since, now) is None:
        return []
    game = league.game(slug)
    return [] if isinstance(game, Draft) else near(game, since, now)


def near(game: Started, since: int | None, now: int) -> list[Reminder]:
    """Return the reminders of a game, as `reminders` does."""
    clock = game.clock
    deadline = clock.deadline
    come = _last_come(clock, game.file, since, now)
    if come is None or deadline is None:
        return []
    at, remind = come
    return [
        Reminder(
            game=game.slug,
            turn=clock.turn,
            seat=player.seat,
            name=player.name,
            login=player.github,
            deadline=str(deadline),
            remind=remind,
            at=str(at),
            left=deadline - now,
            holiday=clock.on_holiday,
        )
        for player in map(game.file.player, _late(game))
    ]


def _last_come(clock: Clock, file: GameFile, since: int | None, now: int) -> tuple[Time, str] | None:
    """Return the last moment of a reminder that has come, with how long before the deadline that is."""
    if clock.deadline is None or clock.deadline <= now:
        return None
    after = clock.since if since is None else max(since, clock.since)
    moments = ((file.earlier(clock.deadline, duration(text) or 0), text) for text in file.remind)
    return max(((at, text) for at, text in moments if after < at <= now), default=None)


def _late(game: Started) -> list[str]:
    """Return the seats whose orders are missing, but those whose players have left."""
    clock = game.clock
    if clock.together and not game.is_sealed:
        seats = awaited(game)
    else:
        seats = [seat for seat in clock.to_move if not _has_orders(game, seat)]
    left = () if game.terms.waits else clock.absent
    return [seat for seat in seats if seat not in left]


def _has_orders(game: Started, seat: str) -> bool:
    """Return whether an order file has orders, or may: nobody can tell what is sealed."""
    data = game.files.get(seat)
    if not data or game.is_sealed:
        return bool(data)
    return bool(read_queue(game.terms, seat, data).orders)
