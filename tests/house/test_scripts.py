"""The scripts and style sheets of pages, as they are written: in one format, and without what is likely a slip."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.house.tree import ROOT


@pytest.fixture
def tools() -> Path:
    """The programs that `make script-tools` installs; a machine without npm skips, a forge never does."""
    for folder in (ROOT / "build").glob("script-tools-*/node_modules/.bin"):
        return folder
    if os.environ.get("CI") or shutil.which("npm"):
        pytest.fail("biome and tsc are not installed: run make script-tools, which needs npm")
    pytest.skip("npm is not installed, so scripts and style sheets cannot be checked here")


def _finds_nothing(*command: str | Path) -> None:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_biome_finds_nothing(tools: Path) -> None:
    """`build/script-tools-…/node_modules/.bin/biome check --write` mends the format, and some of what else it finds."""
    _finds_nothing(tools / "biome", "check", "--error-on-warnings")
