"""The style sheet and the scripts that pages load."""

from __future__ import annotations

import re

from genetess_cli import resources
from genetess_cli.site import inks
from genetess_cli.site.places import PAGES_STYLE, SCRIPTS, STYLE

_ASIDES = re.compile(r"^[ ]*(?://.*)?\n|^[ ]+|[ ]+// .*$", re.MULTILINE)
"""Comments, indents and empty lines. No text of a script goes on over lines or has ` // ` in it, so that nothing that
counts is among them."""

_REMARKS = re.compile(r"/\*.*?\*/\s*", re.DOTALL)
_BLANKS = re.compile(r"[ \n]*([{};,])[ \n]*")
"""Signs of a style sheet around which blanks mean nothing."""


def style() -> str:
    """The style sheet of every page, with the inks of orders and YAML."""
    return f"{_squeezed(STYLE)}\n{inks.style_sheet()}"


def pages_style() -> str:
    """The style sheet that all pages but turnsheets have besides."""
    return _squeezed(PAGES_STYLE)


def _squeezed(name: str) -> str:
    """A style sheet without comments and blanks between signs."""
    return _BLANKS.sub(r"\1", _REMARKS.sub("", (resources.templates() / name).read_text(encoding="utf-8")))


def script(name: str) -> str:
    """A script of the site, one of SCRIPTS: its files, without comments, indents and empty lines."""
    files = ((resources.templates() / file).read_text(encoding="utf-8") for file in SCRIPTS[name])
    return _ASIDES.sub("", "".join(files))
