"""What follows from the program alone: made once, kept in files beside the program, and brought by its wheel.

They are in a folder called as all that they are made of, so those of another version are not found. Nothing of a league
goes into them, and nothing of a league's folder is taken for one. Where they cannot be written, each process makes
what it needs.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

from genetess_cli.store import resources
from genetess_cli.store.files import write_whole

_OTHERS = 3
"""How many folders of other versions stay: a checkout goes to and fro between some."""


@cache
def folder() -> Path:
    """Return where they are."""
    from jinja2 import __version__

    return resources.made() / f"{resources.contents()}-{__version__}"


def text(name: str, make: Callable[[], str]) -> str:
    """Return what `make` gives of nothing but the program, from the file that keeps it."""
    with suppress(OSError, UnicodeDecodeError):
        if kept := (folder() / name).read_text(encoding="utf-8"):  # a crash can leave an empty one
            return kept
    made = make()
    keep(name, made)
    return made


def keep(name: str, made: str) -> None:
    """Keep what was made, where that can be."""
    place = folder()
    with suppress(OSError):
        if not place.exists():
            place.mkdir(parents=True)
            _sweep(place)
        write_whole(place / name, made.encode(), f".{name}.{os.getpid()}")


def _sweep(place: Path) -> None:
    """Remove what was made of other versions, but for the newest."""
    others = [other for other in place.parent.iterdir() if other != place]
    for other in sorted(others, key=os.path.getmtime)[:-_OTHERS]:
        shutil.rmtree(other, ignore_errors=True)
