"""A person's file that comes by a pull request, and a history in which nobody is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.command import LATER, git, run
from tests.kit.forge import RED, Forge, reasons

P1 = "people/p1.yaml"
OWN = "name: Ragnar\ngithub: ragnar42\n"
NAMES = ("Ragnar", "ragnar42", "Gwen", "gwen-g", "Rolf", "rolf-h", "hills.example")


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


def test_no_record_and_no_message_names_anybody(forge: Forge) -> None:
    league = forge.league
    forge.pull("ragnar42", {RED: "MOVE B2 S\n"})
    forge.pull("gwen-g", {"people/p2.yaml": "name: Gwendolen\ngithub: gwen-g\n"})
    assert forge.collect("--now", LATER).status == 0
    steps = (
        ("tick",),
        ("resolve", "riot", "--order", "PASS", "--seat", "green"),
        ("replace", "riot", "green", "Rolf@rolf-h", "--reason", "ill"),
        ("undo", "riot"),
        ("replace", "riot", "green", "Rolf@rolf-h"),
        ("people", "set", "Rolf", "--mail", "rolf@hills.example"),
        ("people", "forget", "p2"),
    )
    for step in steps:
        done = run(league, *step, "--now", LATER)
        assert done.status == 0, (step, done.err)
    assert run(league, "verify").status == 0
    said = git(league, "log", "--format=%B")
    records = "".join(path.read_text() for path in _written(league / "games/riot"))
    assert [name for name in NAMES if name in said or name in records] == []


def _written(game: Path) -> list[Path]:
    return [*(game / "turns").rglob("*.yaml"), game / "clock.yaml", game / "state.yaml"]
