"""The drawing of each ruleset's board: one value, which its `board.py` in `site/games/` makes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from genetess_cli.rules.base import View
from genetess_cli.rules.board import find_square
from genetess_cli.rules.ruleset import BoardFile, Memory, Seen, Settings
from genetess_cli.site.board import frame
from genetess_cli.site.board.frame import Point
from genetess_cli.site.board.layers import NO_BOARD, Board, Thing
from genetess_cli.site.board.seats import SeatFacts
from genetess_cli.values import Value

Seats = Mapping[str, SeatFacts]
Layers = Sequence[Mapping[str, Thing]]
"""Drawings on a board by layer, the lowest first, and in it by name, such as a square."""
Files = TypeVar("Files")


class Table(Value):
    """A table beside a board, which changes row by row in the replay; in a row, which is markup, nothing is left open.

    Rows are shown in the order of their names, which are the same from position to position.
    """

    title: str
    heads: tuple[str, ...]
    rows: dict[str, str]


def named_squares(view: View, order: str) -> list[Point]:
    return [frame.middle(word) for word in re.findall(r"\w+", order) if find_square(word)]


def plain_terms(settings: msgspec.Struct, seats: int) -> list[str]:
    values = msgspec.to_builtins(settings)
    return [f"{name}: {value}" for name, value in values.items() if name != "timeout"]


class Drawing(msgspec.Struct, Generic[Settings, Files, Seen, Memory], frozen=True, kw_only=True):
    """What pages show of a ruleset's position.

    The seats are drawn in their colours; ways to other pages are given as far as there are such pages, else "".
    """

    # The board

    # Whether people sit at it from two sides, so that it may be turned.
    turns: bool = False
    # The board that a view shows, without words for those who cannot see it.
    draw: Callable[[Seen, Seats], Board]
    # The same for boards that change, always as many layers (None: those of `draw`).
    changing: Callable[[Seen, Seats], Layers] | None = None
    # What a view shows, for those who cannot see it, behind what it is.
    describe: Callable[[Seen, str], str]
    # Where the middles of the squares are that the text of an order names.
    named: Callable[[Seen, str], list[Point]] = named_squares
    # The board of a game's files as everybody may know it, behind what it is.
    blank: Callable[[Files, Seats, str], Board] = lambda files, seats, label: NO_BOARD

    # What is out of sight

    # A view with what its viewer remembers, to be drawn.
    recall: Callable[[Seen, Memory], Seen] = lambda view, memory: view
    # The public view with the board as several viewers see it together, and no more.
    together: Callable[[Seen, Sequence[Seen]], Seen] = lambda public, views: public

    # Beside the board

    # The template of what stands there, and what it shows: `rules` and `replay` are the ways to the two pages.
    panel: str
    tables: Callable[[Seen, Seats, str, str], dict[str, Any]]
    # What belongs to the position and is not on the board, always as many tables, with the way to the rules.
    beside: Callable[[Seen, Seats, str], list[Table]]
    # The moves so far as items of a list, each a link to its turn in the replay; "" without such a list.
    score: Callable[[Seen, str], str] = lambda view, replay: ""

    # What the files say

    # The squares on which each seat starts, by the starts of the seats, None where not set.
    starts: Callable[[Files, Mapping[str, str | None]], dict[str, list[str]]] = lambda files, starts: {}
    # The types of special squares that may occur, with their names: all types where the board is secret.
    squares: Callable[[Files, bool], dict[str, str]] = lambda files, is_secret: {}
    # The ruleset's own settings, in words: those that apply to a game of so many seats.
    terms: Callable[[Settings, int], list[str]] = plain_terms

    def board(self, view: Seen, seats: Seats, label: str) -> Board:
        """Return the board that a view shows; `label` says what it is to those who cannot see it."""
        return self.draw(view, seats).replace(label=self.describe(view, label))

    def layers(self, view: Seen, seats: Seats) -> Layers:
        """Return the board in layers, for boards that change: there are always as many."""
        if self.changing is not None:
            return self.changing(view, seats)
        return [layer.things for layer in self.draw(view, seats).layers]


AnyDrawing = Drawing[msgspec.Struct, BoardFile | None, View, object]
"""A drawing as it is seen from outside."""
