"""The files that ship with the program: page templates, sample games, texts of new files, workflows.

They are found both ways, in a checkout and in an installed wheel, by the functions here and nowhere else, which raise
`Fault` where the installation is broken. What is in the files is no concern of this module.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Set
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path

from genetess_cli import __version__
from genetess_cli.errors import Fault
from genetess_cli.store.forges import FORGES

_PACKAGE = Path(__file__).resolve().parents[1]
PRESETS = {"duel": 2, "trio": 3, "quartet": 4, "sextet": 6, "octet": 8}
"""The boards that come with Genetess, and how many play on each."""
_NONE_OF_IT = {"site_templates", "sample_games", "made"}
"""Folders in the package that are no part of what it is, or are a wheel's copies of others."""

_DIGITS = 20  # of a digest, in names of folders


def templates() -> Path:
    """Return the folder of the site's Jinja2 templates, style sheets and scripts."""
    return _place("site_templates", checkout="site_templates")


def template(file: str) -> str:
    """Return a text below that folder."""
    return (templates() / file).read_text(encoding="utf-8")


def made() -> Path:
    """Return the folder for what is made once of the program alone: there need be none."""
    return templates().with_name("made")


@cache
def contents() -> str:
    """Return what tells this program from any other: its release and commit, else the digest of its files.

    That of a checkout is that of a wheel which is built of it.
    """
    with suppress(OSError):
        return f"{__version__}-{(_PACKAGE / 'commit').read_text(encoding='ascii').strip()}"
    return f"{__version__}-{digest_of([_PACKAGE, templates()], _NONE_OF_IT)[:_DIGITS]}"


def digest_of(places: Iterable[str | Path], without: Set[str] = frozenset()) -> str:
    """Return one digest of files and of all below folders, but for folders `without` which; not of where they are."""
    digest = sha256()
    for place in map(str, places):
        for file in sorted(_files(place, {"__pycache__", *without})):
            with open(file, "rb", 0) as opened:
                data = opened.read()
            digest.update(os.fsencode(f"{file[len(place) :]} {len(data)}\n"))
            digest.update(data)
    return digest.hexdigest()


def _files(place: str, without: Set[str]) -> Iterator[str]:
    if not os.path.isdir(place):
        yield place
        return
    for folder, folders, names in os.walk(place, followlinks=True):
        folders[:] = {*folders} - without
        yield from (f"{folder}/{name}" for name in names)


def samples() -> Path:
    """Return the folder of the sample games, one folder a game, that `genetess demo` plays."""
    return _place("sample_games", checkout="games")


def preset(name: str) -> Path:
    """Return the file of a board of PRESETS."""
    return _place(f"rules/genetess/boards/presets/{name}.yaml")


def forge(name: str) -> Mapping[str, str]:
    """Return the files that a new league has for a forge of FORGES: path below its root -> text."""
    folder = _place(f"store/forges/{name}")
    return {
        f"{place}{file.name}": file.read_text(encoding="utf-8")
        for below, place in FORGES[name].files.items()
        for file in sorted((folder / below).glob("*.yml"))
    }


def text(file: str) -> str:
    return _place(file).read_text(encoding="utf-8")


def _place(name: str, *, checkout: str | None = None) -> Path:
    # The wheel's copy first: beside an installed package any other project's `games` may lie.
    for place in (_PACKAGE / name, _PACKAGE.parent / (checkout or _PACKAGE / name)):
        if place.exists():
            return place
    raise Fault(
        f"{_PACKAGE / name} is missing: this installation of genetess is incomplete; install it again"
    )
