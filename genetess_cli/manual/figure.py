"""Figures: boards that the page of rules shows with its articles, as views, with all that is drawn and said of them."""

from __future__ import annotations

import msgspec

from genetess_cli.rules.base import View

Way = tuple[str, ...]
"""The squares that a piece comes upon, from where it stands to where it ends, by name."""


class Panel(msgspec.Struct, frozen=True):
    """One board of a figure.

    `title` stands above it ("" where it is the only one), `words` say to those who cannot see it what it is, and `ways`
    are drawn on it.
    """

    view: View
    words: str
    title: str = ""
    ways: tuple[Way, ...] = ()


class Figure(msgspec.Struct, frozen=True):
    """Boards that are looked at together, and what is to be seen on them; orders in the caption are in backticks."""

    caption: str
    panels: tuple[Panel, ...]


def single(view: View, caption: str) -> Figure:
    """Return a figure of one board, of which the caption says all."""
    return Figure(caption, (Panel(view, caption),))
