"""A holiday that begins: the game waits for the seat to move, until it orders or has used up what it had.

Loaded only where one is asked for. When a holiday is due, and what ends it, is decided in `clock.py` and `referee.py`.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from genetess_cli import clock as clocks
from genetess_cli.clock import Clock
from genetess_cli.problems import Problem
from genetess_cli.rules.orders import no_holiday
from genetess_cli.table import Table

NONE_LEFT: Final = no_holiday(had=True)
"""Why no holiday can begin where there were some; older programs said so wherever game.yaml had any."""


def begin(table: Table, now: int) -> Clock | Problem:
    """The clock of a holiday that begins now, after one that may be under way; or why none can begin."""
    file, seat = table.hosted.file, table.seat
    clock = clocks.rested(table.clock, seat, spent=file.counted(table.clock.since, now))
    left = clock.holiday.get(seat)
    if not left:
        return Problem("no-holiday", none_left(clock, seat))
    return clocks.suspend(clocks.forgiven(clock, seat), now, end=file.later(now, left))


def none_left(clock: Clock, seat: str) -> str:
    """Why a seat can begin no holiday: what was granted at the start counts, not what game.yaml says since."""
    return no_holiday(had=seat in clock.holiday)


def after(table: Table, clock: Clock, rest: bytes) -> Table:
    """The table while the holiday lasts; `rest` is what is left of the order file."""
    return replace(
        table,
        clock=replace(
            clock,
            queues=clock.queues | {table.seat: table.hosted.papers.queue_id(table.seat, rest)},
        ),
        phase="suspended",
        number=table.number + 1,
        queues=table.queues | {table.seat: rest},
        retry=None,
    )
