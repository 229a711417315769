"""What is new in a game, and for whom: notices of its turns, and reminders.

What a player reads is made of what the seat was told and sees; of a sealed game only what everybody was told. Nothing
is sent and nothing is written.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from contextlib import suppress

from genetess_cli.errors import Refused
from genetess_cli.notices.log import FRESH, is_told, lines, log_rows
from genetess_cli.notices.notice import (
    Addressee,
    DeadlineNear,
    Due,
    Everybody,
    GameOver,
    GoesOn,
    Mover,
    News,
    Notice,
    OnHold,
    OthersMove,
    RulesOpen,
    StoredOrder,
    Waiting,
    YourMove,
    guide,
    kind_of,
    link,
    move_of,
)
from genetess_cli.notices.reminders import Look, Started, near
from genetess_cli.rules.base import PUBLIC
from genetess_cli.rules.letters import strip_controls
from genetess_cli.rules.voice import Voice, time_left_words
from genetess_cli.store.league import League
from genetess_cli.store.people import addresses
from genetess_cli.store.reader.games import Draft, Game, record_ids
from genetess_cli.store.records import Acted, Failed, Graced, Record, TimeOut, tag_of
from genetess_cli.store.schema import Clock, PlayerFile
from genetess_cli.turns.acts.absence import PersonTold
from genetess_cli.turns.queue import is_put_back, read_queue
from genetess_cli.turns.simultaneous import awaited, combine
from genetess_cli.turns.standing import (
    Awaiting,
    BotNext,
    Holiday,
    OtherRules,
    Over,
    PassedBy,
    Paused,
    Standing,
    Together,
    ToMove,
    order_by,
    standing,
)
from genetess_cli.turns.submit import when_it_goes
from genetess_cli.turns.timeline import Moment, positions, records_of

_NO_NEWS = (FRESH, tag_of(PersonTold))
"""Kinds of events that alone are no reason to tell others whose turn it is."""


def notices(league: League, slug: str, look: Look, is_public: bool = False) -> list[Notice]:
    """Return the notices of a game, as `of_game` does. Raise InvalidFile."""
    game = league.game(slug)
    return [] if isinstance(game, Draft) else of_game(league, game, look, is_public)


def of_game(league: League, game: Started, look: Look, is_public: bool = False) -> list[Notice]:
    """Return the notices for a game's players, as each wants them; or one of its turns or reminders for everybody.

    Raise InvalidFile, WrongUsage for no such commit.
    """
    readers = [None] if is_public else [player for player in game.file.players if _wants(player, look)]
    made = list(_of_turns(league, game, look, readers))
    told = {notice.seat for notice in made}
    made += [reminder for reminder in _reminders(league, game, look, is_public) if reminder.seat not in told]
    commit = _newest_commit(league, game) if made else None
    return [notice.replace(commit=commit) for notice in made]


def _wants(player: PlayerFile, look: Look) -> bool:
    return player.notices != "none" and not player.bot and (player.notices == "daily") == look.daily


def _newest_commit(league: League, game: Started) -> str | None:
    """Return the commit that brought the newest record, where the history is here."""
    newest = [path for path, _ in record_ids(league.snapshot, game.paths)[-1:]]
    commits = league.births(newest)
    return next(iter(commits.values()), None)


# What happened


def _of_turns(
    league: League, game: Started, look: Look, players: Sequence[PlayerFile | None]
) -> Iterator[Notice]:
    clock = game.clock
    earlier = None
    if look.after is not None:
        then = league.at(league.repository.resolve(look.after))
        earlier = then.clock(game.slug).sound().clock
    first = _first(clock, look, earlier)
    if first is None:
        return
    moments: list[Moment] = []
    if isinstance(game, Game):
        first = _first_after(league, game, look.since) if first < 0 else first
        moments = [*positions(league, game.terms, game.position, min(first, clock.number - 1))]
    new = [moment.record for moment in moments if moment.record.number >= first]
    if game.is_secret:  # not even its own player is told in a mail that an order failed
        new = [record for record in new if not isinstance(record, Failed)]
    if new and all(isinstance(record, PersonTold) for record in new):
        return
    # What was said in a turn is told once, with its end.
    said = _said(league, game, {record.turn for record in new if clock.is_over or record.turn != clock.turn})
    has_begun = _has_begun(clock, look, earlier)
    # That another's order failed is not public.
    has_moved_on = has_begun or not all(isinstance(record, Failed | PersonTold) for record in new)
    for player in players:
        notice = standing_notice(league, game, player)
        is_other = isinstance(move_of(notice.news), OthersMove)
        if player and (player.seat in clock.absent or (is_other and player.notices == "own")):
            continue
        viewer = player.seat if player and not game.is_secret else PUBLIC
        rows = [*log_rows(game.terms, moments, viewer, first)]
        acts = [row["events"][0]["text"] for row in rows if "desk" in row]
        act = "" if has_begun else "".join(acts[-1:])
        told = [line for row in rows if player is None or is_told(row) for line in lines(row)] + said
        is_news = any(event["kind"] not in _NO_NEWS for row in rows for event in row["events"])
        if is_news or not is_other or has_moved_on:
            reader = notice.reader
            if isinstance(reader, Addressee):
                reader = reader.replace(failing=_failing(new, reader.seat))
            elif first == 0 or clock.number == 1:
                reader = _who_begins(league, game)
            yield notice.replace(told=told, reader=reader, act=act)


def _said(league: League, game: Started, turns: Container[str]) -> list[str]:
    """Return what players said to all in some turns."""
    if game.file.talk == "none":
        return []
    voice = Voice(PUBLIC, game.file.names)
    return [
        f"{voice.seat(one.seat)} said: {one.listed}"
        for one in league.said(game.slug).values()
        if one.turn in turns and one.text
    ]


def _failing(new: Sequence[Record], seat: str) -> str:
    """Return that a seat's last turn came to nothing, "" where it did not."""
    turns = [
        record
        for record in new
        if record.seat == seat and not isinstance(record, Acted | Graced) and record.source != "wish"
    ]
    match turns[-1:]:
        case [Failed()]:
            return "your order failed"
        case [TimeOut()]:
            return "your turn was skipped"
        case _:
            return ""


def _has_begun(clock: Clock, look: Look, earlier: Clock | None) -> bool:
    """Return whether a turn or a pause has begun or a pause has ended."""
    if earlier:
        return (earlier.since, earlier.paused) != (clock.since, clock.paused)
    begun = clock.paused.since if clock.paused else clock.since
    return begun >= clock.last_time if look.since is None else begun > look.since


def _who_begins(league: League, game: Started) -> Everybody:
    """Return who has a seat as a game starts, and who signed up and has none."""
    seated = [_mover(league, game, player.seat) for player in game.file.players]
    if game.file.signup is None:
        return Everybody(seated)
    asked = league.asked(game.paths, game.file.players)
    waiting = [Waiting(strip_controls(wish.name), wish.github, path) for path, wish in asked.items()]
    return Everybody(seated, waiting)


def _first(clock: Clock, look: Look, earlier: Clock | None) -> int | None:
    """Return the number of the first record that is new, -1 where their times tell it; None where none is."""
    if look.after is None:
        is_old = look.since is not None and clock.last_time <= look.since
        return None if is_old else -1
    if earlier is None:
        return 0
    return earlier.number if earlier.number < clock.number else None


def _first_after(league: League, game: Game, since: int | None) -> int:
    """Return the number of the first record after a time, or else of the first of the newest ones."""
    end = game.clock.number
    first = end - 1
    newest = next(records_of(league, game.terms, first))
    border = newest.at - 1 if since is None else since
    while first and next(records_of(league, game.terms, first)).at > border:
        first = max(0, 2 * first - end)  # twice as many
    old = (record.number for record in records_of(league, game.terms, first) if record.at <= border)
    return 1 + max(old, default=first - 1)


# Whom it concerns


def standing_notice(league: League, game: Started, player: PlayerFile | None) -> Notice:
    """Return how a game stands for a player, or for everybody."""
    news = _news(league, game, player)
    seat = player.seat if player else None
    move = move_of(news)
    deadline = move.due.deadline if move and isinstance(move.due, Due) else None
    notice = Notice(
        game=game.slug,
        name=strip_controls(game.file.name),
        number=game.file.number,
        turn=game.clock.turn,
        mark=f"{game.slug} {game.clock.number} {seat or ''} {kind_of(news)} {deadline}",
        sealed=game.is_secret,
        reader=_reader(player),
        news=news,
        link=link(league, game.slug, seat),
        guide=guide(league),
    )
    return _with_example(league, game, notice)


def _reader(player: PlayerFile | None) -> Addressee | Everybody:
    if player is None:
        return Everybody()
    mail: list[str] = []
    with suppress(Refused):  # without the master key nobody reads the addresses of persons
        mail = addresses(player)
    return Addressee(player.seat, strip_controls(player.name), player.github, mail)


def _with_example(league: League, game: Started, notice: Notice) -> Notice:
    """Add an order, where no sheet shows it, for who is to move or has heard of no order yet."""
    reader = notice.reader
    is_wanted = kind_of(notice.news) == "turn" or notice.is_early
    if isinstance(reader, Everybody) or not is_wanted or game.is_secret or not isinstance(game, Game):
        return notice
    if notice.link or isinstance(notice.news, GameOver):
        return notice
    board = league.setup(game.terms).board
    memory = game.ruleset.remember(board, None, game.view(reader.seat), ())
    example = game.ruleset.offering().example(game.position, reader.seat, memory)
    return notice.replace(reader=reader.replace(example=example))


def _news(league: League, game: Started, player: PlayerFile | None) -> News:
    view = game.view(PUBLIC) if isinstance(game, Game) else None
    stand = standing(game.clock, game.terms, view)
    due = _due(game, stand)
    match stand:
        case Over():
            return GameOver()
        case Paused(then=then, until=until):
            end = game.file.in_words(until) if until else ""
            return OnHold(_move(league, game, player, then, due), end)
        case OtherRules(then=then):
            return RulesOpen(_move(league, game, player, then, due))
        case then:
            return _move(league, game, player, then, due)


def _due(game: Started, stand: Standing) -> Due | GoesOn | None:
    match stand:
        case PassedBy() | BotNext():
            return GoesOn()
        case ToMove() | Together() | Holiday() | OtherRules() | Paused() | Over():
            deadline = order_by(stand)
    return Due(str(deadline), game.file.in_words(deadline)) if deadline else None


def _move(
    league: League, game: Started, player: PlayerFile | None, then: Awaiting, due: Due | GoesOn | None
) -> YourMove | OthersMove:
    movers = [_mover(league, game, seat) for seat in then.seats]
    if player is None or player.seat not in then.seats:
        return OthersMove(movers, due, is_next=player is not None and _is_next(game, player.seat, then))
    stored = None if game.is_secret else _stored(league, game, player.seat)
    is_last = not game.is_secret and isinstance(then, Together) and awaited(game) == [player.seat]
    return YourMove(movers, due, stored, is_last=is_last and then.seats != (player.seat,))


def _is_next(game: Started, seat: str, then: Awaiting) -> bool:
    """Return whether a seat's turn comes after the one that the game waits for, where there are others."""
    if not isinstance(game, Game) or isinstance(then, Together):
        return False
    seats = [name for name in game.view(PUBLIC).still_in if name not in game.clock.absent]
    [mover] = then.seats
    return len(seats) > 2 and mover in seats and seats[(seats.index(mover) + 1) % len(seats)] == seat


def _stored(league: League, game: Started, seat: str) -> StoredOrder | None:
    """Return the first order in the file of a seat that is to move; None where the file has none that counts."""
    queue = read_queue(game.terms, seat, game.queue_bytes(seat))
    first = queue.entries[0] if queue.entries else None
    text = first.text if first else None
    if game.clock.together:
        mustered = combine(league, game, seat, queue)
        is_in = mustered is not None and mustered.order is not None
        return StoredOrder(text, when_it_goes(league, game, seat, queue)) if is_in else None
    if first is None:
        return None
    is_starred = first.starred or queue.holiday
    runs = is_starred and not is_put_back(game.clock, seat, game.files.get(seat))
    return StoredOrder(text, when_it_goes(league, game, seat, queue), runs)


def _mover(league: League, game: Started, seat: str) -> Mover:
    player = game.file.player(seat)
    name = strip_controls(player.called)
    sheet = link(league, game.slug, seat)
    if player.notices in ("none", "daily"):  # who is mentioned on a forge gets its mail
        return Mover(seat, name, link=sheet)
    person = league.people.find(player.person) if player.person else None
    chat = person.chat if person else ""
    return Mover(seat, name, player.github, sheet, chat)


def _reminders(league: League, game: Started, look: Look, is_public: bool) -> Iterator[Notice]:
    if look.since is None:
        return
    for reminder in near(game, look):
        player = game.file.player(reminder.seat)
        if player.notices == "none" or not (is_public or _wants(player, look)):
            continue
        to = None if is_public else player
        notice = standing_notice(league, game, to)
        move = move_of(notice.news)
        assert move, "no deadline is near in a game that is over"
        movers = [_mover(league, game, player.seat)] if is_public else move.to_move
        left = time_left_words(max(60, reminder.left))
        news = DeadlineNear(movers, move.due, reminder.remind, left)
        if isinstance(move, YourMove):
            news = news.replace(stored=move.stored, is_last=move.is_last)
        yield notice.replace(news=news, mark=f"{notice.mark} {reminder.remind}")
