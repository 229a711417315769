"""Whose deadline is near: a reminder for each player whose order is missing, as game.yaml's `remind` says."""

from __future__ import annotations

from genetess_cli.store.league import League
from genetess_cli.store.reader.games import Draft, Game, Shut
from genetess_cli.store.schema import Clock, GameFile
from genetess_cli.store.times import Time, duration
from genetess_cli.turns.queue import read_queue
from genetess_cli.turns.simultaneous import awaited
from genetess_cli.values import Value

Started = Shut | Game


class Reminder(Value):
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


class Look(Value):
    """What counts as new: what came after a time, or is not in a commit; else what came last."""

    now: int
    since: int | None = None
    after: str | None = None
    ahead: int = (
        0  # in so many seconds comes the next look that can be relied on: what is due before is due now
    )
    daily: bool = False  # for those who want one mail a day, and for nobody else
    reached: int = 0  # what was due before that was due at the last look, of turns that had begun


def reminders(league: League, slug: str, look: Look) -> list[Reminder]:
    """Return the reminders whose last is due since the last look (None: in this turn), one a seat.

    Nobody whose orders are in is reminded. Of a sealed game public facts alone are told. Raise InvalidFile.
    """
    if not are_due(league, slug, look):
        return []
    game = league.game(slug)
    return [] if isinstance(game, Draft) else near(game, look)


def are_due(league: League, slug: str, look: Look) -> bool:
    """Return whether a game reminds now of orders that are missing, by its clock and settings alone."""
    file = league.terms(slug).file
    clock = league.clock(slug).clock
    return clock is not None and _last_come(clock, file, look) is not None


def near(game: Started, look: Look) -> list[Reminder]:
    """Return the reminders of a game, as `reminders` does."""
    clock = game.clock
    deadline = clock.deadline
    come = _last_come(clock, game.file, look)
    if come is None or deadline is None or game.other_rules:
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
            left=deadline - look.now,
            holiday=clock.on_holiday,
        )
        for player in map(game.file.player, _late(game))
    ]


def _last_come(clock: Clock, file: GameFile, look: Look) -> tuple[Time, str] | None:
    """Return the last moment of a reminder that has come, with how long before the deadline that is."""
    now = look.now + look.ahead
    if clock.deadline is None or clock.deadline <= look.now:
        return None
    after: int = clock.since
    if look.since is not None and look.since >= after:
        after = max(look.since, look.reached)
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
