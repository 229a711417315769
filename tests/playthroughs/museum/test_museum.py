"""A museum: games that stand in every way, and all that is told of each, to everybody; `make golden` writes it again.

What is said is read as a diff (`*.txt`); prints beside it show that any other byte has changed (`*.prints`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import resvg_py

from tests.playthroughs.museum.rooms import ROOMS
from tests.playthroughs.museum.words import look

GOLDEN = Path(__file__).parent / "golden"


@pytest.fixture(autouse=True)
def _pictures_are_prints(monkeypatch: pytest.MonkeyPatch) -> None:
    """To draw the pictures of links takes as long as all else: of each what it is drawn from is kept."""

    def printed(svg_string: str, **_: Any) -> bytes:
        return hashlib.sha256(svg_string.encode()).digest()

    monkeypatch.setattr(resvg_py, "svg_to_bytes", printed)


@pytest.mark.by_day(10, ci="all")
@pytest.mark.parametrize("name", ROOMS)
def test_everybody_is_told_the_same_as_ever(
    name: str, tmp_path: Path, golden: Callable[[Path, str], None]
) -> None:
    words, prints = look(ROOMS[name], tmp_path)
    golden(GOLDEN / f"{name}.txt", words)
    golden(GOLDEN / f"{name}.prints", prints)


def test_no_file_is_left_of_a_room_that_is_gone() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == {*ROOMS}
