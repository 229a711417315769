"""Atom feeds (RFC 4287): of the league, of a game, of a player. What is in them was on public pages before.

Their links are absolute where the league has an address, and else relative to the feed. Ids come from the games' own
ids and the records' numbers, so that an entry keeps its id whatever is told of it later.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from xml.etree import ElementTree

import msgspec

from genetess_cli.site.annals import Annals, Note
from genetess_cli.site.facts import GameFacts
from genetess_cli.site.words import lasting, shown

MOST_ENTRIES = 50
_ATOM = "http://www.w3.org/2005/Atom"
_EPOCH = "1970-01-01T00:00:00Z"

ElementTree.register_namespace("", _ATOM)


class Entry(msgspec.Struct, frozen=True):
    """One entry: what keeps its id, when it came, its title and text, and the place of the page that tells more."""

    id: str
    at: str
    title: str
    text: str
    place: str


class Feed(msgspec.Struct, frozen=True):
    """A feed: its own place, that of the page it belongs to, its title, and the league that it is of.

    `id`: what it is called by machines; `address` is where the site lies (None: nobody knows).
    """

    id: str
    title: str
    place: str
    page: str
    league: str
    address: str | None = None

    def link(self, place: str) -> str:
        """A page's address as the feed gives it."""
        if self.address:
            return f"{self.address.rstrip('/')}/{place}"
        return "../" * self.place.count("/") + place


def named(game: GameFacts, what: str) -> str:
    """The id of something of a game, the same for ever."""
    return str(uuid.uuid5(uuid.UUID(hex=game.id), what))


def placed(league: str, place: str) -> str:
    """The id of something of the league, from what tells the league from all others and its place."""
    return str(uuid.uuid5(uuid.NAMESPACE_URL, f"{league}/{place}"))


def of_game(game: GameFacts, annals: Annals) -> list[Entry]:
    """An entry for every record that something is told of, the newest first."""
    return [_entry(game, note) for note in reversed(annals.notes) if note.sentences]


def news(game: GameFacts, annals: Annals) -> list[Entry]:
    """The entries that are for the whole league: beginnings, ends, players out, seats open, acts of the GM."""
    return [_entry(game, note) for note in reversed(annals.notes) if note.sentences and note.kind != "turn"]


def of_seat(game: GameFacts, annals: Annals, seat: str, now: int) -> list[Entry]:
    """What a seat's player wants to hear: its moves, reminders that have come by now, and the news of the game."""
    since = annals.held.get(seat, 0)
    notes = [note for note in annals.notes if note.number >= since and not note.back]
    span = annals.span.number if annals.span else None
    moves = [_move(game, note, seat, note.number == span) for note in notes if seat in note.awaits]
    return [*moves, *_reminders(game, annals, seat, now), *news(game, annals)]


def atom(feed: Feed, entries: Iterable[Entry]) -> str:
    """The feed as XML, its newest entries first."""
    newest = sorted(entries, key=lambda entry: (entry.at, entry.id), reverse=True)[:MOST_ENTRIES]
    root = ElementTree.Element(f"{{{_ATOM}}}feed")
    _add(root, "id", f"urn:uuid:{feed.id}")
    _add(root, "title", feed.title)
    _add(root, "updated", newest[0].at if newest else _EPOCH)
    _add(_add(root, "author"), "name", feed.league)
    _add(root, "generator", "genetess")
    _add(root, "link", rel="self", type="application/atom+xml", href=feed.link(feed.place))
    _add(root, "link", rel="alternate", type="text/html", href=feed.link(feed.page))
    for entry in newest:
        one = _add(root, "entry")
        _add(one, "id", f"urn:uuid:{entry.id}")
        _add(one, "title", entry.title)
        _add(one, "updated", entry.at)
        _add(one, "link", rel="alternate", type="text/html", href=feed.link(entry.place))
        _add(one, "content", entry.text, type="text")
    ElementTree.indent(root, "")
    text = ElementTree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'


def _add(above: ElementTree.Element, name: str, text: str = "", /, **values: str) -> ElementTree.Element:
    """An element of Atom with its text. Characters that XML does not have, such as controls, are left out."""
    below = ElementTree.SubElement(above, f"{{{_ATOM}}}{name}", values)
    below.text = shown(text) or None
    return below


def _entry(game: GameFacts, note: Note) -> Entry:
    words = [*note.sentences, *(["This was taken back later."] if note.back else []), *_commit(note)]
    place = f"{game.slug}/turns/{note.stem}.html"
    return Entry(named(game, f"record/{note.number}"), note.at, _title(game, note), " ".join(words), place)


def _commit(note: Note) -> list[str]:
    return [f"Commit {note.commit}."] if note.commit else []


def _title(game: GameFacts, note: Note) -> str:
    if note.kind == "start":
        return f"{game.name} has begun"
    if note.kind == "end":
        return f"{game.name} is over"
    return f"{game.name}, turn {note.turn}" + (f": {note.whose}" if note.whose else "")


def _move(game: GameFacts, note: Note, seat: str, is_on: bool) -> Entry:
    """That a seat's turn began; as long as it is played, with its deadline."""
    what = "your gambles are awaited" if note.next == "0" else "your move"
    due = f" Order by {_when(game)}." if is_on and seat in game.to_move and game.deadline else ""
    text = " ".join([f"{_capital(what)}, {seat} in {game.name}.{due}", *note.sentences, *_commit(note)])
    title = f"{game.name}, turn {note.next}: {what}"
    return Entry(named(game, f"move/{seat}/{note.number}"), note.at, title, text, _sheet(game, seat))


def _reminders(game: GameFacts, annals: Annals, seat: str, now: int) -> list[Entry]:
    if annals.span is None or seat not in game.to_move or seat in game.absent or not game.deadline:
        return []
    first = f"{game.name}, turn {game.turn}"
    awaited = f"An order of {seat} in {game.name} is awaited by {_when(game)}."
    text = " ".join([awaited, *(commit for note in annals.notes[-1:] for commit in _commit(note))])
    which = f"reminder/{seat}/{annals.span.number}/{game.deadline}"
    return [
        Entry(
            named(game, f"{which}/{each.remind}"),
            each.at,
            f"{first}: a reminder, {lasting(each.remind)} before the deadline",
            text,
            _sheet(game, seat),
        )
        for each in game.reminders
        if each.seconds <= now
    ]


def _when(game: GameFacts) -> str:
    due = game.deadline or ""
    local = f" ({game.local})" if game.local else ""
    return f"{due[:10]} {due[11:16]} UTC{local}"


def _sheet(game: GameFacts, seat: str) -> str:
    return f"{game.slug}/sheet/{seat}/index.html"


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"
