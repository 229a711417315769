"""The drawings of each ruleset's board, and their words. What is common to all boards is in `frame.py`.

A ruleset gets its board onto the pages by `board.py` in its folder of `site/games/`, which has those names of `Drawing`
that differ, and a template for what is told beside the board.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from html import escape
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from genetess_cli.rules.board import Square, find_square
from genetess_cli.rules.packages import load
from genetess_cli.site.draw import frame
from genetess_cli.site.draw.frame import Size, Words
from genetess_cli.site.draw.layers import Board, Layer, Thing, thing

if TYPE_CHECKING:
    from genetess_cli.site.facts import SeatFacts  # which has the tokens that are drawn here

Seats = Mapping[str, "SeatFacts"]
Layers = list[dict[str, str]]
"""Drawings on a board by layer, the lowest first, and in it by name, such as a square."""
_GROUND = "#+?"
"""The signs of a row that are drawn as walls and fog; all others but `.` stand for what is on the square."""
NO_BOARD = Board(Size(0, 0))


class Table(msgspec.Struct, frozen=True):
    """A table beside a board, which changes row by row in the replay; in a row, which is markup, nothing is left open.

    Rows are shown in the order of their names, which are the same from position to position.
    """

    title: str
    heads: tuple[str, ...]
    rows: dict[str, str]


@lru_cache(maxsize=8192)
def overlaid(rows: tuple[str, ...]) -> str:
    """Return a row of squares as several viewers see it together, from what each sees of it."""
    return "".join(next((sign for sign in signs if sign != "?"), "?") for signs in zip(*rows, strict=True))


class Drawing:
    """A ruleset's board for pages; here that of a `PlainView`, whose rows and lines are shown as text."""

    PANEL = "panel.html"
    """The template of what stands beside a board."""
    TURNS = False
    """True where people sit at the board from two sides, so that it may be turned."""

    def board(self, view: Any, seats: Seats, label: str) -> Board:
        """Return the board that a view shows; `label` says what it is to those who cannot see it."""
        return replace(self.draw(view, seats), label=self.describe_board(view, label))

    def draw(self, view: Any, seats: Seats) -> Board:
        """Return the same without words for those who cannot see it."""
        lines = tuple("".join(map(_ground, row)) for row in _rows(view))
        if not lines:
            return NO_BOARD
        ground = frame.ground(lines)
        drawn = {"": thing(*ground.patterns.values(), ground.shapes, ground.coordinates)}
        pieces = {str(at): _text(at, sign) for at, sign in _things(view)}
        return Board(self.size(view), (Layer(drawn),), (Layer(pieces),))

    def layers(self, view: Any, seats: Seats) -> Layers:
        """Return what `draw` draws as it changes from position to position: there are always as many layers."""
        return [layer.markup() for layer in self.draw(view, seats).layers]

    def describe_board(self, view: Any, label: str) -> str:
        """Return what `board` says to those who cannot see it."""
        return f"{label}. {'; '.join(f'{at}: {sign}' for at, sign in _things(view)) or 'It is empty'}"

    def named(self, view: Any, order: str) -> list[tuple[int, int]]:
        """Return where the middles of the squares are that the text of an order names."""
        return [frame.middle(word) for word in re.findall(r"\w+", order) if find_square(word)]

    def size(self, view: Any) -> Size:
        rows = _rows(view)
        return Size(max(map(len, rows), default=0), len(rows), zoom=1)

    def blank(self, files: Any, seats: Seats, label: str) -> Board:
        """Return the board of a game's files as everybody may know it."""
        return NO_BOARD

    def remember(self, files: Any, memory: Any, view: Any, told: Sequence[Any]) -> Any:
        """Return what a seat remembers after a turn, of what it was shown and told alone; None where nothing is hidden.

        `files` are the board's, of which the public part is used; `memory` is that before the turn, None at first.
        """
        return None

    def recall(self, view: Any, memory: Any) -> Any:
        """Return a view with what its viewer remembers, for `board`."""
        return view

    def together(self, public: Any, views: Sequence[Any]) -> Any:
        """Return the public view with the board as several viewers see it together, and no more."""
        rows = list(map(overlaid, zip(*map(_rows, views), strict=True)))
        return replace(public, rows=rows) if rows else public

    def beside(self, view: Any, seats: Seats, rules: str = "") -> list[Table]:
        """Return what belongs to the position and is not on the board: there are always as many tables.

        `rules` is the way to the ruleset's page of rules, if any.
        """
        lines = enumerate(getattr(view, "lines", []))
        return [Table("Position", (), {str(n): f"<tr><td>{escape(line)}</td></tr>" for n, line in lines})]

    def tables(self, view: Any, seats: Seats, rules: str = "", replay: str = "") -> dict[str, Any]:
        """Return what the panel shows; `rules` and `replay` are the ways to the rules and the game's replay, if any."""
        return {"lines": getattr(view, "lines", [])}

    def score(self, view: Any, replay: str) -> str:
        """Return the moves so far as items of a list, each a link to its turn in the replay; "" without such a list.

        `replay` is the way to the replay's page.
        """
        return ""

    def starts(self, files: Any, starts: Mapping[str, str | None]) -> dict[str, list[str]]:
        """Return the squares on which each seat starts; `starts` are the seats' starts, None where not set."""
        return {}

    def squares(self, files: Any, is_secret: bool) -> dict[str, str]:
        """Return the types of special squares that may occur, with their names: all types where the board is secret."""
        return {}

    def terms(self, settings: Any, seats: int) -> list[str]:
        """Return the ruleset's own settings, in words: those that apply to a game of so many seats."""
        values = msgspec.to_builtins(settings)
        return [f"{name}: {value}" for name, value in values.items() if name != "timeout"]


def _rows(view: Any) -> list[str]:
    return getattr(view, "rows", [])


def _things(view: Any) -> Iterator[tuple[Square, str]]:
    for y, row in enumerate(_rows(view)):
        for x, sign in enumerate(row):
            if sign not in f"{_GROUND}. ":
                yield Square(y, x), sign


def _ground(sign: str) -> str:
    return sign if sign in _GROUND else "."


def _text(at: Square, sign: str) -> Thing:
    x, y = frame.middle(str(at))
    title = Words(f"<title>{at}: {escape(sign)}</title>")
    letter = f'<text x="{x}" y="{y}">{escape(sign)}</text>'  # it is the picture of the piece
    return thing("<g", frame.piece_on(str(at)), ">", title, letter, "</g>")


@cache
def drawing(ruleset: str) -> Drawing:
    """Return the drawing of a ruleset. Raise NoRuleset."""
    made, board = Drawing(), load("site.games", ruleset, "board")
    if hasattr(board, "PANEL"):  # another package's first module stands in for its board
        vars(made).update({name: own for name, own in vars(board).items() if name in vars(Drawing)})
    return made
