"""`genetess check`: every kind of file, chosen paths, and what an author may change."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tests.kit.command import START, Done, commit, git, run

RED, GREEN = "games/riot/orders/red.txt", "games/riot/orders/green.txt"


def test_a_sound_league_has_no_problem(started: Path) -> None:
    done = run(started, "check")
    assert (done.status, done.err) == (0, "")
    assert "none" in done.out


@pytest.mark.parametrize(
    ("file", "data", "words"),
    [
        ("genetess.yaml", "titel: x\n", "genetess.yaml:1:"),
        ("games/riot/game.yaml", "ruleset: chess\n", "games/riot/game.yaml:1:"),
        ("games/riot/board.yaml", "map: |\n  ##x##\nstarts: {}\n", "games/riot/board.yaml:2:"),
        (RED, "PASS\nMOVE B2 UP\n", f"{RED}:2:"),
        (RED, "\udcff\n", f"{RED}: Line 1 is not UTF-8"),
        ("games/riot/orders/blue.txt", "PASS\n", "games/riot/orders/blue.txt: nothing reads this file"),
        ("games/riot/clock.yaml", "turn: 3\n", "games/riot/clock.yaml:1:"),
        ("games/riot/state.yaml", "round: [\n", "games/riot/state.yaml:"),
        ("games/riot/turns/00xx/0001-1a.yaml", "number: no\n", "games/riot/turns/00xx/0001-1a.yaml:1:"),
        ("games/cave/board.yaml", "x", "games/cave: there is no game.yaml"),
        ("games/The Cave/game.yaml", "x", "games/The Cave:"),
    ],
)
def test_a_broken_file_is_named_with_its_line(started: Path, file: str, data: str, words: str) -> None:
    (started / file).parent.mkdir(parents=True, exist_ok=True)
    (started / file).write_bytes(data.encode(errors="surrogateescape"))
    commit(started, "by hand")
    done = run(started, "check")
    assert done.status == 1
    assert any(line.startswith(words) for line in done.err.splitlines()), done.err


def test_a_missing_board_is_named(started: Path) -> None:
    (started / "games/riot/board.yaml").unlink()
    assert "games/riot/board.yaml" in run(started, "check").err


def test_an_empty_map_is_told_with_what_to_write(started: Path) -> None:
    (started / "games/riot/board.yaml").write_text("map:\nstarts: {}\n")
    assert "board.yaml:1: map: expected text, got nothing; write it after" in run(started, "check").err


def test_a_mistake_is_told_once(started: Path) -> None:
    board = started / "games/riot/board.yaml"
    board.write_text(board.read_text().replace("+", "x"))
    assert run(started, "check").err.count("a map is made of") == 1


def test_only_what_lies_at_a_path_is_checked(started: Path) -> None:
    (started / "genetess.yaml").write_text("title: [")
    assert run(started, "check", "games/riot").status == 0
    assert run(started, "check", "games/riot/game.yaml").status == 0
    assert run(started, "check", "genetess.yaml").status == 1
    assert run(started, "check", ".").status == 1


def test_a_path_may_be_given_from_a_folder_below(started: Path) -> None:
    assert run(started / "games", "check", "riot/board.yaml").out.startswith("Files checked: 1.")


@pytest.mark.parametrize("path", ["nowhere", "..", "README.md", "/etc"])
def test_a_path_with_nothing_to_check_is_wrong_usage(started: Path, path: str) -> None:
    assert run(started, "check", path).status == 2


@pytest.mark.parametrize(
    "options", [("--author", "a"), ("--base", "HEAD"), ("--author", "a", "--base", "HEAD", ".")]
)
def test_author_and_base_go_together(started: Path, options: tuple[str, ...]) -> None:
    assert run(started, "check", *options).status == 2


def test_a_mistake_in_the_settings_is_told_once(started: Path) -> None:
    game = started / "games/riot/game.yaml"
    game.write_text(game.read_text().replace("deadline: 3d", "deadline: soon"))
    lines = run(started, "check").err.splitlines()
    assert len(lines) == len(set(lines)) == 1


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("board.yaml", "..+..", "....."),
        ("state.yaml", "round: 1", "round: 2"),
        ("turns/00xx/0001-1a.yaml", "to: B3", "to: C3"),
    ],
)
def test_what_was_changed_after_the_start_is_told_with_what_to_do(
    started: Path, file: str, old: str, new: str
) -> None:
    """The records are replayed: whatever does not lead to the position any more shows."""
    run(started, "resolve", "riot", "--order", "MOVE B2 S", "--seat", "red", "--now", START)
    assert run(started, "check").status == 0
    changed = started / "games/riot" / file
    assert old in changed.read_text()
    changed.write_text(changed.read_text().replace(old, new, 1))
    commit(started, "by hand")
    done = run(started, "check")
    assert done.status == 1
    assert "restore it from git" in done.err
    assert len(done.err.splitlines()) == 1


def test_lost_records_are_told(started: Path) -> None:
    run(started, "resolve", "riot", "--order", "MOVE B2 S", "--seat", "red", "--now", START)
    shutil.rmtree(started / "games/riot/turns")
    commit(started, "by hand")
    assert "record 0 is missing" in run(started, "check").err


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("redx.txt", "call it red.txt or green.txt"),
        ("blue-1.txt", "call it red.txt or green.txt"),
        ("red-monday.txt", "such a name is for pull requests alone; call it red.txt"),
        ("Red-a b.txt", "call it red.txt or green.txt"),
        ("red-1.sealed", "call it red.txt or green.txt"),
    ],
)
def test_a_misnamed_order_file_is_told_and_no_turn_reads_it(started: Path, name: str, words: str) -> None:
    path = f"games/riot/orders/{name}"
    _write(started, path, "PASS\n")
    told = f"{path}: nothing reads this file; {words}\n"
    done = run(started, "check")
    assert (done.status, done.err) == (1, told)
    commit(started, "orders")
    done = run(started, "resolve", "riot", "--now", START)
    assert done.status == 3
    assert done.err.startswith(told)
    assert (started / path).read_text() == "PASS\n"


def test_words_around_an_order_are_a_warning(started: Path) -> None:
    _write(started, RED, "PASS\nif I may MOVE B2 S please\n")
    done = run(started, "check")
    assert done.status == 0
    assert f"{RED}:2: “if I may” and “please” are ignored: the order is MOVE B2 S" in done.err


# What an author may change


def _change(league: Path, login: str = "ragnar42") -> Done:
    git(league, "add", "--all")
    git(league, "commit", "--quiet", "--allow-empty", "--message", "a change")
    return run(league, "check", "--author", login, "--base", "HEAD^")


def _write(league: Path, path: str, text: str = "PASS\n") -> None:
    (league / path).parent.mkdir(parents=True, exist_ok=True)
    (league / path).write_text(text)


@pytest.mark.parametrize("login", ["ragnar42", "RAGNAR42"])
def test_an_author_may_change_the_own_orders(started: Path, login: str) -> None:
    _write(started, RED)
    assert _change(started, login).status == 0


def test_an_author_may_delete_the_own_orders(started: Path) -> None:
    _write(started, RED)
    _change(started)
    (started / RED).unlink()
    assert _change(started).status == 0


@pytest.mark.parametrize(
    "path",
    [GREEN, "README.md", "games/riot/game.yaml", "games/riot/orders/Red.txt", "games/riot/orders/red.txt/x",
     "games/riot/orders/red.txt.bak", "orders/red.txt", "games/cave/orders/red.txt", ".github/workflows/tick.yml"],
)  # fmt: skip
def test_an_author_may_change_nothing_else(started: Path, path: str) -> None:
    _write(started, path)
    done = _change(started)
    assert done.status == 1
    assert done.err.startswith(path)


def test_of_orders_in_a_wrong_place_the_right_one_is_named(started: Path) -> None:
    _write(started, "games/riot/green.txt")
    assert "Your orders belong into games/riot/orders/green.txt\n" in _change(started, "gwen-g").err


def test_every_file_gets_its_line(started: Path) -> None:
    for path in (RED, GREEN, "README.md"):
        _write(started, path)
    assert len(_change(started).err.splitlines()) == 2


def test_a_renamed_file_is_judged_at_both_places(started: Path) -> None:
    _write(started, GREEN)
    _change(started)
    (started / GREEN).rename(started / RED)
    assert GREEN in _change(started).err


def test_a_link_is_no_order_file(started: Path) -> None:
    (started / "games/riot/orders").mkdir(exist_ok=True)
    (started / RED).symlink_to("/etc/passwd")
    done = _change(started)
    assert done.status == 1
    assert "a symbolic link" in done.err


def test_an_order_file_is_not_executable(started: Path) -> None:
    _write(started, RED)
    os.chmod(started / RED, 0o755)
    assert "100644" in _change(started).err


def test_the_orders_are_checked_as_committed(started: Path) -> None:
    """What lies in the work tree, which the author of a pull request never wrote, does not count."""
    _write(started, RED, "JUMP\n")
    commit(started, "a change")
    _write(started, RED, "PASS\n")
    done = run(started, "check", "--author", "ragnar42", "--base", "HEAD^")
    assert done.status == 1
    assert f"{RED}:1:" in done.err


def test_a_large_order_file_is_refused(started: Path) -> None:
    _write(started, RED, "# " + "x" * 5000)
    assert "at most 4096" in _change(started).err


def test_nobody_gives_oneself_a_seat(started: Path) -> None:
    """Whose seat it is is read from before the change."""
    game = started / "games/riot/game.yaml"
    game.write_text(game.read_text().replace("ragnar42", "mallory"))
    _write(started, RED)
    done = _change(started, "mallory")
    assert any(line.startswith(RED) for line in done.err.splitlines())


def test_a_login_without_a_seat_may_change_nothing(started: Path) -> None:
    _write(started, RED)
    assert "no seat" in _change(started, "mallory").err


def test_a_forge_checks_a_commit_that_no_branch_has(started: Path) -> None:
    _write(started, RED)
    _change(started)
    git(started, "checkout", "--quiet", "--detach")
    assert run(started, "check", "--author", "ragnar42", "--base", "HEAD^1").status == 0


def test_what_others_changed_since_a_branch_began_is_not_its_authors_doing(started: Path) -> None:
    git(started, "switch", "--quiet", "--create", "mine")
    _write(started, RED)
    assert _change(started).status == 0
    git(started, "switch", "--quiet", "main")
    _write(started, GREEN)
    _write(started, "README.md", "new words\n")
    _change(started)
    git(started, "switch", "--quiet", "mine")
    done = run(started, "check", "--author", "ragnar42", "--base", "main")
    assert (done.status, done.err) == (0, "")
    assert done.out == "riot red: PASS\nFiles checked: 1. Problems: none.\n"


def test_whose_seat_it_is_is_read_from_where_the_change_is_to_go(started: Path) -> None:
    """A branch from before a seat changed hands gives nobody the old rights."""
    git(started, "switch", "--quiet", "--create", "mine")
    _write(started, RED)
    _change(started)
    git(started, "switch", "--quiet", "main")
    person = started / "people/p1.yaml"
    person.write_text(person.read_text().replace("ragnar42", "somebody"))
    _change(started)
    git(started, "switch", "--quiet", "mine")
    assert run(started, "check", "--author", "ragnar42", "--base", "main").status == 1


def test_an_unknown_base_is_wrong_usage(started: Path) -> None:
    assert run(started, "check", "--author", "a", "--base", "no-such-branch").status == 2
    assert run(started, "check", "--author", "a", "--base", "--output=x").status == 2


def test_a_league_below_the_top_of_its_repository(started: Path, tmp_path: Path) -> None:
    outer = tmp_path / "outer"
    outer.mkdir()
    git(outer, "init", "--quiet")
    (started / ".git").rename(tmp_path / "old.git")
    started.rename(outer / "league")
    commit(outer, "all")
    _write(outer / "league", RED)
    assert _change(outer / "league").status == 0
    _write(outer, "elsewhere.txt")
    assert _change(outer / "league").status == 1


def test_settings_of_the_league_that_are_not_committed_are_named(started: Path) -> None:
    words = "genetess.yaml: edited and not committed"
    assert words not in run(started, "check").err + run(started, "show", "riot").err
    file = started / "genetess.yaml"
    file.write_text(f"{file.read_text()}# a thought\n")
    for command in (["check"], ["show", "riot"]):
        done = run(started, *command)
        assert (done.status, words in done.err) == (0, True), done.err
    commit(started)
    assert words not in run(started, "check").err
