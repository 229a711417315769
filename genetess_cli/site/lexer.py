"""Orders in colour: a Pygments lexer for order files, the inks of its tokens, and text made into marked-up HTML.

Whether an order can be done is no matter of this file: a word is wrong here only if no order could hold it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from html import escape
from typing import Any, ClassVar

from pygments.formatters.html import HtmlFormatter
from pygments.lexer import Lexer, RegexLexer, words
from pygments.style import Style
from pygments.token import (
    STANDARD_TYPES,
    Comment,
    Error,
    Keyword,
    Literal,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Text,
    Token,
    _TokenType,
)

from genetess_cli.rules.dna import order as dna
from genetess_cli.rules.dna.game import SIZES
from genetess_cli.rules.genetess.order import FILLERS, GAMBLE, USAGES
from genetess_cli.rules.genie.reading import CASTLING, MOVE_PATTERN, WORDS

_STEP = r"(?:NE|NW|SE|SW|N|E|S|W)"
_END = r"(?=[\s,;/#]|$)"
_SQUARE = (rf"[A-Z]{{1,3}}[1-9][0-9]{{0,3}}{_END}", Name.Label)
_SLOTS: dict[str, tuple[str, object]] = {
    "at": _SQUARE,
    "to": _SQUARE,
    "codes": (rf"[A-Z]+{_END}", String.Symbol),
    "code": (rf"[A-Z]{_END}", String.Symbol),
    "path": (rf"{_STEP}(?:\s*-\s*{_STEP})*{_END}", Name.Constant),
    "stake": (rf"[0-9]+[ \t]*E?{_END}", Number),
    "preferences": (r"[^\s,;/#]+", Name.Label),
}
"""How each part of an order is written."""


def _after(verb: str) -> list[object]:
    """Return what may follow a keyword on its line; any other word is wrong."""
    slots = dict.fromkeys(_SLOTS[slot] for usage in USAGES[verb] for slot in usage)
    again: list[object] = [(words((verb,), suffix=_END), Keyword)] if verb == "CHARGE" else []
    if verb == GAMBLE:
        again = [(words(FILLERS, suffix=_END), Text), (rf"don['’]?t[ \t]+care{_END}", Keyword.Constant)]
    return [
        (r"(?=[/#\n])", Text, "#pop"),
        (r"[ \t\r\f\v]+", Text),
        (r"[,;]", Punctuation),
        *again,
        *slots,
        _WRONG,
    ]


_WRONG = (r"[^\s,;/#]+", Error)


_PLACING: list[object] = [
    (r"(?=[/#\n])", Text, "#pop"),
    (r"[ \t\r\f\v]+", Text),
    (r"[,;]", Punctuation),
    (words(dna.KEYWORDS, suffix=_END), Keyword),
    (words(SIZES, suffix=_END), String.Symbol),
    _SQUARE,
    (rf"[a-z][a-z0-9-]*{_END}", Name.Constant),
    _WRONG,
]
"""What may follow PLACE, to the end of its order."""


class OrderLexer(RegexLexer):
    """The order language: keywords, squares, codes, directions, stars, separators, comments."""

    name = "Genetess orders"
    aliases: ClassVar[list[str]] = ["genetess-orders"]
    filenames: ClassVar[list[str]] = ["orders/*.txt"]
    url = ""

    flags = re.IGNORECASE | re.MULTILINE

    tokens: ClassVar[dict[str, Any]] = {
        "root": [
            (r"#.*$", Comment.Single),
            (r"[/,;]", Punctuation),
            (r"(?:^|(?<=/))[ \t]*\*", Operator),
            (r"\s+", Text),
            *((words((verb,), suffix=_END), Keyword, verb) for verb in (*USAGES, dna.PLACE)),
            (words(WORDS, suffix=_END), Keyword),
            (rf"(?-i:{CASTLING}|{MOVE_PATTERN}){_END}", Name.Label),
            _WRONG,
        ],
        **{verb: _after(verb) for verb in USAGES},
        dna.PLACE: _PLACING,
    }


class PlainLexer(RegexLexer):
    """Orders of a ruleset of another package: which words it has is not known here, and none is wrong."""

    flags = re.MULTILINE

    tokens: ClassVar[dict[str, Any]] = {
        "root": [
            (r"#.*$", Comment.Single),
            (r"[/,;]", Punctuation),
            (r"(?:^|(?<=/))[ \t]*\*", Operator),
            _SQUARE,
            (r"\s+|[^\s,;/#]+", Text),
        ]
    }


INKED = {"c", "k", "kc", "nt", "nl", "no", "l", "m", "s", "o", "p", "err"}
"""The classes that the styles give a colour."""

_ORDERS, _PLAIN = OrderLexer(), PlainLexer()


RULED = frozenset({*USAGES, *dna.USAGES, *WORDS})
"""The words of orders that have a place of their own on their ruleset's page of rules."""


@lru_cache(maxsize=1024)
def orders(text: str, rules: str = "", is_own: bool = True) -> str:
    """Return order text as HTML, every word in a span of its class, and verbs as links to a page of `rules`, if any.

    `is_own`: the ruleset is one of this package.
    """
    return _mark(_ORDERS if is_own else _PLAIN, text, rules)


@lru_cache(maxsize=64)
def yaml(text: str) -> str:
    from pygments.lexers.data import YamlLexer

    return _mark(YamlLexer(), text)


def _mark(lexer: Lexer, text: str, rules: str = "") -> str:
    return "".join(_span(_class(kind), part, rules) for kind, part in _join(lexer, text))


def _class(kind: _TokenType) -> str:
    """Return the class of a token, or of the nearest kind above it that has ink here."""
    while kind is not Token and STANDARD_TYPES.get(kind) not in INKED:
        kind = kind.parent or Token
    return STANDARD_TYPES[kind]


def _join(lexer: Lexer, text: str) -> Iterator[tuple[_TokenType, str]]:
    """Return the tokens of a text, neighbours of one kind as one, without the line end that Pygments adds."""
    kind, whole = Token, ""
    for token, part in lexer.get_tokens(text):
        if token is kind:
            whole += part
            continue
        if whole:
            yield kind, whole
        kind, whole = token, part
    yield kind, whole.rstrip("\n")


def _span(name: str, text: str, rules: str) -> str:
    if not name or not text.strip():
        return escape(text)
    if rules and name == "k" and text.upper() in RULED:
        return f'<a class="{name}" href="{escape(rules)}#{text.upper()}">{escape(text)}</a>'
    return f'<span class="{name}">{escape(text)}</span>'


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
    """Return the classes of both inks as CSS, the dark ones for screens that ask for them."""
    return f"{_rules(Day)}\n@media (prefers-color-scheme: dark) {{\n{_rules(Night)}\n}}\n"


def _rules(style: type[Style]) -> str:
    formatter: Any = HtmlFormatter(style=style)
    lines: list[str] = formatter.get_token_style_defs(".hl")
    inked = {f".hl .{name}" for name in INKED}
    return "\n".join(line.split(" /*")[0] for line in lines if line.split(" {")[0] in inked)
