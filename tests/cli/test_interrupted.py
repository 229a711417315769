"""A run that was interrupted behind its commit: what writes finishes it, what reads says it and reads the commit."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from genetess_cli.store.git.index import MARK
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.git.worktree import Pending, write_pending
from genetess_cli.store.yaml.api import blob_id
from tests.kit.command import LATER, START, git, run

GAME = "games/riot"
SAID = "a run was interrupted; what it did is committed, and the next run writes these files"


@pytest.fixture
def cut(founded: Path) -> Path:
    """A start whose power was cut when its commit stood and no file had followed."""
    lying = (founded / GAME / "game.yaml").read_bytes()
    with Repository.open(founded) as repository:
        old = repository.tip()
        assert run(founded, "start", "riot", "--now", START).status == 0
        seen = {f"{GAME}/game.yaml": blob_id(lying)}
        pending = Pending("main", old, repository.tip(), seen)
    (founded / GAME / "game.yaml").write_bytes(lying)
    shutil.rmtree(founded / GAME / "turns")
    for name in ("clock.yaml", "state.yaml"):
        (founded / GAME / name).unlink()
    write_pending(founded / ".git/genetess/pending", pending)
    (founded / ".git/index.lock").write_bytes(MARK)
    return founded


@pytest.mark.parametrize("command", ["show riot", "log riot", "legal riot red", "check", "verify"])
def test_what_reads_says_so_and_gives_no_advice_that_fails(cut: Path, command: str) -> None:
    done = run(cut, *command.split())
    assert SAID in done.err
    assert "git restore" not in done.err
    assert "not started" not in done.err + done.out
    assert done.status == (1 if command in ("check", "verify") else 0)


@pytest.mark.parametrize(
    ("command", "status"),
    [
        ("tick", 3),
        ("resolve riot", 3),
        ("start riot", 1),
        ("pause riot --open-end", 0),
        ("order riot red PASS --commit", 0),
    ],
)
def test_what_writes_finishes_it_first(cut: Path, command: str, status: int) -> None:
    assert run(cut, *command.split(), "--now", LATER).status == status
    assert not (cut / ".git/index.lock").exists()
    assert git(cut, "status", "--porcelain") == ""
    assert run(cut, "check").err == ""
