"""Holidays are granted as a game starts: what is left of them counts, not what game.yaml says."""

from __future__ import annotations

from pathlib import Path

import pytest

from genetess_cli.errors import NothingDue, Refused
from genetess_cli.turns.referee import resolve
from genetess_cli.turns.submit import write
from tests.kit.league import League, at, small
from tests.kit.reading import said
from tests.kit.verified import verified


def edited(story: League, old: str, new: str) -> None:
    game = story.folder / "game.yaml"
    assert old in game.read_text()
    game.write_text(game.read_text().replace(old, new))


def settings(story: League) -> list[str]:
    return story.present().settings.lines


@pytest.fixture
def none(tmp_path: Path) -> League:
    """A game that was started without holidays."""
    return small(tmp_path).start()


def test_a_holiday_that_was_never_granted_is_not_used_up(none: League) -> None:
    none.writes("red", "HOLIDAY\n")
    assert none.game.terms.reason(none.records(1)[0]) == "This game has no holidays."


def test_order_says_the_same(none: League) -> None:
    with pytest.raises(Refused, match="This game has no holidays"):
        write(none.league, none.league.game("riot"), "red", "HOLIDAY", at(1))


def test_a_page_tells_what_is_left_and_not_what_game_yaml_says(story: League) -> None:
    edited(story, "holiday: 10d", "holiday: 20d")
    story.commit("games/riot/game.yaml")
    assert "Holiday left: Ragnar 10 days, Gwen 10 days." in settings(story)


def test_a_run_says_nothing_of_other_edits(story: League) -> None:
    edited(story, "deadline: 24h", "deadline: 48h")
    told: list[str] = []
    with pytest.raises(NothingDue):
        resolve(story.league, "riot", at(1), note=told.append)
    assert told == []


def test_that_a_holiday_ran_out_is_told_beside_the_time_out(story: League) -> None:
    story.writes("red", "HOLIDAY\n").run(1)
    assert story.run(1 + 240) == ["1a red: - (timeout, timed out)"]
    told = [event["text"] for event in story.told("green")[-1]["events"]]
    assert "Ragnar’s holiday ran out, and no order was carried out." in told
    own = [event["text"] for event in story.told("red")[-1]["events"]]
    assert "Your holiday ran out, and no order was carried out." in own
    assert verified(story.league, "riot").difference is None


def test_a_deadline_that_was_missed_without_a_holiday_is_told_as_ever(story: League) -> None:
    assert said(story.records(25)[0]).get("rested") is None
