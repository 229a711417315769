"""The persons of a league as its GM writes them: who has which seat; one who comes, changes or is forgotten."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from genetess_cli.errors import Fault, Note, Refused, WrongUsage
from genetess_cli.rules.base import PUBLIC
from genetess_cli.store import schema, talk
from genetess_cli.store.files import Files
from genetess_cli.store.layout import Layout, person_file
from genetess_cli.store.league import League
from genetess_cli.store.people import Person, check_names_persons, read_person, seal, seated, write_person
from genetess_cli.store.people.names import faults, like_id, unfit
from genetess_cli.store.reader.games import Game
from genetess_cli.store.schema import GameFile, Mail
from genetess_cli.store.yaml import api
from genetess_cli.turns.referee import commit
from genetess_cli.turns.timeline import records_of
from genetess_cli.values import Value

NEW = "new"
"""What a GM calls a person who has no ID yet."""


class HeldSeat(Value):
    """A seat that a person has."""

    game: str
    seat: str


def places(league: League) -> dict[str, list[HeldSeat]]:
    """Return the seats that persons have, by their IDs; games that cannot be read are left out."""
    found: defaultdict[str, list[HeldSeat]] = defaultdict(list)
    for slug, file in _games(league).items():
        for player in file.players:
            if player.person:
                found[player.person].append(HeldSeat(slug, player.seat))
    return found


def _games(league: League) -> dict[str, GameFile]:
    games: dict[str, GameFile] = {}
    for slug in league.slugs():
        path = Layout(slug).game
        with suppress(Fault):
            games[slug] = schema.load_game(api.read(league.lying(path) or b"", path, league.cache))
    return games


def _known(league: League, text: str) -> str:
    """Return the ID of whom a text means: an ID, a login or a name. Raise WrongUsage for nobody, or for several."""
    person = league.people.named(text)
    if person is None:
        raise WrongUsage(
            f"nobody here has the ID, login or name {text[:80]!r}; `genetess people` lists all persons"
        )
    return person


def change(
    league: League, who: str, fields: Mapping[str, Any], mail: Sequence[str], now: int, note: Note
) -> str:
    """Change what is said of a person, or make a NEW one; gives the ID. A field that is empty is taken out.

    Raise WrongUsage for an address or a name that does not fit, InvalidFile for another field that does not, Refused
    for another's login, or without a master key for addresses.
    """
    for address in mail:
        _check_mail(address)
    with league.at_work(note) as league:
        is_new = who == NEW and NEW not in league.people.ids
        person = league.people.new_id() if is_new else _known(league, who)
        path = person_file(person)
        before = league.lying(path)
        filled = {name: value or None for name, value in fields.items()}
        if mail:
            filled["mail"] = [seal(person, "mail", address) for address in mail]
        if "github" in filled:
            filled["github_id"] = None  # noted again at first sight
        text = before or api.dump({"name": fields.get("name", "")}).encode()
        data = api.with_fields(text, filled, path)
        check_fits(league, person, read_person(data, path))
        if data != before:
            commit(league, {path: data}, {path: before}, f"{person}: {', '.join(fields)}", now, note)
    return person


def _check_mail(address: str) -> None:
    try:
        msgspec.convert(address, Mail)
    except msgspec.ValidationError:
        words = f"--mail {address[:80]!r}: write a plain mail address such as gwen@example.org"
        raise WrongUsage(words) from None


def check_fits(league: League, person: str, changed: Person) -> None:
    """Raise WrongUsage for a name that cannot be read, or is another player's; Refused for another's login."""
    if words := unfit(changed.name) or like_id(changed.name):
        raise WrongUsage(f"the name {words}")
    people = league.people.with_known({person: changed})
    if others := [name for name in people.of_login(changed.github) if name != person]:
        raise Refused(f"{others[0]} has the login {changed.github}; a login is one person’s")
    for slug, file in _games(league).items():
        if any(player.person == person for player in file.players):
            for _, words in faults(seated(file, people, Layout(slug))):
                raise WrongUsage(f"{slug}: {words}")


def forget(league: League, who: str, now: int, note: Note) -> str:
    """Leave nothing of a person but the ID, which is given. Raise Refused while a game needs the person."""
    with league.at_work(note) as league:
        person = _known(league, who)
        for slug, file in _games(league).items():
            check_names_persons(file, slug)
            for player in file.players:
                if player.person == person:
                    _check_free(league, slug, player.seat)
        paths = [person_file(person)]
        if login := league.people.persons[person].github:
            paths += [Layout(slug).signup(login.lower()) for slug in league.slugs()]
        seen: Files = {path: data for path in paths if (data := league.lying(path)) is not None}
        changes: Files = {**dict.fromkeys(seen), paths[0]: write_person(Person(forgotten=True))}
        name = re.escape(league.people.persons[person].name.casefold())
        word = re.compile(rf"(?<!\w){name}(?!\w)")
        commit(league, changes, seen, f"{person}: forgotten", now, note)
        for slug in league.slugs():
            for number, message in talk.messages(league.repository, slug).items():
                if word.search(message.text.casefold()):
                    note(f"message {number} of {slug} has the name; `genetess unsay {slug} {number} --erase`")
            with suppress(Fault):
                for record in records_of(league, league.terms(slug)):
                    if word.search((record.reason or "").casefold()):
                        note(f"record {record.number} of {slug} has the name in its reason, which pages show")
    return person


def _check_free(league: League, slug: str, seat: str) -> None:
    clock = league.clock(slug).clock
    if clock is None:
        raise Refused(f"{slug} has not started, and gives {seat} to this person; take that line out first")
    game = league.find(slug)
    is_out = isinstance(game, Game) and seat not in game.view(PUBLIC).still_in
    if not (clock.is_over or is_out or seat in clock.absent):
        raise Refused(
            f"this person has {seat} in {slug}, which goes on; first give the seat to somebody else, `genetess replace "
            f"{slug} {seat} NAME`, or let the player leave, `genetess drop {slug} {seat}`"
        )
