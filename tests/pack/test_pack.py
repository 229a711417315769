"""The pack: whole, small, under licences that it names, and the same whenever it is made of the same."""

from __future__ import annotations

import gzip
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from genetess_cli import __version__
from tests.house.tree import ROOT, tracked
from tests.kit.pyodide import run

GZIPPED = 8_000_000
"""So many bytes of all that a page loads, as a host sends it."""
PLAYED = """
import json, os
from genetess_cli import browser
os.makedirs("/play")
os.chdir("/play")

def asked(name, data):
    return json.loads(browser.call(name, json.dumps(data).encode(), lambda done, total: None))

browser.call("begin", b"", lambda done, total: None)
begun = asked("send", {"act": "begin", "what": "dna", "players": 2, "seat": "red", "bot": "greedy"})
print(begun["page"])
print(browser.call("page", begun["page"].encode(), lambda done, total: None).decode())
print(asked("send", {"act": "order", "game": "dna", "seat": "red", "turn": "1a", "orders": "FOO"})["words"])
"""


def home(pack: Path) -> Path:
    [folder] = pack.glob("py-*")
    return folder


def test_a_game_is_begun_shown_and_an_order_refused_by_the_pack_alone(pack: Path) -> None:
    said = run(pack, PLAYED)
    assert said.startswith("dna/sheet/red/index.html\n<!doctype html>")
    assert "An order of DNA begins with PLACE" in said


def test_the_pack_is_small(pack: Path) -> None:
    files = [file for file in pack.rglob("*") if file.is_file()]
    assert sum(len(gzip.compress(file.read_bytes())) for file in files) <= GZIPPED


def test_the_pack_is_of_this_version(pack: Path) -> None:
    assert f'__version__ = "{__version__}"' in (pack / "__init__.py").read_text()


def test_every_part_of_the_pack_has_its_licence_in_it(pack: Path) -> None:
    words = (home(pack) / "licences.txt").read_text()
    for name in (
        "GNU GENERAL PUBLIC LICENSE",
        "Mozilla Public License",
        "PYTHON SOFTWARE FOUNDATION LICENSE",
    ):
        assert name in words
    with zipfile.ZipFile(home(pack) / "app.zip") as archive:
        packages = {name.partition("/")[0] for name in archive.namelist()} - {"genetess_cli"}
    parts = set(re.findall(r"^([a-z0-9]+)(?:_yaml)? [\d.]+$", words, re.MULTILINE))
    assert packages == parts


def test_what_the_pack_has_of_python_is_compiled_and_has_no_date(pack: Path) -> None:
    for name in ("app.zip", "stdlib.zip"):
        with zipfile.ZipFile(home(pack) / name) as archive:
            rows = archive.infolist()
        assert not [row.filename for row in rows if row.filename.endswith(".py")]
        assert {row.date_time for row in rows} == {(1980, 1, 1, 0, 0, 0)}


def test_the_pack_has_no_command_line(pack: Path) -> None:
    with zipfile.ZipFile(home(pack) / "app.zip") as archive:
        rooms = {name.split("/")[1] for name in archive.namelist() if name.startswith("genetess_cli/")}
    assert {"browser", "rules", "site"} <= rooms
    assert not {"cli", "intake", "notices"} & rooms


@pytest.mark.exhaustive
def test_the_same_sources_make_the_same_pack_in_a_release_as_in_a_copy(pack: Path, tmp_path: Path) -> None:
    for file in tracked():
        place = tmp_path / file.relative_to(ROOT)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, place)
    (tmp_path / "genetess_cli/commit").write_text("4f0c2a91be07\n")
    subprocess.run([sys.executable, tmp_path / ".ci/play/build.py"], check=True)
    again = tmp_path / "build/pack/genetess_play"
    files = {file.relative_to(pack): file.read_bytes() for file in pack.rglob("*") if file.is_file()}
    assert files == {
        file.relative_to(again): file.read_bytes() for file in again.rglob("*") if file.is_file()
    }


def test_the_pack_is_licensed_as_its_parts_are() -> None:
    project = tomllib.loads((ROOT / ".ci/play/pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {"GPL-3.0-or-later", "MPL-2.0", "PSF-2.0", "MIT"} <= set(project["license"].split(" AND "))
