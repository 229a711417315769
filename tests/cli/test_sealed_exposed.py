"""What of a sealed game everybody can read in its league: `new` refuses such a board, `check` names such files."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.boards import BOARD
from tests.kit.command import PLAYERS, Unchanged, commit, league_with_site, run

NEW = ("new", "cave", "--ruleset", "genetess", *PLAYERS, "--sealed", "--board")


def test_a_sealed_games_board_is_not_taken_from_the_league_itself(
    tmp_path: Path, gm: None, refused: Unchanged
) -> None:
    root = league_with_site(tmp_path)
    for folder in (root, root / "games", root / "drafts"):
        folder.mkdir(exist_ok=True)
        board = folder / "cave.yaml"
        board.write_text(BOARD)
        done = refused(root, *NEW, str(board))
        assert "cave.yaml is in the league's repository" in done.err
        assert "put it outside" in done.err
        board.unlink()


def test_a_link_to_a_board_in_the_league_is_seen_through(
    tmp_path: Path, gm: None, refused: Unchanged
) -> None:
    root = league_with_site(tmp_path)
    (root / "cave.yaml").write_text(BOARD)
    (tmp_path / "link.yaml").symlink_to(root / "cave.yaml")
    assert "is in the league's repository" in refused(root, *NEW, str(tmp_path / "link.yaml")).err


def test_a_board_that_git_ignores_or_of_an_open_game_may_lie_in_the_league(tmp_path: Path, gm: None) -> None:
    root = league_with_site(tmp_path)
    (root / "cave.yaml").write_text(BOARD)
    assert run(root, *(word for word in NEW if word != "--sealed"), "cave.yaml").status == 0
    with (root / ".gitignore").open("a") as file:
        file.write("/own.yaml\n")
    (root / "cave.yaml").rename(root / "own.yaml")
    assert run(root, "new", "other", *NEW[2:], "own.yaml").status == 0


@pytest.mark.parametrize("path", ["state.yaml", "orders/red.txt"])
def test_check_names_a_plain_file_of_a_sealed_game(sealed: Path, gm: None, path: str) -> None:
    (sealed / "games/riot" / path).write_text("PASS\n")
    commit(sealed, "by hand")
    done = run(sealed, "check")
    assert done.status == 1
    assert f"games/riot/{path}: " in done.err
    assert "sealed" in done.err
    assert "Problems: 1." in done.out


def test_check_names_a_board_with_the_specials_of_a_sealed_game(sealed: Path, gm: None) -> None:
    (sealed / "games/riot/board.yaml").write_text(BOARD)
    done = run(sealed, "check")
    assert done.status == 1
    assert "`specials` is sealed in this game, but everybody can read it here" in done.err
