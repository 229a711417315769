"""The seats of a game as they are drawn: each by its colour, and by a shape and a letter without it."""

from __future__ import annotations

from functools import lru_cache

from markupsafe import Markup

from genetess_cli.rules.colours import COLOURS
from genetess_cli.site.board.tokens import token
from genetess_cli.values import Value

PALETTE = COLOURS
"""The colours that the style sheet knows."""


class SeatFacts(Value):
    """A seat: its player's name, its colour's class in the style sheet, and the letter that tells it without colour."""

    seat: str
    colour: str
    name: str
    ink: str
    mark: str

    @property
    def token(self) -> Markup:
        """The seat as a picture for lists: its letter on its shape in its colour."""
        return token(self.ink, self.mark)

    @property
    def badge(self) -> Markup:
        return badge(self.ink, self.mark, self.seat)


@lru_cache(maxsize=1024)
def badge(ink: str, mark: str, name: str) -> Markup:
    """Return a token in a colour, the class `ink` of the style sheet, and the name of what it stands for, as HTML."""
    return token(ink, mark) + " " + name


def inks(colours: list[str]) -> list[str]:
    """Return the style sheet's class of each colour; colours that it does not know get unused ones, in order.

    A colour that is not drawn yet ("") is grey, and so is one for which none is left.
    """
    spare = iter([colour for colour in PALETTE if colour not in colours])
    found = []
    for colour in colours:
        known = colour
        if colour and colour not in PALETTE:
            known = next(spare, "")
        found.append(f"c-{known or 'grey'}")
    return found
