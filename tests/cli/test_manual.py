"""The help of commands: an example stands on lines of its own, whichever command it is of."""

from __future__ import annotations

from pathlib import Path

import pytest

from genetess_cli.cli.group import COMMANDS
from tests.kit.command import run


@pytest.mark.parametrize("command", [name for section in COMMANDS.values() for name in section])
def test_an_example_has_a_paragraph_of_its_own(tmp_path: Path, command: str) -> None:
    lines = run(tmp_path, command, "--help").out.splitlines()
    assert all(
        line.strip().startswith("Example") for line in lines if "Example:" in line or "Examples:" in line
    )
