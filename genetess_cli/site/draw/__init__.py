"""The drawings of each ruleset's board, and their words. What is common to all boards is in `frame.py`.

A ruleset gets its board onto the pages by `board.py` in its folder of `site/games/`, which has the names of `Drawing`,
those that differ from `plain.py`, and a template for what is told beside the board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Protocol, cast

from genetess_cli.rules import load
from genetess_cli.site.draw import plain
from genetess_cli.site.draw.tables import Table

if TYPE_CHECKING:
    from genetess_cli.site.facts import SeatFacts  # which has the tokens that are drawn here

Seats = Mapping[str, "SeatFacts"]
Layers = list[dict[str, str]]
"""Drawings on a board by layer, the lowest first, and in it by name, such as a square."""


class Drawing(Protocol):
    """The functions of a ruleset's board for pages."""

    PANEL: str
    """The template of what stands beside a board."""
    TURNS: bool
    """True where people sit at the board from two sides, so that it may be turned."""

    PICTURES: bool
    """True where pieces are pictures, which can be told apart without the words on them."""

    def board(self, view: Any, seats: Seats, label: str, /) -> str:
        """Return a view as SVG; `label` says what it is to those who cannot see it."""

    def remember(self, files: Any, memory: Any, view: Any, told: Sequence[Any], /) -> Any:
        """Return what a seat remembers after a turn, of what it was shown and told alone; None where nothing is hidden.

        `files` are the board's, of which the public part is used; `memory` is that before the turn, None at first.
        """

    def recall(self, view: Any, memory: Any, /) -> Any:
        """Return a view with what its viewer remembers, for `board`."""

    def layers(self, view: Any, seats: Seats, /) -> Layers:
        """Return the same drawing in parts, for boards that change: there are always as many layers."""

    def beside(self, view: Any, seats: Seats, rules: str = "", /) -> list[Table]:
        """Return what belongs to the position and is not on the board: there are always as many tables.

        `rules` is the way to the ruleset's page of rules, if any.
        """

    def together(self, public: Any, views: Sequence[Any], /) -> Any:
        """Return the public view with the board as several viewers see it together, and no more."""

    def describe_board(self, view: Any, label: str, /) -> str:
        """Return what `board` says to those who cannot see it."""

    def size(self, view: Any, /) -> dict[str, str]:
        """Return the attributes of `board` that its columns and rows decide."""

    def blank(self, files: Any, seats: Seats, label: str, /) -> str:
        """Return the board of a game's files as everybody may know it, as SVG."""

    def tables(self, view: Any, seats: Seats, rules: str = "", replay: str = "", /) -> dict[str, Any]:
        """Return what the panel shows; `rules` and `replay` are the ways to the rules and the game's replay, if any."""

    def score(self, view: Any, replay: str, /) -> str:
        """Return the moves so far as items of a list, each a link to its turn in the replay; "" without such a list.

        `replay` is the way to the replay's page.
        """

    def starts(self, files: Any, starts: Mapping[str, str | None], /) -> dict[str, list[str]]:
        """Return the squares on which each seat starts; `starts` are the seats' starts, None where not set."""

    def squares(self, files: Any, is_secret: bool, /) -> dict[str, str]:
        """Return the types of special squares that may occur, with their names: all types where the board is secret."""

    def terms(self, settings: Any, seats: int, /) -> list[str]:
        """Return the ruleset's own settings, in words: those that apply to a game of so many seats."""


@cache
def drawing(ruleset: str) -> Drawing:
    """Return the drawing of a ruleset; what it lacks is as in `plain`. Raise NoRuleset."""
    board = load("site.games", ruleset, "board")
    own = (
        vars(board) if hasattr(board, "PANEL") else {}
    )  # another package's first module stands in for its board
    return cast("Drawing", SimpleNamespace(**{**vars(plain), **own}))
