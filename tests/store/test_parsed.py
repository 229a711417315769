"""The cache of what was parsed: never wrong, never in the way, and without the YAML library on a hit."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from genetess_cli.errors import InvalidFile
from genetess_cli.store.yaml.api import MOST, read, read_program, remember
from genetess_cli.store.yaml.write import dump

DATA = b"a: 1\nb:\n  - x\n"


def test_a_second_reading_gives_the_same_with_lines(tmp_path: Path) -> None:
    read(DATA, "g", tmp_path)
    again = read(DATA, "g", tmp_path)
    assert (again.data, again.line(("b", 0))) == ({"a": 1, "b": ["x"]}, 3)


def test_a_hit_does_not_import_the_yaml_library(tmp_path: Path) -> None:
    remember(tmp_path, DATA, {"a": 1, "b": ["x"]})
    code = (
        "import sys; from pathlib import Path; from genetess_cli.store.yaml.api import read_program;"
        f"print(read_program({DATA!r}, 'x', Path({str(tmp_path)!r})).data, 'ruamel' in str(sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "{'a': 1, 'b': ['x']} False\n"


def test_the_wide_guard_does_not_open_the_narrow_one(tmp_path: Path) -> None:
    data = dump({"a": [1] * 20_001}).encode()
    read_program(data, "g", tmp_path)
    with pytest.raises(InvalidFile, match="20,000 values"):
        read(data, "g", tmp_path)


def test_a_torn_entry_is_parsed_again(tmp_path: Path) -> None:
    read(DATA, "g", tmp_path)
    for entry in tmp_path.iterdir():
        entry.write_bytes(b'{"a": ')
    assert read(DATA, "g", tmp_path).data == {"a": 1, "b": ["x"]}


def test_a_folder_that_cannot_be_written_does_not_matter(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert read(DATA, "g", tmp_path / "file" / "cache").data == {"a": 1, "b": ["x"]}


def test_the_cache_stays_bounded(tmp_path: Path) -> None:
    for number in range(MOST + 1):
        (tmp_path / f"{number}.json").touch()
    for number in range(200):
        remember(tmp_path, b"%d" % number, number)
    assert len(list(tmp_path.iterdir())) < MOST
