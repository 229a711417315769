"""For which seat a message is: its subject says so, or its sender has but one."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import Final

import msgspec

from genetess_cli.errors import Fault
from genetess_cli.notices.mail import tag
from genetess_cli.store.game import GameFolder
from genetess_cli.store.league import FileSource, League
from genetess_cli.store.schema import PlayerFile

_TAG: Final = re.compile(r"\[([a-z0-9-]{1,40})/([a-z0-9-]{1,40})\]")
_NOT_YOURS: Final = "The subject of your message names a seat that is not yours. Write {} there instead."
_SEVERAL: Final = (
    "Your message could be for several of your seats. Write the one that you mean into the subject: {}."
)


class Place(msgspec.Struct, frozen=True):
    """A seat in a game, its player, and the address by which it was found, as game.yaml has it."""

    folder: GameFolder
    player: PlayerFile
    address: str = ""

    @property
    def tag(self) -> str:
        return tag(self.folder.slug, self.player.seat)

    def is_named(self, subject: str) -> bool:
        """Say whether a subject names the game by whole words, in any letters; a bare number says nothing."""
        file = self.folder.file
        names = (self.folder.slug, file.name, f"game {file.number}", f"#{file.number}")
        return any(
            re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", subject, re.IGNORECASE) for name in names
        )


def places_of(league: League, shelf: FileSource) -> dict[str, list[Place]]:
    """Return by address, in small letters, the seats of players who have registered it; broken games have none."""
    places: defaultdict[str, list[Place]] = defaultdict(list)
    for slug in league.slugs():
        try:
            folder = GameFolder(league, slug, shelf)
        except Fault:
            continue
        for player in folder.file.players:
            for key, address in {given.lower(): given for given in player.mail or ()}.items():
                places[key].append(Place(folder, player, address))
    return places


def place_of(places: list[Place], subject: str) -> Place | str:
    """Return the one of a sender's seats that a message is for, or why nobody can tell.

    A tag in the subject says both game and seat, and then nothing else in the subject does.
    """
    if tags := _TAG.findall(subject.lower()):
        named = [place for place in places if (place.folder.slug, place.player.seat) in tags]
        if not named:
            return _NOT_YOURS.format(tags_of(places))
    else:
        named = [place for place in places if place.is_named(subject)] or places
    return named[0] if len(named) == 1 else _SEVERAL.format(tags_of(named))


def tags_of(places: Sequence[Place]) -> str:
    """Return what to write into a subject for one of these seats: `[riot/red] or [cave/red]`."""
    return " or ".join(place.tag for place in places)
