"""The guide for game masters: every command in it runs as it is written, one after the other, on a fresh machine."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.tree import ROOT

GUIDE = ROOT / "docs" / "gm.md"
NOTHING_DUE = 3
INSTALLED = ("python3 -m venv", "~/genetess/bin/pip install", "export PATH=")
"""What the test has done before the guide begins."""
FORGE = "git@github.com:gail/league.git"


def _commands() -> list[tuple[int, str]]:
    """Every line of the guide's shell blocks, with its number."""
    found, inside = [], False
    for number, line in enumerate(GUIDE.read_text(encoding="utf-8").splitlines(), start=1):
        if line.startswith("```"):
            inside = line == "```sh"
        elif inside and not line.startswith(INSTALLED):
            found.append((number, line))
    return found


def _script(folder: Path) -> str:
    """The commands in one shell, which stops at the first that neither works nor says that nothing is due."""
    remote = folder / "forge.git"
    lines = [
        f"git init --quiet --bare --initial-branch=main {shlex.quote(str(remote))}",
        f"git config --global url.{shlex.quote(str(remote))}.insteadOf {FORGE}",
    ]
    for number, command in _commands():
        lines += [command, f'ended "$?" {number} {shlex.quote(command)}']
    stop = '{ echo "gm.md:$2: $3: status $1" >&2; exit 1; }'
    check = f'ended() {{ [ "$1" = 0 ] || [ "$1" = {NOTHING_DUE} ] || {stop}; }}'
    return "\n".join([check, *lines]) + "\n"


@pytest.fixture
def machine(tmp_path: Path) -> dict[str, str]:
    """The environment of somebody who has installed the program and nothing else."""
    programs = tmp_path / "bin"
    programs.mkdir()
    program = programs / "genetess"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m genetess_cli "$@"\n')
    program.chmod(0o755)
    hidden = re.compile("GIT_|GENETESS_|XDG_|CI$")
    kept = {name: value for name, value in os.environ.items() if not hidden.match(name)}
    path = os.pathsep.join([str(programs), kept["PATH"]])
    return kept | {"HOME": str(tmp_path), "PATH": path, "PYTHONPATH": str(ROOT)}


@pytest.mark.exhaustive
def test_every_command_of_the_guide_runs_as_written(tmp_path: Path, machine: dict[str, str]) -> None:
    done = subprocess.run(
        ["bash", "-c", _script(tmp_path)],
        env=machine,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    kept = (tmp_path / "league/genetess.yaml").read_text()  # what one chapter sets up, no later one undoes
    assert ("\n  repository: gail/league" in kept, "\n  base_url: " in kept) == (True, True), kept
