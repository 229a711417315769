"""For which game and which seat a message is: by what it names, among the games that its sender plays."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Final

import msgspec

from genetess_cli.errors import Fault
from genetess_cli.intake.mail.message import Letter
from genetess_cli.intake.mail.orders import begins_an_order
from genetess_cli.notices.mail import tag
from genetess_cli.store.game import GameFolder
from genetess_cli.store.league import FileSource, League
from genetess_cli.store.schema import PlayerFile

_TAG: Final = re.compile(r"\[([a-z0-9-]{1,40})/([a-z0-9-]{1,40})\]")
_WORD: Final = re.compile(r"\w[\w-]*")
_BESIDE: Final = ("game", "seat", "order", "orders")
_NOT_YOURS: Final = "The subject of your message names a seat that is not yours. Write {} there instead."
_SEVERAL_TAGS: Final = "Your message names several seats: {}. Name only the one that you mean."
_SEVERAL_GAMES: Final = "Your message {}: {}. Write one of these names into the subject."
_SEVERAL_SEATS: Final = "You play several seats in {}: {}. Write that seat into the subject, as {}."


class Place(msgspec.Struct, frozen=True):
    """A seat in a game, and its player."""

    folder: GameFolder
    player: PlayerFile

    @property
    def names(self) -> list[str]:
        """Return what names the game: `riot`, `Riot`. Digits alone are a number, not a word."""
        return [name for name in (self.folder.slug, self.folder.file.name) if not name.isdecimal()]

    @property
    def numbers(self) -> list[str]:
        """Return what names the game by its number. A bare one says nothing: it may be that of a turn or a line."""
        given = (str(self.folder.file.number or ""), self.folder.slug, self.folder.file.name)
        numbers = [name for name in given if name.isdecimal()]
        return [f"{before}{number}" for number in numbers for before in ("#", "game ", "game #")]


def places_of(league: League, shelf: FileSource) -> dict[str, list[Place]]:
    """Return by address, in small letters, the seats of players who have registered it; broken games have none."""
    places: defaultdict[str, list[Place]] = defaultdict(list)
    for slug in league.slugs():
        try:
            folder = GameFolder(league, slug, shelf)
        except Fault:
            continue
        for player in folder.file.players:
            for address in {given.lower() for given in player.mail or ()}:
                places[address].append(Place(folder, player))
    return places


def registered_address(places: Sequence[Place], sender: str) -> str:
    """Return a sender's address as the first of these players has registered it."""
    registered = (address for place in places for address in place.player.mail or ())
    return next((address for address in registered if address.lower() == sender), sender)


def place_of(places: Sequence[Place], letter: Letter, rows: Sequence[str]) -> Place | str:
    """Return the one seat that a message is for, or why nobody can tell; `rows` are its sender's own lines.

    A tag in the subject says both game and seat, and then nothing else in the subject does.
    """
    if tags := _TAG.findall(letter.subject.lower()):
        seats = [place for place in places if (place.folder.slug, place.player.seat) in tags]
        if not seats:
            return _NOT_YOURS.format(tags_of(places))
        return seats[0] if len(seats) == 1 else _SEVERAL_TAGS.format(tags_of(seats))
    named = _find_games(places, letter.subject, rows)
    games = named or list(dict.fromkeys(place.folder.slug for place in places))
    if len(games) > 1:
        what = "names several games" if named else "names no game, and you play several"
        return _SEVERAL_GAMES.format(what, ", ".join(sorted(games)))
    seats = [place for place in places if place.folder.slug == games[0]]
    if len(seats) > 1:
        seats = [place for place in seats if _says_seat(place, letter.subject, rows)] or seats
    if len(seats) > 1:
        return _SEVERAL_SEATS.format(
            games[0], ", ".join(place.player.seat for place in seats), tags_of(seats)
        )
    return seats[0]


def tags_of(places: Sequence[Place]) -> str:
    """Return what to write into a subject for one of these seats: `[riot/red] or [cave/red]`."""
    return " or ".join(tag(place.folder.slug, place.player.seat) for place in places)


def _find_games(places: Sequence[Place], subject: str, rows: Sequence[str]) -> list[str]:
    """Return the games that a message names: in the subject if it names any there, else in its lines; numbers last."""
    for text in (subject, "\n".join(rows)):
        for names in (attrgetter("names"), attrgetter("numbers")):
            if named := [place.folder.slug for place in places if _says(text, names(place))]:
                return list(dict.fromkeys(named))
    return []


def _says(text: str, names: Iterable[str]) -> bool:
    """Say whether one of some names stands in a text as whole words, in any letters."""
    return any(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text, re.IGNORECASE) for name in names)


def _says_seat(place: Place, subject: str, rows: Sequence[str]) -> bool:
    """Say whether the subject names a seat or its player, or a line that says for whom it is, and nothing else."""
    names = (place.player.seat, place.player.name)
    return any(_says(text, names) for text in [subject, *(row for row in rows if _is_for(place, row))])


def for_another(place: Place, places: Sequence[Place], rows: Sequence[str]) -> tuple[str, list[Place]] | None:
    """Return the first line that says nothing but that what follows is for others of a sender's seats, and these.

    What could be meant for `place` is not among them, and neither is an order: a game may be called `pass`.
    """
    seats = [other for other in places if other is not place]
    for row in rows if seats else ():
        if _is_for(place, row) or begins_an_order(place.folder.ruleset, row):
            continue
        if named := [other for other in seats if _is_for(other, row) and _says_which(place, other, row)]:
            return row, named
    return None


def _is_for(place: Place, row: str) -> bool:
    """Say whether a line has no words but those that say for whom it is: `Game: cave`, `[cave/red]`, `cave, red`."""
    file, player = place.folder.file, place.player
    known = (*_BESIDE, place.folder.slug, file.name, str(file.number), player.seat, player.name)
    return {*_WORD.findall(row.lower())} <= {*_WORD.findall(" ".join(known).lower())}


def _says_which(place: Place, other: Place, row: str) -> bool:
    """Say whether what tells another seat from `place` is in a line: its game, or in the same game itself."""
    is_near = other.folder.slug == place.folder.slug
    return _says(row, [other.player.seat] if is_near else [*other.names, *other.numbers])
