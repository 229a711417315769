"""What `board check` lists: specials with what players read there, and those that do nothing as the board stands."""

from __future__ import annotations

from typing import Any

import pytest

from genetess_cli.rules.genetess.boards.fairness import Listed, inventory
from genetess_cli.rules.genetess.setup import Board

MAP = "....\n.+#.\n....\n"
OPEN = "....\n..#.\n....\n"
STARTS = {"K1": {"A1": "K"}, "K2": {"D3": "K"}}


def _listed(*specials: dict[str, Any], map_: str = MAP) -> list[Listed]:
    return inventory(Board(map_, STARTS, list(specials)))


def test_specials_are_listed_in_row_order_with_their_text() -> None:
    found = _listed({"at": "b3", "type": "S5"}, {"at": "C1", "type": "S1", "amount": 2, "text": "Gold!"})
    assert found == [
        Listed("C1", "S1", "Gold!", ""),
        Listed("B3", "S5", "Shows the whole map", ""),
    ]


@pytest.mark.parametrize(
    ("special", "words"),
    [
        # rulings G32, G37
        ({"type": "S3", "target": "b3"}, "its target is its own square"),
        ({"type": "S8", "targets": ["B3"]}, "nowhere but to its own square"),
        ({"type": "S8", "targets": ["B3", "b3"]}, "nowhere but to its own square"),
        ({"type": "S10", "walls": ["A1", "C3"]}, "no interior wall to open on A1, C3"),
        ({"type": "S3", "target": "B2"}, ""),
        ({"type": "S8", "targets": ["B3", "C3"]}, ""),
        ({"type": "S10", "walls": ["A1", "B2"]}, ""),
        ({"type": "S10", "random": 2}, ""),
        ({"type": "S5"}, ""),
    ],
)
def test_a_special_that_does_nothing_is_known(special: dict[str, Any], words: str) -> None:
    (found,) = _listed({"at": "B3", **special})
    assert words in found.idle
    assert bool(found.idle) == bool(words)


def test_random_walls_need_a_wall() -> None:
    (found,) = _listed({"at": "B3", "type": "S10", "random": 2}, map_=OPEN)
    assert found.idle == "the board has no interior wall to open"
