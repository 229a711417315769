"""Turn notices and reminders: who is to be told what, as values that every channel can send.

What a player reads is made of what the seat was told and sees; of a sealed game only what everybody may know: whose
turn it is, until when, and where the turnsheet lies. Nothing is sent and nothing is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import ascii_lowercase
from typing import Any, Literal, TypeGuard

import msgspec
from msgspec.structs import replace

from genetess_cli.notices.log import FRESH, lines, log_rows
from genetess_cli.rules.base import PUBLIC, WAIT
from genetess_cli.rules.letters import strip_controls
from genetess_cli.rules.voice import time_left_words
from genetess_cli.site.places import PLAY
from genetess_cli.store import signups
from genetess_cli.store.git.history import births
from genetess_cli.store.league import League
from genetess_cli.store.reader.games import Draft, Game, Shut, record_ids
from genetess_cli.store.records import Acted, Failed, Graced
from genetess_cli.store.schema import Clock, GameFile, PlayerFile
from genetess_cli.store.times import Time, duration, in_words
from genetess_cli.turns.queue import is_put_back, read_queue
from genetess_cli.turns.simultaneous import awaited, combine
from genetess_cli.turns.state import ignore_note
from genetess_cli.turns.submit import when_it_goes
from genetess_cli.turns.timeline import positions

Started = Shut | Game
Kind = Literal["turn", "stored", "starred", "other", "over", "reminder"]
"""Your turn, without orders, with a stored one, with a starred one; somebody else's; the end; a deadline near."""


class Mover(msgspec.Struct, frozen=True):
    """Somebody who is to move: the seat, the player's name, the login on the forge, where the turnsheet lies."""

    seat: str
    name: str
    login: str | None = None
    link: str | None = None


class Waiting(msgspec.Struct, frozen=True):
    """Somebody who signed up and got no seat: the name to play under, the login on the forge, the sign-up's file."""

    name: str
    login: str | None
    file: str


class Notice(msgspec.Struct, frozen=True):
    """News of a game as it stands for one player, or with no `seat` for everybody.

    `told` are the turns since the last look as that player was told of them, a line each, and `failing` says that the
    player's last order or turn came to nothing. `order` is the first order in the player's own file, `when` when it
    goes. Of a reminder `remind` says which of game.yaml's it is, `left` how much time there is really. `mark` is the
    same for the same notice. As a game starts `seated` are those who have a seat, and `waiting` those who wait for one.
    `commit` is the one that brought the newest turn: whoever keeps it can ask later whether the history still has it.
    `guide` is the page that tells how the league is played, `example` an order such as the player might give, where no
    turnsheet can be read that shows one.
    """

    game: str
    name: str
    number: int
    turn: str
    kind: Kind
    mark: str
    to_move: list[Mover]
    seat: str | None = None
    player: str | None = None
    login: str | None = None
    mail: list[str] = []
    deadline: str | None = None
    until: str | None = None
    paused: bool = False
    sealed: bool = False
    link: str | None = None
    order: str | None = None
    when: str | None = None
    remind: str | None = None
    left: str | None = None
    told: list[str] = []
    failing: str = ""
    seated: list[Mover] = []
    waiting: list[Waiting] = []
    guide: str | None = None
    example: str | None = None
    commit: str | None = None

    def told_lines(self, most: int) -> list[str]:
        return [*self.told[:most], *(["…"] if len(self.told) > most else [])]

    @property
    def is_early(self) -> bool:
        return self.turn.rstrip(ascii_lowercase) in ("0", "1")


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


class Look(msgspec.Struct, frozen=True):
    """The border of news: they came after the time `since`, or are not in the commit `after`; else what came last."""

    now: int
    since: int | None = None
    after: str | None = None


def notices(league: League, slug: str, look: Look, is_public: bool = False) -> list[Notice]:
    """Return the notices for a game's players, as each wants them; or one of its turns or reminders for everybody.

    Raise InvalidFile, WrongUsage for no such commit.
    """
    game = league.game(slug)
    if isinstance(game, Draft):
        return []
    wanting = [player for player in game.file.players if _wants(player)]
    made = list(_of_turns(league, game, look, [None] if is_public else wanting))
    told = {notice.seat for notice in made}
    made += [reminder for reminder in _reminders(league, game, look, is_public) if reminder.seat not in told]
    newest = [path for path, _ in record_ids(league.snapshot, game.paths)[-1:]] if made else []
    commits = births(league.root, newest, game.paths.turns_folder, league.snapshot.commit) if newest else {}
    return [replace(notice, commit=next(iter(commits.values()), None)) for notice in made]


def _wants(player: PlayerFile) -> bool:
    return player.notices != "none" and not player.bot


# What happened


def _of_turns(
    league: League, game: Started, look: Look, players: Sequence[PlayerFile | None]
) -> Iterator[Notice]:
    clock = game.clock
    earlier = _clock_of(league, game.slug, look.after) if look.after is not None else None
    first = _first(clock, look, earlier)
    if first is None:
        return
    moments = [*positions(league, game.terms, game.position)] if _is_told(game) else []
    if moments and first < 0:
        border = moments[-1].record.at - 1 if look.since is None else look.since
        numbers = (moment.record.number for moment in moments if moment.record.at > border)
        first = next(numbers, clock.number)
    new = [moment.record for moment in moments if moment.record.number >= first]
    # That another's order failed is not public.
    has_moved_on = not all(isinstance(record, Failed) for record in new)
    if game.is_secret:
        has_moved_on = _has_begun(clock, look, earlier)
    for player in players:
        notice = _standing(league, game, player)
        is_other = notice.kind == "other"
        if player and (player.seat in clock.absent or (is_other and player.notices == "own")):
            continue
        viewer = player.seat if player else PUBLIC
        rows = [*log_rows(game.terms, moments, viewer, first)]
        told = [line for row in rows for line in lines(row)]
        is_news = any(event["kind"] != FRESH for row in rows for event in row["events"])
        if is_news or not is_other or has_moved_on:
            begins = player is None and (first == 0 or clock.number == 1)
            turns = [record for record in new if not isinstance(record, Acted | Graced)]
            own = [record.outcome for record in turns if record.seat == viewer]
            failing = _FAILING.get(own[-1], "") if own else ""
            yield replace(notice, told=told, failing=failing, **(_who_begins(league, game) if begins else {}))


def _is_told(game: Started) -> TypeGuard[Game]:
    """Return whether more of a game is told than that its turns go on."""
    return isinstance(game, Game) and not game.is_secret


_FAILING = {"failed": "your order failed", "timed out": "your turn was skipped"}


def _has_begun(clock: Clock, look: Look, earlier: Clock | None) -> bool:
    """Return whether a turn or a pause has begun or a pause has ended: all that others are told of a sealed game."""
    if earlier:
        return (earlier.since, earlier.paused) != (clock.since, clock.paused)
    begun = clock.paused.since if clock.paused else clock.since
    return begun >= clock.last_time if look.since is None else begun > look.since


def _who_begins(league: League, game: Started) -> dict[str, Any]:
    """Return who has a seat as a game starts, and who signed up and has none."""
    seated = [_mover(league, game, player.seat) for player in game.file.players]
    if game.file.signup is None:
        return {"seated": seated}
    asked = signups.read_signups(league.signups(game.paths), game.file.players, ignore_note)
    waiting = [Waiting(strip_controls(wish.name), wish.github, path) for path, wish in asked.items()]
    return {"seated": seated, "waiting": waiting}


def _first(clock: Clock, look: Look, earlier: Clock | None) -> int | None:
    """Return the number of the first record that is new, -1 where their times tell it; None where none is."""
    if look.after is not None:
        return None if earlier and earlier.number >= clock.number else earlier.number if earlier else 0
    newest = clock.last_time
    return None if look.since is not None and newest <= look.since else -1


def _clock_of(league: League, slug: str, commit: str) -> Clock | None:
    """Return a game's clock in a commit. Raise WrongUsage where the commit is not here."""
    return league.at(league.repository.resolve(commit)).clock(slug).sound().clock


# Whom it concerns


def _standing(league: League, game: Started, player: PlayerFile | None) -> Notice:
    """Return how a game stands for a player, or for everybody."""
    clock = game.clock
    over = clock.phase == "finished"
    seat = player.seat if player else None
    deadline = None if over or clock.paused else clock.deadline
    kind: Kind = "over" if over else "other"
    order, when = None, None
    if player and not over and player.seat in clock.to_move:
        kind, order, when = _own_order(league, game, player.seat)
    notice = Notice(
        game=game.slug,
        name=strip_controls(game.file.name),
        number=game.file.number,
        turn=clock.turn,
        kind=kind,
        mark=f"{game.slug} {clock.number} {seat or ''} {kind} {deadline}",
        to_move=[] if over else [_mover(league, game, seat) for seat in clock.to_move],
        seat=seat,
        player=strip_controls(player.name) if player else None,
        login=player.github if player else None,
        mail=list(player.mail or ()) if player else [],
        deadline=str(deadline) if deadline else None,
        until=in_words(deadline, game.file.local(deadline)) if deadline else None,
        paused=clock.paused is not None,
        sealed=game.is_secret,
        link=link(league, game.slug, seat),
        order=order,
        when=when,
        guide=guide(league),
    )
    # Where no sheet shows it: for who is to move, or has heard of no order yet.
    is_wanted = kind == "turn" or notice.is_early
    if seat and is_wanted and _is_told(game) and not (notice.link or over):
        board = league.setup(game.terms).board
        memory = game.ruleset.remember(board, None, game.view(seat), ())
        return replace(notice, example=game.ruleset.offering().example(game.position, seat, memory))
    return notice


def _own_order(league: League, game: Started, seat: str) -> tuple[Kind, str | None, str | None]:
    """Return what kind of turn it is for who is to move, with the first order in the file and when that goes."""
    if game.is_secret:
        return "turn", None, None
    clock = game.clock
    queue = read_queue(game.terms, seat, game.queue_bytes(seat))
    if clock.together:
        mustered = combine(league, game, seat, queue)
        kind: Kind = "stored" if mustered and mustered.order is not None else "turn"
    elif queue.entries:
        runs = queue.entries[0].starred or queue.holiday
        runs = runs and not is_put_back(clock, seat, game.files.get(seat))
        kind = "starred" if runs else "stored"
    else:
        kind = "turn"
    if kind == "turn":
        return kind, None, None
    order = queue.entries[0].text if queue.entries else None
    return kind, order, when_it_goes(league, game, seat, queue)


def link(league: League, slug: str, seat: str | None) -> str | None:
    """Return where a seat's turnsheet lies, or without one the game's pages; None for a league without a site."""
    sheet = f"sheet/{seat}/" if seat else ""
    return league.address(f"{slug}/{sheet}")


def guide(league: League) -> str | None:
    """Return the page that tells how the league is played; None for a league without a site."""
    return league.address(PLAY)


def _mover(league: League, game: Started, seat: str) -> Mover:
    player = game.file.player(seat)
    login = None if player.notices == "none" else player.github  # who is mentioned on a forge gets its mail
    return Mover(seat, strip_controls(player.called), login, link(league, game.slug, seat))


# Deadlines that are near


def _reminders(league: League, game: Started, look: Look, is_public: bool) -> Iterator[Notice]:
    if look.since is None:
        return
    for reminder in _due(league, game, look.since, look.now):
        player = game.file.player(reminder.seat)
        if _wants(player):
            notice = _standing(league, game, None if is_public else player)
            yield replace(
                notice,
                kind="reminder",
                remind=reminder.remind,
                left=time_left_words(max(60, reminder.left)),
                mark=f"{notice.mark} {reminder.remind}",
                to_move=[_mover(league, game, player.seat)] if is_public else notice.to_move,
            )


def _has_orders(game: Started, seat: str) -> bool:
    """Return whether an order file has orders, or may: nobody can tell what is sealed."""
    data = game.files.get(seat)
    if not data or game.is_sealed:
        return bool(data)
    return bool(read_queue(game.terms, seat, data).orders)


def reminders(league: League, slug: str, since: int | None, now: int) -> list[Reminder]:
    """Return the reminders whose last came after `since` (None: in this turn) up to `now` or the deadline, one a seat.

    Nobody whose orders are in is reminded. Of a sealed game public facts alone are told. Raise InvalidFile.
    """
    terms = league.terms(slug)
    clock = league.clock(slug).clock
    if clock is None or _last_come(clock, terms.file, since, now) is None:
        return []
    game = league.game(slug)
    return [] if isinstance(game, Draft) else _due(league, game, since, now)


def _last_come(clock: Clock, file: GameFile, since: int | None, now: int) -> tuple[Time, str] | None:
    """Return the last moment of a reminder that has come, with how long before the deadline that is."""
    if clock.deadline is None or clock.deadline <= now:
        return None
    after = clock.since if since is None else max(since, clock.since)
    moments = ((file.earlier(clock.deadline, duration(text) or 0), text) for text in file.remind)
    return max(((at, text) for at, text in moments if after < at <= now), default=None)


def _due(league: League, game: Started, since: int | None, now: int) -> list[Reminder]:
    clock, file, deadline = game.clock, game.file, game.clock.deadline
    come = _last_come(clock, file, since, now)
    if come is None or deadline is None:
        return []
    seats = [seat for seat in clock.to_move if not _has_orders(game, seat)]
    if clock.together and not game.is_sealed:
        seats = awaited(game)
    left = clock.absent if file.timeout != WAIT else ()
    at, remind = come
    return [
        Reminder(
            game.slug,
            clock.turn,
            player.seat,
            player.name,
            player.github,
            str(deadline),
            remind,
            str(at),
            deadline - now,
            clock.on_holiday,
        )
        for player in map(file.player, seats)
        if player.seat not in left
    ]
