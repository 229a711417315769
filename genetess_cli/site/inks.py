"""The colours of highlighted text, by day and by night, as CSS. Which word is of which class is said in `lexer.py`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

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
