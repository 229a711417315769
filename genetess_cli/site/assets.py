"""The style sheet and the scripts that pages load."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined
from pygments.formatters.html import HtmlFormatter
from pygments.style import Style
from pygments.token import (
    Comment,
    Error,
    Keyword,
    Literal,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    _TokenType,
)

from genetess_cli.site.lexer import INKED
from genetess_cli.site.places import PAGES_STYLE, SCRIPTS, STYLE
from genetess_cli.site.words import knows_e, standing_words
from genetess_cli.store import resources

_ASIDES = re.compile(r"^[ ]*(?://.*)?\n|^[ ]+|[ ]+// .*$", re.MULTILINE)
"""Comments, indents and empty lines. No text of a script goes on over lines or has ` // ` in it, so that nothing that
counts is among them."""

_REMARKS = re.compile(r"/\*.*?\*/\s*", re.DOTALL)
_BLANKS = re.compile(r"[ \n]*([{};,])[ \n]*")
"""Signs of a style sheet around which blanks mean nothing."""


def style() -> str:
    """The style sheet of every page, with the inks of orders and YAML."""
    return f"{_squeeze(STYLE)}\n{style_sheet()}"


def pages_style() -> str:
    """The style sheet that all pages but turnsheets have besides."""
    return _squeeze(PAGES_STYLE)


def _squeeze(name: str) -> str:
    """A style sheet without comments and blanks between signs."""
    return _BLANKS.sub(r"\1", _REMARKS.sub("", (resources.templates() / name).read_text(encoding="utf-8")))


def script(name: str) -> str:
    """A script of the site, one of SCRIPTS: its files, without comments, indents and empty lines."""
    files = ((resources.templates() / file).read_text(encoding="utf-8") for file in SCRIPTS[name])
    return _ASIDES.sub("", "".join(files))


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
    found.globals |= {"stands": standing_words, "knows_e": knows_e}
    return found


class Day(Style):
    """Inks on white paper."""

    styles: ClassVar[Mapping[_TokenType, str]] = {
        Comment: "italic #5f6b76",
        Keyword: "bold #5b2a86",
        Keyword.Constant: "#5b2a86",
        Name.Tag: "#1b4f8f",
        Name.Label: "#8a3b00",
        Name.Constant: "#0b5d57",
        Literal: "#1f6032",
        Number: "#8a3b00",
        String: "#1f6032",
        Operator: "bold #a8071a",
        Punctuation: "#5f6b76",
        Error: "underline #a8071a",
    }


class Night(Style):
    """Inks on a dark screen."""

    styles: ClassVar[Mapping[_TokenType, str]] = {
        Comment: "italic #9aa5b1",
        Keyword: "bold #cfb3f2",
        Keyword.Constant: "#cfb3f2",
        Name.Tag: "#9cc4f5",
        Name.Label: "#f2b98a",
        Name.Constant: "#7fd6cd",
        Literal: "#9bd8a8",
        Number: "#f2b98a",
        String: "#9bd8a8",
        Operator: "bold #ff9a9a",
        Punctuation: "#9aa5b1",
        Error: "underline #ff9a9a",
    }


def style_sheet() -> str:
    """The classes of both inks as CSS, the dark ones for screens that ask for them."""
    return f"{_rules(Day)}\n@media (prefers-color-scheme: dark) {{\n{_rules(Night)}\n}}\n"


def _rules(style: type[Style]) -> str:
    formatter: Any = HtmlFormatter(style=style)
    lines: list[str] = formatter.get_token_style_defs(".hl")
    inked = {f".hl .{name}" for name in INKED}
    return "\n".join(line.split(" /*")[0] for line in lines if line.split(" {")[0] in inked)
