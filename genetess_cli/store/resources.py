"""The files that ship with the program: page templates, sample games, texts of new files, workflows.

They are found both ways, in a checkout and in an installed wheel, by the functions here and nowhere else, which raise
`Fault` where the installation is broken. What is in the files is no concern of this module.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from genetess_cli.errors import Fault
from genetess_cli.store.forges import FORGES

_PACKAGE = Path(__file__).resolve().parents[1]
_LOCKS = ("requirements-build.lock", "requirements.lock")


def templates() -> Path:
    """Return the folder of the site's Jinja2 templates, style sheets and scripts."""
    return _folder("site_templates", checkout="site_templates")


def samples() -> Path:
    """Return the folder of the sample games, one folder a game, that `genetess demo` plays."""
    return _folder("sample_games", checkout="games")


def forge(name: str) -> Mapping[str, str]:
    """Return the files that a new league has for a forge of FORGES: path below its root -> text."""
    files: dict[str, str] = {}
    for below, place in FORGES[name].files.items():
        folder = _PACKAGE / "store" / "forges" / name / below
        listed = sorted(folder.glob("*.yml"))
        if not listed:
            raise _missing(folder)
        files |= {f"{place}{file.name}": file.read_text(encoding="utf-8") for file in listed}
    return files


def text(file: str) -> str:
    """Return a text of the package by its path there."""
    path = _PACKAGE / file
    if not path.is_file():
        raise _missing(path)
    return path.read_text(encoding="utf-8")


def locks() -> Mapping[str, str]:
    """Return what the workflows install beside the program, by hash: path below a league's root -> text.

    The first has what builds the second, as some of that comes as source alone.
    """
    places = [_PACKAGE / "store" / "forges", _PACKAGE.parent]
    files = {name: [place / name for place in places if (place / name).is_file()] for name in _LOCKS}
    if lost := [name for name, found in files.items() if not found]:
        raise _missing(places[0] / lost[0])
    return {name: found[0].read_text(encoding="utf-8") for name, found in files.items()}


def _folder(name: str, *, checkout: str) -> Path:
    # The wheel's copy first: beside an installed package any other project's `games` may lie.
    for folder in (_PACKAGE / name, _PACKAGE.parent / checkout):
        if folder.is_dir():
            return folder
    raise _missing(_PACKAGE / name)


def _missing(folder: Path) -> Fault:
    return Fault(f"{folder} is missing: this installation of genetess is incomplete; install it again")
