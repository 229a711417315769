"""TOKENS: the colours, sizes and spaces of the site, as `site_templates/styles/tokens.css` defines them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from genetess_cli.store import resources
from genetess_cli.values import Value

_GROUP = re.compile(r"^  /\* (.+) \*/$", re.MULTILINE)
_TOKEN = re.compile(r"^ +--([a-z0-9-]+): ([^;]+);(?: /\* (.+) \*/)?$", re.MULTILINE)
_USED = re.compile(r"var\(--([a-z0-9-]+)")


class Token(Value):
    """A value of the design, and what it is for; "" by night or on paper where it is as by day."""

    name: str
    light: str
    dark: str
    paper: str
    what: str


@cache
def groups() -> dict[str, list[Token]]:
    """Return the tokens under their headings, in the order of the file."""
    text = resources.template("styles/tokens.css")
    day, night, paper = text.split("@media")
    dark, printed = ({name: value for name, value, _ in _TOKEN.findall(part)} for part in (night, paper))
    _, *parts = _GROUP.split(day)
    return {
        heading: [
            Token(name, value, dark.get(name, ""), printed.get(name, ""), what)
            for name, value, what in _TOKEN.findall(rows)
        ]
        for heading, rows in zip(parts[::2], parts[1::2], strict=True)
    }


def tokens() -> Iterator[Token]:
    for group in groups().values():
        yield from group


def colour(name: str, scheme: str = "light") -> str:
    """Return a colour, such as `--card`, by day or by night."""
    found = next(token for token in tokens() if f"--{token.name}" == name)
    return (scheme == "dark" and found.dark) or found.light


def define(rules: str, known: str) -> str:
    """Return the definitions of the tokens that some rules use, but for those that the rules `known` use, too."""
    names = {*_USED.findall(rules)} - {*_USED.findall(known)}
    used = [token for token in tokens() if token.name in names]
    screens = {
        ":root{%s}": [(each.name, each.light) for each in used],
        "@media (prefers-color-scheme:dark){:root{%s}}": [(each.name, each.dark) for each in used],
        "@media print{:root{%s}}": [(each.name, each.paper) for each in used],
    }
    return "".join(
        rule % "".join(f"--{name}:{value};" for name, value in values if value)
        for rule, values in screens.items()
        if any(value for _, value in values)
    )
