"""What gives a sealed game away by mistake: a board that can be guessed or read, keys as arguments, logs in CI."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Done, run
from tests.cli.sealing import PLAYERS, league

# Boards whose specials can be found out


def _new(root: Path, board: Path, *more: str) -> Done:
    return run(root, "new", "cave", "--ruleset", "genetess", "--board", str(board), *PLAYERS, *more)


@pytest.mark.parametrize("seed", ["friday", "0b5e55ed"])
def test_a_sealed_game_warns_of_a_board_whose_seed_can_be_guessed(
    tmp_path: Path, gm: None, seed: str
) -> None:
    root, board = league(tmp_path), tmp_path / "cave.yaml"
    assert run(root, "board", "new", "--players", "2", "--seed", seed, "-o", str(board)).status == 0
    done = _new(root, board, "--sealed")
    assert done.status == 0
    assert f"made from the seed {seed}, which can be guessed" in done.err
    assert "leave out --seed" in done.err


def test_nothing_is_said_of_a_drawn_seed_or_of_an_open_game(tmp_path: Path, gm: None) -> None:
    root = league(tmp_path)
    for name, more in (("drawn", ()), ("chosen", ("--seed", "friday"))):
        made = run(root, "board", "new", "--players", "2", *more, "-o", str(tmp_path / name))
        assert made.status == 0
    assert "guess" not in _new(root, tmp_path / "drawn", "--sealed").err
    other = run(root, "new", "open", "--ruleset", "genetess", "--board", str(tmp_path / "chosen"), *PLAYERS)
    assert "guess" not in other.err
