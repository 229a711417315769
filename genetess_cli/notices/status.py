"""Every game of a league as it stands now, a value a game: what `genetess status` tells.

What an order says is told nowhere; whether it is there, of a sealed game, to somebody with its key alone.
"""

from __future__ import annotations

from typing import Literal

from genetess_cli.errors import Fault
from genetess_cli.rules.base import PUBLIC
from genetess_cli.store import signups
from genetess_cli.store.league import League
from genetess_cli.store.reader.games import Broken, Draft, Game, Shut
from genetess_cli.store.schema import UTC
from genetess_cli.turns import start
from genetess_cli.turns.clock import left_seats, open_seats
from genetess_cli.turns.queue import due
from genetess_cli.turns.simultaneous import awaited
from genetess_cli.turns.standing import (
    NotStarted,
    Over,
    Standing,
    order_by,
    standing,
    waits_for,
)
from genetess_cli.turns.state import misnamed, queue_of, state_of
from genetess_cli.turns.wishes.votes import votes_words
from genetess_cli.values import Value

OrderState = Literal["in", "waiting", "missing", "unknown"]
"""What the reader may know of a seat's order."""


class GameStatus(Value):
    """A game as it stands now."""

    game: str
    stand: NotStarted | Standing | None = None  # None: the game cannot be read
    turn: str = ""
    start: str = ""  # when it is planned to begin
    since: str = ""  # when the turn, or a holiday in it, began
    timezone: str = UTC  # the game's
    left: int | None = None  # seconds until then; below 0 once it has passed
    orders: dict[str, OrderState] = {}  # of each seat that the game waits for
    votes: list[str] = []  # what is voted on, as pages say it
    missed: dict[str, int] = {}  # deadlines missed in a row, by seat, while the game goes on
    vacant: list[str] = []  # seats that somebody new can take over, or sign up for
    unreadable: list[str] = []  # order files that no run can read
    unpushed: int = 0  # commits that the remote, as last heard of, does not have
    findings: list[str] = []  # what is wrong, or is to be done about the game


def statuses(league: League, now: int, is_private: bool) -> list[GameStatus]:
    """Return all games, the nearest deadline first. `is_private`: nobody reads along who has no key."""
    unpushed = league.unpushed()
    found = []
    for game in league.every_game():
        match game:
            case Broken(slug=slug, findings=findings):
                words = [*map(str, findings)] or ["there is no game.yaml"]
                found.append(GameStatus(slug, findings=words))
            case Draft():
                found.append(_draft(league, game))
            case Shut() | Game():
                found.append(_started(league, game, now, is_private, unpushed[game.slug]))
    return sorted(found, key=_urgency)


def _urgency(status: GameStatus) -> tuple[bool, int, bool, bool, str]:
    """Return what sorts games: by deadline, then broken ones, those without a deadline, those that are over."""
    by = order_by(status.stand) if status.stand else None
    is_over = isinstance(status.stand, Over)
    return by is None, by or 0, status.stand is not None, is_over, status.game


def _draft(league: League, game: Draft) -> GameStatus:
    if game.file.cancelled:
        return GameStatus(game.slug, NotStarted(game.file.cancelled))
    findings = []
    try:
        start.check(league, game.slug)
    except Fault as why:
        findings = [str(why)]
    vacant: list[str] = []
    if signup := game.file.signup:
        players = game.file.players
        asked = league.asked(game.paths, players)
        wanted = signups.first(signup, players, asked)
        unasked = [seat for seat in signup.free(players) if seat not in wanted]
        vacant = unasked[: max(0, signup.most - len(players) - len(asked))]
    start_at = str(game.file.start or "")
    return GameStatus(game.slug, NotStarted(), start=start_at, vacant=vacant, findings=findings)


def _started(league: League, game: Shut | Game, now: int, is_private: bool, unpushed: int) -> GameStatus:
    file = game.file
    clock = game.clock
    vacant: list[str] = []
    votes: list[str] = []
    view = None
    unread = [*game.edits.unread]
    if isinstance(game, Game):
        view = game.view(PUBLIC)
        vacant = left_seats(clock, view)
        vacant += open_seats(clock, file, view)
        votes = votes_words(clock, file, view)
        unread += misnamed(game, league.tree)
    stand = standing(clock, game.terms, view)
    missed = {} if clock.is_over else clock.missed
    then = waits_for(stand)
    orders: dict[str, OrderState] = dict.fromkeys(then.seats if then else (), "unknown")
    if isinstance(game, Game) and (is_private or not game.is_secret):
        state = state_of(game)
        queues = {seat: queue_of(state, seat) for seat in file.seats}
        unread += [game.paths.orders(seat) for seat, queue in queues.items() if queue.problem]
        late = awaited(game) if clock.together else [seat for seat in orders if not queues[seat].orders]
        orders = {seat: "missing" if seat in late else "in" for seat in orders}
        if not clock.together:
            stored = [seat for seat in orders if not due(state.clock, seat, queues[seat], now)]
            orders |= {seat: "waiting" for seat in stored if seat not in late}
    findings = [*map(str, league.stale(game))]
    if clock.is_over and game.is_secret:
        findings.append(f"still sealed; `genetess reveal {game.slug}` publishes its key")
    deadline = order_by(stand)
    left = deadline - now if deadline is not None else None
    return GameStatus(
        game=game.slug,
        stand=stand,
        turn=clock.turn,
        since=str(clock.since),
        timezone=file.timezone,
        left=left,
        orders=orders,
        votes=votes,
        missed=missed,
        vacant=vacant,
        unreadable=sorted(unread),
        unpushed=unpushed,
        findings=findings,
    )
