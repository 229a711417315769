"""What the GM's acts do to a game as it stands: the table after each.

Who may do what, and the record of it, is in `desk.py`; `verify.py` counts the clocks again with what stands here.
"""

from __future__ import annotations

from msgspec.structs import replace

from genetess_cli import clock as clocks
from genetess_cli.clock import Clock, Pause
from genetess_cli.rules.base import PUBLIC, Outcome
from genetess_cli.store.papers import ids_of
from genetess_cli.store.times import from_time
from genetess_cli.table import Table


def paused(table: Table, now: int) -> Table:
    """The table while a pause lasts."""
    clock = clocks.pause(table.clock, table.seat, now, table.hosted.file)
    return replace(table, clock=clock, phase="suspended")


def resumed(table: Table, pause: Pause, now: int) -> Table:
    """The table after a pause."""
    file = table.hosted.file
    clock = clocks.resume(table.clock, pause, now, file.deadline_seconds, file)
    return replace(table, clock=clock, phase="suspended" if clock.suspended else phase(table))


def extended(table: Table, by: int, now: int) -> Table | None:
    """The table with a deadline put off; None where there is none."""
    clock = clocks.extended(table.clock, table.seat, now, by, table.hosted.file)
    return None if clock is None else replace(table, clock=clock)


def given(table: Table, seat: str) -> Table:
    """The table once somebody else has taken a seat: with a clean slate."""
    clock = clocks.forgiven(table.clock, seat)
    return replace(table, clock=replace(clock, absent=_without(clock.absent, seat)))


def left(table: Table, seat: str) -> Table:
    """The table once the player of a seat has left it."""
    return replace(table, clock=replace(table.clock, absent=(*table.clock.absent, seat)))


def removed(table: Table, seat: str, outcome: Outcome, now: int) -> Table:
    """The table once the rules have taken a seat out."""
    clock = replace(table.clock, absent=_without(table.clock.absent, seat))
    return played(replace(table, clock=clock), outcome, now)


def played(table: Table, outcome: Outcome, now: int) -> Table:
    """The table after the rules have moved the position on; where the turn is another one now, its clock begins."""
    view = table.hosted.ruleset.view(outcome.game, PUBLIC)
    after = replace(table, game=outcome.game, to_move=tuple(view.to_move))
    if view.result is None and view.turn == table.label:
        return after
    end = None if view.result else table.hosted.file.deadline_from(now)
    clock = clocks.begin(table.clock, ids_of(table.hosted.papers, table.queues), now, deadline=end)
    if view.result:
        return replace(after, clock=clock, phase="finished")
    if table.clock.paused:
        pause = replace(table.clock.paused, holiday=False)
        clock = clocks.paused_anew(clock, pause, view.to_move[0], now, table.hosted.file)
    return replace(after, clock=clock, label=view.turn, phase="suspended" if clock.paused else view.phase)


def phase(table: Table) -> str:
    """The phase of the position, holidays and pauses apart."""
    return table.hosted.ruleset.view(table.game, PUBLIC).phase


def deadline(clock: Clock) -> dict[str, str]:
    """A deadline as records have it: nothing where there is none."""
    return {} if clock.deadline is None else {"deadline": from_time(clock.deadline)}


def _without(seats: tuple[str, ...], seat: str) -> tuple[str, ...]:
    return tuple(name for name in seats if name != seat)
