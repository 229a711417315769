"""The boards that come with the program: how many there are for, and that each treats all its starts alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from genetess_cli.admin import board_file
from genetess_cli.rules.genetess.boards.fairness import BoardSurvey, survey
from genetess_cli.store import resources
from tests.house.tree import PACKAGE, ROOT
from tests.kit.command import run
from tests.kit.reading import board_of, setup_in

STARTS = {"duel": 2, "trio": 3, "quartet": 4, "sextet": 6, "octet": 8}
EVERY_PRESET = pytest.mark.parametrize("name", STARTS)


def _preset(name: str) -> BoardSurvey:
    return survey(board_file.load(PACKAGE / "rules/genetess/boards/presets" / f"{name}.yaml"))


def test_there_are_presets_for_2_3_4_6_and_8() -> None:
    assert resources.PRESETS == STARTS
    assert {name: _preset(name).starts for name in STARTS} == STARTS


@EVERY_PRESET
def test_every_preset_treats_all_starts_alike(name: str) -> None:
    found = _preset(name)
    first, *others = found.measured
    for start in others:
        assert sorted(way or 0 for way in start.ways.values()) == sorted(
            way or 0 for way in first.ways.values()
        )
        assert (start.pieces, start.nearest, start.open) == (first.pieces, first.nearest, first.open)
        assert (start.specials, start.nearest_special) == (first.specials, first.nearest_special)
    assert found.alike
    assert found.images or found.starts in (3, 6)


@EVERY_PRESET
def test_every_preset_is_one_floor(name: str) -> None:
    found = _preset(name)
    assert (found.rooms, len(found.parties), found.buried) == ([], 1, ())


@EVERY_PRESET
def test_a_preset_is_taken_for_as_many_players(empty: Path, name: str) -> None:
    seats = ("red", "green", "blue", "white", "cyan", "pink", "yellow", "brown")[: STARTS[name]]
    players = [word for seat in seats for word in ("--player", f"{seat}=P")]
    assert run(empty, "new", "cave", "--ruleset", "genetess", *players).status == 0
    assert len(board_of(setup_in(empty, "cave")).starts) == STARTS[name]
    help_ = " ".join(run(empty, "new", "--help").out.split())
    assert f"{name} ({STARTS[name]})" in help_


def test_the_guide_names_the_numbers_that_have_a_preset() -> None:
    *numbers, last = sorted(STARTS.values())
    guide = " ".join((ROOT / "docs" / "boards.md").read_text(encoding="utf-8").split())
    assert f"The program has boards for {', '.join(map(str, numbers))} or {last} players" in guide
