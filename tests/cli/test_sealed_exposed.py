"""A sealed game's board that lies in its league for everybody to read: `new` refuses it, `check` names it."""

from __future__ import annotations

from pathlib import Path
from shutil import rmtree

import pytest

from tests.kit.boards import BOARD
from tests.kit.command import PLAYERS, Unchanged, commit, git, league_with_site, new_game, run

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


@pytest.mark.parametrize("who", ["stranger", "gm"])
@pytest.mark.parametrize("is_committed", [True, False])
def test_check_names_a_board_that_has_a_sealed_games_specials(
    sealed: Path, request: pytest.FixtureRequest, who: str, is_committed: bool
) -> None:
    request.getfixturevalue(who)
    (sealed / "drafts").mkdir()
    (sealed / "drafts" / "cave.yaml").write_text(f"# mine\n{BOARD}")
    if is_committed:
        commit(sealed, "all of it")
    done = run(sealed, "check")
    assert done.status == 1
    assert "drafts/cave.yaml: everybody can read here what riot has sealed" in done.err
    assert "Problems: 1." in done.out


def test_check_knows_the_specials_on_another_map_by_the_key(sealed: Path, gm: None) -> None:
    (sealed / "cave.yaml").write_text(BOARD.replace("+", "."))
    assert "cave.yaml: everybody can read here what riot has sealed" in run(sealed, "check").err


def test_check_says_nothing_of_other_boards_and_files(sealed: Path, gm: None) -> None:
    (sealed / "cave.yaml").write_text(BOARD.replace("+", ".").replace("amount: 5", "amount: 6"))
    (sealed / "notes.txt").write_text("specials: none of them are\n  told: [here\n")
    (sealed / "list.yaml").write_text("specials:\n  - cake\n")
    assert run(sealed, "check").status == 0


def _names(root: Path, path: str) -> None:
    done = run(root, "check")
    assert done.status == 1
    assert f"{path}: everybody can read here what riot has sealed" in done.err
    assert "Problems: 1." in done.out


def test_check_names_a_committed_board_that_gitignore_lists_as_well(sealed: Path, gm: None) -> None:
    (sealed / "cave.yaml").write_text(BOARD)
    git(sealed, "add", "cave.yaml")
    with (sealed / ".gitignore").open("a") as file:
        file.write("/cave.yaml\n")
    git(sealed, "commit", "--quiet", "--all", "--message", "all of it")
    _names(sealed, "cave.yaml")


@pytest.mark.parametrize("setting", ["color.ui", "color.grep"])
def test_check_names_a_board_whatever_colours_git_is_set_to(sealed: Path, gm: None, setting: str) -> None:
    git(sealed, "config", setting, "always")
    (sealed / "cave.yaml").write_text(BOARD)
    _names(sealed, "cave.yaml")


def test_check_names_a_board_with_the_patterns_of_another_kind_set(sealed: Path, gm: None) -> None:
    git(sealed, "config", "grep.patternType", "fixed")
    (sealed / "cave.yaml").write_text(BOARD)
    _names(sealed, "cave.yaml")


@pytest.mark.parametrize("path", ["games/riot/cave.yaml", "games/cave.yaml", "games/riot/state.yaml"])
def test_check_names_a_board_among_the_games(sealed: Path, gm: None, path: str) -> None:
    (sealed / path).write_text(BOARD)
    _names(sealed, path)


def test_check_says_nothing_of_an_open_game_on_the_same_board(sealed: Path, gm: None) -> None:
    new_game(sealed, "feud")
    assert run(sealed, "start", "feud").status == 0
    assert "everybody can read" not in run(sealed, "check").err


def test_check_says_nothing_of_the_board_of_a_revealed_game(sealed: Path, gm: None) -> None:
    (sealed / "cave.yaml").write_text(BOARD)
    assert run(sealed, "finish", "riot", "--reason", "rain").status == 0
    _names(sealed, "cave.yaml")
    assert run(sealed, "reveal", "riot").status == 0
    done = run(sealed, "check")
    assert (done.status, done.err) == (0, "")


def test_check_says_nothing_of_boards_where_there_is_no_repository(sealed: Path, gm: None) -> None:
    rmtree(sealed / ".git")
    assert "not in a git repository" not in run(sealed, "check").err
