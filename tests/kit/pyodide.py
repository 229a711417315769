"""Python for browsers, under Node: the pack as a page loads it."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path

from tests.house.tree import ROOT


def run(pack: Path, code: str, folders: Mapping[str, Path] = {}) -> str:
    """What code prints in the pack's Python, which has folders of this machine in places of its own."""
    places = [str(part) for place in folders.items() for part in place]
    command = ["node", str(ROOT / "tests/pack/run.mjs"), str(pack), code, *places]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout
