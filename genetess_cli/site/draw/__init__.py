"""How the board of a ruleset is drawn and told of. What is common to all boards is in `frame.py`.

A ruleset gets its board onto the pages by `board.py` in its folder of `site/games/`, which has the names of `Drawing`,
and a template for what is told beside the board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Protocol, cast

from genetess_cli.rules import load
from genetess_cli.site.draw.tables import Table
from genetess_cli.site.facts import SeatFacts

Seats = Mapping[str, SeatFacts]
Layers = list[dict[str, str]]
"""What is drawn on a board, the lowest layer first: in each by name, such as a square, what is drawn there."""


class Drawing(Protocol):
    """What a ruleset's module below this folder has."""

    PANEL: str
    """The template of what stands beside a board."""
    TURNS: bool
    """Whether people sit at the board from two sides, so that it may be turned."""

    def board(self, view: Any, seats: Seats, label: str, /) -> str:
        """A view as SVG; `label` says what it is to those who cannot see it."""

    def layers(self, view: Any, seats: Seats, /) -> Layers:
        """The same drawing in parts, for boards that change: there are always as many layers."""

    def beside(self, view: Any, seats: Seats, rules: str = "", /) -> list[Table]:
        """What belongs to the position and is not on the board: there are always as many tables.

        `rules` is the way to the ruleset's page of rules, if any.
        """

    def together(self, public: Any, views: Sequence[Any], /) -> Any:
        """The public view with the board as several viewers see it together, and nothing that none of them sees."""

    def describe_board(self, view: Any, label: str, /) -> str:
        """What `board` says to those who cannot see it."""

    def size(self, view: Any, /) -> dict[str, str]:
        """The attributes of `board` that its columns and rows decide."""

    def blank(self, files: Any, seats: Seats, label: str, /) -> str:
        """The board of a game's files as everybody may know it, as SVG."""

    def tables(self, view: Any, seats: Seats, rules: str = "", replay: str = "", /) -> dict[str, Any]:
        """What the panel shows; `rules` and `replay` are the ways to the rules and the game's replay, if any."""

    def score(self, view: Any, replay: str, /) -> str:
        """The moves so far as items of a list, each a link to its turn in the replay; "" where there is no such list.

        `replay` is the way to the replay's page.
        """

    def starts(self, files: Any, starts: Mapping[str, str | None], /) -> dict[str, str]:
        """Where each seat starts, in words; `starts` are the seats' starts, None where not set."""

    def squares(self, files: Any, is_secret: bool, /) -> dict[str, str]:
        """The types of special squares that may occur, with their names: all there are where the board is secret."""

    def terms(self, settings: Any, seats: int, /) -> list[str]:
        """The ruleset's own settings, in words: those that apply to a game of so many seats."""


@cache
def drawing(ruleset: str) -> Drawing:
    """Return the drawing of a ruleset. Raises KeyError for an unknown one."""
    return cast("Drawing", load("site.games", ruleset, "board"))
