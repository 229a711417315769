"""For which of its sender's seats a message is: by the address, and what the subject names."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress

from genetess_cli.errors import InvalidFile
from genetess_cli.intake.submission import game_files
from genetess_cli.notices.mail import tag
from genetess_cli.rules.letters import strip_controls
from genetess_cli.store.league import League
from genetess_cli.store.people import addresses
from genetess_cli.store.schema import GameFile, PlayerFile
from genetess_cli.values import Value

_TAG = re.compile(r"\[[a-z0-9-]{1,40}/[a-z0-9-]{1,40}\]")
_SEALED = re.compile(r"^[ \t]*genetess/v1 sealed order ([a-z0-9-]{1,40}) ([a-z0-9-]{1,40})", re.MULTILINE)
_NOT_YOURS = "The subject of your message names a seat or a game that is not yours. Write {} there instead."
_SEVERAL = (
    "Your message could be for several of your seats. Write the one that you mean into the subject: {}. Write a "
    "message of its own for each game."
)


class Place(Value):
    """A seat in a game, its player, and the address by which it was found, as game.yaml has it."""

    slug: str
    file: GameFile
    player: PlayerFile
    address: str = ""
    is_over: bool = False  # no order for it counts any more

    @property
    def tag(self) -> str:
        return tag(self.slug, self.player.seat)

    @property
    def name(self) -> str:
        return strip_controls(self.file.name)

    @property
    def words(self) -> str:
        return f"{self.player.seat} in {self.name} ({self.slug})"

    def is_named(self, subject: str) -> bool:
        """Say whether a subject names the game by whole words, in any letters; a bare number says nothing."""
        file = self.file
        names = (self.slug, file.name, f"game {file.number}", f"#{file.number}")
        return any(
            re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", subject, re.IGNORECASE) for name in names
        )


def places_of(league: League) -> dict[str, list[Place]]:
    """Return by address, in small letters, the seats of players who have registered it; by "" all seats.

    Raise Refused where addresses are sealed and no master key is here.
    """
    places: defaultdict[str, list[Place]] = defaultdict(list)
    over = {game.slug for game in league.clocks() if game.clock and game.clock.is_over}
    for slug, file in game_files(league):
        for player in file.players:
            mails: list[str] = []
            with suppress(InvalidFile):
                mails = addresses(player)
            places[""].append(Place(slug, file, player))
            for key, address in {given.lower(): given for given in mails}.items():
                places[key].append(Place(slug, file, player, address, slug in over))
    return places


def sealed_tag(text: str) -> str:
    """Return the tag of the seat that sealed orders in a text say they are for; "" where none are in it."""
    found = _SEALED.search(text)
    return tag(*found.groups()) if found else ""


def place_of(places: Sequence[Place], everybody: Sequence[Place], subject: str, sealed: str) -> Place | str:
    """Return the one of a sender's seats that a message is for, or why nobody can tell.

    A tag in the subject says both game and seat, and then nothing else in the subject does; without one, the tag of
    `sealed` orders does. What names a game of others alone is for none. Games that are over count where no other can
    be meant.
    """
    playing = [place for place in places if not place.is_over] or places
    tags = _TAG.findall(subject.lower())
    named = [place for place in places if place.tag in (tags or [sealed])]
    if not (tags or named):
        named = [place for place in places if place.is_named(subject)]
        if not named and not any(place.is_named(subject) for place in everybody):
            named = [*playing]
    named = [place for place in named if not place.is_over] or named
    if len(named) == 1:
        return named[0]
    words = _SEVERAL if named else _NOT_YOURS
    return words.format(" or ".join(place.tag for place in named or playing))
