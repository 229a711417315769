"""The style sheet and the scripts that pages load."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from genetess_cli.site.games import parts
from genetess_cli.site.places import PAGES_STYLE, STYLE
from genetess_cli.site.words import knows_e, standing_words
from genetess_cli.store import resources

if TYPE_CHECKING:
    from jinja2 import Environment

_ASIDES = re.compile(r"^[ ]*(?://.*)?\n|^[ ]+|[ ]+// .*$", re.MULTILINE)
"""Comments, indents and empty lines. No text of a script goes on over lines or has ` // ` in it, so that nothing that
counts is among them."""

_REMARKS = re.compile(r"/\*.*?\*/\s*", re.DOTALL)
_BLANKS = re.compile(r"[ \n]*([{};,])[ \n]*")
"""Signs of a style sheet around which blanks mean nothing."""


def style() -> str:
    """Return the style sheet of every page, with the inks of orders and YAML."""
    from genetess_cli.site.lexer import style_sheet

    return f"{_squeeze(STYLE)}\n{style_sheet()}"


def pages_style() -> str:
    return _squeeze(PAGES_STYLE)


def _squeeze(name: str) -> str:
    return _BLANKS.sub(
        r"\1", _REMARKS.sub("", (resources.templates() / "styles" / name).read_text(encoding="utf-8"))
    )


def script(files: Sequence[str]) -> str:
    """Return a script of the site, made of these files: without comments, indents and empty lines."""
    texts = ((resources.templates() / "scripts" / file).read_text(encoding="utf-8") for file in files)
    return _ASIDES.sub("", "".join(texts))


def environment(compiled: Path | None) -> Environment:
    """Return the templates, ready to be printed; `compiled` is a folder to keep them compiled in (None: nowhere)."""
    from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined

    cache = None
    if compiled is not None:
        compiled.mkdir(parents=True, exist_ok=True)
        cache = FileSystemBytecodeCache(str(compiled))
    templates = Environment(
        loader=FileSystemLoader([resources.templates() / folder for folder in ("pages", "parts")]),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        bytecode_cache=cache,
    )
    templates.globals |= {"stands": standing_words, "knows_e": knows_e, "parts_of": parts}
    return templates
