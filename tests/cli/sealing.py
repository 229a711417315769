"""A league with a sealed game, made and played by the commands, and who has which key. No test is here."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copytree
from unittest.mock import patch

import pytest

from genetess_cli.store.seal.keyring import VARIABLE
from tests.cli.conftest import BOARD, START, Done, git, run

KEY = "5e" * 32
OTHER_KEY = "0d" * 32
ID = "00112233445566778899aabbccddeeff"
SITE = "title: Tests\nsite:\n  base_url: https://example.org/l\n"
PLAYERS = ("--player", "red=Ragnar@ragnar42", "--player", "green=Gwen@gwen-g")


@contextmanager
def machine(home: Path, key: str | None = None) -> Iterator[None]:
    """A machine of somebody's, with the master key in the environment or without any key."""
    with pytest.MonkeyPatch.context() as change:
        change.setenv("XDG_CONFIG_HOME", str(home / ".config"))
        change.delenv("CI", raising=False)
        change.delenv(VARIABLE, raising=False)
        if key is not None:
            change.setenv(VARIABLE, key)
        yield


def typing(folder: Path, text: str, *arguments: str) -> Done:
    """A command that reads `text` from its standard input."""
    with patch.object(sys, "stdin", io.StringIO(text)):
        return run(folder, *arguments)


def found(folder: Path, slug: str, *more: str, board: str = BOARD, ruleset: str = "genetess") -> None:
    """A game of a league as its GM makes it, with an id of this module."""
    own = []
    if ruleset == "genetess":
        (folder.parent / "own.yaml").write_text(board)
        own = ["--board", str(folder.parent / "own.yaml")]
    made = run(folder, "new", slug, "--ruleset", ruleset, *own, *PLAYERS, *more)
    assert made.status == 0, made.err


def league(folder: Path) -> Path:
    """A new league whose site has an address."""
    assert run(folder, "init", "league", "--title", "Tests", "--forge", "none").status == 0
    (folder / "league" / "genetess.yaml").write_text(SITE)
    git(folder / "league", "commit", "--quiet", "--all", "--message", "the site")
    return folder / "league"


def begin(root: Path, slug: str = "riot") -> None:
    assert run(root, "start", slug, "--now", START).status == 0


def copied(source: Path, target: Path) -> Path:
    return Path(copytree(source, target / "league", symlinks=True))
