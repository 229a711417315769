"""Lines for a person on what was carried out and is awaited next: shared by start, resolve, tick and show."""

from __future__ import annotations

from collections.abc import Sequence

from genetess_cli.cli.terminal import note, say
from genetess_cli.errors import InvalidFile
from genetess_cli.rules.base import PUBLIC, REFEREE
from genetess_cli.rules.voice import Voice
from genetess_cli.store.git.commits import subject
from genetess_cli.store.league import League
from genetess_cli.store.records import Acted, Begun, Failed, Graced, Played, Record, TimeOut
from genetess_cli.store.schema import UTC, zoned
from genetess_cli.store.terms import Terms
from genetess_cli.turns.acts import told_act
from genetess_cli.turns.standing import (
    BotNext,
    Deadline,
    Holiday,
    NotStarted,
    OtherRules,
    Over,
    PassedBy,
    Paused,
    Standing,
    Together,
    ToMove,
    asks_position,
    standing,
)
from genetess_cli.turns.wishes.votes import votes_words


def tell(terms: Terms, records: Sequence[Record]) -> None:
    """Return a line for each record: done ones to stdout, failed ones with their reason to stderr.

    Of a sealed game only what everybody may know: logs of a forge are public.
    """
    slug = terms.slug
    for record in records:
        if terms.is_sealed:
            say(subject(slug, record.turn, record, sealed=True))
            continue
        line = f"{slug} {record.turn} {record.seat}: "
        reason = terms.reason(record)
        match record:
            case Graced():
                whose = f" {record.seat}" if record.seat else ""
                say(f"{slug} {record.turn}{whose}: gets grace until {record.until}")
            case Failed():
                still = ", ".join(record.to_move) or record.seat
                what = f"{record.order} failed" if record.order else "the order file could not be read"
                note(f"{line}{what}. {reason} Still to move: {still}.")
            case TimeOut():
                say(f"{line}timed out")
                if record.opened:
                    say(f"    The seat is open now: `genetess replace {slug} {record.opened} NAME` fills it.")
                if reason:
                    say(f"    {reason}")
            case Played():
                say(f"{line}{record.order}")
                by = "entered by the GM: " if record.source == "gm" else ""
                if reason:
                    say(f"    {by}{reason}")
            case Acted(source="wish" | "vote" | "timeout", is_quiet=False):
                done = told_act(terms, record).words(Voice(REFEREE, terms.file.names))
                say(f"{slug} {record.turn}: {done}")
            case Begun() | Acted():
                pass  # told by those who did it


def only_failed(terms: Terms, records: Sequence[Record]) -> bool:
    """Return whether orders failed and nothing else was carried out; of a sealed game nobody is told."""
    return bool(records) and not terms.is_sealed and all(isinstance(record, Failed) for record in records)


def say_awaited(here: League, slug: str) -> None:
    """Say whom a game waits for in the newest commit."""
    here = here.now()
    try:
        say(waiting_words(here, here.terms(slug)))
    except InvalidFile as fault:
        note(str(fault))


def waiting_words(here: League, terms: Terms) -> str:
    """Return whom a game waits for, and until when: `riot 3b: red is to move until 2026-11-24T18:00:00Z`."""
    clock = here.clock(terms.slug).clock
    if clock is None:
        return f"{terms.slug} {standing_words(NotStarted(terms.file.cancelled), UTC)}"
    view = None
    if (asks_position(clock) or clock.votes) and not terms.codec.shut:
        view = terms.ruleset.view(here.position(terms), PUBLIC)
    votes = votes_words(clock, terms.file, view) if view else []
    stands = standing_words(standing(clock, terms, view), terms.file.timezone)
    return "; ".join([f"{terms.slug} {clock.turn}: {stands}", *votes])


def standing_words(stand: NotStarted | Standing, zone: str) -> str:
    """Return how a game stands, whose times are told in `zone`, too."""
    match stand:
        case NotStarted(cancelled=str() as why):
            return f"is called off: {why}"
        case NotStarted():
            return "has not started"
        case Over(result=result):
            if result is None:
                return "the game is over"
            if result.is_void:
                return f"the game is over: {result.reason}"
            won = f": {winner_words(result.winners, result.survivor)} ({result.reason})"
            return f"the game is over{won}"
        case OtherRules():
            return f"the game waits for the GM to choose the rules; then {standing_words(stand.then, zone)}"
        case Paused(since=since, until=until):
            end = zoned(until, zone) if until else "`genetess resume`"
            return f"paused since {since}; nothing is due until {end}"
        case PassedBy(seat=seat, loses=loses):
            then = "ends the game as lost" if loses else "skips the turn"
            return f"{seat} is to move, and its player has left, so the next run {then}"
        case BotNext(seat=seat, bot=bot):
            return f"{seat} is to move; the bot {bot} orders with the next run"
        case Together(seats=seats):
            return f"waiting for the gambles of {', '.join(seats)}{_until(stand.deadline, zone)}"
        case Holiday(seat=seat, away=True):
            return f"{seat} is to move, away{_until(stand.deadline, zone)}"
        case Holiday(seat=seat):
            return f"{seat} is to move, on holiday{_until(stand.deadline, zone)}"
        case ToMove(seat=seat):
            return f"{seat} is to move{_until(stand.deadline, zone)}"


def _until(deadline: Deadline, zone: str) -> str:
    if deadline.at is None:
        return ""
    fresh = f", fresh deadline number {deadline.fresh} of the turn" if deadline.fresh else ""
    grace = ", with grace" if deadline.graced else ""
    return f" until {zoned(deadline.at, zone)}{fresh}{grace}"


def winner_words(winners: Sequence[str], survivor: str | None = None) -> str:
    """Return who has won: `red wins`, `red, green share the win; red survived`, or `it is a draw`."""
    win = "wins" if len(winners) == 1 else "share the win"
    text = f"{', '.join(winners)} {win}" if winners else "it is a draw"
    survived = f"; {survivor} survived" if survivor and list(winners) != [survivor] else ""
    return text + survived
