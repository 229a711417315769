"""Figures: boards that the page of rules shows with its articles, as views, with all that is drawn and said of them."""

from __future__ import annotations

from typing import Any

import msgspec

from genetess_cli.rules.base import Ruleset, View
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.orders import entries

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


def play(rules: Ruleset, before: Any, seat: str, order: str, name: str) -> Any:
    """Return the position once an order is carried out. Raise ValueError, naming the board, where it cannot be."""
    outcome = rules.play(before, seat, rules.parse(entries(order)[0]).order, Dice(bytes, 0))
    if outcome.problem:
        raise ValueError(f"{name}: {outcome.problem.message}")
    return outcome.game


def single(view: View, caption: str) -> Figure:
    return Figure(caption, (Panel(view, caption),))
