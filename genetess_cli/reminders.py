"""Reminders before a deadline: which of them fall into an interval of time. Nothing is written, nothing is sent.

A reminder belongs to one moment, and an interval reaches from after its beginning to its end. So intervals that follow
one another say none twice. Of several that fall into one the last alone is still true, and told. A deadline that is put
off is another one, with reminders of its own.
"""

from __future__ import annotations

import msgspec

from genetess_cli import muster
from genetess_cli.store import League
from genetess_cli.store.git import Repository
from genetess_cli.store.times import duration, from_time
from genetess_cli.table import Table, has_left, read_table, silent


class Reminder(msgspec.Struct, frozen=True):
    """That an order is awaited: `remind` is the time before the deadline as game.yaml names it, `at` when it came.

    `left` are the seconds that are really left until the deadline. `holiday`: it is the seat's holiday that ends then.
    """

    game: str
    turn: str
    seat: str
    name: str
    login: str | None
    deadline: str
    remind: str
    at: str
    left: int
    holiday: bool = False


def of_game(league: League, slug: str, since: int | None, now: int) -> list[Reminder]:
    """The reminders of a game of which the last came after `since` (None: ever in this turn), up to `now`, a seat each.

    Once the deadline has passed there are none.

    Raises InvalidFile, and what else `table.read_table` raises.
    """
    with Repository.open(league.root) as repository:
        return due(read_table(league, slug, repository, repository.tip(), silent), since, now)


def due(table: Table, since: int | None, now: int) -> list[Reminder]:
    """The same of a game that was read."""
    deadline, file = table.clock.deadline, table.hosted.file
    if deadline is None or deadline <= now or not table.to_move:
        return []
    after = table.clock.since if since is None else max(since, table.clock.since)
    moments = {each: file.earlier(deadline, duration(each) or 0) for each in file.remind}
    come = sorted((at, each) for each, at in moments.items() if after < at <= now)
    return [
        _reminder(table, seat, deadline, each, at, now) for at, each in come[-1:] for seat in _awaited(table)
    ]


def _awaited(table: Table) -> list[str]:
    """The seats to remind; where all order at the same time, those that are not in. Who has left is not asked."""
    waits = muster.missing(muster.answers(table)) if table.phase == "gambling" else table.to_move
    return [seat for seat in waits if not has_left(table, seat)]


def _reminder(table: Table, seat: str, deadline: int, remind: str, at: int, now: int) -> Reminder:
    player = next(each for each in table.hosted.file.players if each.seat == seat)
    return Reminder(
        table.hosted.slug,
        table.label,
        seat,
        player.name,
        player.github,
        from_time(deadline),
        remind,
        from_time(at),
        deadline - now,
        table.clock.suspended,
    )
