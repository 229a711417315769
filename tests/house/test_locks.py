"""What leagues' workflows install beside the key: every file of it by its hash, and nothing else."""

from __future__ import annotations

import os
import re
import subprocess
import tomllib
import venv
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from ruamel.yaml import YAML

from genetess_cli import __version__
from genetess_cli.store import resources
from tests.house.tree import ROOT
from tests.kit.command import git

BUILD, RUN = "requirements-build.lock", "requirements.lock"
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
STEPS = (
    rf"-r [./]*{BUILD}\n",
    rf"--no-build-isolation -r [./]*{RUN}\n",
    r"--no-deps --no-build-isolation -r [./]*requirements\.txt\n",
)


def pinned(name: str) -> dict[str, str]:
    """The packages of a lock with their versions; each has a hash."""
    lines = resources.locks()[name].replace("\\\n", "").splitlines()
    rows = [line for line in lines if not line.startswith("#")]
    assert all(re.search(r" --hash=sha256:[0-9a-f]{64}\b", row) for row in rows)
    found = [re.match(r"([a-z0-9-]+)==(\S+)", row) for row in rows]
    return {each[1]: each[2] for each in found if each}


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        (RUN, PROJECT["project"]["dependencies"]),
        (BUILD, PROJECT["dependency-groups"]["build"]),
        (BUILD, PROJECT["build-system"]["requires"]),
    ],
)
def test_a_lock_has_what_the_project_asks_for(name: str, wanted: list[str]) -> None:
    versions = pinned(name)
    for each in map(Requirement, wanted):
        assert versions[canonicalize_name(each.name)] in each.specifier


@pytest.mark.parametrize("name", [RUN, BUILD])
def test_a_lock_names_no_place_to_install_from(name: str) -> None:
    text = resources.locks()[name]
    assert "://" not in text
    assert not [line for line in text.splitlines() if line.startswith("-")]


def scripts() -> list[tuple[str, str]]:
    """What each job that installs the program runs, as one text."""
    files = {
        path: text
        for forge in ("github", "gitlab", "forgejo")
        for path, text in resources.forge(forge).items()
    }
    found = []
    for path, text in files.items():
        tree = YAML(typ="safe", pure=True).load(text)
        for name, job in (tree.get("jobs") or tree).items():
            if not isinstance(job, dict):
                continue
            lines = job.get("script") or [step.get("run", "") for step in job.get("steps", ())]
            script = "\n".join(lines) + "\n"
            if "pip install" in script:
                found.append((f"{path} {name}", script))
    return found


@pytest.mark.parametrize("script", [pytest.param(text, id=name) for name, text in scripts()])
def test_a_job_installs_from_the_locks_alone(script: str) -> None:
    lines = re.findall(r"pip install .*\n", script)
    assert len(lines) == len(STEPS)
    for line, step in zip(lines, STEPS, strict=True):
        assert re.search(step, line)
        assert ("--require-hashes" in line) == (".lock" in line)


def test_every_forge_has_such_jobs() -> None:
    assert {name.split("/")[0].split(" ")[0] for name, _ in scripts()} == {
        ".github", ".gitlab-ci.yml", ".forgejo"
    }  # fmt: skip


@pytest.mark.exhaustive
@pytest.mark.parametrize(("name", "source"), [(BUILD, ["--group", "build"]), (RUN, ["pyproject.toml"])])
def test_a_lock_is_what_make_lock_writes(tmp_path: Path, name: str, source: list[str]) -> None:
    (tmp_path / name).write_text(resources.locks()[name])
    done = subprocess.run(["make", "--dry-run", "lock"], cwd=ROOT, capture_output=True, text=True, check=True)
    [line] = [each for each in done.stdout.splitlines() if each.endswith(f"-o {name} {' '.join(source)}")]
    subprocess.run(line.replace(f"-o {name}", f"-o {tmp_path / name}"), cwd=ROOT, shell=True, check=True)
    assert (tmp_path / name).read_text() == resources.locks()[name]


@pytest.mark.exhaustive
def test_what_the_workflow_installs_is_what_is_locked(tmp_path: Path) -> None:
    """The step as it is, on a machine that has nothing yet, in a league that names a commit of the program."""
    venv.create(tmp_path / "machine", with_pip=True)
    league = tmp_path / "league"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(league)], check=True)
    for lock, text in resources.locks().items():
        (league / lock).write_text(text)
    (league / "requirements.txt").write_text(
        f"git+file://{ROOT}@{git(ROOT, 'rev-parse', 'HEAD')}#egg=genetess\n"
    )
    tick = YAML(typ="safe").load(resources.forge("github")[".github/workflows/tick.yml"])
    [step] = [one for one in tick["jobs"]["tick"]["steps"] if one["name"] == "Install genetess"]
    programs = tmp_path / "machine" / "bin"
    path = f"{programs}:{os.environ['PATH']}"
    around = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    subprocess.run(["bash", "-e", "-c", step["run"]], cwd=league, env={**around, "PATH": path}, check=True)
    listed = subprocess.run(
        [programs / "python", "-m", "pip", "list", "--format=freeze"], capture_output=True, text=True, check=True
    ).stdout.split()  # fmt: skip
    found: dict[str, str] = {
        canonicalize_name(line.partition("==")[0]): line.partition("==")[2] for line in listed
    }
    assert found.pop("genetess") == __version__
    found.pop("pip")
    assert found.items() <= (pinned(RUN) | pinned(BUILD)).items()
    shown = subprocess.run([programs / "genetess", "--version"], capture_output=True, text=True, check=True)
    assert shown.stdout == f"genetess {__version__}\n"
