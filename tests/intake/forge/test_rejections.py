"""Each reason to reject what was sent, a row of REJECTIONS: what becomes of it, as docs and the answer say."""

from __future__ import annotations

import re
from collections.abc import Callable
from unittest.mock import patch

import pytest

from genetess_cli.intake.rejections import REJECTIONS
from genetess_cli.store.git import fetched
from tests.house.tree import ROOT
from tests.kit.command import Done, commit, git, run
from tests.kit.forge import RED, Forge

ON_FORGES = {key: row for key, row in REJECTIONS.items() if row.advice}
"""The others are of mail alone."""
SIGN_UP = "games/riot/signups/mallory.yaml"


def _mistake_in_orders(forge: Forge) -> Done:
    forge.pull("ragnar42", {RED: "JUMP\n"})
    return forge.collect()


def _seat_of_somebody_else(forge: Forge) -> Done:
    forge.pull("mallory", {RED: "PASS\n"})
    return forge.collect()


def _order_that_fails_today(forge: Forge) -> Done:
    forge.pull("ragnar42", {RED: "MOVE A1 N\n"})
    return forge.collect()


def _broken_game(forge: Forge) -> Done:
    game = forge.league / "games/riot/game.yaml"
    game.write_text(f"{game.read_text()}deadline: never\n")
    commit(forge.league)
    git(forge.league, "push", "--quiet")
    forge.pull("ragnar42", {RED: "PASS\n"})
    return forge.collect()


def _game_that_looks_for_nobody(forge: Forge) -> Done:
    forge.pull("mallory", {SIGN_UP: "name: Mal\n"})
    return forge.collect()


def _no_players_file(forge: Forge) -> Done:
    forge.pull("mallory", {"games/riot/board.yaml": "map: x\n"})
    return forge.collect()


def _draft(forge: Forge) -> Done:
    forge.pull("ragnar42", {RED: "PASS\n"}, draft=True)
    return forge.collect()


def _slow_head(forge: Forge) -> Done:
    forge.pull("zoe", {RED: "PASS\n"})
    with patch.object(fetched, "_PATIENCE", 0.001):
        return forge.collect()


def _push_behind_what_was_taken_in(forge: Forge) -> Done:
    before = forge.pull("ragnar42", {RED: "PASS\n"})["head"]["sha"]
    forge.collect()
    forge.pull("ragnar42", {RED: "PASS\nPASS\n"}, before)
    forge.pulls = [{**forge.pulls[1], "number": 1}]
    return forge.collect()


def _branch_of_what_was_carried_out(forge: Forge) -> Done:
    pull = forge.pull("ragnar42", {RED: "PASS\n"})
    forge.collect()
    assert run(forge.league, "tick", "--push").status == 0
    forge.pulls = [{**pull, "number": 2}]
    return forge.collect()


CASES: dict[str, Callable[[Forge], Done]] = {
    "mend": _mistake_in_orders,
    "seat": _seat_of_somebody_else,
    "anew": _order_that_fails_today,
    "wait": _broken_game,
    "none": _game_that_looks_for_nobody,
    "astray": _no_players_file,
    "ready": _draft,
    "slow": _slow_head,
    "earlier": _push_behind_what_was_taken_in,
    "again": _branch_of_what_was_carried_out,
}


ON_A_FORGE = {key: row for key, row in REJECTIONS.items() if row.advice}
"""What is not for mail alone."""


def test_every_reason_has_a_case_and_a_sentence_in_docs() -> None:
    docs = (ROOT / "docs/formats.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \| .* \| (open|closed) \|$", docs, re.MULTILINE))
    said = {key: "closed" if bool(row.why) else "open" for key, row in ON_FORGES.items()}
    assert [*rows.items()] == [*said.items()]
    assert CASES.keys() == ON_FORGES.keys()


@pytest.mark.by_day(1, ci=3)
@pytest.mark.parametrize("key", ON_FORGES)
def test_what_becomes_of_it_is_told_in_the_answer(forge: Forge, key: str) -> None:
    row = REJECTIONS[key]
    [answer] = CASES[key](forge).json["answers"]
    assert answer["close"] is bool(row.why)
    assert (f"closed: {row.why}. Further pushes here are ignored." in answer["body"]) is bool(row.why)
    assert row.advice in answer["body"]
    assert row.lead in answer["body"]
