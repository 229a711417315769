"""A person's file that comes by a pull request, and a history in which nobody is named."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.command import LATER, commit, git, new_game, run
from tests.kit.forge import RED, Forge, reasons
from tests.kit.mail import collect, message
from tests.kit.reading import records_in, said

P1 = "people/p1.yaml"
OWN = "name: Ragnar\ngithub: ragnar42\n"
NAMED = "(?i)ragnar|gwen|rolf|hills|zed"


def test_a_person_changes_the_own_file(forge: Forge) -> None:
    text = f"{OWN}notices: daily\nstandby: true\n"
    forge.pull("ragnar42", {P1: text})
    done = forge.collect()
    assert done.status == 0, done.out
    assert forge.shown(P1) == text
    assert "Accepted: your file `people/p1.yaml`." in done.json["answers"][0]["body"]
    assert forge.collect().json["taken"][0]["earlier"] is True


def test_it_comes_together_with_an_order(forge: Forge) -> None:
    forge.pull("ragnar42", {P1: OWN.replace("Ragnar", "Rag"), RED: "PASS\n"})
    assert forge.collect().status == 0
    assert "name: Rag\n" in str(forge.shown(P1))
    assert forge.shown(RED) == "PASS\n"


@pytest.mark.parametrize(
    ("login", "text", "words"),
    [
        ("mallory", OWN.replace("Ragnar", "X"), "this is not the file of mallory"),
        ("ragnar42", None, "this file stays; to be forgotten, ask the GM"),
        ("ragnar42", f"{OWN}github_id: 7\n", "only the GM changes `github_id`"),
        ("ragnar42", "name: Ragnar\ngithub: other\n", "only the GM changes `github`"),
        ("ragnar42", "forgotten: true\n", "only the GM changes `github`"),
        ("ragnar42", OWN.replace("Ragnar", "Gwen"), "the name `Gwen` is taken"),
        ("ragnar42", OWN.replace("Ragnar", "'@@@'"), "`name` is up to 40 letters"),
        ("ragnar42", f"{OWN}shoes: 42\n", "there is no such field"),
    ],
)
def test_what_is_not_the_persons_to_change_is_rejected(
    forge: Forge, login: str, text: str | None, words: str
) -> None:
    before = forge.shown(P1)
    forge.pull(login, {P1: text})
    done = forge.collect()
    assert words in reasons(done)
    assert forge.shown(P1) == before


def test_nothing_of_a_whole_history_names_anybody_but_the_files_of_people(
    looking: Forge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CI", raising=False)  # where no sealed order is written
    league = looking.league
    with (league / "genetess.yaml").open("a") as settings:
        settings.write("mail: games@example.org\n")
    commit(league)
    git(league, "push", "--quiet")
    looking.pull("gwen-g", {"games/riot/signups/gwen-g.yaml": "name: Gwen\nseat: green\n"})
    looking.pull("zed", {"games/riot/signups/zed.yaml": "name: Zed\n"})
    assert looking.collect("--now", LATER).status == 0
    new_game(league, "vault", "--sealed")
    _does(
        league,
        "start riot vault",
        "people set gwen-g --mail gwen@hills.example",
        "say riot Well",
        "tick --push",
    )
    looking.pull("ragnar42", {RED: "PASS\n"})
    looking.pull(
        "gwen-g", {"people/p2.yaml": str(looking.shown("people/p2.yaml")).replace("Gwen", "Gwendolen")}
    )
    assert looking.collect("--now", LATER).status == 0
    done = collect(league, message("PASS\n", "gwen@hills.example"), "--now", LATER)
    assert done.status == 0, done.err
    _does(
        league,
        "order vault red PASS --commit",
        "tick",
        "replace vault green Rolf@rolf-h --reason ill",
        "undo vault",
        "replace vault green Rolf@rolf-h",
        "replace riot green Rolf",
        "wish riot green RESIGN",
        "people set Rolf --mail rolf@hills.example",
        "people forget p2",
        "verify vault",
    )
    assert re.findall(NAMED, git(league, "log", "--all", "--format=%B")) == []
    assert [path for path, text in _records(league) if re.search(NAMED, text)] == []


def _does(league: Path, *commands: str) -> None:
    for command in commands:
        now = () if command.startswith("verify") else ("--now", LATER)
        done = run(league, *command.split(), *now)
        assert done.status == 0, (command, done.err)


def _records(league: Path) -> Iterator[tuple[str, str]]:
    """Every version of what the program writes of games: clocks, positions and records, as far as they are open."""
    for row in git(league, "rev-list", "--all", "--objects", "--", "games").splitlines():
        oid, _, path = row.partition(" ")
        if path.endswith(("/clock.yaml", "/state.yaml")) or ("/turns/" in path and path.endswith(".yaml")):
            yield path, git(league, "cat-file", "blob", oid)
    for slug in ("riot", "vault"):
        yield from ((slug, str(said(one))) for one in records_in(league, slug))
