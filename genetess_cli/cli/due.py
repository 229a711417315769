"""Lines for a person on what was carried out and is awaited next: shared by start, resolve, tick and show."""

from __future__ import annotations

from collections.abc import Sequence

from genetess_cli.cli.terminal import note, say
from genetess_cli.errors import InvalidFile
from genetess_cli.rules.base import PUBLIC, View
from genetess_cli.store.git.commits import RESOLVED
from genetess_cli.store.league import League
from genetess_cli.store.schema import Clock, RecordFile
from genetess_cli.store.terms import Terms
from genetess_cli.turns.clock import is_passed_by


def tell(terms: Terms, records: Sequence[RecordFile]) -> None:
    """Return a line for each record: done ones to stdout, failed ones with their reason to stderr.

    Of a sealed game only what everybody may know: logs of a forge are public.
    """
    slug = terms.slug
    for record in records:
        if terms.is_sealed:
            say(f"{slug} {record.turn}: {RESOLVED}")
            continue
        line = f"{slug} {record.turn} {record.seat}: "
        if record.desk:
            whose = f" {record.seat}" if record.seat else ""
            say(f"{slug} {record.turn}{whose}: gets grace until {record.now['deadline']}")
            continue
        if record.outcome == "failed":
            still = ", ".join(record.to_move) or record.seat
            what = f"{record.order} failed" if record.order else "the order file could not be read"
            note(f"{line}{what}. {record.reason} Still to move: {still}.")
        else:
            say(line + (record.order or "timed out"))
            if record.opened:
                say(f"    The seat is open now: `genetess replace {slug} {record.opened} NAME` fills it.")
            if record.reason:
                say(f"    entered by {record.by}: {record.reason}" if record.by else f"    {record.reason}")


def only_failed(terms: Terms, records: Sequence[RecordFile]) -> bool:
    """Return whether orders failed and nothing else was carried out; of a sealed game nobody is told."""
    return bool(records) and not terms.is_sealed and all(record.outcome == "failed" for record in records)


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
        return f"{terms.slug} has not started"
    turn = f"{terms.slug} {clock.turn}"
    if clock.phase == "finished":
        result = None if terms.codec.shut else _view(here, terms).result
        won = f": {winner_words(result.winners, result.survivor)} ({result.reason})" if result else ""
        return f"{turn}: the game is over{won}"
    if clock.paused:
        return f"{turn}: paused since {clock.paused.since}; nothing is due until `genetess resume`"
    if _is_passed_by(here, terms, clock):
        then = "ends the game as lost" if terms.forfeits else "skips the turn"
        return f"{turn}: {clock.to_move[0]} is to move, and its player has left, so the next run {then}"
    until = f" until {terms.file.format_time(clock.deadline)}" if clock.deadline else ""
    until += f", fresh deadline number {clock.fresh_number} of the turn" if clock.fresh_number else ""
    until += ", with grace" if until and clock.grace_used else ""
    if clock.together:
        gone = {*clock.absent, *terms.file.bots}
        seats = [seat for seat in clock.to_move if seat not in gone] or clock.to_move
        return f"{turn}: waiting for the gambles of {', '.join(seats)}{until}"
    if bot := terms.file.bots.get(clock.to_move[0]):
        return f"{turn}: {clock.to_move[0]} is to move; the bot {bot} orders with the next run"
    holiday = ", on holiday" if clock.on_holiday else ""
    return f"{turn}: {', '.join(clock.to_move)} is to move{holiday}{until}"


def _is_passed_by(here: League, terms: Terms, clock: Clock) -> bool:
    is_alone = not clock.together and clock.to_move[0] in clock.absent
    if not is_alone or terms.codec.shut:
        return False
    return is_passed_by(clock.to_move[0], clock.absent, _view(here, terms))


def _view(here: League, terms: Terms) -> View:
    """Return what everybody sees of a game, whose position is read for it alone."""
    return terms.ruleset.view(here.position(terms), PUBLIC)


def winner_words(winners: Sequence[str], survivor: str | None = None) -> str:
    """Return who has won: `red wins`, `red, green share the win; red survived`, or `it is a draw`."""
    text = f"{', '.join(winners)} {'wins' if len(winners) == 1 else 'share the win'}"
    survived = f"; {survivor} survived" if survivor and list(winners) != [survivor] else ""
    return (text if winners else "it is a draw") + survived
