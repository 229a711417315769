"""What is installed beside the program for a league's site: the program for browsers, a package of its own."""

from __future__ import annotations

import re
from collections.abc import Container
from importlib.util import find_spec
from pathlib import Path

from genetess_cli import __version__
from genetess_cli.site.places import IN_PAGE

PACKAGE = "genetess_play"


def _folder() -> Path | None:
    """Return where the program for browsers is; None where there is none, or what was left of one."""
    spec = find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        return None
    return Path(spec.origin).parent


def _version(folder: Path) -> str:
    """Return the version of a program for browsers, whose code is read and not run; "" where it is not whole."""
    if not (folder / "index.html").is_file() or not [*folder.glob("py-*/app.zip")]:
        return ""
    text = (folder / "__init__.py").read_text(encoding="utf-8", errors="replace")
    found = re.search('^__version__ = "(.+)"$', text, re.MULTILINE)
    if found is None:
        return ""
    return found[1]


def pack() -> Path | None:
    """Return the folder of the program for browsers; None where there is none of this version."""
    folder = _folder()
    if folder is None or _version(folder) != __version__:
        return None
    return folder


def names_in(pack: Path) -> list[str]:
    """Return the files of the program for browsers, below its folder; what Python makes of a package is none of it."""
    files = (file for file in pack.rglob("*") if file.is_file() and file.suffix not in (".py", ".pyc"))
    return sorted(str(file.relative_to(pack)) for file in files)


def unfit(slugs: Container[str]) -> str:
    """Return a note of a program for browsers that a site with these games is without; "" where there is none."""
    folder = _folder()
    if folder is None:
        return ""
    if pack():
        words = (
            f"the game {IN_PAGE} has the folder of the page to play in: give games/{IN_PAGE}/ another name"
        )
        return words if IN_PAGE in slugs else ""
    found = _version(folder)
    what = f"genetess-play {found} is installed beside genetess {__version__}"
    if not found:
        what = "genetess-play is installed, but not whole"
    return f"{what}, so the site has no play/: install genetess-play {__version__}"


def of_pack() -> str:
    """Return what tells the program for browsers from any other; "" where there is none."""
    folder = pack()
    return " ".join(sorted(file.name for file in folder.glob("py-*"))) if folder else ""
