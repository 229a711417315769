"""What is installed beside the program for a league's site: the program for browsers, a package of its own."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from genetess_cli import __version__

PACKAGE = "genetess_play"


def _version() -> str:
    """Return the version of the program for browsers; "" where there is none, or what was left of one."""
    if find_spec(PACKAGE) is None:
        return ""
    found: str = getattr(import_module(PACKAGE), "__version__", "")
    return found


def pack() -> Path | None:
    """Return the folder of the program for browsers; None where there is none of this version."""
    if _version() != __version__:
        return None
    return Path(import_module(PACKAGE).__path__[0])


def names_in(pack: Path) -> list[str]:
    """Return the files of the program for browsers, below its folder; what Python makes of a package is none of it."""
    files = (file for file in pack.rglob("*") if file.is_file() and file.suffix not in (".py", ".pyc"))
    return sorted(str(file.relative_to(pack)) for file in files)


def other_version() -> str:
    """Return a note of a program for browsers that is not of this version; "" where there is none."""
    found = _version()
    if found in ("", __version__):
        return ""
    return (
        f"genetess-play {found} is installed beside genetess {__version__}, so the site has no play/: install "
        f"genetess-play {__version__}"
    )


def of_pack() -> str:
    """Return what tells the program for browsers from any other; "" where there is none."""
    folder = pack()
    return " ".join(sorted(file.name for file in folder.glob("py-*"))) if folder else ""
