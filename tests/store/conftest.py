"""Real repositories for the tests of the store. No test here replaces a part of the program."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from genetess_cli.store.git.repository import Repository
from genetess_cli.store.git.snapshot import Untouched


def git(folder: Path, *arguments: str) -> str:
    """Run git as a user would; its output without the last line end."""
    user = ("-c", "user.name=Ursula", "-c", "user.email=u@example.org")
    done = subprocess.run(["git", *user, *arguments], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.rstrip("\n")


def committed(league: Repository, *paths: str) -> list[bytes | None]:
    """What the newest commit has at some paths."""
    tree = Untouched(league.snapshot(league.tip()))
    return [tree.read(path) for path in paths]


def names(league: Repository, folder: str) -> list[str]:
    """What lies in a folder of the newest commit."""
    return sorted(Untouched(league.snapshot(league.tip())).names(folder))


@pytest.fixture
def top(tmp_path: Path) -> Path:
    """A repository that is a league with one game, committed by Ursula."""
    top = tmp_path / "league"
    orders = top / "games" / "riot" / "orders"
    orders.mkdir(parents=True)
    (top / "genetess.yaml").write_text("title: Test\n")
    (top / "games/riot/state.yaml").write_text("turn: 0\n")
    (orders / "red.txt").write_text("PASS\n")
    (top / "other file.txt").write_text("one\n")
    (top / "straße").write_text("two\n")
    git(top.parent, "init", "-q", "-b", "main", str(top))
    git(top, "add", ".")
    git(top, "commit", "-q", "-m", "league")
    return top


@pytest.fixture
def league(top: Path) -> Iterator[Repository]:
    with Repository.open(top) as repository:
        yield repository
