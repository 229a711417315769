"""One word for one thing: the terms of docs/architecture.md, and the words that were given up for them."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import defaultdict

from tests.house.tree import ROOT, modules, name, tree

TERMS = (
    "turn", "round", "seat", "player", "GM", "order", "stored order", "priority order", "order file", "turnsheet",
    "deadline", "grace", "holiday", "time-out", "accepted", "rejected", "refused", "failed", "undo", "record",
    "history", "sealed", "seat key", "reveal", "verify", "preset", "board", "special", "fog", "view",
)  # fmt: skip

GIVEN_UP = {
    "annals": "summary", "chest": "keyring", "chronicle": "public_log", "deed": "act", "deeds": "acts",
    "desk": "act", "gm_action": "act", "gm_actions": "acts", "recorded_act": "ToldAct",
    "papers": "codec", "reel": "scene_set", "reels": "scene_sets", "slip": "sealed_orders", "slips": "sealed_orders",
    "hosted": "folder", "tidings": "notice", "vault": "game_keys",
}  # fmt: skip

FAMILIES = {
    "Board", "BoardView", "Game", "Order", "Piece", "PieceView", "Player", "Settings",
    "Dropped", "Eliminated", "Ended", "Passed", "Scored", "TimedOut", "TurnBegan",
}  # fmt: skip
"""Types that each ruleset makes for itself, and events that several have, each with what it changes there."""

_PART = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def test_every_term_is_explained() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    words = text.partition("## Words")[2]
    assert [term for term in TERMS if f"*{term}*" not in words] == []


def test_every_term_is_in_the_glossary() -> None:
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").lower()
    assert [term for term in TERMS if f"**{term.lower()}**" not in text] == []


def test_no_identifier_has_a_word_that_was_given_up() -> None:
    found = []
    for path in modules():
        for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline):
            if token.type == tokenize.NAME:
                said = f"_{'_'.join(_PART.findall(token.string)).lower()}_"
                found += [
                    f"{name(path)}:{token.start[0]}: {token.string}: say {GIVEN_UP[word]}"
                    for word in GIVEN_UP
                    if f"_{word}_" in said
                ]
    assert not found


def test_a_public_type_has_its_name_in_one_module_but_for_the_families_that_each_ruleset_has() -> None:
    places: dict[str, set[str]] = defaultdict(set)
    for path in modules():
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].add(name(path))
    alike = {type_ for type_, found in places.items() if len(found) > 1}
    assert alike == FAMILIES
