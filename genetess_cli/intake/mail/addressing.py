"""For which game and which seat a message is: by what it names, among the games that its sender plays."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from genetess_cli.errors import Fault
from genetess_cli.intake.mail.message import Letter
from genetess_cli.intake.mail.orders import begins_an_order
from genetess_cli.notices.mail import tag
from genetess_cli.store.game import GameFolder, load
from genetess_cli.store.league import FileSource, League
from genetess_cli.store.schema import PlayerFile

_TAG: Final = re.compile(r"\[([a-z0-9-]{1,40})/([a-z0-9-]{1,40})\]")
_WORD: Final = re.compile(r"\w[\w-]*")
_BESIDE: Final = ("game", "no", "nr", "number", "seat", "order", "orders")
_NOT_YOURS: Final = "The subject of your message names a seat that is not yours. Write {yours} there instead."
_SEVERAL: Final = "Your message names several seats: {tags}. Leave the one that you mean."


class Place(msgspec.Struct, frozen=True):
    """A seat in a game, and its player."""

    folder: GameFolder
    player: PlayerFile

    @property
    def names(self) -> list[str]:
        """The words that name the game: `riot`, `Riot`. Digits alone are a number, not a word."""
        return [each for each in (self.folder.slug, self.folder.file.name) if not each.isdecimal()]

    @property
    def number(self) -> str | None:
        """The pattern of the game's number as a message may write it, `#9999` or `game no. 9999`; None without one.

        A bare number says nothing: it may be that of a turn, a day or a line.
        """
        file = self.folder.file
        numbers = [str(file.number)] if file.number else []
        numbers += [each for each in (self.folder.slug, file.name) if each.isdecimal()]
        either = "|".join(map(re.escape, dict.fromkeys(numbers)))
        return (
            rf"(?:#|\bgame[\s:#-]*(?:(?:no|nr|number)\b[\s.:#]*)?)(?:{either})(?![\w-])" if either else None
        )


def places_of(league: League, shelf: FileSource) -> dict[str, list[Place]]:
    """By address, in small letters, the seats whose players have registered it; games that cannot be read have none."""
    found: defaultdict[str, list[Place]] = defaultdict(list)
    for slug in league.slugs():
        try:
            folder = load(league, slug, shelf)
        except Fault:
            continue
        for player in folder.file.players:
            for address in {each.lower() for each in player.mail or ()}:
                found[address].append(Place(folder, player))
    return found


def registered_address(places: Sequence[Place], sender: str) -> str:
    """A sender's address as the first of these players has registered it."""
    return next((each for one in places for each in one.player.mail or () if each.lower() == sender), sender)


def place_of(places: Sequence[Place], letter: Letter, rows: Sequence[str]) -> Place | str:
    """The one seat that a message is for, or why nobody can tell; `rows` are its sender's own lines.

    A tag in the subject says both game and seat, and then nothing else in the subject does.
    """
    if tags := _TAG.findall(letter.subject.lower()):
        return _place_of_tags(places, tags)
    games = dict.fromkeys(each.folder.slug for each in places)
    named = _games_named(places, letter.subject, rows)
    if len(named) > 1 or (not named and len(games) > 1):
        what = "names several games" if named else "names no game, and you play several"
        listed = ", ".join(sorted(named or games))
        return f"Your message {what}: {listed}. Write one of these names into the subject."
    [slug] = named or games
    seats = [each for each in places if each.folder.slug == slug]
    if len(seats) > 1:
        # Behind a game's own tag stand words of the league's, such as who is to move.
        subject = "" if f"[{slug}]" in letter.subject.lower() else letter.subject
        seats = [each for each in seats if _says_seat(each, subject, rows)] or seats
    return seats[0] if len(seats) == 1 else _several(seats)


def _place_of_tags(places: Sequence[Place], tags: Sequence[tuple[str, str]]) -> Place | str:
    """The seat that the tags of a subject name, unless these are several."""
    found = [each for each in places if (each.folder.slug, each.player.seat) in tags]
    if not found:
        return _NOT_YOURS.format(yours=tags_of(places))
    return found[0] if len(found) == 1 else _SEVERAL.format(tags=tags_of(found))


def _several(seats: Sequence[Place]) -> str:
    slug, words = seats[0].folder.slug, ", ".join(each.player.seat for each in seats)
    return (
        f"You play several seats in {slug}: {words}. Write the one that you mean into the subject, as "
        f"{tags_of(seats)}."
    )


def tags_of(places: Sequence[Place]) -> str:
    """What to write into a subject for one of these seats: `[riot/red] or [cave/red]`."""
    return " or ".join(tag(each.folder.slug, each.player.seat) for each in places)


def _games_named(places: Sequence[Place], subject: str, rows: Sequence[str]) -> list[str]:
    """The games that a message names: in the subject if it names any there, else in its lines; numbers come last."""
    named = [each for each in places if f"[{each.folder.slug}]" in subject.lower()]
    for text in (subject, "\n".join(rows)):
        named = named or [each for each in places if _says_any(text, each.names)]
        named = named or [each for each in places if _says_number(text, each)]
    return [*dict.fromkeys(each.folder.slug for each in named)]


def _says_game(text: str, place: Place) -> bool:
    """Whether a text names a game, by a name or its number."""
    return _says_any(text, place.names) or _says_number(text, place)


def _says_number(text: str, place: Place) -> bool:
    return bool(place.number and re.search(place.number, text, re.IGNORECASE))


def _says_any(text: str, names: Iterable[str]) -> bool:
    """Whether one of some names stands in a text as whole words, in any letters."""
    return any(re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text, re.IGNORECASE) for name in names)


def _says_seat(place: Place, subject: str, rows: Sequence[str]) -> bool:
    """Whether the subject names a seat or its player, or a line that says for whom it is, and nothing else."""
    names = (place.player.seat, place.player.name)
    return any(_says_any(text, names) for text in [subject, *(row for row in rows if _is_for(place, row))])


def for_another(place: Place, mine: Sequence[Place], rows: Sequence[str]) -> tuple[str, list[Place]] | None:
    """The first line that says nothing but that what follows is for others of a sender's seats, and these seats.

    What could be meant for `place` is not among them, and neither is an order: a game may be called `pass`.
    """
    others = [each for each in mine if each is not place]
    for row in rows if others else ():
        if _is_for(place, row) or begins_an_order(place.folder.ruleset, row):
            continue
        if named := [each for each in others if _is_for(each, row) and _says_which(place, each, row)]:
            return row, named
    return None


def _is_for(place: Place, row: str) -> bool:
    """Whether a line has no words but those that say for whom it is: `Game: cave`, `[cave/red]`, `cave, red`."""
    file, player = place.folder.file, place.player
    known = (*_BESIDE, place.folder.slug, file.name, str(file.number), player.seat, player.name)
    return {*_words(row)} <= {*_words(" ".join(known))}


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _says_which(place: Place, other: Place, row: str) -> bool:
    """Whether what tells another seat from `place` is in a line: its game, or in the same game itself."""
    is_near = other.folder.slug == place.folder.slug
    return _says_any(row, [other.player.seat]) if is_near else _says_game(row, other)
