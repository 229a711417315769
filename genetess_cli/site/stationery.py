"""What all pages are printed with: the templates, and the names that they have beside what each page tells."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined

from genetess_cli import resources
from genetess_cli.site.results import knows_e, stands


def environment(compiled: Path | None) -> Environment:
    """The templates, ready to be printed; `compiled` is a folder to keep them compiled in (None: nowhere)."""
    cache = None
    if compiled is not None:
        compiled.mkdir(parents=True, exist_ok=True)
        cache = FileSystemBytecodeCache(str(compiled))
    found = Environment(
        loader=FileSystemLoader(resources.templates()),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        bytecode_cache=cache,
    )
    found.globals |= {"stands": stands, "knows_e": knows_e}
    return found
