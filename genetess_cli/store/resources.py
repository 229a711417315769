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


def templates() -> Path:
    """Return the folder of the site's Jinja2 templates, style sheets and scripts."""
    return _place("site_templates", checkout="site_templates")


def samples() -> Path:
    """Return the folder of the sample games, one folder a game, that `genetess demo` plays."""
    return _place("sample_games", checkout="games")


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
