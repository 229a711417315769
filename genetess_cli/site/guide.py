"""The page of rules: the articles that `genetess explain` prints, in parts, and how their sentences are marked up.

What is said is in `glossary/`, and the page's looks are the template's matter.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from genetess_cli.glossary.article import Part
from genetess_cli.glossary.books import book
from genetess_cli.rules.base import View
from genetess_cli.rules.colours import marks
from genetess_cli.site.facts import SeatFacts, inks
from genetess_cli.site.svg import drawing
from genetess_cli.site.svg.ways import led

if TYPE_CHECKING:
    from markupsafe import Markup

_DEFINITIONS = re.compile("(<defs>.*?</defs>)")


def parts(ruleset: str) -> Sequence[Part]:
    """The whole page of a ruleset, part by part."""
    return book(ruleset).parts()


def lead(ruleset: str) -> str:
    """What stands at the head of the page."""
    return book(ruleset).LEAD


class Drawn(msgspec.Struct, frozen=True):
    """A figure as the page shows it: its caption, and its boards as SVG, each with what stands above it."""

    caption: str
    boards: list[tuple[str, Markup]]


def figures(ruleset: str) -> dict[str, Drawn]:
    """The figures that articles of a ruleset name.

    What several boards define alike stands in the first alone, as all are on one page.
    """
    from markupsafe import Markup

    found: dict[str, Drawn] = {}
    defined: set[str] = set()
    for name, figure in book(ruleset).boards().items():
        drawn = []
        for panel in figure.panels:
            svg = led(drawing(ruleset).board(panel.view, _seats(panel.view), panel.words), panel.ways)
            kept = "".join(part for part in _DEFINITIONS.split(svg) if part not in defined)
            defined |= set(_DEFINITIONS.findall(svg))
            drawn.append((panel.title, Markup(kept)))
        found[name] = Drawn(figure.caption, drawn)
    return found


def _seats(view: View) -> dict[str, SeatFacts]:
    """The seats of a board: they are called as their colours are, in which they are drawn."""
    colours = list(view.players)
    looks = zip(colours, inks(colours), marks(dict.fromkeys(colours, "")).values(), strict=True)
    return {seat: SeatFacts(seat, seat, seat, ink, mark) for seat, ink, mark in looks}


def anchor(name: str) -> str:
    """The id of an article on the page, by the name that one asks `explain` for: `S16`, `MOVE`, `ROUND-0`."""
    return name.replace(" ", "-")


def marked(text: str) -> Markup:
    """A sentence as HTML: what stands between backticks is code."""
    from markupsafe import Markup, escape

    return Markup(re.sub("`([^`]+)`", r"<code>\1</code>", str(escape(text))))
