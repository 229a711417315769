"""The style sheet and the scripts that pages load."""

from __future__ import annotations

import re

from genetess_cli import resources
from genetess_cli.site import inks
from genetess_cli.site.places import SCRIPTS, STYLE

_ASIDES = re.compile(r"^[ ]*//.*\n|^[ ]+", re.MULTILINE)
"""Lines of comment and indents. No text of a script goes on over lines, so that nothing that counts is among them."""

_REMARKS = re.compile(r"/\*.*?\*/\s*", re.DOTALL)
_BLANKS = re.compile(r"[ \n]*([{};,])[ \n]*")
"""Signs of a style sheet around which blanks mean nothing."""


def style() -> str:
    """The style sheet: the site's own, and the inks of orders and YAML, without comments and blanks between signs."""
    own = (resources.templates() / STYLE).read_text(encoding="utf-8")
    return _BLANKS.sub(r"\1", _REMARKS.sub("", own)) + f"\n{inks.style_sheet()}"


def script(name: str) -> str:
    """A script of the site, one of SCRIPTS: its files, without indents and lines of comment."""
    files = ((resources.templates() / file).read_text(encoding="utf-8") for file in SCRIPTS[name])
    return _ASIDES.sub("", "".join(files))
