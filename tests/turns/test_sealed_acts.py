"""The GM's desk over a sealed game: taking back, pausing, other players and other keys, round 0, the end."""

from __future__ import annotations

from pathlib import Path

import pytest

from genetess_cli.errors import NothingDue, Refused
from genetess_cli.notices.reminders import Look, reminders
from genetess_cli.turns.referee import resolve
from tests.kit.boards import SMALL
from tests.kit.keys import GAME_KEY, without_key
from tests.kit.league import League, at, small
from tests.kit.reading import said

pytestmark = pytest.mark.usefixtures("key")


# Undo


def test_undo_puts_the_queue_back_sealed_with_a_number_above_all_others(sealed: League) -> None:
    sealed.writes("red", sealed.sealed("red", "MOVE B2 E # the plan\nPASS\n", number=5000)).run(1)
    before = sealed.path("red").read_bytes()
    record = sealed.undo(2)
    assert (said(record).get("desk"), record.back_to) == ("undo", 1)
    assert sealed.file("red") == "MOVE B2 E # the plan\nPASS\n"
    assert sealed.slip("red").number == 5002
    assert sealed.path("red").read_bytes() != before
    assert (sealed.clock.attempts, sealed.clock.numbers) == ({"1a": 1}, {"red": 5003})
    assert sealed.waits() == "1a red playing until 26"
    sealed.check_past()


def test_what_was_put_back_is_stored_and_no_older_queue_counts(sealed: League) -> None:
    first = sealed.sealed("red", "MOVE B2 E", number=5000)
    sealed.writes("red", first).run(1)
    sealed.undo(2)
    assert sealed.run(3) == []
    assert sealed.writes("red", first).run(3) == ["1a red: - (live, failed)"]
    assert "an older queue" in str(sealed.reason("red"))
    assert sealed.writes("red", sealed.sealed("red", "PASS", 6000)).run(4) == ["1a red: PASS (live, done)"]


def test_an_undo_that_is_taken_back_goes_on_as_before(sealed: League) -> None:
    sealed.writes("red", "MOVE B2 E\nPASS").run(1)
    position = sealed.position()
    sealed.undo(2)
    sealed.undo(3)
    assert sealed.position() == position
    assert sealed.file("red") == "PASS"
    assert sealed.waits() == "1b green playing until 27"


@pytest.mark.exhaustive
def test_undo_over_many_turns_leads_past_the_position_of_every_tenth_record(sealed: League) -> None:
    sealed.writes("red", "MOVE B2 E").run(1)
    position = sealed.position()
    for hour in range(2, 26):
        sealed.writes(sealed.clock.to_move[0], "PASS").run(hour)
    sealed.undo(30, to="1b")
    assert sealed.position() == position
    assert sealed.clock.turn == "1b"
    for hour in range(31, 45):
        sealed.writes(sealed.clock.to_move[0], "PASS").run(hour)
    sealed.check_past()


def test_undo_without_the_key_changes_nothing(sealed: League) -> None:
    sealed.writes("red", "MOVE B2 E").run(1)
    with without_key():
        sealed.refused("the master key is missing", sealed.undo, 2)


def test_undo_of_a_turn_with_a_file_that_nobody_could_open(sealed: League) -> None:
    sealed.writes("red", b"\xff" * 300).run(1)
    sealed.writes("red", "PASS").run(2)
    sealed.undo(3)
    assert sealed.file("red") == "PASS"
    sealed.check_past()


# Other players, other keys


def test_another_player_gets_another_key_and_the_queue_is_sealed_with_it(sealed: League) -> None:
    sealed.writes("red", "PASS # for whoever comes")
    old = sealed.path("red").read_bytes()
    sealed.replaced(1, "red", "Rolf")
    assert sealed.clock.epochs == {"red": 1}
    assert sealed.file("red") == "PASS # for whoever comes"  # opened with the new key
    assert sealed.path("red").read_bytes() != old
    assert sealed.writes("red", sealed.sealed("red", "PASS", 10**6, epoch=0)).run(2) == [
        "1a red: - (live, failed)"
    ]
    assert "an old key of the seat, ask the GM for the new key" in str(sealed.reason("red"))
    assert sealed.told("green")[-1]["reason"] is None
    assert sealed.writes("red", "PASS").run(3) == ["1a red: PASS (live, done)"]


def test_whoever_was_put_back_by_undo_gets_a_key_that_nobody_had_before(sealed: League) -> None:
    sealed.replaced(1, "red", "Rolf")
    sealed.undo(2)
    assert sealed.clock.epochs == {"red": 2}
    assert "name: Ragnar" in sealed.player("red")
    sealed.undo(3)
    assert sealed.clock.epochs == {"red": 3}
    assert "name: Rolf" in sealed.player("red")


def test_a_queue_that_waits_outlives_a_replacement_that_is_taken_back(sealed: League) -> None:
    """It was sealed anew for the new player, and with the old key nobody opens it."""
    sealed.writes("red", "MOVE B2 E # soon").commit("games/riot/orders/red.sealed")
    sealed.replaced(1, "red", "Rolf")
    sealed.undo(2)
    assert sealed.file("red") == "MOVE B2 E # soon"
    assert sealed.run(26) == ["1a red: MOVE B2 E (live, done)"]


@pytest.mark.by_day(1, ci=2)
@pytest.mark.parametrize("act", ["pause", "extend", "drop", "replaced"])
def test_no_act_of_the_desk_calls_a_committed_queue_edited(sealed: League, act: str) -> None:
    sealed.writes("green", "PASS").commit("games/riot/orders/green.sealed")
    arguments = {"extend": (2,), "drop": ("green",), "replaced": ("green", "Rolf")}
    getattr(sealed, act)(1, *arguments.get(act, ()))
    assert not [note for note in sealed.notes if "edited" in note]


def test_an_act_of_the_desk_names_a_queue_that_was_edited(sealed: League) -> None:
    sealed.writes("green", "PASS").pause(1)
    assert sealed.notes == ["games/riot/orders/green.sealed was edited; it is part of this commit"]


def test_how_often_a_seat_got_another_key_never_goes_back(sealed: League) -> None:
    sealed.writes("red", "MOVE B2 E").run(1)
    sealed.renew("green", 2)
    sealed.renew("green", 3)
    sealed.undo(4)
    assert sealed.clock.epochs == {"green": 2}
    assert sealed.clock.turn == "1a"


def test_a_new_link_is_a_commit_of_the_clock_and_the_queue_alone(sealed: League) -> None:
    sealed.writes("green", "PASS")
    sealed.commit("games/riot/orders/green.sealed")
    before = sealed.snapshot()
    sealed.renew("green", 1)
    after = sealed.snapshot()
    changed = {path for path in before if before[path] != after[path]} - {"tip"}
    assert changed == {"games/riot/clock.yaml", "games/riot/orders/green.sealed"}
    assert sealed.message() == "riot: a new link for green\n\nGenetess-Game: riot\n"
    assert sealed.run(2) == []  # what lies there is still what lay there when the turn began


def test_a_stored_queue_is_stored_still_under_a_new_key(sealed: League) -> None:
    sealed.writes("green", "PASS").writes("red", "PASS").run(1)
    sealed.renew("green", 2)
    assert sealed.run(3) == []
    assert sealed.run(25) == ["1b green: PASS (stored, done)"]


# Everything else of the desk


def test_pause_resume_extend_drop_and_finish(tmp_path: Path) -> None:
    story = small(tmp_path, blue=True, sealed=True).start()
    story.writes("red", "PASS")
    story.pause(1)
    assert story.run(2) == []
    story.resume(3)
    assert story.run(4) == ["1a red: PASS (live, done)"]
    story.extend(5, by=2)
    story.drop(6, "green")
    assert story.run(7) == ["1b green: - (timeout, timed out)"]
    story.drop(8, "green", orphans=True)
    story.run(9, "MOVE B4 E")
    assert said(story.finish(10)).get("desk") == "finish"
    assert story.waits().startswith("2a  finished")
    story.check_past()
    with pytest.raises(Refused, match="is over"):
        story.finish(11)


def test_a_draw(tmp_path: Path) -> None:
    story = small(tmp_path, sealed=True).start()
    story.draw(1, "red", "green")
    assert story.clock.phase == "finished"
    story.undo(2)
    assert story.waits() == "1a red playing until 26"


def test_a_draw_of_luck_is_that_of_the_game_key(tmp_path: Path) -> None:
    board = SMALL.replace("B3: AB}", "B3: ABM}").replace("G2: ABR", "C2: ABDEF")
    story = small(tmp_path, board=board, sealed=True).start()
    story.run(1, "RADIATE B3")
    assert [draw for record in story.recorded() for draw in record.draws]
    assert story.message().startswith("riot 1a: resolved\n")


@pytest.mark.by_day(1, ci=3)
@pytest.mark.parametrize("act", ["pause", "resume", "extend", "drop", "finish", "draw", "replaced"])
def test_no_act_of_the_desk_goes_without_the_key(sealed: League, act: str) -> None:
    arguments = {"extend": (2,), "drop": ("green",), "draw": ("red", "green"), "replaced": ("red", "Rolf")}
    with without_key():
        sealed.refused("the master key is missing", getattr(sealed, act), 1, *arguments.get(act, ()))


# Round 0


def _round_zero(folder: Path) -> League:
    story = small(folder, sealed=True)
    game = story.folder / "game.yaml"
    text = game.read_text().replace("starting_e: 20", "starting_e: 20, gamble: [start, order]")
    game.write_text(text.replace(", start: K1", "").replace(", start: K2", ""))
    story.start()
    return story


def test_round_0_of_a_sealed_game(tmp_path: Path) -> None:
    """Ruling G39: nothing is shown until all are in; then the messages tell nothing of the gambles either."""
    story = _round_zero(tmp_path / "league")
    story.writes("red", "GAMBLE 3E on K2, K1")
    assert story.run(1) == []
    story.writes("green", "GAMBLE 4E on K2\nGAMBLE 1E on 1st\n")
    done = story.run(2)
    assert [line.split(" (")[0] for line in done] == [
        "0 red: GAMBLE 3E on K2, K1",
        "0 green: GAMBLE 4E on K2 / GAMBLE 1E on 1st",
    ]
    subjects = story.subjects()[:2]
    assert subjects == ["riot 0: resolved", "riot 0: resolved"]
    assert story.waits() == "1a green playing until 26"
    story.check_past()


def test_a_gamble_that_nobody_can_open_is_not_in(tmp_path: Path) -> None:
    story = _round_zero(tmp_path / "league")
    story.writes("green", "GAMBLE 4E on K2").writes("red", story.sealed("green", "GAMBLE 1E on K1"))
    assert story.run(1) == []
    assert story.run(25)[0] == "0 red: - (timeout, timed out)"
    assert "cannot be opened" in str(
        next(turn for turn in story.told("red") if turn["seat"] == "red")["reason"]
    )
    assert not [turn for turn in story.told("green") if "cannot be opened" in str(turn)]


@pytest.mark.parametrize("file", [b"garbage", "PASS\n" * 60])
def test_what_is_wrong_with_a_gamble_is_not_said_in_public(tmp_path: Path, file: bytes | str) -> None:
    story = _round_zero(tmp_path / "league")
    said = []
    for queue in ("GAMBLE 900E on K2", file):
        story.writes("red", queue)
        with pytest.raises(NothingDue) as nothing:
            resolve(story.league, "riot", at(1))
        said.append(str(nothing.value))
    assert said[0] == said[1]


@pytest.mark.parametrize("text", ["GAMBLE 3E on K2", "GAMBLE 900E on K2"])
def test_reminders_of_round_0_go_by_what_everybody_sees(tmp_path: Path, text: str) -> None:
    """Whether a file that lies there counts is nobody's to know, and nothing is opened for it."""
    story = _round_zero(tmp_path / "league")
    game = story.folder / "game.yaml"
    game.write_text(f"remind: [2h]\n{game.read_text()}")
    story.writes("red", text)
    with without_key():
        assert [each.seat for each in reminders(story.league, "riot", Look(at(23)))] == ["green"]


def test_round_0_is_taken_back_as_a_whole(tmp_path: Path) -> None:
    story = _round_zero(tmp_path / "league")
    story.writes("red", "GAMBLE 3E on K2").writes("green", "GAMBLE 4E on K2").run(1)
    story.undo(2)
    assert story.clock.phase == "gambling"
    assert (story.file("red"), story.file("green")) == ("GAMBLE 3E on K2", "GAMBLE 4E on K2")
    assert story.run(3) == []
    assert story.writes("red", "GAMBLE 3E on K2").run(4) == []
    assert len(story.writes("green", "GAMBLE 5E on K2").run(4)) == 2


# The end


@pytest.mark.exhaustive
def test_the_key_is_public_after_reveal_and_opens_everything(sealed: League) -> None:
    sealed.writes("red", "MOVE B2 E").run(1)
    with pytest.raises(Refused, match="is not over; its key stays secret"):
        sealed.reveal(2)
    sealed.finish(2)
    with without_key(), pytest.raises(Refused, match="the master key is missing"):
        sealed.reveal(3)
    sealed.reveal(3)
    assert sealed.clock.key == GAME_KEY.hex()
    assert sealed.message() == "riot: its key is revealed\n\nGenetess-Game: riot\n"
    with without_key():
        assert [record.order for record in sealed.recorded()][1] == "MOVE B2 E"
        assert sealed.position()
        sealed.refused("is already public", sealed.reveal, 4)
        sealed.refused("its key is public", sealed.undo, 4)
        sealed.refused("is already public", sealed.renew, "red", 4)


def test_a_false_key_is_not_taken_for_the_revealed_one(sealed: League) -> None:
    sealed.finish(1)
    clock = sealed.folder / "clock.yaml"
    clock.write_text(f'{clock.read_text()}key: "{"00" * 32}"\n')
    sealed.commit("games/riot/clock.yaml")
    sealed.refused("another key than the game was made with", sealed.pause, 2)
