"""The marks of a Genetess board, each as a picture of its own, for the page that says what they mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

from genetess_cli.rules.genetess.sight import PieceView
from genetess_cli.rules.genetess.specials import NAMES
from genetess_cli.site.draw import frame
from genetess_cli.site.facts import SeatFacts
from genetess_cli.site.games.genetess.board import TILE
from genetess_cli.site.games.genetess.icons import ICONS
from genetess_cli.site.games.genetess.pieces import draw

if TYPE_CHECKING:
    from markupsafe import Markup

SPECIALS = NAMES


def piece(
    codes: str | None,
    colour: str = "red",
    own: bool = True,
    phased: bool = False,
    flare: bool = False,
    is_out: bool = False,
    ago: int | None = None,
) -> Markup:
    seat = SeatFacts(colour, colour, colour, f"c-{colour}", colour[0])
    classes, _, inside = draw(PieceView("A1", colour, codes, phased, flare), seat, own, is_out, ago)
    return frame.alone(inside, classes)


def special(number: str) -> Markup:
    return frame.alone(f'{TILE}{ICONS.get(number, "")}<text y="16.5">{number}</text>', "s")


def ground(sign: str) -> Markup:
    """Return a square of ground by its sign: in view, remembered or never seen; floor, exterior or interior wall."""
    inside = frame.ground((sign,)).partition('<g class="t">')[0]
    return frame.alone(f'<g transform="translate(-30 -30)">{inside}</g>')
