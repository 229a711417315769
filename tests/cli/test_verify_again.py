"""`genetess verify`: what was verified before is noted beside the history, and believed as the disk is."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import msgspec
import pytest

from tests.kit.command import commit, git, run
from tests.kit.history import GAME, record
from tests.kit.keys import KEY, machine

BEFORE = "verified before)"
PLAYERS = ("--player", "red=Ann", "--player", "green=Ben")


@pytest.fixture(autouse=True)
def nobodys_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GENETESS_MASTER_KEY", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "nobody"))


def _note(league: Path) -> Path:
    return league / ".git" / "genetess" / "verified.json"


def test_a_game_without_a_new_turn_is_not_played_again(played: Path) -> None:
    first = run(played, "verify", "riot")
    again = run(played, "verify", "riot")
    assert BEFORE not in first.out
    assert again.status == 0
    assert BEFORE in again.out


def test_only_the_new_turns_are_played(played: Path) -> None:
    tip = git(played, "rev-parse", "HEAD").strip()
    git(played, "reset", "--quiet", "--hard", "HEAD~3")
    assert run(played, "verify", "riot").status == 0
    git(played, "reset", "--quiet", "--hard", tip)
    done = run(played, "verify", "riot", "--json").json[0]
    whole = run(played, "verify", "riot", "--all", "--json").json[0]
    assert done["verified_before"]
    assert done == whole | {"verified_before": done["verified_before"]}


def test_a_change_that_plays_no_turn_changes_no_count(played: Path) -> None:
    whole = run(played, "verify", "riot", "--json").json[0]
    settings = played / "games" / "riot" / "game.yaml"
    settings.write_text(f"{settings.read_text()}# friends\n")
    git(played, "commit", "--quiet", "--all", "--message", "a word")
    done = run(played, "verify", "riot", "--json").json[0]
    assert done["verified_before"]
    assert done == whole | {"verified_before": done["verified_before"]}


def test_all_begins_at_the_start(played: Path) -> None:
    run(played, "verify", "riot")
    assert BEFORE not in run(played, "verify", "riot", "--all").out
    assert BEFORE in run(played, "verify", "riot").out


def test_turns_that_are_named_are_neither_noted_nor_spared(played: Path) -> None:
    run(played, "verify", "riot", "--from", "1a")
    assert not _note(played).exists()
    run(played, "verify", "riot")
    noted = _note(played).read_bytes()
    assert BEFORE not in run(played, "verify", "riot", "--from", "1a").out
    assert _note(played).read_bytes() == noted


def test_a_commit_that_was_made_again_is_verified_again(played: Path) -> None:
    run(played, "verify", "riot")
    git(played, "commit", "--quiet", "--amend", "-m", "another")
    assert BEFORE not in run(played, "verify", "riot").out


def test_a_change_in_the_work_tree_is_found_each_time(played: Path) -> None:
    run(played, "verify", "riot")
    record(played, 1).write_text("order: PASS\n")
    assert [run(played, "verify", "riot").status for _ in range(2)] == [1, 1]


def test_a_game_with_a_difference_is_not_noted(played: Path) -> None:
    run(played, "verify", "riot")
    record(played, 1).unlink()
    git(played, "commit", "--quiet", "-am", "tidy up")
    assert run(played, "verify", "riot").status == 1
    assert msgspec.json.decode(_note(played).read_bytes())["games"] == {}


def test_a_key_that_comes_later_checks_the_luck_from_the_start(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "not checked" in run(played, "verify", "riot").out
    monkeypatch.setenv("GENETESS_MASTER_KEY", KEY)
    done = run(played, "verify", "riot")
    assert BEFORE not in done.out
    assert "checked against the dice" in done.out
    assert KEY not in _note(played).read_text()


@pytest.mark.parametrize("note", ["", "{", "[]", '{"basis": "another", "games": {}}'])
def test_a_note_that_is_damaged_or_another_programs_is_not_used(played: Path, note: str) -> None:
    run(played, "verify", "riot")
    _note(played).write_text(note)
    done = run(played, "verify", "riot")
    assert done.status == 0, done.err
    assert BEFORE not in done.out
    assert BEFORE in run(played, "verify", "riot").out


def test_a_game_under_another_name_is_verified_again(played: Path) -> None:
    run(played, "verify", "riot")
    git(played, "mv", GAME, "games/uproar")
    git(played, "commit", "--quiet", "-m", "another name")
    done = run(played, "verify")
    assert done.out.startswith("uproar: ")
    assert BEFORE not in done.out


def test_a_sealed_game_that_is_revealed_later_is_verified_again(sealed: Path, tmp_path: Path) -> None:
    with machine(tmp_path / "gm", KEY):
        assert run(sealed, "tick", "--now", "2026-11-26T12:00:00Z").status == 0
        assert run(sealed, "verify", "riot").status == 0
        assert BEFORE in run(sealed, "verify", "riot").out
    with machine(tmp_path / "anybody"):
        hidden = run(sealed, "verify", "riot")
        assert BEFORE not in hidden.out + hidden.err
    with machine(tmp_path / "gm", KEY):
        assert run(sealed, "finish", "riot", "--reason", "rain").status == 0
        assert run(sealed, "reveal", "riot").status == 0
    with machine(tmp_path / "anybody"):
        first = run(sealed, "verify", "riot")
        again = run(sealed, "verify", "riot")
    assert first.status == 0, first.err
    assert BEFORE not in first.out
    assert BEFORE in again.out


def test_a_draft_in_the_folder_of_a_game_that_has_gone_is_not_verified(played: Path, tmp_path: Path) -> None:
    with machine(tmp_path / "gm", KEY):
        run(played, "verify")
        git(played, "rm", "-r", "--quiet", GAME)
        git(played, "commit", "--quiet", "-m", "it is over")
        assert run(played, "new", "mist", "--ruleset", "genetess", *PLAYERS).status == 0
        git(played, "mv", "games/mist", GAME)
        commit(played, "another name")
        done = run(played, "verify")
    assert done.status == 0, done.err
    assert done.out == "No game has started yet.\n"


def test_a_game_that_starts_later_is_verified_too(played: Path, tmp_path: Path) -> None:
    with machine(tmp_path / "gm", KEY):
        run(played, "verify")
        assert run(played, "new", "mist", "--ruleset", "genetess", *PLAYERS).status == 0
        assert run(played, "verify").out.count("all as committed") == 1
        assert run(played, "start", "mist").status == 0
        assert run(played, "verify").out.count("all as committed") == 2


def test_a_copy_that_plays_on_is_found_in_the_game_that_it_is_of(played: Path) -> None:
    """What another folder of the same id did counts for both."""
    copytree(played / GAME, played / "games" / "uproar")
    commit(played, "a copy")
    assert run(played, "verify", "riot").status == 0
    (played / "games" / "uproar" / "orders" / "red.txt").write_text("HOLIDAY\n")
    assert run(played, "resolve", "uproar", "--now", "2027-01-01T00:00:00Z").status == 0
    assert run(played, "verify", "riot").status == 1
