"""What is installed beside the program for a league's site: the program for browsers, a package of its own."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from genetess_cli import __version__

PACKAGE = "genetess_play"


def pack() -> Path | None:
    """Return the folder of the program for browsers; None where there is none of this version."""
    if find_spec(PACKAGE) is None:
        return None
    found = import_module(PACKAGE)
    if found.__version__ != __version__ or found.__file__ is None:
        return None
    return Path(found.__file__).parent


def of_pack() -> str:
    """Return what tells the program for browsers from any other; "" where there is none."""
    folder = pack()
    return " ".join(sorted(file.name for file in folder.glob("py-*"))) if folder else ""
