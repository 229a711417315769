"""TOKENS: the colours, sizes and spaces of the site, as `site_templates/styles/tokens.css` defines them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import msgspec

from genetess_cli.store import resources

_GROUP = re.compile(r"^  /\* (.+) \*/$", re.MULTILINE)
_TOKEN = re.compile(r"^ +--([a-z0-9-]+): ([^;]+);(?: /\* (.+) \*/)?$", re.MULTILINE)


class Token(msgspec.Struct, frozen=True):
    """A value of the design by day and by night, and what it is for."""

    name: str
    light: str
    dark: str
    what: str


@cache
def groups() -> dict[str, list[Token]]:
    """Return the tokens under their headings, in the order of the file."""
    text = (resources.templates() / "styles" / "tokens.css").read_text(encoding="utf-8")
    day, _, night = text.partition("@media (prefers-color-scheme: dark)")
    dark = {name: value for name, value, _ in _TOKEN.findall(night)}
    _, *parts = _GROUP.split(day)
    return {
        heading: [
            Token(name, value, dark.get(name, value), what) for name, value, what in _TOKEN.findall(rows)
        ]
        for heading, rows in zip(parts[::2], parts[1::2], strict=True)
    }


def tokens() -> Iterator[Token]:
    for group in groups().values():
        yield from group


def colour(name: str, scheme: str = "light") -> str:
    """Return a colour, such as `--card`, by day or by night."""
    found = next(token for token in tokens() if f"--{token.name}" == name)
    return found.dark if scheme == "dark" else found.light
