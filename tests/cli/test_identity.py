"""Commands that commit, on a machine on which git was never told who its user is."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.kit.command import START, Unchanged, git, run

COMMAND = 'git config --global user.name "Your Name"'
NEW = ("new", "cave", "--ruleset", "dna", "--player", "red=Ann", "--player", "green=Bo")


@pytest.fixture(autouse=True)
def _nobody(_started: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody has made the leagues, and the machine knows nobody."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.delenv("EMAIL", raising=False)


@pytest.mark.parametrize("place", ["league", "leagues/friday"])
def test_init_asks_who_its_user_is_and_leaves_nothing_behind(tmp_path: Path, place: str) -> None:
    done = run(tmp_path, "init", place)
    assert (done.status, COMMAND in done.err) == (1, True), done.err
    assert not (tmp_path / place.partition("/")[0]).exists()


def test_init_leaves_an_empty_folder_empty(tmp_path: Path) -> None:
    (tmp_path / "league").mkdir()
    assert run(tmp_path, "init", "league").status == 1
    assert [*(tmp_path / "league").iterdir()] == []


@pytest.mark.parametrize("arguments", [NEW, ("start", "riot")], ids=" ".join)
def test_new_and_start_ask_before_a_key_is_made(
    founded: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    refused: Unchanged,
    arguments: tuple[str, ...],
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    assert COMMAND in refused(founded, *arguments).err
    assert not (tmp_path / "config").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ("resolve", "riot", "--seat", "red", "--order", "MOVE B2 S"),
        ("order", "riot", "red", "PASS", "--commit"),
        ("pause", "riot", "--open-end"),
        ("undo", "riot"),
        ("replace", "riot", "red", "Zoe"),
    ],
    ids=" ".join,
)
def test_whatever_commits_asks(started: Path, refused: Unchanged, arguments: tuple[str, ...]) -> None:
    assert COMMAND in refused(started, *arguments).err


def test_a_name_in_the_environment_will_do(founded: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for role in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{role}_NAME", "Robot")
        monkeypatch.setenv(f"GIT_{role}_EMAIL", "robot@example.org")
    assert run(founded, "start", "riot", "--now", START).status == 0
    assert git(founded, "log", "-1", "--format=%an <%ae>") == "Robot <robot@example.org>"
