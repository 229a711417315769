"""A game is moved to newer rules wherever it stands, goes on, and is verified on both sides."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.kit.boards import game_file
from tests.kit.keys import MASTER
from tests.kit.league import League, small, wide
from tests.kit.verified import verified
from tests.kit.versions import program_with

Story = Callable[[Path], League]


def _turns(folder: Path) -> League:
    return small(folder).start().order("PASS")


def _sealed(folder: Path) -> League:
    return wide(folder, sealed=True).start().order("PASS")


def _paused(folder: Path) -> League:
    story = _turns(folder)
    story.pause(2)
    return story


def _holiday(folder: Path) -> League:
    story = small(folder, "holiday: 10d\n").start()
    story.writes("red", "HOLIDAY\n").run(1)
    return story


def _round_zero(folder: Path) -> League:
    story = small(folder)
    (story.folder / "game.yaml").write_text(
        game_file().replace("rules: {starting_e: 20}", "rules: {gamble: [order]}")
    )
    story.start().writes("red", "GAMBLE 3E on 1st\n")
    return story


def _bot(folder: Path) -> League:
    green = "{seat: green, name: Gwen"
    return small(folder).edit(green, f"{green}, bot: greedy").start().order("PASS")


@pytest.mark.parametrize("tell", [_turns, _sealed, _paused, _holiday, _round_zero, _bot])
def test_an_adopt_an_undo_of_it_and_another_adopt_are_verified_by_both_programs(
    tmp_path: Path, tell: Story
) -> None:
    story = tell(tmp_path)
    before = verified(story.league, "riot", [MASTER])
    with program_with(5):
        story.adopt(3)
        story.undo(3)
        story.adopt(4)
        if story.clock.paused:
            story.resume(5)
        for hour in (6, 40, 300):
            story.run(hour)
        newer = verified(story.league, "riot", [MASTER])
    older = verified(story.league, "riot", [MASTER])
    assert (newer.difference, older.difference) == (None, None)
    assert (newer.checked, older.checked) == (True, True)
    assert older.records == before.records
    assert newer.turns > 0
    assert older.records + newer.records == story.clock.number
