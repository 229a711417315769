"""What the pack holds of Python: modules compiled by the very Python that will run them, data, and no date."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib._bootstrap_external import _code_to_timestamp_pyc
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

SOURCES = Path("/sources")
OUT = Path("/out")
BEGINNING = (1980, 1, 1, 0, 0, 0)
LEFT_OUT = (
    "sample_games",
    "site_templates/fonts",
    "site_templates/play",
    "site_templates/scripts",
    "store/forges",
)
"""Data of the program that a page has no use for: its site has it, or there is no forge."""


def main() -> None:
    """Write the standard library and the program, each as one archive."""
    library, own = json.loads((OUT / "needed.json").read_text(encoding="utf-8"))
    with ZipFile("/pyodide/python_stdlib.zip") as archive:
        names = set(archive.namelist())
        wanted = {*library, *_above(library)} & names
        _write("stdlib.zip", {name: archive.read(name) for name in wanted})
    made = [str(file.relative_to(SOURCES)) for file in (SOURCES / "genetess_cli/made").rglob("tmpl_*.py")]
    wanted = {*own, *made, *_data()}
    _write("app.zip", {name: (SOURCES / name).read_bytes() for name in wanted})


def _above(names: list[str]) -> Iterator[str]:
    """Yield the packages that modules are in."""
    for name in names:
        yield from (f"{folder}/__init__.py" for folder in Path(name).parents)


def _data() -> Iterator[str]:
    for file in (SOURCES / "genetess_cli").rglob("*"):
        name = str(file.relative_to(SOURCES / "genetess_cli"))
        if file.is_file() and file.suffix not in (".py", ".pyc") and not name.startswith(LEFT_OUT):
            yield f"genetess_cli/{name}"


def _write(archive: str, files: dict[str, bytes]) -> None:
    with ZipFile(OUT / archive, "w") as zipped:
        for name in sorted(files):
            data = files[name]
            if name.endswith(".py"):
                code = compile(data, name, "exec", dont_inherit=True, optimize=2)
                data = bytes(_code_to_timestamp_pyc(code))
                name += "c"
            zipped.writestr(ZipInfo(name, BEGINNING), data, ZIP_DEFLATED, 9)
