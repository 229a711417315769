"""The persons of a league as its GM writes them: who has which seat; one who comes, changes or is forgotten."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import msgspec
from msgspec.structs import replace

from genetess_cli.errors import Fault, Note, Refused, WrongUsage
from genetess_cli.rules.base import PUBLIC
from genetess_cli.store import schema
from genetess_cli.store.files import Files
from genetess_cli.store.layout import Layout, person_file
from genetess_cli.store.league import League
from genetess_cli.store.people import Person, read_person, seal, seated, write_person
from genetess_cli.store.people.names import check_one, unfit
from genetess_cli.store.reader.games import Game
from genetess_cli.store.schema import GameFile, Mail, PlayerFile, filled_fields
from genetess_cli.store.yaml import api
from genetess_cli.turns.referee import commit
from genetess_cli.values import Value


class HeldSeat(Value):
    """A seat that a person has."""

    game: str
    seat: str
    is_over: bool


def places(league: League) -> dict[str, list[HeldSeat]]:
    """Return the seats that persons have, by their IDs; games that cannot be read are left out."""
    found: defaultdict[str, list[HeldSeat]] = defaultdict(list)
    for slug, file in _games(league).items():
        clock = league.clock(slug).clock
        for player in file.players:
            if player.person:
                is_over = clock is not None and clock.is_over
                found[player.person].append(HeldSeat(slug, player.seat, is_over))
    return found


def _games(league: League) -> dict[str, GameFile]:
    games: dict[str, GameFile] = {}
    for slug in league.slugs():
        path = Layout(slug).game
        with suppress(Fault):
            games[slug] = schema.load_game(api.read(league.lying(path) or b"", path, league.cache))
    return games


def known(league: League, text: str) -> str:
    """Return the ID of whom a text means: an ID, a login or a name. Raise WrongUsage for nobody, or for several."""
    person = league.people.named(text)
    if person is None:
        raise WrongUsage(
            f"nobody here has the ID, login or name {text[:80]!r}; `genetess people` lists all persons"
        )
    return person


def sealed(person: str, addresses: Sequence[str]) -> tuple[str, ...]:
    """Return mail addresses as the file has them. Raise WrongUsage for what is none, Refused without a master key."""
    for address in addresses:
        try:
            msgspec.convert(address, Mail)
        except msgspec.ValidationError:
            raise WrongUsage(
                f"--mail {address[:80]!r}: write a plain mail address such as gwen@example.org"
            ) from None
    return tuple(seal(person, "mail", address) for address in addresses)


def add(league: League, player: PlayerFile, mail: Sequence[str], now: int, note: Note) -> str:
    """Make a person; gives the ID. Raise Refused where somebody has the login, or for no key to seal addresses with."""
    with league.at_work(note) as league:
        joined = league.people.join([replace(player, mail=None)])
        person = str(joined.players[0].person)
        if not joined.files:
            raise Refused(f"{person} is called so already; to change that: `genetess people set {person}`")
        [(path, data)] = joined.files.items()
        made = replace(read_person(data, path), mail=sealed(person, mail))
        _save(league, {path: write_person(made)}, {path: None}, f"{person}: a new person", now, note)
    return person


def change(league: League, person: str, fields: Mapping[str, Any], now: int, note: Note) -> list[str]:
    """Change what is said of a person; gives the names of the fields that are other than before.

    Raise Refused for another's login, WrongUsage for a name that does not fit.
    """
    with league.at_work(note) as league:
        path = person_file(person)
        before = league.lying(path) or b""
        was = read_person(before, path)
        if "github" in fields and (fields["github"] or "").lower() != (was.github or "").lower():
            fields = {**fields, "github_id": None}
        now_is = replace(was, **fields)
        values = filled_fields(now_is)
        kept = filled_fields(was)
        changed = [name for name in {**kept, **values} if kept.get(name) != values.get(name)]
        if not changed:
            return []
        data = api.with_fields(before, {name: values.get(name) for name in changed}, path)
        read_person(data, path)
        check_fits(league, person, now_is)
        words = f"{person}: {', '.join(changed)}"
        _save(league, {path: data}, {path: before}, words, now, note)
    return changed


def check_fits(league: League, person: str, changed: Person) -> None:
    """Raise WrongUsage for a name that cannot be read, or is another player's; Refused for another's login."""
    if words := unfit(changed.name):
        raise WrongUsage(f"the name {words}")
    others = {name: other for name, other in league.people.persons.items() if name != person}
    for name, other in others.items():
        if changed.github and (other.github or "").lower() == changed.github.lower():
            raise Refused(f"{name} has the login {changed.github}; a login is one person’s")
    people = league.people.with_known({person: changed})
    for slug, file in _games(league).items():
        if all(player.person != person for player in file.players):
            continue
        players = seated(file, people, Layout(slug)).players
        for player in players:
            if player.person == person:
                check_one(player, (row for row in players if row is not player), file.seats)


def forget(league: League, person: str, now: int, note: Note) -> None:
    """Leave nothing of a person but the ID. Raise Refused while a game needs the person."""
    with league.at_work(note) as league:
        path = person_file(person)
        before = league.lying(path) or b""
        login = (read_person(before, path).github or "").lower()
        for place in places(league)[person]:
            _check_free(league, place)
        for slug, file in _games(league).items():
            if not file.names_persons:
                words = "names players by name and login; raise it with `genetess migrate` first"
                raise Refused(f"{Layout(slug).game} is of an older version and {words}")
        changes: Files = {path: write_person(Person(forgotten=True))}
        seen: Files = {path: before}
        for slug in league.slugs():
            signup = Layout(slug).signup(login)
            if login and (data := league.lying(signup)) is not None:
                changes[signup] = None
                seen[signup] = data
        _save(league, changes, seen, f"{person}: forgotten", now, note)


def _check_free(league: League, place: HeldSeat) -> None:
    clock = league.clock(place.game).clock
    if clock is None:
        raise Refused(
            f"{place.game} has not started, and gives {place.seat} to this person; take that line out first"
        )
    game = league.find(place.game)
    is_out = isinstance(game, Game) and place.seat not in game.view(PUBLIC).still_in
    if not (place.is_over or is_out or place.seat in clock.absent):
        raise Refused(
            f"this person has {place.seat} in {place.game}, which goes on; first give the seat to somebody else, "
            f"`genetess replace {place.game} {place.seat} NAME`, or let the player leave, "
            f"`genetess drop {place.game} {place.seat}`"
        )


def _save(league: League, changes: Files, seen: Files, message: str, now: int, note: Note) -> None:
    commit(league.repository, league.snapshot.commit, changes, seen, f"{message}\n", now, note)
