"""The people of a league, each with all games: a login tells who somebody is, and where there is none the name.

A name without a login is never taken for a login's, however alike they are: anybody can be called anything. Who has
several names under one login is called as in the game that began last.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable

import msgspec

from genetess_cli.site.annals import Annals
from genetess_cli.site.facts import GameFacts
from genetess_cli.site.words import shown

_LONGEST = 30


class Seated(msgspec.Struct, frozen=True):
    """A seat of a game that somebody has; `until` is the turn in which it went to somebody else."""

    game: GameFacts
    annals: Annals
    seat: str
    until: str | None = None

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.annals.result is not None

    @property
    def points(self) -> float:
        """The score as it stands, or stood at the end."""
        return self.annals.scores.get(self.seat, 0)

    @property
    def has_won(self) -> bool:
        """Whether the seat is among the winners."""
        return self.annals.result is not None and self.seat in self.annals.result.winners


class Person(msgspec.Struct):
    """Somebody who plays or has played: what names their files, what they are called, and their seats."""

    key: str
    name: str
    login: str | None
    seats: list[Seated] = []
    lost: list[Seated] = []

    @property
    def page(self) -> str:
        """The place of their page; their other files lie beside it."""
        return f"player-{self.key}.html"


def page_of(name: str, login: str | None) -> str:
    """The place of somebody's page."""
    return f"player-{key_of(name, login)}.html"


def people(games: Iterable[tuple[GameFacts, Annals]]) -> dict[str, Person]:
    """Everybody who has or had a seat, by the key that names their files, in the alphabet's order."""
    found: dict[str, Person] = {}
    for game, annals in sorted(games, key=lambda each: (each[1].began, each[0].slug)):
        for seat, facts in game.seats.items():
            person = _person(found, facts.name, game.logins.get(seat))
            person.seats = [*person.seats, Seated(game, annals, seat)]
        for former in annals.formers:
            person = _person(found, shown(former.name) or former.seat, former.login)
            person.lost = [*person.lost, Seated(game, annals, former.seat, former.turn)]
    return dict(sorted(found.items(), key=lambda each: (each[1].name.casefold(), each[0])))


def key_of(name: str, login: str | None) -> str:
    """What names somebody's files: the login, else `_` with the name's letters and a print of all of it."""
    if login:
        return login.lower()
    plain = _plain(name)
    letters = "-".join(re.findall("[a-z0-9]+", plain))[:_LONGEST].strip("-")
    mark = hashlib.blake2s(plain.encode(), digest_size=8).hexdigest()
    return f"_{letters}-{mark}" if letters else f"_{mark}"


def _person(found: dict[str, Person], name: str, login: str | None) -> Person:
    key = key_of(name, login)
    person = found.setdefault(key, Person(key, name, login))
    person.name = name
    return person


def _plain(name: str) -> str:
    """A name as it is compared: capitals, spaces and widths of letters do not make another one."""
    return " ".join(unicodedata.normalize("NFKC", shown(name)).casefold().split())
