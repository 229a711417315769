"""The points that one player could have at most: what standings hold against what a player has."""

from __future__ import annotations

import msgspec
import pytest

from genetess_cli.rules import ruleset


@pytest.mark.parametrize(
    ("name", "settings", "seats", "points"),
    [
        ("genetess", {}, 2, 11),
        ("genetess", {}, 6, 55),  # ruling G41: 11n - 11
        ("dna", {}, 2, 120),
        ("dna", {}, 4, 120),
        ("dna", {"stash": {"S": 1, "M": 0, "L": 2}}, 3, 28),  # rulings D4 and D12
        ("genie", {}, 2, 1),  # ruling L5
    ],
)
def test_what_one_player_can_have_at_most(
    name: str, settings: dict[str, object], seats: int, points: int
) -> None:
    rules = ruleset(name)
    assert rules.available(msgspec.convert(settings, rules.settings), seats) == points
