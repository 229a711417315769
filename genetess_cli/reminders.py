"""Reminders before a deadline: which of them fall into an interval of time. Nothing is written, nothing is sent.

A reminder belongs to one moment, and an interval reaches from after its beginning to its end. So intervals that follow
one another say none twice. Of several that fall into one the last alone is still true, and told. A deadline that is put
off is another one, with reminders of its own.
"""

from __future__ import annotations

import msgspec

from genetess_cli import muster, queues
from genetess_cli.rules.base import WAIT
from genetess_cli.store import Hosted, League, load
from genetess_cli.store.git import Repository
from genetess_cli.store.schema import ClockFile
from genetess_cli.store.shelf import Committed
from genetess_cli.store.times import duration, from_time, to_time
from genetess_cli.table import read_table, silent


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

    Once the deadline has passed there are none. Of a sealed game public facts alone are asked for, and no key.

    Raises InvalidFile, and what else `table.read_table` raises.
    """
    with Repository.open(league.root) as repository:
        tip = repository.tip()
        hosted = load(league, slug, Committed(repository, tip))
        clock, file = hosted.clock, hosted.file
        if clock is None or clock.deadline is None or to_time(clock.deadline) <= now:
            return []
        begun, deadline = to_time(clock.since), to_time(clock.deadline)
        after = begun if since is None else max(since, begun)
        moments = {each: file.earlier(deadline, duration(each) or 0) for each in file.remind}
        come = sorted((at, each) for each, at in moments.items() if after < at <= now)
        if not come:
            return []
        seats = _unanswered(hosted, clock, repository, tip) if clock.phase == "gambling" else clock.to_move
        return [
            _reminder(hosted, clock, seat, *come[-1], now)
            for seat in seats
            if not _has_left(hosted, clock, seat)
        ]


def _unanswered(hosted: Hosted, clock: ClockFile, repository: Repository, tip: str) -> list[str]:
    """The seats that are not in, where all order at the same time; in a sealed game those without an order file."""
    if hosted.is_sealed:
        files = queues.files_of(hosted, silent)
        return [seat for seat in clock.to_move if not files.get(seat)]
    return muster.missing(muster.answers(read_table(hosted.league, hosted.slug, repository, tip, silent)))


def _has_left(hosted: Hosted, clock: ClockFile, seat: str) -> bool:
    """Whether a seat's player has left, and nobody is asked for its orders."""
    return seat in clock.absent and hosted.file.timeout != WAIT


def _reminder(hosted: Hosted, clock: ClockFile, seat: str, at: int, remind: str, now: int) -> Reminder:
    player = next(each for each in hosted.file.players if each.seat == seat)
    deadline = clock.deadline or ""
    return Reminder(
        hosted.slug,
        clock.turn,
        seat,
        player.name,
        player.github,
        deadline,
        remind,
        from_time(at),
        to_time(deadline) - now,
        clock.phase == "suspended",
    )
