"""Feeds and calendars: of the league, of a game, of a player. What is in them was on public pages before.

Ids come from the games' own ids and the records' numbers, so that an entry keeps its id whatever is told of it later.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence

from genetess_cli.rules.problems import join_words
from genetess_cli.site import places
from genetess_cli.site.facts import GameFacts
from genetess_cli.site.pages.page import Printed, Site
from genetess_cli.site.past.summary import Listed, Note
from genetess_cli.values import Value

MOST_ENTRIES = 50


class FeedEntry(Value):
    """One entry of a feed."""

    id: str  # it keeps that for ever
    at: str
    number: int  # of its record: of two of the same second the later one is known by it
    title: str
    text: str
    place: str  # of the page that tells more


def game_id(game: GameFacts, what: str) -> str:
    """Return the id of something of a game, the same for ever."""
    return str(uuid.uuid5(uuid.UUID(hex=game.id), what))


def league_id(league: str, place: str) -> str:
    """Return the id of something of the league, from what tells the league from all others and its place."""
    return str(uuid.uuid5(uuid.NAMESPACE_URL, f"{league}/{place}"))


def of_game(listed: Listed) -> list[FeedEntry]:
    return [
        _entry(listed.game, note)
        for note in reversed(listed.summary.notes)
        if note.sentences or note.entered or note.kind != "turn"
    ]


def news(listed: Listed) -> list[FeedEntry]:
    """Return the entries that are for the whole league: beginnings, ends, players out, seats open, acts of the GM."""
    notes = reversed(listed.summary.notes)
    return [_entry(listed.game, note) for note in notes if note.kind != "turn"]


def of_seat(listed: Listed, seat: str) -> list[FeedEntry]:
    """Return the entries for a seat's player: its moves and the news of the game."""
    summary = listed.summary
    since = summary.held.get(seat, 0)
    notes = [note for note in summary.notes if note.number >= since and not note.back]
    span = summary.span.number if summary.span else None
    moves = [_move(listed, note, seat, note.number == span) for note in notes if seat in note.awaits]
    return [*moves, *news(listed)]


def newest(entries: Iterable[FeedEntry]) -> list[FeedEntry]:
    return sorted(entries, key=lambda entry: (entry.at, entry.number, entry.id), reverse=True)[:MOST_ENTRIES]


def _entry(game: GameFacts, note: Note) -> FeedEntry:
    undone = ["This was undone later."] if note.back else []
    words = [*note.sentences, *note.entered, *undone, *note.by]
    whose = f": {note.whose}" if note.whose else ""
    turn = f", turn {note.turn}{whose}"
    title = game.name + {"start": " has begun", "end": " is over"}.get(note.kind, turn)
    page = places.place("turn", slug=game.slug, stem=note.stem)
    own = game_id(game, f"record/{note.number}")
    return FeedEntry(own, note.at, note.number, title, " ".join(words), page)


def _move(listed: Listed, note: Note, seat: str, is_on: bool) -> FeedEntry:
    """Return the entry of a seat's turn that began, with its deadline as long as it is played."""
    game = listed.game
    now = listed.now
    what = "place your gambles" if note.next == "0" else "your move"
    due = ""
    if is_on and seat in now.to_move and now.deadline:
        local = f" ({now.clock.local})" if now.clock.local else ""
        due = f" Order by {now.deadline[:10]} {now.deadline[11:16]} UTC{local}."
    text = " ".join([f"{what.capitalize()}, {seat} in {game.name}.{due}", *note.sentences, *note.by])
    title = f"{game.name}, turn {note.next}: {what}"
    page = places.place("sheet", slug=game.slug, seat=seat)
    own = game_id(game, f"move/{seat}/{note.number}")
    return FeedEntry(own, note.at, note.number, title, text, page)


class Date(Value):
    """One event of a calendar."""

    uid: str
    at: str
    sequence: int
    due: str
    title: str
    text: str
    place: str  # of its page
    alarms: Sequence[str] = ()  # the moments at which to ring


def dates(listed: Listed, seat: str | None = None) -> list[Date]:
    """Return the deadline of a game, if there is one now, and where a seat is named, if it is to move."""
    game = listed.game
    now = listed.now
    span = listed.summary.span
    # To whom it falls to order is the clock's to say: of several who gamble some may be in.
    if not span or not now.deadline or (seat and seat not in now.to_move):
        return []
    whose = join_words(f"{game.seats[each].name} ({each})" for each in now.to_move)
    what = "gambles of" if span.turn == "0" else "order of"
    date = Date(
        uid=game_id(game, f"deadline/{span.number}"),
        at=span.at,
        sequence=span.changes,
        due=now.deadline,
        title=f"{game.name} {span.turn}: {whose}",
        text=f"The deadline of turn {span.turn} in {game.name}: the {what} {whose}.",
        place=f"{game.slug}/index.html",
    )
    if seat is None:
        return [date]
    page = places.place("sheet", slug=game.slug, seat=seat)
    return [date.replace(place=page, alarms=now.clock.reminders)]


class Feed(Printed):
    """A feed that lies at `where` and belongs to a page. Its links are relative where no address is known."""

    TEMPLATE = "feed.atom"

    id: str
    title: str
    where: str
    page: str
    base: str  # what its links begin with
    entries: Sequence[FeedEntry]


def feed(site: Site, named: str, title: str, where: str, page: str, entries: Iterable[FeedEntry]) -> Feed:
    """Return the feed that lies at `where` and belongs to a page; machines know it as `named`."""
    base = f"{site.address.rstrip('/')}/" if site.address else "../" * where.count("/")
    return Feed(id=named, title=title, where=where, page=page, base=base, entries=newest(entries))


class Calendar(Printed):
    """A calendar; without the site's address its events lead nowhere."""

    TEMPLATE = "deadlines.ics"

    title: str
    dates: Sequence[Date]

    def finish(self, text: str) -> str:
        return "".join(f"{_fold(line)}\r\n" for line in text.rstrip().split("\n"))


def _fold(line: str) -> str:
    """Return a line in pieces of at most 75 octets (RFC 5545, 3.1), none of them ending within a character."""
    pieces = [""]
    for letter in line:
        if len(f"{pieces[-1]}{letter}".encode()) > 75:
            pieces.append(" ")
        pieces[-1] += letter
    return "\r\n".join(pieces)
