"""What ends a command before it has begun: a git that is too old, and Ctrl-C while the program is still loading."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from genetess_cli.store.git.run import OLDEST_GIT
from tests.kit.command import git, new_league, run

FLOOR = ".".join(map(str, OLDEST_GIT))
# As git did before it knew --path-format: what it does not know it prints.
_OLD_GIT = """\
#!/bin/sh
for word in "$@"; do
  case "$word" in
    version) echo "git version 2.30.2"; exit 0;;
    --path-format*) echo "$word"; exec "$REAL" rev-parse --show-toplevel --git-dir --git-common-dir --show-prefix;;
  esac
done
exec "$REAL" "$@"
"""


@pytest.mark.parametrize("command", [["tick"], ["undo", "riot"], ["build"], ["init", "other"]])
def test_an_old_git_is_named_by_every_command_with_the_floor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    league = new_league(tmp_path)
    run(league, "new", "riot", "--ruleset", "dna", "--player", "red=Ann", "--player", "green=Ben")
    run(league, "start", "riot")
    old = tmp_path / "bin" / "git"
    old.parent.mkdir()
    old.write_text(_OLD_GIT)
    old.chmod(0o755)
    monkeypatch.setenv("REAL", str(shutil.which("git")))
    monkeypatch.setenv("PATH", f"{old.parent}{os.pathsep}{os.environ['PATH']}")
    done = run(league, *command)
    assert done.status == 1
    assert f"git version 2.30.2, and genetess needs git {FLOOR} or newer" in done.err


def test_why_git_will_not_have_a_repository_is_told_in_its_own_words_alone(tmp_path: Path) -> None:
    league = new_league(tmp_path)
    git(league, "config", "core.repositoryformatversion", "99")
    players = ("--player", "red=Ann", "--player", "green=Ben")
    done = run(league, "new", "riot", "--ruleset", "dna", *players)
    assert done.status == 1
    assert done.err.rstrip().endswith("found 99")


_INTERRUPTED = """
import sys
class Interrupt:
    def find_spec(self, name, *rest):
        if name == "genetess_cli.cli":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupt())
from genetess_cli.__main__ import main
main()
"""


def test_ctrl_c_while_the_program_loads_is_no_traceback(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": os.getcwd()}
    command = [sys.executable, "-c", _INTERRUPTED, "--version"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@pytest.mark.parametrize("address", ["https://example.org/l/index.html", "https://example.org/l/#games",
                                     "https://example.org/l?x=1", "https://example.org/l/index.html?x#y"])  # fmt: skip
def test_an_address_with_more_than_the_sites_folder_is_refused(tmp_path: Path, address: str) -> None:
    league = new_league(tmp_path)
    (league / "genetess.yaml").write_text(f"title: Tests\nsite:\n  base_url: {address}\n")
    done = run(league, "check")
    assert done.status == 1
    assert "genetess.yaml:3: site.base_url: expected an address such as" in done.err
