"""`genetess verify`: an honest game is as committed; what its history does not tell is said."""

from __future__ import annotations

import re
from pathlib import Path
from shutil import copytree

import msgspec
import pytest

from tests.kit.command import START, commit, git, run
from tests.kit.history import DAYS, GAME, edit, verify
from tests.kit.keys import KEY

# An honest game


def test_an_honest_game_is_as_committed(played: Path) -> None:
    done = verify(played)
    assert done.status == 0, done.err
    assert re.fullmatch(
        r"riot: \d\d records, \d+ turns, \d draws not checked \(the GM's key is not here\); all as committed\n",
        done.out,
    )


def test_the_game_of_these_tests_has_every_kind_of_record(played: Path) -> None:
    found = {(turn["source"], turn["outcome"]) for turn in run(played, "log", "riot", "--json").json}
    assert found == {
        ("live", "done"), ("live", "failed"), ("stored", "done"), ("stored", "failed"), ("timeout", "timed out"),
    }  # fmt: skip


def test_with_the_gms_key_the_draws_are_checked(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ruling G45."""
    monkeypatch.setenv("GENETESS_MASTER_KEY", KEY)
    done = verify(played)
    assert done.status == 0, done.err
    assert "draws checked against the dice; all as committed" in done.out


def test_a_key_that_does_not_fit_the_commitment_is_a_difference(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GENETESS_MASTER_KEY", "cd" * 32)
    done = verify(played)
    assert (done.status, done.out) == (1, "")
    words = "commitment: it does not fit the master key here, the environment variable GENETESS_MASTER_KEY."
    assert f"{GAME}/game.yaml: {words}" in done.err


def test_what_is_no_key_is_named(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GENETESS_MASTER_KEY", "my key")
    done = verify(played)
    assert done.status == 1
    assert "GENETESS_MASTER_KEY does not hold a master key" in done.err


def test_a_game_with_a_round_0_is_as_committed(founded: Path) -> None:
    """Ruling G39: a gamble of which a part does not count, a tie, and a seat that is not in."""
    game = founded / GAME / "game.yaml"
    text = game.read_text().replace("gamble: []", "gamble: [start, order]")
    game.write_text(text.replace(", start: K1", "").replace(", start: K2", ""))
    assert run(founded, "start", "riot", "--now", START).status == 0
    orders = founded / GAME / "orders"
    (orders / "red.txt").write_text("GAMBLE 3E K2 / GAMBLE 2E 1st / GAMBLE 1E K1 / PASS\n")
    assert run(founded, "tick", "--now", DAYS[4]).status == 0
    done = verify(founded)
    assert done.status == 0, done.err
    assert done.out.startswith("riot: 3 records, 2 turns, ")


@pytest.mark.exhaustive
def test_a_finished_game_is_as_committed(started: Path) -> None:
    run(
        started,
        "simulate",
        "riot",
        "--turns",
        "200",
        "--commit",
        "--bots",
        "greedy",
        "--seed",
        "3",
        "--now",
        START,
    )
    assert run(started, "show", "riot", "--json").json["phase"] == "finished"
    done = verify(started)
    assert done.status == 0, done.err


def test_what_a_gm_may_change_is_no_difference(played: Path) -> None:
    """More time, another name, a comment: by hand, between two turns."""
    edit(played / GAME / "game.yaml", "deadline: 3d", "deadline: 9d")
    edit(played / "people/p2.yaml", "name: Gwen", "name: Gudrun")
    edit(played / GAME / "board.yaml", r"\A", "# A comment.\n")
    commit(played)
    (played / GAME / "orders/red.txt").write_text("MOVE C2 E\n")
    assert run(played, "tick", "--now", "2026-12-20T00:00:00Z").status == 0
    done = verify(played)
    assert done.status == 0, done.err


def test_players_changes_by_a_merge_are_no_difference(played: Path) -> None:
    git(played, "switch", "--quiet", "--create", "mail", "HEAD~2")
    (played / GAME / "orders/green.txt").write_text("PASS\n")
    commit(played, "an order")
    git(played, "switch", "--quiet", "main")
    git(played, "merge", "--quiet", "--no-edit", "mail")
    assert verify(played).status == 0


def test_every_started_game_is_verified(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GENETESS_MASTER_KEY", KEY)
    players = ["--player", "red=R", "--player", "green=G"]
    run(played, "new", "cave", "--ruleset", "genetess", "--preset", "duel", *players)
    run(played, "new", "hall", "--ruleset", "genetess", "--preset", "duel", *players)
    run(played, "start", "cave", "--now", START)
    done = run(played, "verify")
    assert done.status == 0, done.err
    assert [line.split(":")[0] for line in done.out.splitlines()] == ["cave", "riot"]
    assert "cave: 1 record, 0 turns, no luck to check; all as committed" in done.out
    assert [report["game"] for report in run(played, "verify", "--json").json] == ["cave", "riot"]


def test_a_game_that_differs_does_not_keep_the_others_from_being_verified(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GENETESS_MASTER_KEY", KEY)
    players = ["--player", "red=R", "--player", "green=G"]
    run(played, "new", "cave", "--ruleset", "genetess", "--preset", "duel", *players)
    run(played, "start", "cave", "--now", START)
    edit(played / "games/cave/clock.yaml", "number: 1", "number: many")
    commit(played)
    done = run(played, "verify")
    assert done.status == 1
    assert done.err.startswith("cave: games/cave/clock.yaml:")
    assert done.out.startswith("riot: ")


def test_a_league_may_lie_in_a_folder_of_its_repository(founded: Path, tmp_path: Path) -> None:
    league = tmp_path / "outer" / "two words"
    copytree(founded, league, ignore=lambda _, names: {".git"} & {*names})
    git(tmp_path / "outer", "init", "--quiet")
    commit(league)
    assert run(league, "start", "riot", "--now", START).status == 0
    assert run(league, "resolve", "riot", "--order", "MOVE B2 S", "--seat", "red", "--now", START).status == 0
    done = run(league, "verify")
    assert done.out == "riot: 2 records, 1 turn, no luck to check; all as committed\n", done.err


def test_a_league_without_a_started_game_has_nothing_to_verify(founded: Path) -> None:
    assert run(founded, "verify").out == "No game has started yet.\n"
    assert "has not started yet" in run(founded, "verify", "riot").err
    assert run(founded, "verify", "riot").status == 1
    assert run(founded, "verify", "rot").status == 2


# As far as it goes


def test_a_shallow_clone_is_refused(played: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "--quiet", "--depth", "5", played.as_uri(), "shallow")
    done = verify(tmp_path / "shallow")
    assert done.status == 1
    assert done.err == "This clone is shallow. Run `git fetch --unshallow`, then this again.\n"


def test_a_squashed_history_is_verified_as_far_as_it_goes(
    played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GENETESS_MASTER_KEY", KEY)
    copytree(played, tmp_path / "squashed", ignore=lambda _, names: {".git"} & {*names})
    git(tmp_path / "squashed", "init", "--quiet")
    commit(tmp_path / "squashed")
    done = run(tmp_path / "squashed", "verify")
    assert done.status == 0, done.err
    assert "checked against the dice" in done.out
    assert "One commit has several records, as after a squash: for " in done.out


def test_json_tells_all(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GENETESS_MASTER_KEY", KEY)
    [report] = run(played, "verify", "--json").json
    assert report["difference"] is None
    assert report["records"] == report["compared"]
    edit(played / GAME / "state.yaml", r"e: \d+", "e: 99")
    commit(played)
    done = run(played, "verify", "--json")
    assert done.status == 1
    assert "found 99" in msgspec.json.decode(done.out)[0]["difference"]
