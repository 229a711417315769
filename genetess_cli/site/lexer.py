"""Orders in colour: Pygments lexers by which a word is wrong only if no order could hold it, and marked-up HTML."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache, lru_cache
from html import escape

from pygments.filters import TokenMergeFilter
from pygments.lexer import Lexer, RegexLexer, words
from pygments.token import (
    STANDARD_TYPES,
    Comment,
    Keyword,
    Operator,
    Punctuation,
    Text,
    Token,
    _TokenType,
)

from genetess_cli.rules import ruleset as rules_of
from genetess_cli.site.games import pages_of
from genetess_cli.site.games.ink import END

INKED = {"c", "k", "kc", "nt", "nl", "no", "l", "m", "s", "o", "p", "err"}
"""The classes that `code.css` gives a colour."""


@cache
def _lexer(ruleset: str) -> Lexer:
    """Return the lexer of a ruleset's orders: keywords, squares, codes, directions, stars, separators, comments."""
    ink = pages_of(ruleset).ink()
    root = [
        (r"#.*$", Comment.Single),
        (r"[/,;]", Punctuation),
        (r"(?:^|(?<=/))[ \t]*\*", Operator),
        (r"\s+", Text),
        *((words((verb,), suffix=END), Keyword, verb) for verb in ink.states),
        *ink.orders,
    ]
    facts = {"tokens": {"root": root, **ink.states}, "flags": re.IGNORECASE | re.MULTILINE}
    made: type[Lexer] = type("_Orders", (RegexLexer,), facts)
    return made()


@lru_cache(maxsize=1024)
def orders(text: str, ruleset: str, rules: str = "") -> str:
    """Return orders of a ruleset as HTML, every word in a span of its class.

    Verbs are links to the ruleset's page of `rules`, if any.
    """
    verbs = rules_of(ruleset).verbs if rules else ()
    return _mark(_lexer(ruleset), text, verbs, rules)


@lru_cache(maxsize=64)
def yaml(text: str) -> str:
    from pygments.lexers.data import YamlLexer

    return _mark(YamlLexer(), text)


def _mark(lexer: Lexer, text: str, verbs: Collection[str] = (), rules: str = "") -> str:
    *tokens, (last, part) = TokenMergeFilter().filter(lexer, lexer.get_tokens(text))
    tokens.append((last, part.rstrip("\n")))  # Pygments adds a line end
    return "".join(_span(kind, part, verbs, rules) for kind, part in tokens)


def _span(kind: _TokenType, text: str, verbs: Collection[str], rules: str) -> str:
    while kind is not Token and STANDARD_TYPES.get(kind) not in INKED:
        kind = kind.parent or Token  # the nearest kind above it that has ink here
    name = STANDARD_TYPES[kind]
    if not name or not text.strip():
        return escape(text)
    if name == "k" and text.upper() in verbs:
        return f'<a class="{name}" href="{escape(rules)}#{text.upper()}">{escape(text)}</a>'
    return f'<span class="{name}">{escape(text)}</span>'
