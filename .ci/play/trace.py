"""What a page may load: noted in a Python for browsers that plays, refuses, takes back and verifies."""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path

import session

SOURCES = Path("/sources")
PACKAGE = "genetess_cli"
ROOMS = ("errors", "values", "rules", "manual", "store", "turns", "site", "browser")
"""What is in the pack as it is; of other rooms, what these import."""
ON_ERRORS = (
    "difflib",
    "encodings.cp437",
    "encodings.latin_1",
    "jinja2.debug",
    "shutil",
    "textwrap",
    "traceback",
    "zipfile",
)
"""What else may be asked for, by an error or as the pack is unpacked."""
NEVER = (
    "concurrent",
    "genetess_cli.site.write.preview",
    "genetess_cli.store.forges",
    "git",
    "multiprocessing",
)
"""What is asked for where there are processes, a forge or pictures, unless the session has loaded it."""


def main() -> None:
    """Write which files of the standard library and of each package are needed, and make the templates."""
    session.play()
    for name in ON_ERRORS:
        import_module(name)
    _import(set(_named()))
    from genetess_cli.site.pages.page import PageRenderer, Site

    PageRenderer(Site("")).compile()
    files = [str(getattr(module, "__file__", "") or "") for module in list(sys.modules.values())]
    library = {file.partition(".zip/")[2] for file in files if ".zip/" in file}
    own = {str(Path(file).relative_to(SOURCES)) for file in files if file.startswith(f"{SOURCES}/")}
    Path("/out/needed.json").write_text(json.dumps([sorted(library), sorted(own)]), encoding="utf-8")


def _named() -> Iterator[str]:
    """Yield the modules of ROOMS."""
    for room in ROOMS:
        place = SOURCES / PACKAGE / room
        for file in [place.with_suffix(".py"), *place.rglob("*.py")]:
            if file.is_file():
                yield ".".join(file.relative_to(SOURCES).with_suffix("").parts).removesuffix(".__init__")


def _import(names: set[str]) -> None:
    """Import modules, and all that they import when they are called; what is not here for browsers, nobody calls."""
    done: set[str] = set()
    while names := {name for name in names - done if not _is_of(name, NEVER)}:
        done |= names
        more: set[str] = set()
        for name in names:
            try:
                module = import_module(name)
            except ImportError:
                continue
            if name.partition(".")[0] == PACKAGE:
                more |= set(_imported(Path(module.__file__ or "").read_text(encoding="utf-8")))
        names = more


def _is_of(name: str, packages: Iterable[str]) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def _imported(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=str(module), names=names):
                yield module
                yield from (f"{module}.{alias.name}" for alias in names)
