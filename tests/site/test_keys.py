"""What is out of date is worked out: a file is made again when anything that it is made of has changed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from markupsafe import Markup
from msgspec.structs import replace

from genetess_cli.site.pages.files import OrderFiles
from genetess_cli.site.pages.home import HomeBoards
from genetess_cli.site.past.summary import GameSummary, Listed
from genetess_cli.site.words import Stored
from genetess_cli.site.write.folder import Folder
from genetess_cli.site.write.keyed import KeyedFiles, digest_of
from tests.kit.league import League, wide


def _changed(struct: msgspec.Struct) -> Iterator[tuple[str, msgspec.Struct]]:
    """The same with something else in each of its fields, and in each field of those of them that are structs."""
    for name in struct.__struct_fields__:
        value = getattr(struct, name)
        yield name, replace(struct, **{name: "something else"})
        if isinstance(value, msgspec.Struct):
            for below, other in _changed(value):
                yield f"{name}.{below}", replace(struct, **{name: other})


@pytest.fixture
def site(tmp_path: Path) -> League:
    return wide(tmp_path / "here").start().order("MOVE C2 E-E", "PASS", "MOVE C17 N-E")


def _made_of(site: League) -> list[msgspec.Struct]:
    """What the pages of past turns are made of, the league's own, and a page of a game."""
    facts = site.facts()
    return [
        facts,
        Listed(facts, site.present(), GameSummary()),
        OrderFiles(game=facts, settings="name: Riot", queues={"red": Stored("PASS")}),
        HomeBoards(Markup("<defs/>"), Markup("<svg/>"), Markup(""), []),
    ]


def test_each_field_is_in_the_key(site: League) -> None:
    for made_of in _made_of(site):
        key = digest_of(made_of)
        assert [name for name, other in _changed(made_of) if digest_of(other) == key] == []


def test_the_order_of_seats_is_in_the_key(site: League) -> None:
    facts = site.facts()
    turned = replace(facts, seats=dict(reversed(facts.seats.items())))
    assert turned == facts
    assert digest_of(turned) != digest_of(facts)


def test_what_is_made_of_something_else_is_written_again(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    made: list[str] = []

    def make(made_of: str) -> str:
        made.append(made_of)
        return made_of

    files = KeyedFiles(folder, "all", {}, set())
    files.put("a.html", "one", make)
    again = KeyedFiles(folder, "all", files.keys, {"a.html"})
    again.put("a.html", "one", make)
    again.put("a.html", "two", make)
    assert made == ["one", "two"]
    assert folder.read("a.html") == "two"


def test_a_file_that_is_gone_is_written_again(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    files = KeyedFiles(folder, "all", {}, set())
    files.put("a.html", "one", str)
    folder.remove("a.html")
    KeyedFiles(folder, "all", files.keys, set()).put("a.html", "one", str)
    assert folder.read("a.html") == "one"
