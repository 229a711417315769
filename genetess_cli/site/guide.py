"""The page of rules: the articles that `genetess explain` prints, in parts, and how their sentences are marked up.

What is said is in `glossary/`, and the page's looks are the template's matter.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from genetess_cli.glossary import articles
from genetess_cli.glossary.articles import Article


class Part(msgspec.Struct, frozen=True):
    """A part of the page: its heading, how its list calls the first two columns, its articles."""

    name: str
    title: str
    columns: tuple[str, str]
    articles: list[Article]


_PARTS: tuple[tuple[str, str, tuple[str, str], Callable[[], list[Article]]], ...] = (
    ("codes", "Codes", ("Code", "What it gives a piece"), articles.codes),
    ("orders", "Orders", ("Order", "What it does"), articles.orders),
    ("specials", "Special squares", ("Special", "What it does"), articles.specials),
    ("topics", "Everything else", ("Topic", "What it is about"), articles.topics),
)


def parts() -> list[Part]:
    """The whole page, part by part."""
    return [Part(name, title, columns, make()) for name, title, columns, make in _PARTS]


def anchor(name: str) -> str:
    """The id of an article on the page, by the name that one asks `explain` for: `S16`, `MOVE`, `ROUND-0`."""
    return name.replace(" ", "-")


def marked(text: str) -> str:
    """A sentence as HTML: what stands between backticks is code."""
    from markupsafe import Markup, escape

    return Markup(re.sub("`([^`]+)`", r"<code>\1</code>", str(escape(text))))
