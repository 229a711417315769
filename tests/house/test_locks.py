"""What leagues' workflows install beside the key: every file of it by its hash, and nothing else."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.house.tree import ROOT

BUILD, RUN, UV = "requirements-build.lock", "requirements.lock", "requirements-uv.lock"
WHEELS = ROOT / ".github" / "wheels"
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PYTHONS = re.findall(r"Python :: (3\.\d+)", "\n".join(PROJECT["project"]["classifiers"]))


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def rows(name: str) -> list[str]:
    """What a lock has of each package, on one line."""
    lines = read(name).replace("\\\n", "").splitlines()
    return [line for line in lines if not line.startswith("#")]


def pinned(name: str) -> dict[str, str]:
    """The packages of a lock with their versions; each has a hash."""
    assert all(re.search(r" --hash=sha256:[0-9a-f]{64}\b", row) for row in rows(name))
    found = [re.match(r"([a-z0-9-]+)==(\S+)", row) for row in rows(name)]
    return {each[1]: each[2] for each in found if each}


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        (RUN, PROJECT["project"]["dependencies"]),
        (UV, PROJECT["dependency-groups"]["uv"]),
        (BUILD, PROJECT["dependency-groups"]["build"]),
        (BUILD, PROJECT["build-system"]["requires"]),
    ],
)
def test_a_lock_has_what_the_project_asks_for(name: str, wanted: list[str]) -> None:
    versions = pinned(name)
    for each in map(Requirement, wanted):
        assert versions[canonicalize_name(each.name)] in each.specifier


@pytest.mark.parametrize("name", [RUN, UV, BUILD])
def test_a_lock_names_no_place_to_install_from(name: str) -> None:
    assert "://" not in read(name)
    assert not [line for line in read(name).splitlines() if line.startswith("-")]


def test_what_comes_as_source_alone_is_a_wheel_beside_the_lock() -> None:
    """Of the very version whose source is locked, and known by its hash and no other."""
    [wheel] = WHEELS.iterdir()
    [row] = [row for row in rows(RUN) if row.startswith("chess==")]
    assert wheel.name == f"chess-{pinned(BUILD)['chess']}-py3-none-any.whl"
    assert row.split() == [
        f"chess=={pinned(BUILD)['chess']}",
        f"--hash=sha256:{hashlib.sha256(wheel.read_bytes()).hexdigest()}",
    ]


@pytest.mark.exhaustive
def test_the_wheel_beside_the_lock_has_the_files_of_the_locked_source(tmp_path: Path) -> None:
    [row] = [row for row in rows(BUILD) if row.startswith("chess==")]
    (tmp_path / "lock").write_text(f"{row}\n")
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary=:all:"]
    subprocess.run([*pip, "--require-hashes", "--requirement=lock"], cwd=tmp_path, check=True)
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as archive:
        files = [member for member in archive if re.match(r"[^/]+/chess/.", member.name)]
        source = {file.name.partition("/")[2]: archive.extractfile(file).read() for file in files}  # type: ignore[union-attr]
    [wheel] = WHEELS.iterdir()
    with zipfile.ZipFile(wheel) as archive:
        built = {name: archive.read(name) for name in archive.namelist() if ".dist-info/" not in name}
    assert built == source


@pytest.mark.exhaustive
def test_the_locks_are_what_make_lock_writes(tmp_path: Path) -> None:
    files = ["Makefile", "pyproject.toml", RUN, UV, BUILD]
    for name in files:
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(WHEELS, tmp_path / ".github" / "wheels")
    make = ["make", "lock", f"BIN={sysconfig.get_path('scripts')}", "READY=pyproject.toml"]
    subprocess.run(make, cwd=tmp_path, check=True)
    assert {name: (tmp_path / name).read_text() for name in files} == {name: read(name) for name in files}


@pytest.mark.exhaustive
@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
@pytest.mark.parametrize("python", PYTHONS)
def test_there_is_a_wheel_of_everything_for_each_python_and_worker(
    tmp_path: Path, python: str, machine: str
) -> None:
    uv = str(Path(sysconfig.get_path("scripts"), "uv"))
    wanted = [
        f"--python-version={python}",
        f"--python-platform={machine}-unknown-linux-gnu",
        f"--target={tmp_path}",
    ]
    install = [uv, "pip", "install", "--quiet", "--no-config", "--no-deps", "--no-build", "--require-hashes"]
    for lock in (RUN, UV):
        subprocess.run([*install, *wanted, f"--find-links={WHEELS}", "-r", str(ROOT / lock)], check=True)
