"""Where the files lie that ship with the program: page templates, sample games, workflows.

They are found both ways, in a checkout and in an installed wheel, by the functions here and nowhere else.
What is in the files is no concern of this module.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from genetess_cli.errors import Fault

_PACKAGE = Path(__file__).resolve().parents[1]
_LOCKS = ("requirements-build.lock", "requirements.lock")
_REQUIREMENTS = """\
# What this league's workflows install. Name a newer version or commit here to move the league to it, after reading the
# heading Rules of its changelog. What stands here runs beside the key: name nothing but what you trust. What it needs
# is in requirements-build.lock and requirements.lock, by hash: put those of the same version in their place.
"""
_UNKNOWN = """\
# Nothing is named yet, as the program that made this league is from a place which nobody else can reach. Put here where
# it can be had, with a whole commit, and without the mark in front:
# genetess @ git+https://github.com/OWNER/genetess@0123456789012345678901234567890123456789
"""


def templates() -> Path:
    """The folder of the site's Jinja2 templates, style sheets and scripts.

    Raises `Fault` where the installation is broken.
    """
    return _folder("site_templates", checkout="site_templates")


def samples() -> Path:
    """The folder of the sample games, one folder a game, that `genetess demo` plays.

    Raises `Fault` where the installation is broken.
    """
    return _folder("sample_games", checkout="games")


def workflows() -> Mapping[str, str]:
    """The workflow files of a new league: path below its root -> text, sorted by path.

    Raises `Fault` where the installation is broken.
    """
    files = sorted((_PACKAGE / "store" / "forges" / "github").glob("*.yml"))
    if not files:
        raise _missing(_PACKAGE / "store" / "forges" / "github")
    return {f".github/workflows/{file.name}": file.read_text(encoding="utf-8") for file in files}


def forms() -> Mapping[str, str]:
    """The issue forms of a new league: path below its root -> text, sorted by path.

    Raises `Fault` where the installation is broken.
    """
    files = sorted((_PACKAGE / "store" / "forges" / "github" / "forms").glob("*.yml"))
    if not files:
        raise _missing(_PACKAGE / "store" / "forges" / "github" / "forms")
    return {f".github/ISSUE_TEMPLATE/{file.name}": file.read_text(encoding="utf-8") for file in files}


def forge(name: str) -> Mapping[str, str]:
    """What a new league has for a forge, `github`, `gitlab`, `forgejo` or `none` of them: path below its root -> text.

    Raises `Fault` where the installation is broken.
    """
    if name == "none":
        return {}
    if name == "github":
        return {**workflows(), **forms()}
    folder = _PACKAGE / "store" / "forges" / name
    below = {"gitlab": ".", "forgejo": ".forgejo/workflows/"}[name]
    files = sorted(folder.glob("*.yml"))
    if not files:
        raise _missing(folder)
    return {f"{below}{file.name}": file.read_text(encoding="utf-8") for file in files}


def locks() -> Mapping[str, str]:
    """What the workflows install beside the program, by hash: path below a league's root -> text.

    The first has what builds the second, as some of that comes as source alone. Raises `Fault` where the installation
    is broken.
    """
    return {name: _lock_path(name).read_text(encoding="utf-8") for name in _LOCKS}


def requirements(line: str | None) -> str:
    """The text of a new league's `requirements.txt`: the `line` for pip of what its workflows install."""
    return _REQUIREMENTS + (f"{line}\n" if line else _UNKNOWN)


def _lock_path(name: str) -> Path:
    for file in (_PACKAGE / "store" / "forges" / name, _PACKAGE.parent / name):
        if file.is_file():
            return file
    raise _missing(_PACKAGE / "store" / "forges" / name)


def _folder(name: str, *, checkout: str) -> Path:
    # The wheel's copy first: beside an installed package any other project's `games` may lie.
    for folder in (_PACKAGE / name, _PACKAGE.parent / checkout):
        if folder.is_dir():
            return folder
    raise _missing(_PACKAGE / name)


def _missing(folder: Path) -> Fault:
    return Fault(f"{folder} is missing: this installation of genetess is not complete; install it again")
