"""How a game stands now: whether it is over, paused or of other rules, else whose orders it waits for and until when.

It is one value, which every teller matches and puts into words. What is due of it, `referee.py` decides. Of turns of
the past nothing is told here: no clock is kept of them.
"""

from __future__ import annotations

from genetess_cli.rules.base import ResultView, View
from genetess_cli.store.schema import Clock, GameFile
from genetess_cli.store.terms import Terms
from genetess_cli.store.times import Time
from genetess_cli.turns.clock import is_passed_by
from genetess_cli.values import Value


class Deadline(Value):
    """Until when a game waits, and how that came about."""

    at: Time | None  # None: there is none, or the clock is stopped
    graced: bool = False  # it was extended once
    fresh: int = 0  # which of the fresh deadlines of the turn it is; 0: the turn began with it


class NotStarted(Value, tag=True):
    """There is no clock yet, so whoever knows a game says this of it."""

    cancelled: str | None = None  # why the game is called off


class Over(Value, tag=True):
    """The game has ended."""

    result: ResultView | None  # None: the position cannot be read here


class _Waiting(Value, tag=True):
    deadline: Deadline


class Together(_Waiting):
    """All order at the same time."""

    seats: tuple[str, ...]  # those that have a player to order; all, if none has


class _Alone(_Waiting):
    seat: str

    @property
    def seats(self) -> tuple[str, ...]:
        return (self.seat,)


class ToMove(_Alone):
    """A player has to order."""


class Holiday(_Alone):
    """The seat is on holiday, and may order before its end."""

    away: bool = False  # as its player is away


class BotNext(_Alone):
    """A program has the seat: the next run asks it."""

    bot: str


class PassedBy(_Alone):
    """The player has left, and nobody waits: the next run goes on without an order."""

    loses: bool  # the game is lost by that


Awaiting = ToMove | Together | Holiday | BotNext | PassedBy


class Paused(Value, tag=True):
    """The clock is stopped."""

    since: Time
    then: Awaiting  # how the game stands once it goes on
    until: Time | None = None  # None: until the GM resumes the game


class OtherRules(Value, tag=True):
    """The program has another version of the rules than the game, so nothing is played."""

    version: int | None  # the game's; None: nothing says which
    ours: int
    then: Awaiting  # how the game stands once its GM has chosen

    @property
    def is_ahead(self) -> bool:
        """Return whether the program is the older one, so that it cannot take the game over."""
        return self.version is not None and self.version > self.ours


Standing = Over | OtherRules | Paused | Awaiting


def standing(clock: Clock, terms: Terms, view: View | None) -> Standing:
    """Return how a game stands by its clock.

    `view` is the public one of its position (None: that cannot be read, or `asks_position` says that it decides
    nothing).
    """
    if clock.is_over:
        result = view.result if view else None
        return Over(result)
    then = _awaiting(clock, terms, view)
    version = terms.file.rules_version
    if version != terms.ruleset.version:
        return OtherRules(version, terms.ruleset.version, then)
    return Paused(clock.paused.since, then, clock.paused.until) if clock.paused else then


def _awaiting(clock: Clock, terms: Terms, view: View | None) -> Awaiting:
    deadline = Deadline(clock.deadline, clock.grace_used, clock.fresh_number)
    bots = terms.file.bots
    if _is_together(clock, view):
        gone = {*clock.absent, *bots}
        people = tuple(seat for seat in clock.to_move if seat not in gone)
        return Together(deadline, people or clock.to_move)
    seat = clock.to_move[0]
    if view and asks_position(clock) and is_passed_by(seat, clock, view):
        return PassedBy(deadline, seat, terms.forfeits)
    if seat in bots:
        return BotNext(deadline, seat, bots[seat])
    is_holiday = clock.paused.holiday if clock.paused else clock.on_holiday
    return Holiday(deadline, seat, clock.away) if is_holiday else ToMove(deadline, seat)


def _is_together(clock: Clock, view: View | None) -> bool:
    """Return whether all order at the same time, or will once a pause ends, which hides the phase in the clock."""
    if clock.paused is None:
        return clock.together
    return view.together if view else len(clock.to_move) > 1


def asks_position(clock: Clock) -> bool:
    """Return whether the position decides how a game stands."""
    return clock.is_over or (not clock.together and not {*clock.absent}.isdisjoint(clock.to_move))


def awaiting(stand: NotStarted | Standing) -> Awaiting | None:
    """Return whose orders a game waits for, or will once it goes on; None of one that is not on."""
    match stand:
        case NotStarted() | Over():
            return None
        case Paused(then=then) | OtherRules(then=then):
            return then
        case _:
            return stand


def waits_for(stand: NotStarted | Standing) -> ToMove | Holiday | Together | None:
    """Return what a game waits for, or will once it is resumed; None where no order of a player is waited for."""
    if isinstance(stand, OtherRules):
        return None
    match awaiting(stand):
        case None | PassedBy() | BotNext():
            return None
        case then:
            return then


def order_by(stand: NotStarted | Standing) -> Time | None:
    """Return the time up to which a game waits for an order; None where it does not, or has no deadline."""
    then = waits_for(stand)
    return then.deadline.at if then else None


def until_words(deadline: Deadline, file: GameFile) -> str:
    """Return until when a game waits: ` until 2026-11-24T18:00:00Z`, nothing where there is no deadline."""
    return f" until {file.format_time(deadline.at)}" if deadline.at else ""
