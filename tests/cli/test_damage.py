"""What a power cut or a hand can leave of git's files and of the folders: a sentence with the way out, no traceback."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.kit.command import LATER, Done, git, run

COMMANDS = [
    ["tick", "--now", LATER],
    ["resolve", "riot", "--now", LATER],
    ["extend", "riot", "--by", "1h", "--now", LATER],
    ["undo", "riot", "--now", LATER],
    ["verify"],
    ["show", "riot"],
    ["log", "riot"],
    ["check"],
    ["build", "--out", "site"],
]


PLAYERS_OF_GENIE = ("--player", "white=Ada", "--player", "black=Bo")


def _all(league: Path) -> dict[str, Done]:
    """How every command ends; one that ends in a traceback ends the test."""
    orders = league / "games/riot/orders/red.txt"
    orders.parent.mkdir(exist_ok=True)
    orders.write_text("MOVE B2 S\n")
    return {words[0]: run(league, *words) for words in COMMANDS}


def _loose(league: Path, name: str) -> Path:
    oid = git(league, "rev-parse", name)
    return league / ".git/objects" / oid[:2] / oid[2:]


@pytest.mark.parametrize("name", ["HEAD", "HEAD^{tree}", "HEAD:games/riot", "HEAD:games/riot/clock.yaml"])
def test_an_empty_object_is_said_to_be_damage_with_the_way_out(started: Path, name: str) -> None:
    file = _loose(started, name)
    file.chmod(0o644)
    file.write_bytes(b"")
    done = _all(started)
    for command in ("tick", "resolve", "extend", "verify"):
        assert done[command].status == 1
        assert "damaged (a power cut can do that" in done[command].err
        assert "git clone" in done[command].err


def test_a_damaged_game_keeps_no_other_from_being_verified(started: Path) -> None:
    assert run(started, "new", "cave", "--ruleset", "genie", *PLAYERS_OF_GENIE).status == 0
    assert run(started, "start", "cave").status == 0
    file = _loose(started, "HEAD:games/riot/clock.yaml")
    file.chmod(0o644)
    file.write_bytes(b"")
    done = run(started, "verify")
    assert done.status == 1
    assert "cave: 1 record" in done.out
    assert "riot" in done.err
    assert done.err.count("git cannot compare") <= 1


@pytest.mark.parametrize("content", [b"", b"DIRC\0\0\0\2\0\0\0\1torn"])
def test_a_damaged_index_is_made_anew_as_the_sentence_says(started: Path, content: bytes) -> None:
    before = git(started, "rev-parse", "HEAD")
    (started / ".git/index").write_bytes(content)
    done = _all(started)
    for command in ("tick", "resolve", "extend"):
        assert done[command].status == 1
        assert "delete the file `index` in the folder .git" in done[command].err
    assert git(started, "rev-parse", "HEAD") == before
    (started / ".git/index").unlink()
    git(started, "reset")
    assert run(started, *COMMANDS[0]).status == 0
    assert git(started, "status", "--porcelain") == "?? site/"


def test_an_empty_branch_is_set_again_as_the_sentence_says(started: Path) -> None:
    tip, branch = git(started, "rev-parse", "HEAD"), started / ".git/refs/heads/main"
    branch.write_bytes(b"")
    done = _all(started)
    assert "git update-ref refs/heads/main COMMIT" in done["tick"].err
    log = (started / ".git/logs/refs/heads/main").read_text().splitlines()
    assert log[-1].split()[1] == tip
    branch.unlink()
    git(started, "update-ref", "refs/heads/main", tip)
    assert run(started, *COMMANDS[0]).status == 0


def test_an_empty_head_is_no_repository_as_git_says(started: Path) -> None:
    head = started / ".git/HEAD"
    head.write_bytes(b"")
    assert "not a git repository" in _all(started)["tick"].err
    head.write_text("ref: refs/heads/main\n")
    assert run(started, *COMMANDS[0]).status == 0


@pytest.mark.parametrize("kind", ["link", "link to nothing", "file"])
def test_what_lies_in_place_of_a_folder_of_records_is_named_before_anything_is_done(
    started: Path, tmp_path: Path, kind: str
) -> None:
    folder, before = started / "games/riot/turns/00xx", git(started, "rev-parse", "HEAD")
    shutil.move(folder, tmp_path / "elsewhere")
    if kind == "file":
        folder.write_text("")
    else:
        folder.symlink_to(tmp_path / ("elsewhere" if kind == "link" else "nowhere"))
    done = _all(started)
    for command in ("tick", "resolve", "extend"):
        assert done[command].status == 1
        assert "games/riot/turns/00xx is a " in done[command].err
        assert "put an ordinary folder there" in done[command].err
    assert git(started, "rev-parse", "HEAD") == before
    if kind != "file":
        assert done["check"].status == 1
        assert "games/riot/turns/00xx" in done["check"].err
    folder.unlink()
    shutil.move(tmp_path / "elsewhere", folder)
    assert run(started, *COMMANDS[0]).status == 0
