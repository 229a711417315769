"""Persons: a game that names players as older files do says the same as one that names persons."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some
from msgspec.structs import replace

from genetess_cli.errors import InvalidFile
from genetess_cli.store.layout import Layout
from genetess_cli.store.people import NOBODY, Person, read_person, seal, seated, unseal, write_person
from genetess_cli.store.records import Holder
from genetess_cli.store.schema import GameFile, load_game, row_of
from genetess_cli.store.yaml import api
from tests.kit.keys import KEY

HEAD = {"ruleset": "genetess", "name": "Riot"}
NAMES = some.sampled_from(["Ragnar", "Gwen", "Zoe", "Å b", "o'Neil"])
LOGINS = some.none() | some.sampled_from(["ragnar42", "gwen-g", "Zoe"])


@some.composite
def rows(draw: some.DrawFn) -> list[dict[str, Any]]:
    """Players of an older game, each another person, and a bot."""
    seats = ["red", "green", "blue"]
    names = draw(some.lists(NAMES, min_size=2, max_size=3, unique=True))
    logins = draw(some.lists(LOGINS, min_size=3, max_size=3, unique_by=lambda login: login or object()))
    people: list[dict[str, Any]] = [
        {"seat": seat, "name": name, "github": login, "start": seat.upper()}
        for seat, name, login in zip(seats, names, logins, strict=False)
    ]
    if draw(some.booleans()):
        people[0] |= {"notices": draw(some.sampled_from(["all", "own", "none"])), "github_id": 7}
    return [*people, {"seat": "black", "name": "Greedy", "bot": "greedy", "start": "B"}]


def load(players: list[dict[str, Any]], version: int) -> GameFile:
    """What a game.yaml says of players."""
    filled = [{name: value for name, value in row.items() if value is not None} for row in players]
    text = api.dump({**HEAD, "players": filled, "version": version})
    return load_game(api.read(text.encode(), "game.yaml"))


@given(rows())
def test_a_game_reads_alike_with_its_players_and_with_persons(players: list[dict[str, Any]]) -> None:
    old = load(players, 2)
    joined = NOBODY.join(old.players, is_exact=True)
    new = seated(load([row_of(player) for player in joined.players], 3), joined.people, Layout("riot"))
    told = [
        replace(player, person=None, notices=was.notices if player.notices == "each" else player.notices)
        for player, was in zip(new.players, old.players, strict=True)
    ]
    assert told == list(old.players)
    assert new.names == old.names


@given(some.text(min_size=1, max_size=30), some.sampled_from(["p1", "p2"]))
def test_what_is_sealed_opens_for_its_person_alone(text: str, person: str) -> None:
    with pytest.MonkeyPatch.context() as change:
        change.setenv("GENETESS_MASTER_KEY", KEY)
        sealed = seal(person, "mail", text)
        assert unseal(person, "mail", sealed) == text
        assert len(sealed) == len(seal(person, "mail", "a@b"))
        for other, kind in (("p3", "mail"), (person, "away")):
            with pytest.raises(InvalidFile, match="does not open"):
                unseal(other, kind, sealed)  # type: ignore[arg-type]


def test_a_person_is_written_and_read_back() -> None:
    person = Person(name="Gwen", github="gwen-g", notices="daily", standby=True)
    assert read_person(write_person(person), "people/p1.yaml") == person
    assert write_person(Person(forgotten=True)) == b"forgotten: true\n"


def test_who_is_no_person_is_a_former_player() -> None:
    people = NOBODY.with_known(
        {
            "p1": Person(name="Gwen", github="gwen-g"),
            "p2": Person(forgotten=True),
            "p3": Person(name="Zoe"),
        }
    )
    assert people.told(Holder("Gwendolen", "GWEN-G")).called == "Gwen"
    assert people.told(Holder("Zoe")).called == "Zoe"
    assert people.told(Holder("Gwen")).called == "a former player"
    assert people.told(Holder(person="p2")).called == "a former player"
    assert people.told(Holder(person="p9")).called == "a former player"
    assert people.told(Holder("Greedy", bot="greedy")).called == "Greedy (bot)"
