"""What is played in a browser is what is played here: the same orders, luck, positions and words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.house.tree import ROOT
from tests.kit.pyodide import run
from tests.pack.equality import digests

BY_DAY = 50
CODE = 'import sys; sys.path.insert(0, "/tests"); import equality; equality.main("/league", "/games", {})'


@pytest.mark.parametrize("turns", [BY_DAY, pytest.param(1000, marks=pytest.mark.exhaustive)])
def test_random_games_and_those_of_every_bot_are_the_same_in_the_pack(
    pack: Path, tmp_path: Path, turns: int
) -> None:
    there = run(pack, CODE.format(turns), {"/tests": ROOT / "tests/pack", "/games": ROOT / "games"})
    assert json.loads(there) == digests(tmp_path / "league", ROOT / "games", turns)
