"""Reminders of deadlines that are near, as `remind:` in game.yaml asks for them; nothing is sent or written."""

from __future__ import annotations

import msgspec

from genetess_cli.rules.base import WAIT
from genetess_cli.store.game import GameFolder
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.league import Committed, League
from genetess_cli.store.schema import Clock
from genetess_cli.store.times import duration
from genetess_cli.turns import queue, simultaneous
from genetess_cli.turns.state import ignore_note, read_state


class Reminder(msgspec.Struct, frozen=True):
    """A reminder of an order: `remind` is the time before the deadline as game.yaml names it, `at` when it came.

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
    """Return the reminders whose last came after `since` (None: in this turn) up to `now` or the deadline, one a seat.

    Of a sealed game public facts alone are asked for, and no key. Raise InvalidFile, and what `read_state` raises.
    """
    with Repository.open(league.root) as repository:
        tip = repository.tip()
        folder = GameFolder(league, slug, Committed(repository, tip))
        clock, file = folder.clock, folder.file
        if clock is None or clock.deadline is None or clock.deadline <= now:
            return []
        begun, deadline = clock.since, clock.deadline
        after = begun if since is None else max(since, begun)
        moments = ((file.earlier(deadline, duration(text) or 0), text) for text in file.remind)
        come = sorted((at, text) for at, text in moments if after < at <= now)
        if not come:
            return []
        seats = _unanswered(folder, clock, repository, tip) if clock.together else clock.to_move
        left = clock.absent if file.timeout != WAIT else ()
        at, remind = come[-1]
        return [
            Reminder(
                slug,
                clock.turn,
                player.seat,
                player.name,
                player.github,
                str(deadline),
                remind,
                str(at),
                deadline - now,
                clock.phase == "suspended",
            )
            for player in map(file.player, seats)
            if player.seat not in left
        ]


def _unanswered(folder: GameFolder, clock: Clock, repository: Repository, tip: str) -> list[str]:
    """Return the seats that are not in, where all order together; in a sealed game those without an order file."""
    if folder.is_sealed:
        files = queue.files_of(folder, ignore_note)
        return [seat for seat in clock.to_move if not files.get(seat)]
    state = read_state(folder.league, folder.slug, repository, tip, ignore_note)
    return simultaneous.missing_seats(simultaneous.answers(state))
