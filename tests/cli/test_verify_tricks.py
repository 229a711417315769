"""What somebody who may push could try, so that `genetess verify` sees nothing of it."""

from __future__ import annotations

import re
from pathlib import Path
from shutil import copytree, rmtree

import pytest

from genetess_cli.admin.demo import SAMPLE_KEY
from genetess_cli.store.seal import keys
from tests.kit.command import START, commit, git, run
from tests.kit.history import GAME, TURNS, edit, record, verify

CLOCK = f"{GAME}/clock.yaml"
SETTINGS = f"{GAME}/game.yaml"


def test_a_rule_that_was_other_while_there_was_no_board_is_named(played: Path) -> None:
    """A turn asks for no board."""
    before = (played / SETTINGS).read_text()
    board = (played / GAME / "board.yaml").read_bytes()
    edit(played / SETTINGS, "starting_e: 400", "starting_e: 9")
    (played / GAME / "board.yaml").unlink()
    commit(played, "for a while")
    (played / SETTINGS).write_text(before)
    (played / GAME / "board.yaml").write_bytes(board)
    commit(played, "and back")
    done = verify(played)
    assert "“for a while”: rules.starting_e: expected 400, found 9" in done.err, done.out


def test_no_record_is_passed_over_for_its_name(played: Path) -> None:
    copy = played / TURNS / "0002-conflict.yaml"
    copy.write_bytes(record(played, 2).read_bytes())
    commit(played)
    assert str(copy.relative_to(played)) in verify(played).err


@pytest.mark.parametrize("place", [GAME, "games"])
def test_a_link_in_the_place_of_a_folder_for_a_while_hides_nothing(played: Path, place: str) -> None:
    kept = played.parent / "kept"
    copytree(played / place, kept)
    rmtree(played / place)
    (played / place).symlink_to("elsewhere")
    commit(played, "a link")
    (played / place).unlink()
    copytree(kept, played / place)
    commit(played, "and back")
    done = verify(played)
    assert (done.status, done.err) == (0, "")
    assert "all as committed" in done.out


def test_a_clock_that_was_edited_in_the_commit_of_another_name_is_named(played: Path) -> None:
    git(played, "mv", GAME, "games/haze")
    edit(played / "games/haze/clock.yaml", "deadline: .*", 'deadline: "2027-01-01T00:00:00Z"')
    commit(played, "another name")
    git(played, "mv", "games/haze", GAME)
    commit(played, "and back")
    assert re.search(r"“another name”: deadline: expected ", verify(played).err), verify(played).out


def test_a_game_is_not_made_a_sample_later(started: Path) -> None:
    assert run(started, "resolve", "riot", "--order", "PASS", "--seat", "red", "--now", START).status == 0
    before = (started / CLOCK).read_text()
    edit(started / CLOCK, "deadline: .*", 'deadline: "2027-01-01T00:00:00Z"')
    commit(started, "an edit")
    (started / CLOCK).write_text(before)
    game_id = re.findall(r'(?m)^id: "?(\w+)', (started / SETTINGS).read_text())[0]
    promised = keys.commitment(keys.game_key(SAMPLE_KEY, game_id))
    edit(started / SETTINGS, "commitment: .*", f'commitment: "{promised}"')
    (started / GAME / "script.txt").write_text("a game\n")
    commit(started, "a sample")
    assert "commitment: " in verify(started).err


def test_a_game_whose_name_another_one_took_is_noted(played: Path) -> None:
    kept = played.parent / "kept"
    copytree(played / GAME, kept)
    git(played, "rm", "-rq", GAME)
    commit(played, "riot: cancelled")
    copytree(kept, played / GAME)
    edit(played / SETTINGS, "(?m)^id: .*", f'id: "{"cd" * 16}"')
    commit(played, "another riot")
    assert re.search(
        r"Another game of this name was removed in commit \w+ “riot: cancelled”", verify(played).out
    )


def test_a_clock_that_was_edited_while_the_folder_was_away_is_named(played: Path) -> None:
    kept = played.parent / "kept"
    copytree(played / GAME, kept)
    git(played, "rm", "-rq", GAME)
    commit(played, "away")
    copytree(kept, played / GAME)
    edit(played / CLOCK, "grace_used: false", "grace_used: true")
    commit(played, "and back")
    assert "“and back”: grace_used: expected false, found true" in verify(played).err


def test_a_branch_that_removed_the_game_and_was_merged_without_that_is_no_difference(played: Path) -> None:
    git(played, "switch", "--quiet", "--create", "side", "main~3")
    git(played, "rm", "-rq", GAME)
    commit(played, "away")
    git(played, "switch", "--quiet", "main")
    git(played, "merge", "--quiet", "--strategy=ours", "--no-edit", "side")
    done = verify(played)
    assert (done.status, done.err) == (0, "")


def test_a_turn_in_the_commit_of_another_name_is_as_committed(played: Path) -> None:
    git(played, "reset", "--quiet", "--soft", "HEAD~1")
    git(played, "mv", GAME, "games/haze")
    commit(played, "a turn and another name")
    git(played, "mv", "games/haze", GAME)
    commit(played, "and back")
    done = verify(played)
    assert (done.status, done.err, len(done.out.splitlines())) == (0, "", 1)
