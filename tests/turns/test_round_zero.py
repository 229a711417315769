"""Timelines of round 0 (ruling G39): who writes what when, and what a run at that time carries out."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from genetess_cli.errors import InvalidFile, NothingDue, Refused
from genetess_cli.rules.base import PUBLIC
from genetess_cli.turns import referee, timeline
from genetess_cli.turns.state import GameState, read_state
from tests.kit.boards import game_file
from tests.kit.keys import MASTER
from tests.kit.league import BEGIN, HOUR, League, small
from tests.kit.verified import verified

RULES = "rules: {starting_e: 20}"
NOBODY_BUT_THE_REST = "riot 0: nothing is due; waiting for the orders of {} until 2027-01-16T08:00:00Z"


def _story(folder: Path, gamble: str = "start, order", more: str = "") -> League:
    """The game riot with a round 0; where starts are gambled for, no player has one."""
    story = small(folder, more)
    text = game_file(more).replace(RULES, f"rules: {{gamble: [{gamble}]}}")
    if "start" in gamble:
        text = text.replace(", start: K1", "").replace(", start: K2", "")
    if "colour" in gamble:
        text = text.replace("seat: red", "seat: p1").replace("seat: green", "seat: p2")
    (story.folder / "game.yaml").write_text(text)
    return story


@pytest.fixture
def story(tmp_path: Path) -> League:
    return _story(tmp_path).start()


def test_a_game_with_gambles_starts_with_round_0_for_all(story: League) -> None:
    """Rulings G39, G40."""
    assert story.waits() == "0 red green gambling until 24"
    assert story.message().startswith("riot 0: started, red, green to move\n")


def test_nothing_happens_before_all_are_in(story: League) -> None:
    """Ruling G39: nothing is shown until all are in."""
    before = story.writes("red", "GAMBLE 3E on K1\n").snapshot()
    assert story.run(1) == []
    assert story.snapshot() == before


def test_the_gm_is_told_who_is_not_in(story: League) -> None:
    story.writes("red", "GAMBLE 3E on K1\n")
    with pytest.raises(NothingDue, match="^" + NOBODY_BUT_THE_REST.format("green") + "$"):
        story.records(1)


def test_once_all_are_in_everything_is_drawn_in_one_run_one_commit_a_seat(story: League) -> None:
    """Ruling G39: in the order of game.yaml; the last seat's turn draws and begins 1a."""
    story.writes("green", "GAMBLE 4E on K1, K2 / GAMBLE 1E on 1st\n").writes(
        "red", "gamble 3e k1, then don't care\n"
    )
    assert story.run(5) == [
        "0 red: GAMBLE 3E on K1, don't care (live, done)",
        "0 green: GAMBLE 4E on K1, K2 / GAMBLE 1E on 1st (live, done)",
    ]
    assert story.subjects()[:2] == [
        "riot 0 green: GAMBLE 4E on K1, K2 / GAMBLE 1E on 1st",
        "riot 0 red: GAMBLE 3E on K1, don't care",
    ]
    assert story.waits() == "1a green playing until 29"
    assert story.file("red") is None
    state = (story.folder / "state.yaml").read_text()
    assert "  green: {colour: green, e: 6}\n  red: {colour: red, e: 7}\n" in state
    assert "{at: B2, owner: green, codes: K}" in state
    assert "{at: H3, owner: red, codes: K}" in state
    assert "round_zero" not in state


def test_all_that_was_drawn_is_in_the_last_record(story: League) -> None:
    story.writes("green", "PASS\n").writes("red", "PASS\n")
    first, last = story.records(1)
    assert (first.draws, first.to_move, first.next) == ([], ("green",), "0")
    assert [draw["what"] for draw in last.draws] == ["start of red", "order of red"]
    assert last.next == "1a"


def test_gambles_from_before_the_start_are_stored(tmp_path: Path) -> None:
    story = _story(tmp_path)
    story.writes("red", "GAMBLE 3E on K1\n").start()
    assert story.writes("green", "PASS\n").run(1) == [
        "0 red: GAMBLE 3E on K1 (stored, done)",
        "0 green: PASS (live, done)",
    ]


def test_a_player_may_change_their_mind_until_all_are_in(story: League) -> None:
    story.writes("red", "GAMBLE 3E on K1\n").run(1)
    story.writes("red", "GAMBLE 1E on K2\n").run(2)
    assert story.writes("green", "PASS\n").run(3)[0] == "0 red: GAMBLE 1E on K2 (live, done)"


def test_an_emptied_file_is_not_in_any_more(story: League) -> None:
    story.writes("red", "GAMBLE 3E on K1\n").run(1)
    assert story.writes("red", "").writes("green", "PASS\n").run(2) == []


def test_who_is_not_in_at_the_deadline_is_timed_out(story: League) -> None:
    """Ruling G39: the others' gambles count."""
    story.writes("green", "GAMBLE 3E on K1\n")
    assert story.run(23.9) == []
    assert story.run(24) == ["0 red: - (timeout, timed out)", "0 green: GAMBLE 3E on K1 (live, done)"]
    assert story.clock.missed == {"red": 1}
    assert story.waits().endswith("playing until 48")


def test_a_late_run_still_takes_what_lies_there(story: League) -> None:
    """Ruling G44: a deadline has passed when a run finds it so."""
    story.writes("green", "PASS\n").writes("red", "PASS\n")
    assert story.run(100) == ["0 red: PASS (live, done)", "0 green: PASS (live, done)"]


def test_at_the_deadline_with_nobody_in_all_is_drawn_by_lot(story: League) -> None:
    assert story.run(24) == ["0 red: - (timeout, timed out)", "0 green: - (timeout, timed out)"]
    assert story.waits().split()[0] == "1a"


def test_grace_comes_before_the_time_out_and_names_nobody(tmp_path: Path) -> None:
    story = _story(tmp_path, more="grace: 6h\n").start()
    story.writes("green", "PASS\n")
    assert story.run(24) == ["0 None: - (timeout, done)"]
    assert story.waits() == "0 red green gambling until 30"
    assert story.message() == (
        "riot 0: deadline extended by the grace\n\nGenetess-Game: riot\nGenetess-Turn: 0\n"
    )
    assert story.run(30) == ["0 red: - (timeout, timed out)", "0 green: PASS (live, done)"]


def test_without_a_deadline_round_0_waits_for_all(tmp_path: Path) -> None:
    story = _story(tmp_path)
    story.edit("deadline: 24h", "deadline: none")
    story.start().writes("red", "PASS\n")
    assert story.run(10_000) == []


def test_stakes_above_the_purse_are_not_in_and_their_player_hears_why(story: League) -> None:
    """Ruling G39."""
    story.writes("green", "PASS\n").writes("red", "GAMBLE 9E on K1\nGAMBLE 2E on 1st\n")
    assert story.run(1) == []
    late = story.records(24)[0]
    assert (late.outcome, late.order) == ("timed out", None)
    assert story.game.terms.reason(late) == (
        "“GAMBLE 9E on K1” and “GAMBLE 2E on 1st” were left out: Your stakes come to 11 E, and you have 10 E."
    )
    assert story.file("red") is None


def test_a_gamble_that_does_not_count_beside_one_that_does_is_left_out_and_told(story: League) -> None:
    story.writes("green", "PASS\n").writes("red", "GAMBLE 9E on K7\nGAMBLE 2E on 1st\n")
    first = story.records(1)[0]
    assert (first.outcome, first.order) == ("done", "GAMBLE 2E on 1st")
    assert (
        story.game.terms.reason(first)
        == "“GAMBLE 9E on K7” was left out: “K7” is no start or place to gamble for in this game."
    )
    assert story.file("red") is None


def test_other_orders_stay_in_the_file_and_are_stored(story: League) -> None:
    """Ruling G44: they wait for the deadline of their turn, or have a star."""
    story.writes("red", "* MOVE B2 E / GAMBLE 3E on K1\nPASS # later\nGAMBLE 2E on 1st\n")
    story.writes("green", "HOLIDAY\nGAMBLE 0E on K2\n")
    assert story.run(1)[2:] == ["1a red: MOVE B2 E (stored, done)", "1b green: HOLIDAY (stored, failed)"]
    assert story.file("red") == "PASS # later\n"


def test_a_holiday_does_nothing_in_round_0(tmp_path: Path) -> None:
    story = _story(tmp_path, "start", more="holiday: 10d\n").start()
    story.writes("green", "PASS\n").writes("red", "HOLIDAY\n")
    assert story.run(1) == []
    assert story.run(24) == [
        "0 red: - (timeout, timed out)",
        "0 green: PASS (live, done)",
        "1a red: HOLIDAY (stored, done)",
    ]


@pytest.mark.parametrize("data", [b"\xff\xfe", b"PASS\n" * 51])
def test_a_file_that_cannot_be_read_stays_and_its_player_hears_why(story: League, data: bytes) -> None:
    story.writes("green", "PASS\n").writes("red", data)
    assert story.run(1) == []
    late = story.records(24)[0]
    assert (late.outcome, str(story.game.terms.reason(late))[:29]) == (
        "timed out",
        "The order file cannot be read",
    )
    assert (story.folder / "orders" / "red.txt").read_bytes() == data


def test_the_gm_carries_out_nothing_for_one_alone(story: League) -> None:
    before = story.snapshot()
    with pytest.raises(Refused, match="genetess order riot green TEXT --commit"):
        story.records(1, order="GAMBLE 3E on K1", seat="green")
    assert story.snapshot() == before


def test_a_dry_run_changes_nothing(story: League) -> None:
    before = story.writes("green", "PASS\n").writes("red", "PASS\n").snapshot()
    assert len(story.run(1, dry=True)) == 2
    assert story.snapshot() == before


def _first_step_only(story: League, hour: int) -> GameState:
    """What is left of a run that is killed after its first commit."""
    now = BEGIN + hour * HOUR
    league = story.league
    with league.repository.lock():
        state = read_state(league, "riot", lambda text: None)
        key = partial(league.dice_key, state.terms)
        step = next(referee._steps(state, now, key, None, referee.memories(league, state)))
        referee.save(league, league.snapshot.commit, step, now, lambda text: None)
        return step.state


def test_a_run_that_was_killed_in_between_is_gone_on_with(tmp_path: Path) -> None:
    """Ruling G45: it ends as it would have at once."""
    same = f"id: {'5b0c' * 8}\n"
    killed, whole = (_story(tmp_path / name, more=same).start() for name in ("killed", "whole"))
    for each in (killed, whole):
        each.writes("red", "GAMBLE 3E on K1 / PASS\n").writes("green", "GAMBLE 3E on K1\n")
    _first_step_only(killed, 1)
    assert killed.waits() == "0 green gambling until 24"
    assert killed.file("red") == "PASS\n"
    assert killed.run(1) == ["0 green: GAMBLE 3E on K1 (live, done)"]
    assert whole.run(1)[1:] == ["0 green: GAMBLE 3E on K1 (live, done)"]
    for name in ("state.yaml", "clock.yaml", "turns/00xx/0002-0.yaml"):
        assert (killed.folder / name).read_bytes() == (whole.folder / name).read_bytes()


@pytest.mark.parametrize("changed", ["", "GAMBLE 4E on K1\n"])
def test_once_the_first_gambles_can_be_read_nobody_changes_theirs(story: League, changed: str) -> None:
    """Ruling G39: who knows what others staked could stake one E more. What was written since stays for later."""
    story.writes("red", "GAMBLE 3E on K1\n").writes("green", "GAMBLE 1E on K1\n")
    _first_step_only(story, 1)
    story.writes("red", "GAMBLE 1E on K2\n").writes("green", changed)
    assert story.run(2) == ["0 green: GAMBLE 1E on K1 (live, done)"]
    assert story.file("red") == "GAMBLE 1E on K2\n"
    assert story.file("green") == (changed or None)
    assert verified(story.league, "riot", [MASTER]).difference is None


def test_a_change_that_was_committed_does_not_count_then_either(story: League) -> None:
    story.writes("red", "GAMBLE 3E on K1\n").writes("green", "GAMBLE 1E on K1\n")
    _first_step_only(story, 1)
    story.writes("green", "GAMBLE 4E on K1\n").commit("games/riot/orders/green.txt")
    assert story.run(2) == ["0 green: GAMBLE 1E on K1 (live, done)"]
    assert story.file("green") == "GAMBLE 4E on K1\n"


def test_who_was_not_in_then_cannot_come_in_any_more(story: League) -> None:
    story.writes("red", "GAMBLE 3E on K1\n")
    _first_step_only(story, 24)
    story.writes("green", "GAMBLE 4E on K1\n")
    assert story.run(25) == ["0 green: - (timeout, timed out)"]
    assert story.file("green") == "GAMBLE 4E on K1\n"


def test_the_records_lead_to_the_position(tmp_path: Path) -> None:
    """Places and colours that were drawn are in no settings; a replay finds them all the same."""
    story = _story(tmp_path, "order, colour").start()
    story.writes("p1", "GAMBLE 1E on 2nd / GAMBLE 1E on pink\n").writes("p2", "PASS\n").run(1)
    game = story.game
    moments = list(timeline.positions(story.league, game.terms, game.position))
    assert [moment.record.number for moment in moments] == [0, 1, 2]
    players = game.view(PUBLIC).players
    assert list(players) == ["p2", "p1"]
    assert players["p1"].colour == "pink"
    assert story.run(25) == ["1a p2: - (timeout, timed out)"]


def test_the_seats_of_game_yaml_stay_as_they_are(tmp_path: Path) -> None:
    story = _story(tmp_path, "order").start()
    story.writes("red", "GAMBLE 1E on 2nd\n").writes("green", "PASS\n").run(1)
    game = story.folder / "game.yaml"
    game.write_text(game.read_text().replace("seat: green", "seat: blue"))
    with pytest.raises(InvalidFile, match="write `seat: green` again"):
        story.records(2)
