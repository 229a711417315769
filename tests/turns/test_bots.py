"""Bots in seats of a real game: when they order, with what luck, and what is done where their orders fail."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from genetess_cli.notices.news import notices
from genetess_cli.notices.reminders import Look
from genetess_cli.rules.dice import Dice
from genetess_cli.store import league as stored
from genetess_cli.store.records import Holder
from genetess_cli.turns import bots
from genetess_cli.turns.acts import Replace
from genetess_cli.turns.bots.memories import Memories
from genetess_cli.turns.referee import act, resolve
from genetess_cli.turns.state import GameState
from genetess_cli.turns.timeline import positions
from tests.kit.boards import SOON, WIDE
from tests.kit.keys import MASTER
from tests.kit.league import HOUR, League, small, wide
from tests.kit.reading import said
from tests.kit.verified import verified

GREEN = "{seat: green, name: Gwen"


@pytest.fixture(autouse=True)
def _short_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "MOST_IN_A_RUN", 30)


@pytest.fixture
def story(tmp_path: Path) -> League:
    """Red is a person, and green a bot."""
    return small(tmp_path).edit(GREEN, f"{GREEN}, bot: greedy").start()


def _all_bots(league: League, bot: str = "greedy") -> League:
    text = league.game_text()
    (league.folder / "game.yaml").write_text(text.replace(", start:", f", bot: {bot}, start:"))
    return league


def _sources(lines: list[str]) -> list[str]:
    return [line.rpartition("(")[2].rstrip(")") for line in lines]


def test_a_bot_orders_as_soon_as_it_is_its_turn(story: League) -> None:
    lines = story.run(1, "PASS")
    assert lines[0] == "1a red: PASS (gm, done)"
    assert lines[1].startswith("1b green: ")
    assert _sources(lines)[1:] == ["bot, done"]
    assert story.waits() == "2a red playing until 25"
    story.check_past()


def test_a_bot_needs_no_order_of_a_person_before_it(tmp_path: Path) -> None:
    """The game begins with it: the first run plays it."""
    story = small(tmp_path).edit("{seat: red, name: Ragnar", "{seat: red, name: R, bot: greedy").start()
    assert _sources(story.run(0)) == ["bot, done"]
    assert story.waits() == "1b green playing until 24"


def test_the_same_game_is_played_alike_whenever_it_is_run(story: League, tmp_path: Path) -> None:
    other = small(tmp_path / "other").edit(GREEN, f"{GREEN}, bot: greedy")
    (other.folder / "game.yaml").write_text(story.game_text())
    other.start()
    assert story.run(1, "PASS") == other.run(3, "PASS")


def test_an_order_file_of_a_bots_seat_stays_and_does_nothing(story: League) -> None:
    story.writes("green", "PASS\n")
    assert "PASS" not in story.run(1, "PASS")[1]
    assert story.file("green") == "PASS\n"


def test_where_all_are_bots_a_run_ends_and_the_next_goes_on(tmp_path: Path) -> None:
    story = _all_bots(wide(tmp_path), "random").start()
    first = story.records(1)
    done = [record for record in first if record.outcome != "failed"]
    assert len(done) == bots.MOST_IN_A_RUN
    assert {record.source for record in first} == {"bot"}
    assert story.records(1)
    story.check_past()


@pytest.mark.by_day(0, ci="all")
def test_an_order_that_fails_is_recorded_and_another_one_tried(tmp_path: Path) -> None:
    """In the fog a bot runs into walls that it cannot see, as anybody does."""
    board = WIDE.replace("#................#", "#...+.+...+.+....#")
    story = _all_bots(wide(tmp_path, board=board), "random").start()
    records = [record for hours in range(1, 9) for record in story.records(hours)]
    failed = [index for index, record in enumerate(records) if record.outcome == "failed"]
    assert failed
    for index in failed:
        assert story.game.terms.reason(records[index])
        assert records[index + 1].seat == records[index].seat


def test_bots_order_in_round_0_once_all_persons_have(tmp_path: Path) -> None:
    story = small(tmp_path).edit("starting_e: 20", "starting_e: 20, gamble: [order]")
    story.edit(GREEN, f"{GREEN}, bot: random").start()
    assert story.run(1) == []
    lines = story.writes("red", "GAMBLE 3E on 1st\n").run(2)
    assert lines[0] == "0 red: GAMBLE 3E on 1st (live, done)"
    assert lines[1].startswith("0 green: ")
    assert lines[1].endswith("(bot, done)")
    assert story.clock.phase == "playing"
    assert verified(story.league, "riot", [MASTER]).difference is None


def test_an_undone_turn_is_ordered_with_other_luck(story: League) -> None:
    story.run(1, "PASS")
    story.undo(2, "1b")
    assert story.clock.to_move == ("green",)
    assert _sources(story.run(2)) == ["bot, done"]
    assert verified(story.league, "riot", [MASTER]).difference is None


def test_a_sealed_game_has_bots_too(tmp_path: Path, key: None) -> None:
    story = small(tmp_path, sealed=True).edit(GREEN, f"{GREEN}, bot: greedy").start()
    story.run(1, "PASS")
    assert story.waits() == "2a red playing until 25"
    report = verified(story.league, "riot", [MASTER])
    assert (report.difference, report.checked) == (None, True)


@pytest.mark.exhaustive
def test_verify_gives_a_bots_orders_once_more(tmp_path: Path) -> None:
    story = _all_bots(wide(tmp_path), "random").start()
    story.records(1)
    story.records(2)
    report = verified(story.league, "riot", [MASTER])
    assert (report.difference, report.checked) == (None, True)


def test_a_bot_orders_alike_in_whatever_way_the_position_has_come_about(tmp_path: Path) -> None:
    """A run has loaded it, and `verify` has played up to it: then its pieces have another order in memory."""
    story = _all_bots(wide(tmp_path, board=SOON), "random").start()
    folder, clock = story.game, story.clock
    position: Any = folder.position
    turned = replace(position, pieces=dict(reversed(position.pieces.items())))
    for number in range(40):
        first, second = (
            bots.answer(GameState(folder.terms, game, clock, {}), Dice(lambda: b"key", number), lambda: None)
            for game in (position, turned)
        )
        assert first == second


def test_verify_finds_an_order_that_the_bot_never_gave(tmp_path: Path) -> None:
    """The GM plays the bots with luck that is not the game's; without its key nobody can tell."""
    story = _all_bots(wide(tmp_path), "random").start()
    resolve(stored.League(story.root, lambda *_: b"another key"), "riot", story.begin + HOUR)
    found = str(verified(story.league, "riot", [MASTER]).difference)
    assert "0001-1a.yaml: order: expected" in found
    assert found.endswith(", by the dice of the game's key")
    assert verified(story.league, "riot").difference is None


def test_a_bot_hears_of_nothing_and_is_not_waited_for(story: League) -> None:
    story.run(1, "PASS")
    assert [notice.seat for notice in notices(story.league, "riot", Look(now=story.begin + 3600))] == ["red"]


def test_a_seat_that_was_left_is_played_on_by_a_bot_until_that_is_undone(story: League) -> None:
    story.edit(", bot: greedy", "").drop(1, "green")
    act(story.league, "riot", Replace("green", Holder("Greedy", None, "greedy")), story.begin + 2 * HOUR)
    assert story.player("green") == "- {seat: green, name: Greedy, bot: greedy, start: K2}"
    assert _sources(story.run(3, "PASS")) == ["gm, done", "bot, done"]
    assert verified(story.league, "riot", [MASTER]).difference is None
    names = [
        moment.names["green"] for moment in positions(story.league, story.game.terms, story.game.position)
    ]
    assert names == ["Gwen", "Gwen", "Greedy (bot)", "Greedy (bot)", "Greedy (bot)"]
    story.undo(4, "1a")
    assert story.player("green") == "- {seat: green, name: Gwen, start: K2}"
    assert verified(story.league, "riot", [MASTER]).difference is None


def test_a_draw_needs_no_word_of_a_bot(story: League) -> None:
    assert said(story.draw(1, "red")).get("now") == {"agreed": ["red"]}
    assert verified(story.league, "riot", [MASTER]).difference is None


def test_a_seat_remembers_alike_however_its_records_come_and_forgets_what_was_undone(tmp_path: Path) -> None:
    story = _all_bots(wide(tmp_path), "random").start()
    story.records(1)
    record = story.undo(2, "5a")
    folder, kept = story.game, []
    memories = Memories(folder.ruleset, lambda: story.setup.board)
    for moment in positions(story.league, folder.terms, folder.position):
        memories.add(moment.record, moment.before, moment.after)
        kept.append(memories.of("red"))
    assert record.back_to
    assert kept[-1] == kept[record.back_to - 1] != kept[-2]
    assert kept[-1] == Memories(
        folder.ruleset, lambda: story.setup.board, positions(story.league, folder.terms, folder.position)
    ).of("red")
