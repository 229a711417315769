"""One key a game: no game begins with the `id` or the `commitment` that another one has or had."""

from __future__ import annotations

import re
from pathlib import Path
from shutil import copytree, rmtree

import pytest

from tests.kit.command import START, Unchanged, commit, new_game, run, start_game
from tests.kit.history import GAME

TWIN = "games/twin"
EARLY = ("new", "early", "--ruleset", "genie", "--player", "white=Wanda", "--player", "black=Bela")


def copied(league: Path) -> Path:
    """The game riot copied to twin, as it was before its start."""
    copytree(league / GAME, league / TWIN)
    for name in ("clock.yaml", "state.yaml", "state.sealed"):
        (league / TWIN / name).unlink(missing_ok=True)
    rmtree(league / TWIN / "turns", ignore_errors=True)
    return league / TWIN / "game.yaml"


def test_a_copied_game_does_not_start_and_is_named_by_check(started: Path, refused: Unchanged) -> None:
    copied(started)
    words = "games/twin/game.yaml: riot has the same `id` or `commitment`, so both games would draw"
    assert words in refused(started, "start", "twin", "--now", START).err
    assert words in refused(started, "check").err


@pytest.mark.parametrize("kept", ["id", "commitment"])
def test_half_of_a_key_is_another_games_too(started: Path, refused: Unchanged, kept: str) -> None:
    file = copied(started)
    gone, new = ("commitment: .*\n", "") if kept == "id" else ("id: .*", f'id: "{"12" * 16}"')
    file.write_text(re.sub(gone, new, file.read_text()))
    assert "riot has the same" in refused(started, "start", "twin", "--now", START).err


def test_without_both_it_starts_with_a_key_of_its_own(started: Path) -> None:
    file = copied(started)
    file.write_text(re.sub("id: .*\ncommitment: .*\n", "", file.read_text()))
    done = run(started, "start", "twin", "--now", START)
    assert done.status == 0, done.err
    assert "games/twin/game.yaml now has its `id` and `commitment`" in done.err
    assert run(started, "check").status == 0
    assert run(started, "verify").status == 0


def test_a_copy_that_got_a_key_of_its_own_leaves_the_original_its_key(started: Path) -> None:
    assert run(started, *EARLY).status == 0
    copytree(started / "games/early", started / TWIN)
    commit(started, "a copy")
    file = started / TWIN / "game.yaml"
    file.write_text(re.sub("id: .*\ncommitment: .*\n", "", file.read_text()))
    assert run(started, "start", "twin", "--now", START).status == 0
    assert run(started, "start", "early", "--now", START).status == 0


@pytest.mark.parametrize(
    ("line", "other"), [("commitment: .*", "commitment: null"), ("id: .*", f'id: "{"12" * 16}"')]
)
def test_a_game_that_has_started_keeps_its_key(
    started: Path, refused: Unchanged, line: str, other: str
) -> None:
    file = started / GAME / "game.yaml"
    file.write_text(re.sub(line, other, file.read_text()))
    for words in (("tick",), ("resolve", "riot"), ("extend", "riot", "--by", "1h")):
        assert "cannot change once a game has started" in refused(started, *words, "--now", START).err
    assert "cannot change once a game has started" in refused(started, "check").err


def test_a_twin_that_runs_is_named_and_keeps_the_others_key_secret(
    sealed: Path, gm: None, refused: Unchanged
) -> None:
    copytree(sealed / GAME, sealed / TWIN)
    commit(sealed, "a copy of a running game")
    words = "games/twin/game.yaml: riot has the same `id` or `commitment`, so both games would draw"
    assert words in run(sealed, "check").err
    assert run(sealed, "finish", "riot", "--reason", "enough", "--now", START).status == 0
    done = refused(sealed, "reveal", "riot")
    assert "twin has the same key and is not over" in done.err
    assert run(sealed, "finish", "twin", "--reason", "enough", "--now", START).status == 0
    assert run(sealed, "reveal", "riot").status == 0


def test_games_that_were_made_by_new_are_no_namesakes(started: Path, gm: None) -> None:
    new_game(started, "fog", "--sealed")
    assert run(started, "check").status == 0
    start_game(started, "fog")


def test_a_commitment_without_an_id_is_named(founded: Path, refused: Unchanged) -> None:
    file = founded / GAME / "game.yaml"
    file.write_text(re.sub("id: .*\n", "", file.read_text()))
    assert (
        "the `id` that it was made with is missing" in refused(founded, "start", "riot", "--now", START).err
    )
