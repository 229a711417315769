"""README and docs: every command in them runs as it is written, page by page, on a fresh machine."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from docs.reference import commits
from tests.house.pages import PAGES, blocks, commands
from tests.house.tree import ROOT
from tests.kit.command import git

NOTHING_DUE = 3
BY_DAY = {
    "README.md",
    "first-league.md",
    "github.md",
    "players.md",
}
"""The others take longer than the day allows."""
FORGE = "git@github.com:gail/league.git"
TEMPLATE = "https://github.com/OWNER/NAME"
COMMAND = re.compile(r"(?:\$ )?(?:genetess|git|make|pip|python3|gh|sudo|apt) [a-z-]")


def _script(page: Path, folder: Path) -> str:
    """The commands in one shell, which stops at the first that neither works nor says that nothing is due."""
    remote = shlex.quote(str(folder / "forge.git"))
    when = {name: when for name, when in commits().items() if name != "init"}  # which makes the repository
    lines = [
        f"git init --quiet --bare --initial-branch=main {remote}",
        f"git config --global url.{remote}.insteadOf {FORGE}",
        f"git config --global url.{shlex.quote(str(folder / 'template.git'))}.insteadOf {TEMPLATE}",
        "tip() { git rev-parse --quiet --verify HEAD 2> /dev/null; }",
        f'stop() {{ echo "{page.name}:$1: $2: $3" >&2; exit 1; }}',
        f'ended() {{ [ "$1" = 0 ] || [ "$1" = {NOTHING_DUE} ] || stop "$2" "$3" "status $1"; }}',
        'never() { [ "$1" = "$(tip)" ] || stop "$2" "$3" "it made a commit, which reference.toml denies"; }',
        'always() { [ "$1" != "$(tip)" ] || stop "$2" "$3" "it made no commit, which reference.toml denies"; }',
    ]
    for number, command in commands(page):
        told = f"{number} {shlex.quote(command)}"
        lines += ["was=$(tip)", command, f'ended "$?" {told}']
        called = re.match(r"genetess ([a-z]+)", command)
        if called and when.get(called[1]) in {"never", "always"}:
            lines.append(f'{when[called[1]]} "$was" {told}')
    return "\n".join(lines) + "\n"


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


def _run(page: Path, folder: Path, machine: dict[str, str]) -> None:
    if any(TEMPLATE in command for _, command in commands(page)):
        git(folder, "clone", "--quiet", "--bare", str(ROOT), "template.git")
    done = subprocess.run(
        ["bash", "-c", _script(page, folder)],
        env=machine,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]


@pytest.mark.by_day(1, ci="all")
@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, id=page.name, marks=[] if page.name in BY_DAY else [pytest.mark.exhaustive])
        for page in PAGES
        if commands(page)
    ],
)
def test_every_command_of_a_page_runs_as_written(page: Path, tmp_path: Path, machine: dict[str, str]) -> None:
    _run(page, tmp_path, machine)
    league = tmp_path / "league/genetess.yaml"
    if page.name == "first-league.md":  # what one section sets up, no later one undoes
        kept = league.read_text()
        assert ("\n  repository: gail/league" in kept, "\n  base_url: " in kept) == (True, True), kept


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_block_of_commands_is_run_or_says_why_not(page: Path) -> None:
    """Any other language is for what nobody types: output, files, and a script that a test of its own runs."""
    for block in blocks(page):
        where = f"{page.name}:{block.lines[0][0]}" if block.lines else page.name
        assert block.language, f"{where}: name the block's language"
        if block.language == "text" and page.name != "commands.md" and not block.not_run:
            assert not [line for _, line in block.lines if COMMAND.match(line)], where


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_indented_block_hides_commands(page: Path) -> None:
    """They could not say that they are not to be run."""
    fenced = {number for block in blocks(page) for number, _ in block.lines}
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
        if line.startswith("    ") and number not in fenced:
            assert not COMMAND.match(line.strip()), f"{page.name}:{number}"
