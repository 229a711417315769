"""Turn notices and reminders: who is to be told what, as values that every channel can send.

What a player reads is made of what the seat was told and sees; of a sealed game only what everybody may know: whose
turn it is, until when, and where the turnsheet lies. Nothing is sent and nothing is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import ascii_lowercase
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from genetess_cli.notices.log import FRESH, lines, log_rows
from genetess_cli.rules import extras
from genetess_cli.rules.base import PUBLIC, WAIT
from genetess_cli.site.places import PLAY
from genetess_cli.site.words import strip_controls, time_left_words
from genetess_cli.store import signups
from genetess_cli.store.game import GameFolder
from genetess_cli.store.git.history import births
from genetess_cli.store.league import Committed, League
from genetess_cli.store.schema import Clock, PlayerFile
from genetess_cli.store.times import duration, in_words
from genetess_cli.store.yaml import api
from genetess_cli.turns.queue import is_put_back, read_queue
from genetess_cli.turns.simultaneous import awaited, combine
from genetess_cli.turns.state import ignore_note
from genetess_cli.turns.submit import when_it_goes
from genetess_cli.turns.timeline import positions

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
    folder = GameFolder(league, slug)
    if folder.clock is None:
        return []
    wanting = [player for player in folder.file.players if _wants(player)]
    made = list(_of_turns(folder, folder.clock, look, [None] if is_public else wanting))
    told = {notice.seat for notice in made}
    made += [
        reminder
        for reminder in _reminders(folder, folder.clock, look, is_public)
        if reminder.seat not in told
    ]
    newest = folder.record_paths()[-1:] if made else []
    commits = births(league.root, newest, folder.paths.turns_folder) if newest else {}
    return [replace(notice, commit=next(iter(commits.values()), None)) for notice in made]


def _wants(player: PlayerFile) -> bool:
    return player.notices != "none" and not player.bot


# What happened


def _of_turns(
    folder: GameFolder, clock: Clock, look: Look, players: Sequence[PlayerFile | None]
) -> Iterator[Notice]:
    earlier = _clock_of(folder, look.after) if look.after is not None else None
    first = _first(clock, look, earlier)
    if first is None:
        return
    moments = [] if folder.is_secret else list(positions(folder.league.now(), folder.terms, folder.game))
    if moments and first < 0:
        border = moments[-1].record.at - 1 if look.since is None else look.since
        numbers = (moment.record.number for moment in moments if moment.record.at > border)
        first = next(numbers, clock.number)
    new = [moment.record for moment in moments if moment.record.number >= first]
    # That another's order failed is not public.
    has_moved_on = any(record.outcome != "failed" for record in new)
    if folder.is_secret:
        has_moved_on = _has_begun(clock, look, earlier)
    for player in players:
        notice = _standing(folder, clock, player)
        is_other = notice.kind == "other"
        if player and (player.seat in clock.absent or (is_other and player.notices == "own")):
            continue
        viewer = player.seat if player else PUBLIC
        rows = [*log_rows(folder, moments, viewer, first)]
        told = [line for row in rows for line in lines(row)]
        is_news = any(event["kind"] != FRESH for row in rows for event in row["events"])
        if is_news or not is_other or has_moved_on:
            begins = player is None and (first == 0 or clock.number == 1)
            own = [record.outcome for record in new if record.seat == viewer and record.desk is None]
            failing = _FAILING.get(own[-1], "") if own else ""
            yield replace(notice, told=told, failing=failing, **(_who_begins(folder) if begins else {}))


_FAILING = {"failed": "your order failed", "timed out": "your turn was skipped"}


def _has_begun(clock: Clock, look: Look, earlier: Clock | None) -> bool:
    """Return whether a turn or a pause has begun or a pause has ended: all that others are told of a sealed game."""
    if earlier:
        return (earlier.since, earlier.paused) != (clock.since, clock.paused)
    begun = clock.paused.since if clock.paused else clock.since
    return begun >= clock.last_time if look.since is None else begun > look.since


def _who_begins(folder: GameFolder) -> dict[str, Any]:
    """Return who has a seat as a game starts, and who signed up and has none."""
    seated = [_mover(folder, player.seat) for player in folder.file.players]
    if folder.file.signup is None:
        return {"seated": seated}
    asked = signups.read_signups(folder.league.signups(folder.paths), folder.file.players, ignore_note)
    waiting = [Waiting(strip_controls(wish.name), wish.github, path) for path, wish in asked.items()]
    return {"seated": seated, "waiting": waiting}


def _first(clock: Clock, look: Look, earlier: Clock | None) -> int | None:
    """Return the number of the first record that is new, -1 where their times tell it; None where none is."""
    if look.after is not None:
        return None if earlier and earlier.number >= clock.number else earlier.number if earlier else 0
    newest = clock.last_time
    return None if look.since is not None and newest <= look.since else -1


def _clock_of(folder: GameFolder, commit: str) -> Clock | None:
    """Return a game's clock in a commit. Raise WrongUsage where the commit is not here."""
    with folder.league.repository as repository:
        path = folder.paths.clock
        data = Committed(repository, repository.resolve(commit)).read(path)
        return api.convert(api.read_program(data, path), Clock) if data else None


# Whom it concerns


def _standing(folder: GameFolder, clock: Clock, player: PlayerFile | None) -> Notice:
    """Return how a game stands for a player, or for everybody."""
    over = clock.phase == "finished"
    seat = player.seat if player else None
    deadline = None if over or clock.paused else clock.deadline
    kind: Kind = "over" if over else "other"
    order, when = None, None
    if player and not over and player.seat in clock.to_move:
        kind, order, when = _own_order(folder, clock, player.seat)
    notice = Notice(
        game=folder.slug,
        name=strip_controls(folder.file.name),
        number=folder.file.number,
        turn=clock.turn,
        kind=kind,
        mark=f"{folder.slug} {clock.number} {seat or ''} {kind} {deadline}",
        to_move=[] if over else [_mover(folder, seat) for seat in clock.to_move],
        seat=seat,
        player=strip_controls(player.name) if player else None,
        login=player.github if player else None,
        mail=list(player.mail or ()) if player else [],
        deadline=str(deadline) if deadline else None,
        until=in_words(deadline, folder.file.local(deadline)) if deadline else None,
        paused=clock.paused is not None,
        sealed=folder.is_secret,
        link=link(folder, seat),
        order=order,
        when=when,
        guide=guide(folder.league),
    )
    # Where no sheet shows it: for who is to move, or has heard of no order yet.
    is_wanted = kind == "turn" or notice.is_early
    if seat and is_wanted and not (notice.link or notice.sealed or over):
        rules = folder.ruleset
        memory = extras.remember(rules, folder.setup.board, None, folder.view(seat), ())
        return replace(notice, example=extras.example(rules, folder.game, seat, memory))
    return notice


def _own_order(folder: GameFolder, clock: Clock, seat: str) -> tuple[Kind, str | None, str | None]:
    """Return what kind of turn it is for who is to move, with the first order in the file and when that goes."""
    if folder.is_secret:
        return "turn", None, None
    queue = read_queue(folder.terms, seat, folder.queue_bytes(seat))
    if clock.together:
        mustered = combine(folder.league.now(), folder.value, seat, queue)
        kind: Kind = "stored" if mustered and mustered.order is not None else "turn"
    elif queue.entries:
        runs = queue.entries[0].starred or queue.holiday
        runs = runs and not is_put_back(clock, seat, folder.queue_file(seat))
        kind = "starred" if runs else "stored"
    else:
        kind = "turn"
    if kind == "turn":
        return kind, None, None
    return (
        kind,
        queue.entries[0].text if queue.entries else None,
        when_it_goes(folder.league.now(), folder.value, seat, queue),
    )


def link(folder: GameFolder, seat: str | None) -> str | None:
    """Return where a seat's turnsheet lies, or without one the game's pages; None for a league without a site."""
    sheet = f"sheet/{seat}/" if seat else ""
    return folder.league.address(f"{folder.slug}/{sheet}")


def guide(league: League) -> str | None:
    """Return the page that tells how the league is played; None for a league without a site."""
    return league.address(PLAY)


def _mover(folder: GameFolder, seat: str) -> Mover:
    player = folder.file.player(seat)
    login = None if player.notices == "none" else player.github  # who is mentioned on a forge gets its mail
    return Mover(seat, strip_controls(player.called), login, link(folder, seat))


# Deadlines that are near


def _reminders(folder: GameFolder, clock: Clock, look: Look, is_public: bool) -> Iterator[Notice]:
    if look.since is None or not folder.file.remind:
        return
    for reminder in reminders(folder.league.now(), folder.slug, look.since, look.now):
        player = folder.file.player(reminder.seat)
        if _wants(player):
            notice = _standing(folder, clock, None if is_public else player)
            yield replace(
                notice,
                kind="reminder",
                remind=reminder.remind,
                left=time_left_words(max(60, reminder.left)),
                mark=f"{notice.mark} {reminder.remind}",
                to_move=[_mover(folder, player.seat)] if is_public else notice.to_move,
            )


def _has_orders(folder: GameFolder, seat: str, data: bytes | None) -> bool:
    """Return whether an order file has orders, or may: nobody can tell what is sealed."""
    if not data or folder.is_sealed:
        return bool(data)
    return bool(read_queue(folder.terms, seat, data).orders)


def reminders(league: League, slug: str, since: int | None, now: int) -> list[Reminder]:
    """Return the reminders whose last came after `since` (None: in this turn) up to `now` or the deadline, one a seat.

    Nobody whose orders are in is reminded. Of a sealed game public facts alone are asked for, and no key. Raise
    InvalidFile.
    """
    if GameFolder(league, slug).clock is None:  # files of a game that began and are gone here are told
        return []
    with league.repository as repository:
        folder = GameFolder(league, slug, Committed(repository, repository.tip()))
        clock, file = folder.clock, folder.file
        if clock is None or clock.deadline is None or clock.deadline <= now:
            return []
        begun, deadline = clock.since, clock.deadline
        after = begun if since is None else max(since, begun)
        moments = ((file.earlier(deadline, duration(text) or 0), text) for text in file.remind)
        come = sorted((at, text) for at, text in moments if after < at <= now)
        if not come:
            return []
        files = league.now().game(slug).files
        seats = [seat for seat in clock.to_move if not _has_orders(folder, seat, files.get(seat))]
        if clock.together and not folder.is_sealed:
            seats = awaited(folder.league.now(), folder.value)
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
                clock.on_holiday,
            )
            for player in map(file.player, seats)
            if player.seat not in left
        ]
