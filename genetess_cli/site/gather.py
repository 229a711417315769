"""A game and its turns as plain facts for pages: players, clock, settings in words, what a record says."""

from __future__ import annotations

from collections.abc import Mapping

from genetess_cli.errors import Refused, Unreadable
from genetess_cli.rules.base import PUBLIC, TOGETHER, View
from genetess_cli.rules.colours import marks
from genetess_cli.rules.letters import escape_controls, strip_controls
from genetess_cli.rules.problems import join_words
from genetess_cli.rules.voice import time_left_words
from genetess_cli.site import words
from genetess_cli.site.board.seats import SeatFacts, inks
from genetess_cli.site.facts import (
    Asked,
    ClockFacts,
    Contacts,
    GameFacts,
    GameSettings,
    Offer,
    Present,
    Secrecy,
    TurnFacts,
    Vacancies,
)
from genetess_cli.site.games import drawing
from genetess_cli.site.words import Stored
from genetess_cli.store import signups
from genetess_cli.store.league import League
from genetess_cli.store.reader.games import AnyGame, Draft, Game
from genetess_cli.store.records import Acted, Begun, Failed, Graced, Played, Record, TimeOut
from genetess_cli.store.schema import Delayed, GameFile
from genetess_cli.store.talk import NEWEST, Saying
from genetess_cli.store.terms import Setup, Terms
from genetess_cli.store.times import Time, duration
from genetess_cli.turns.acts import told_act
from genetess_cli.turns.clock import left_seats, open_seats
from genetess_cli.turns.queue import is_put_back
from genetess_cli.turns.standing import NotStarted, Over, order_by, standing
from genetess_cli.turns.submit import OTHER_RULES
from genetess_cli.turns.wishes.votes import last_votes, votes_words


def facts_of(game: Draft | Game, setup: Setup) -> GameFacts:
    file = game.file
    opening = setup.ruleset.view(setup.opening(), PUBLIC)
    view = game.view(PUBLIC) if isinstance(game, Game) else opening
    return GameFacts(
        slug=game.slug,
        name=strip_controls(file.name) or game.slug,
        number=file.number,
        id=file.id or "",
        ruleset=file.ruleset,
        seats=seats_of(file.names, view),
        secrecy=_secrecy(game, view),
        hides_nothing=opening.hides_nothing,
        forfeits=game.terms.forfeits,
    )


def seats_of(names: Mapping[str, str], view: View) -> dict[str, SeatFacts]:
    """Return how seats are shown whose players have these names."""
    colours = {seat: view.players[seat].colour for seat in names}
    letters = marks({seat: player.colour for seat, player in view.players.items()})
    looks = zip(names.items(), inks([*colours.values()]), strict=True)
    return {
        seat: SeatFacts(seat, colours[seat], strip_controls(name) or seat, ink, letters[seat])
        for (seat, name), ink in looks
    }


def _secrecy(game: Draft | Game, view: View) -> Secrecy:
    clock = game.clock
    late = game.file.spectators
    is_secret = game.is_secret
    is_lifted = clock is not None and clock.is_over and not is_secret
    delay = None
    if isinstance(late, Delayed) and not is_lifted and not view.hides_nothing:
        delay = late.delayed
    return Secrecy(
        is_open=not is_secret,
        is_full=is_lifted or late == "full",
        delay=delay,
        is_together=clock is not None and view.phase == TOGETHER,  # which a pause hides in the clock
        is_sealed=is_secret,
        is_revealed=game.is_sealed and not is_secret,
        epochs=clock.epochs if clock and is_secret else {},
    )


def present_of(league: League, game: Draft | Game, setup: Setup, stems: list[str]) -> Present:
    """Return how a game with records of these stems is now."""
    terms = game.terms
    if not isinstance(game, Game):
        view = terms.ruleset.view(setup.opening(), PUBLIC)
        offer = _order_offer(league, game)
        return Present(
            NotStarted(strip_controls(game.file.cancelled or "") or None),
            "",
            _settings_of(game, setup, view),
            _people(game.file),
            offer=offer,
        )
    clock = game.clock
    view = game.view(PUBLIC)
    stand = standing(clock, terms, view)
    deadline = order_by(stand)
    is_over = isinstance(stand, Over)
    is_shown = not game.is_secret or game.file.spectators == "full"
    numbers = clock.numbers if game.is_secret else {}
    end = None
    if is_over and is_shown and stems:
        end = stems[-1]
    talk = None
    if game.file.talk == "public":
        talk = [*talk_of(league, game).items()][-NEWEST:]
    missed = {} if is_over else dict(clock.missed)
    muted = {seat: game.file.in_words(at) for seat, at in clock.muted.items() if at > clock.last_time}
    return Present(
        talk=talk,
        muted=muted,
        standing=stand,
        turn=clock.turn,
        settings=_settings_of(game, setup, view),
        people=_people(game.file),
        vacancies=Vacancies(
            absent={
                seat: f" until {game.file.in_words(clock.resigned[seat])}" if seat in clock.resigned else ""
                for seat in left_seats(clock, view)
            },
            open_seats=open_seats(clock, game.file, view),
            missed=missed,
        ),
        clock=ClockFacts(
            local=game.file.local(deadline),
            reminders=_reminders(game, deadline),
            holidays={seat: time_left_words(seconds) for seat, seconds in clock.holiday.items()},
        ),
        numbers=numbers,
        end=end,
        votes=votes_words(clock, game.file, view),
        decides=last_votes(clock, game.file, view),
    )


def talk_of(league: League, game: Game) -> dict[int, Saying]:
    """Return what players said to all, by number; nothing where they have no talk."""
    if game.file.talk == "none":
        return {}
    return {number: one for number, one in league.said(game.slug).items() if one.seat in game.file.seats}


def _settings_of(game: Draft | Game, setup: Setup, view: View) -> GameSettings:
    terms = game.terms
    players = game.file.players
    draws = drawing(game.file.ruleset)
    other = game.other_rules
    waits = other.message if other else ""
    return GameSettings(
        lines=_settings(game, view.hides_nothing),
        available=terms.ruleset.available(terms.settings, len(players)),
        has_board=setup.board is not None,
        starts=draws.starts(setup.board, {player.seat: player.start for player in players}),
        squares=draws.squares(setup.board, game.is_secret),
        about=game.file.about,
        start=str(game.file.start or ""),
        end=_end(game.file),
        is_timed=game.file.deadline_seconds is not None,
        has_secret_votes=game.file.has_secret_votes,
        waits=waits,
    )


def _people(file: GameFile) -> Contacts:
    return Contacts(
        persons={player.seat: player.person for player in file.players if player.person},
        logins={player.seat: player.github for player in file.players if player.github},
        mails=[player.seat for player in file.players if player.mail],
        notices={
            player.seat: player.notices or "each" for player in file.players if player.mail or player.github
        },
        bots=file.bots,
    )


def _order_offer(league: League, game: AnyGame) -> Offer | None:
    signup = game.file.signup
    players = game.file.players
    if signup is None or game.file.cancelled:
        return None
    free = signup.free(players)
    asked = league.asked(game.paths, players)
    wanted = signups.wish_numbers(signup, players, asked)
    unasked = [seat for seat in free if seat not in wanted]
    most = signup.most
    text = "# Your name in the game.\nname:\n"
    if unasked:
        wish = f" and, if you like, one of the free seats: {', '.join(unasked)}"
        text = f"# Your name in the game{wish}.\nname:\nseat:\n"
    ready = None
    if signup.ready:
        text += "# The game starts once it is full and all are ready.\nready: false\n"
        ready = sum(person.ready for person in asked.values())
    return Offer(
        seats=unasked,
        wanted=[*wanted],
        least=signup.minimum,
        most=most,
        taken=len(players),
        launch=str(game.file.start) if game.file.start else None,
        asked=[
            Asked(number, strip_controls(person.name) or "?", words.wish(person.seat, number, wanted, most))
            for number, person in enumerate(asked.values(), start=1 + len(players))
        ],
        path=f"{game.paths.signups_folder}/me.yaml",
        text=text,
        ready=ready,
    )


def _reminders(game: Game, deadline: Time | None) -> list[str]:
    """Return the times of the reminders of a deadline."""
    if deadline is None:
        return []
    file = game.file
    moments = sorted(file.earlier(deadline, duration(before) or 0) for before in file.remind)
    return [str(at) for at in moments if at > game.clock.since]


def queue_of(game: AnyGame, seat: str) -> Stored:
    """Return what a seat has stored; of a sealed file that cannot be opened its holder alone learns why."""
    try:
        text = game.queue_text(seat)
        return words.read_stored(text, is_put_back(game.clock, seat, game.files[seat]))
    except Unreadable as why:
        return Stored(fault=escape_controls(str(why)))
    except Refused:
        return Stored()


def _settings(game: AnyGame, hides_nothing: bool) -> list[str]:
    """Return how a game is played, in words; of spectators only where they see something that others do not."""
    file = game.file
    lines = ["There is no deadline."]
    if file.deadline_seconds is not None:
        grace = f", plus {words.duration_words(file.grace)} of grace once" if file.grace_seconds else ""
        lines = [f"Each turn lasts {words.duration_words(file.deadline)}{grace}."]
        if file.at:
            days = join_words([day.capitalize() for day in file.days] or ["day"])
            about = lines[0].replace("lasts", "lasts about")
            lines = [f"Deadlines are every {days} at {join_words(file.at)} ({file.timezone}). {about}"]
        if game.terms.timeout == "pass":
            lines.append("Miss the deadline and your turn is skipped.")
        if file.remind:
            lines.append(f"Players are reminded {join_words(map(words.duration_words, file.remind))} before.")
        if file.quiet:
            lines.append(f"Time does not count on quiet days: {join_words(file.quiet)} ({file.timezone}).")
        if file.drop_after:
            missed = "a deadline" if file.drop_after == 1 else f"{file.drop_after} deadlines in a row"
            lines.append(f"A player who misses {missed} can be replaced.")
        lines += _holidays(game)
    lines += [*filter(None, [_end(file)])]
    if game.other_rules:
        lines.insert(0, OTHER_RULES)
    if file.spectators == "full":
        lines.append("Spectators see the whole board.")
    if isinstance(file.spectators, Delayed) and not hides_nothing:
        late = file.spectators.delayed
        turns = "turn" if late == 1 else "turns"
        lines.append(f"Spectators see the whole board {late} {turns} late.")
    return lines + drawing(file.ruleset).terms(game.terms.settings, len(file.players))


def _end(file: GameFile) -> str:
    """Return after what the plan of a game lets no turn begin any more ("": it says nothing)."""
    round = f"round {file.plan.rounds}" if file.plan.rounds else ""
    time = file.in_words(file.end) if file.end else ""
    last = " or ".join(filter(None, (time, round)))
    return f"The game ends after {last}: the turn that is on then is the last one." if last else ""


def _holidays(game: AnyGame) -> list[str]:
    clock = game.clock
    file = game.file
    if clock is None:
        return (
            [f"Every player has {words.duration_words(file.holiday)} of holiday."]
            if file.holiday_seconds
            else []
        )
    left = [
        f"{strip_controls(player.name)} {time_left_words(clock.holiday.get(player.seat, 0))}"
        for player in file.players
        if not player.bot
    ]
    return [f"Holiday left: {', '.join(left)}."] if clock.holiday else []


def turn_of(terms: Terms, record: Record, is_undone: bool = False, commit: str = "") -> TurnFacts:
    facts = TurnFacts(
        record.number,
        record.turn,
        record.seat,
        record.order,
        record.source,
        record.outcome,
        escape_controls(terms.reason(record) or ""),
        str(record.at),
        ended=not isinstance(record, Failed)
        and (record.next != record.turn or record.seat not in record.to_move),
        back=is_undone,
        commit=commit,
    )
    match record:
        case Acted(is_quiet=True):
            return facts.replace(act=told_act(terms, record), seat=None)
        case Acted() | Graced():
            return facts.replace(act=told_act(terms, record))
        case TimeOut():
            return facts.replace(opened=record.opened is not None, rested=record.rested)
        case Begun() | Played() | Failed():
            return facts
