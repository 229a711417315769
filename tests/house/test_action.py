"""The action: what it does on a worker, what it lets out of its sight, and what it says where it cannot install."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
from packaging.markers import Marker
from packaging.utils import canonicalize_name
from ruamel.yaml import YAML

from genetess_cli import __version__
from tests.house.test_locks import RUN, rows
from tests.house.tree import ROOT, tracked

INSTALL = "genetess_cli/store/forges/install.sh"
SECRETS = {"GENETESS_MASTER_KEY": "k" * 64, "FORGE_TOKEN": "t", "GITHUB_TOKEN": "t", "CI_JOB_TOKEN": "t"}


class Worker:
    """A machine with a `python3` that notes what it is given."""

    def __init__(self, folder: Path, python: str) -> None:
        self.folder = folder
        self.output = folder / "output"
        (folder / "bin").mkdir()
        for name in ("bash", "env", "dirname", "mktemp", "tail", "cat"):
            (folder / "bin" / name).symlink_to(str(shutil.which(name)))
        self.python = folder / "bin" / "python3"
        self.python.write_text(f"#!/bin/sh\n{python}\n")
        self.python.chmod(0o755)

    def install(self, project: Path = ROOT, path: str = "") -> subprocess.CompletedProcess[str]:
        """What became of it, with a path of more programs."""
        around = {
            **os.environ,
            **SECRETS,
            "PATH": f"{self.folder / 'bin'}{path}",
            "HOME": str(self.folder),
            "RUNNER_TEMP": str(self.folder),
            "GITHUB_OUTPUT": str(self.output),
        }
        return subprocess.run(
            ["bash", project / INSTALL],
            cwd=self.folder,
            env=around,
            capture_output=True,
            text=True,
            check=False,
        )


def test_the_action_runs_the_script_that_every_forge_runs() -> None:
    action = YAML(typ="safe").load((ROOT / "action.yml").read_text(encoding="utf-8"))
    assert "inputs" not in action  # a forge's worker can show an input to each of the steps
    assert [*action["outputs"]] == ["genetess"]
    [step] = action["runs"]["steps"]
    assert step["run"] == f'bash "$GITHUB_ACTION_PATH/{INSTALL}"'


def test_an_old_python_is_named(tmp_path: Path) -> None:
    done = Worker(tmp_path, 'case "$1" in --version) echo Python 3.9.2 ;; *) exit 1 ;; esac').install()
    assert done.returncode == 1
    assert "no Python 3.11 or later here (python3 is Python 3.9.2)" in done.stderr


def test_a_worker_without_pip_is_told_how_to_get_it(tmp_path: Path) -> None:
    done = Worker(tmp_path, 'case "$1" in -m) echo No module named pip >&2; exit 1 ;; esac').install()
    assert done.returncode == 1
    assert "No module named pip" in done.stderr
    assert "apt-get install python3-pip" in done.stderr


def test_what_installs_sees_no_token_and_no_key(tmp_path: Path) -> None:
    Worker(tmp_path, f"{shutil.which('env')} > {tmp_path}/seen; exit 1").install()
    seen = (tmp_path / "seen").read_text()
    assert "UV_PYTHON_DOWNLOADS=never" in seen
    assert not [name for name in SECRETS if name in seen]


@pytest.mark.exhaustive
def test_a_worker_has_the_rulesets_that_the_league_has_as_wheels(tmp_path: Path) -> None:
    uv = Path(sysconfig.get_path("scripts"), "uv")
    example = ROOT / "examples" / "tic-tac-toe"
    subprocess.run(
        [uv, "build", "--quiet", "--no-config", "--wheel", "--out-dir", tmp_path / "packages", example],
        check=True,
    )
    done = Worker(tmp_path, f'exec {sys.executable} "$@"').install(path=f":{os.environ['PATH']}")
    assert done.returncode == 0, done.stderr
    python = Path(done.stdout.strip()).parent / "venv" / "bin" / "python"
    code = "from genetess_cli.rules import ruleset; print(ruleset('tic-tac-toe').name)"
    shown = subprocess.run([python, "-I", "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout == "tic-tac-toe\n"


@pytest.mark.exhaustive
def test_a_worker_runs_what_is_locked(tmp_path: Path) -> None:
    """From a folder without .git, as forges hand an action out; twice in a job."""
    project = tmp_path / "the action"
    for file in tracked():
        to = project / file.relative_to(ROOT)
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, to)
    worker = Worker(tmp_path, f'exec {sys.executable} "$@"')
    for _ in range(2):
        done = worker.install(project, f":{os.environ['PATH']}")
        assert done.returncode == 0, done.stderr
        assert f"genetess {__version__} at {project}" in done.stderr
    first, second = (Path(line.removeprefix("genetess=")) for line in worker.output.read_text().splitlines())
    assert first != second
    assert done.stdout == f"{second}\n"
    for program in (first, second):
        shown = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
        assert shown.stdout == f"genetess {__version__}\n"
    uv = Path(sysconfig.get_path("scripts"), "uv")
    listed = subprocess.run(
        [uv, "pip", "list", "--format=freeze", "--python", second.parent / "venv"],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    wanted = [row.partition(" --hash")[0].strip().partition(" ; ") for row in rows(RUN)]
    fitting = {name for name, _, marker in wanted if not marker or Marker(marker).evaluate()}
    found = {
        f"{canonicalize_name(name)}=={version}"
        for name, _, version in (line.partition("==") for line in listed.splitlines())
    }
    assert found == fitting
