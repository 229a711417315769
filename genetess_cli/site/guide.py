"""The page of rules: the articles that `genetess explain` prints, in parts, and how their sentences are marked up.

What is said is in `glossary/`, and the page's looks are the template's matter.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from genetess_cli.glossary.article import Part
from genetess_cli.glossary.books import book
from genetess_cli.rules.colours import marks
from genetess_cli.site.facts import SeatFacts, inks
from genetess_cli.site.svg import drawing

_DEFINITIONS = re.compile("(<defs>.*?</defs>)")


def parts(ruleset: str) -> Sequence[Part]:
    """The whole page of a ruleset, part by part."""
    return book(ruleset).parts()


def lead(ruleset: str) -> str:
    """What stands at the head of the page."""
    return book(ruleset).LEAD


def boards(ruleset: str) -> dict[str, tuple[str, str]]:
    """The drawings that articles of a ruleset name, as SVG, each with its caption.

    What several of them define alike stands in the first alone, as all are on one page.
    """
    found: dict[str, tuple[str, str]] = {}
    defined: set[str] = set()
    for name, (view, caption) in book(ruleset).boards().items():
        colours = list(view.players)
        looks = zip(colours, inks(colours), marks(dict.fromkeys(colours, "")).values(), strict=True)
        seats = {seat: SeatFacts(seat, seat, seat, ink, mark) for seat, ink, mark in looks}
        svg = drawing(ruleset).board(view, seats, caption)
        found[name] = "".join(part for part in _DEFINITIONS.split(svg) if part not in defined), caption
        defined |= set(_DEFINITIONS.findall(svg))
    return found


def anchor(name: str) -> str:
    """The id of an article on the page, by the name that one asks `explain` for: `S16`, `MOVE`, `ROUND-0`."""
    return name.replace(" ", "-")


def marked(text: str) -> str:
    """A sentence as HTML: what stands between backticks is code."""
    from markupsafe import Markup, escape

    return Markup(re.sub("`([^`]+)`", r"<code>\1</code>", str(escape(text))))
