"""The persons of a league: people/ID.yaml, who has which seat of a game, and what of a person is sealed.

What is sealed is sealed under a key that comes from the master key, for its person: text that was copied into another
person's file does not open there.
"""

from __future__ import annotations

import binascii
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal

from genetess_cli.errors import CannotRead, Finding, InvalidFile, Refused, WrongUsage
from genetess_cli.store.layout import Layout, person_file, person_of
from genetess_cli.store.people.names import is_same, like_id
from genetess_cli.store.records import FORMER, Holder
from genetess_cli.store.schema import (
    ForgeId,
    FromFile,
    GameFile,
    Line,
    Login,
    Notices,
    PlayerFile,
    at_most,
    filled_fields,
    shaped,
)
from genetess_cli.store.seal import box, keyring
from genetess_cli.store.seal.box import SealContext, Unopened
from genetess_cli.store.seal.keys import people_key
from genetess_cli.store.yaml import api
from genetess_cli.values import Value

_BLOCK = 128
_MOST = 1024
_SEALED = "a sealed text, as `genetess people set ID --mail ADDRESS` writes it"
Sealed = Annotated[str, shaped(r"[A-Za-z0-9+/]{200,2800}={0,2}", _SEALED)]
_CHAT = "the number or name by which a chat knows the person, such as `<@1234>`"
Chat = Annotated[str, shaped(r"(?:[^\s`]{1,60})?", _CHAT)]
Kind = Literal["mail", "away"]


class Person(FromFile, kw_only=True, omit_defaults=True):
    """people/ID.yaml; one that is forgotten says nothing else."""

    name: Line = FORMER
    github: Login | None = None
    github_id: ForgeId | None = None
    mail: Annotated[tuple[Sealed, ...], at_most(10, "sealed addresses")] = ()
    notices: Notices = "each"
    away: Sealed | None = None
    standby: bool = False  # whether the GM may ask for taking over a seat
    chat: Chat = ""  # how a chat mentions the person; "": not at all
    forgotten: bool = False


class People:
    """The persons of a league by their IDs, each read when first asked for.

    `lying` gives a file, `names` those in people/, `past` those that ever were there, `known` persons who have no file
    yet.
    """

    def __init__(
        self,
        lying: Callable[[str], bytes | None],
        names: Callable[[], Iterable[str]],
        past: Callable[[], Iterable[str]] = tuple,
        cache: Path | None = None,
        known: Mapping[str, Person | None] = {},
    ) -> None:
        self._lying = lying
        self._names = names
        self._past = past
        self._cache = cache
        self._persons = {**known}

    def find(self, person: str) -> Person | None:
        """Return a person; None where there is no such file. Raise InvalidFile, CannotRead."""
        if person not in self._persons:
            path = person_file(person)
            data = self._lying(path)
            self._persons[person] = None if data is None else read_person(data, path, self._cache)
        return self._persons[person]

    @property
    def ids(self) -> list[str]:
        """Return the IDs of all, also of those whose files cannot be read. Raise CannotRead."""
        found = filter(None, map(person_of, map("people/{}".format, self._names())))
        added = [person for person, known in self._persons.items() if known]
        return sorted({*found, *added}, key=lambda name: (len(name), name))

    @property
    def all(self) -> dict[str, Person | Finding]:
        """Return everybody by ID, or what is wrong with the file."""
        found: dict[str, Person | Finding] = {}
        for person in self.ids:
            try:
                here = self.find(person)
            except (InvalidFile, Refused) as fault:
                found[person] = Finding("", str(fault))
                continue
            if here:
                found[person] = here
        return found

    @cached_property
    def persons(self) -> dict[str, Person]:
        """Return by ID all whose files can be read and who are not forgotten."""
        return {
            name: person
            for name, person in self.all.items()
            if isinstance(person, Person) and not person.forgotten
        }

    @property
    def away(self) -> list[str]:
        """Return the IDs of those whose files have an absence, or cannot be read: what else they say is not asked."""
        return [name for name in self.ids if self._may_be_away(name)]

    def _may_be_away(self, name: str) -> bool:
        try:
            return b"\naway:" in (self._lying(person_file(name)) or b"")
        except CannotRead:
            return True

    def with_known(self, known: Mapping[str, Person]) -> People:
        """Return them with others, or some as they are to be."""
        return People(self._lying, self._names, self._past, self._cache, {**self._persons, **known})

    def new_id(self) -> str:
        """Return an ID that nobody has or had: the number after the highest one."""
        every = [*self.ids, *filter(None, map(person_of, self._past()))]
        numbers = [int(name[1:]) for name in every if name[0] == "p" and name[1:].isdecimal()]
        return f"p{max(numbers, default=0) + 1}"

    def of_login(self, login: str | None) -> list[str]:
        return [
            name
            for name, person in self.persons.items()
            if login and (person.github or "").lower() == login.lower()
        ]

    def named(self, text: str) -> str | None:
        """Return the ID of whom a text means: an ID, or else a login or a name, in small letters too; None for nobody.

        Raise WrongUsage where several persons have it.
        """
        persons = self.persons
        if text in persons:
            return text
        exact = [name for name, person in persons.items() if person.name == text]
        alike = [name for name, person in persons.items() if person.name.casefold() == text.casefold()]
        meant = self.of_login(text) or exact or alike
        if len(meant) > 1:
            raise WrongUsage(f"{text[:80]!r} is {', '.join(meant[:-1])} or {meant[-1]}; name one by this ID")
        return next(iter(meant), None)

    def holder(self, holder: Holder) -> Holder:
        """Return who has, or had, a seat by the ID; older records name persons by the login, or without any by name."""
        if holder.bot or holder.person:
            return holder
        person = _among(self.persons, holder)
        return Holder(person=person) if person else holder

    def told(self, holder: Holder) -> Holder:
        """Return who has, or had, a seat as pages call them now; who is no person of the league is a former player."""
        found = self.holder(holder)
        if found.bot:
            return found
        person = self.persons.get(found.person or "", Person())
        return Holder(person.name, person.github, person=found.person)

    def join(self, players: Sequence[PlayerFile], is_exact: bool = False) -> Joined:
        """Return players as persons of the league, and who became one.

        One without a login can be named by an ID, a login or a name; but where it `is_exact` is nobody who has a login.
        Raise WrongUsage where several are meant.
        """
        people = self
        made: dict[str, Person] = {}
        joined: list[PlayerFile] = []
        for player in players:
            if player.bot or player.person:
                joined.append(player)
                continue
            person = _among(people.persons, player)
            if person is None and player.github is None and not is_exact:
                person = self.named(player.name)  # nobody can mean who is new here
            if person is None:
                if not is_exact and (words := like_id(player.name)):
                    raise WrongUsage(f"{player.seat}={player.name}: {words}")
                person = people.new_id()
                made[person] = Person(name=player.name, github=player.github)
            known = made.get(person) or people.persons[person]
            if (more := _with_more(person, known, player)) != known:
                made[person] = more
            people = people.with_known(made)
            joined.append(_as(player.replace(person=person), more))
        return Joined(joined, {person_file(person): write_person(made[person]) for person in made}, people)


class Joined(Value):
    """Players who are persons of the league now."""

    players: list[PlayerFile]
    files: dict[str, bytes]  # of those who were none before
    people: People  # with these


def _with_more(name: str, person: Person, player: PlayerFile) -> Person:
    """Return a person with what a game of an older version, or a sign-up, tells besides."""
    mail = [seal(name, "mail", address) for address in player.mail or ()]
    return person.replace(
        github_id=person.github_id or player.github_id,
        mail=tuple(dict.fromkeys([*person.mail, *mail])),
        notices=player.notices or person.notices,
    )


def _among(persons: Mapping[str, Person], player: PlayerFile | Holder) -> str | None:
    """Return the ID of the person who has the login of a player; or where there is none, that name and no login."""
    return next((name for name, person in persons.items() if is_same(person, player)), None)


NOBODY = People(lambda path: None, tuple)
"""Persons of whom nothing is read: who has a seat is known by the ID alone."""


def read_person(data: bytes, path: str, cache: Path | None = None) -> Person:
    """Return a person as a file says. Raise InvalidFile."""
    tree = api.read(data, path, cache)
    person = api.convert(tree, Person)
    if isinstance(tree.data, dict) and "name" not in tree.data and not person.forgotten:
        raise InvalidFile(api.fault(tree, (), "`name` is missing; add `name: ...` here"))
    return person


def write_person(person: Person) -> bytes:
    return api.dump(filled_fields(person)).encode()


def check_names_persons(file: GameFile, slug: str) -> None:
    """Raise Refused for a game of an older version."""
    if not file.names_persons:
        words = "names players by name and login; raise it with `genetess migrate` first"
        raise Refused(f"{Layout(slug).game} is of an older version and {words}")


def seated(file: GameFile, people: People, paths: Layout) -> GameFile:
    """Return a game's settings with what is said of the persons who have its seats. Raise InvalidFile, CannotRead."""
    return file.replace(players=tuple(_seated(player, people, paths) for player in file.players))


def _seated(player: PlayerFile, people: People, paths: Layout) -> PlayerFile:
    if player.person is None:
        return player
    person = people.find(player.person)
    if person is None:
        words = (
            f"there is no such file, but {paths.game} gives {player.seat} to {player.person}; restore it from git, or "
            f"name one there that `genetess people` lists"
        )
        raise InvalidFile(Finding(person_file(player.person), words))
    return _as(player, person)


def _as(player: PlayerFile, person: Person) -> PlayerFile:
    return player.replace(
        name=person.name,
        github=person.github,
        github_id=person.github_id,
        mail=person.mail or None,
        notices=person.notices,
    )


# What is sealed


def seal(person: str, kind: Kind, text: str) -> str:
    """Return a text of a person's as the file has it. Raise Refused where there is no master key."""
    place = SealContext("", kind, person)
    sealed = box.seal(people_key(keyring.master()), place, text.encode(), block=_BLOCK)
    return binascii.b2a_base64(sealed, newline=False).decode()


def unseal(person: str, kind: Kind, sealed: str) -> str:
    """Return such a text. Raise Refused where no master key is here, InvalidFile where none opens it."""
    place = SealContext("", kind, person)
    for master in reversed(keyring.masters()):
        try:
            data = binascii.a2b_base64(sealed, strict_mode=True)
            return box.unseal(people_key(master), place, data, _MOST, _BLOCK).decode()
        except (Unopened, ValueError):
            continue
    words = (
        f"`{kind}` does not open with the master key that is here. Bring the key that sealed it with `genetess keys "
        f"import`, or write it anew with `genetess people set {person}`"
    )
    raise InvalidFile(Finding(person_file(person), words))


def addresses(player: PlayerFile) -> list[str]:
    """Return a player's mail addresses. Raise Refused as `unseal` does."""
    if player.person is None:
        return list(player.mail or ())
    return [unseal(player.person, "mail", sealed) for sealed in player.mail or ()]
