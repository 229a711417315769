"""What `board check` lists: specials with what players read there."""

from __future__ import annotations

from typing import Any

from genetess_cli.rules.genetess.boards.fairness import inventory
from genetess_cli.rules.genetess.setup import Board
from genetess_cli.rules.genetess.sight import SpecialView

MAP = "....\n.+#.\n....\n"
STARTS = {"K1": {"A1": "K"}, "K2": {"D3": "K"}}


def _listed(*specials: dict[str, Any]) -> list[SpecialView]:
    return inventory(Board(MAP, STARTS, list(specials)))


def test_specials_are_listed_in_row_order_with_their_text() -> None:
    found = _listed({"at": "b3", "type": "S5"}, {"at": "C1", "type": "S1", "amount": 2, "text": "Gold!"})
    assert found == [
        SpecialView("C1", "S1", "Gold!"),
        SpecialView("B3", "S5", "Shows the whole map"),
    ]
