"""The master key stays out of the environment of every git that runs, and so of whatever git starts."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from genetess_cli.store.seal.keyring import VARIABLE
from tests.kit.boards import BOARD
from tests.kit.command import START, git

KEY = "a7" * 32
ROOT = Path(__file__).resolve().parents[2]
WRAPPER = """\
#!/bin/sh
{ echo "ran $*"; env; } >> "$SEEN"
exec "$REAL" "$@"
"""


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """A PATH whose first git writes down what it was given before it does its work."""
    wrapper = tmp_path / "bin" / "git"
    wrapper.parent.mkdir()
    wrapper.write_text(WRAPPER)
    wrapper.chmod(0o755)
    path = f"{wrapper.parent}{os.pathsep}{os.environ['PATH']}"
    own = {"PATH": path, "SEEN": str(tmp_path / "seen"), "REAL": str(shutil.which("git")), VARIABLE: KEY}
    others = {name: value for name, value in os.environ.items() if name != "CI"}
    return {**others, **own, "PYTHONPATH": str(ROOT)}


@pytest.mark.by_day(0, ci="all")
def test_no_git_is_given_the_master_key(tmp_path: Path, environment: dict[str, str]) -> None:
    (tmp_path / "board.yaml").write_text(BOARD)
    league, remote = tmp_path / "league", tmp_path / "remote"
    players = ["--player", "red=Ragnar", "--player", "green=Gwen"]
    board = ["--board", str(tmp_path / "board.yaml")]
    commands = [
        ["init", str(league), "--forge", "none"],
        ["-C", str(league), "new", "riot", "--sealed", "--ruleset", "genetess", *board, *players],
        ["-C", str(league), "start", "riot", "--now", START],
        ["-C", str(league), "order", "riot", "red", "MOVE B2 S", "--commit", "--now", START],
        ["-C", str(league), "tick", "--push", "--now", "2026-11-22T00:00:00Z"],
        ["-C", str(league), "undo", "riot", "--now", "2026-11-22T01:00:00Z"],
        ["-C", str(league), "collect", "--mail", "-", "--push", "--now", "2026-11-22T02:00:00Z"],
        ["-C", str(league), "check"],
        ["-C", str(league), "verify"],
    ]
    for command in commands:
        done = subprocess.run(
            [sys.executable, "-m", "genetess_cli", *command],
            env=environment,
            input="",
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode in ((1, 3) if command[2] in ("collect", "verify") else (0,)) or (
            command[-1] == "verify" and not done.returncode
        ), (command, done.stderr)
        if command[0] == "init":
            git(tmp_path, "init", "--quiet", "--bare", str(remote))
            git(league, "remote", "add", "origin", str(remote))
    seen = (tmp_path / "seen").read_text()
    ran = {line.split()[1:] and line for line in seen.splitlines() if line.startswith("ran ")}
    assert any(" init" in str(line) for line in ran)
    assert any(" push " in str(line) for line in ran)
    assert "XDG_CONFIG_HOME=" in seen, "what git needs is there"
    assert KEY not in seen
    assert VARIABLE not in seen
