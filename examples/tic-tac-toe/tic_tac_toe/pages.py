"""What pages know of tic-tac-toe: its name, crosses and circles on its board, and its sentences."""

from __future__ import annotations

from msgspec.structs import replace

from genetess_cli.rules.base import PlainView
from genetess_cli.site.board import Seats, frame
from genetess_cli.site.board.layers import Board, Layer, Thing, thing
from genetess_cli.site.board.plain import PLAIN
from genetess_cli.site.games.pages import GamePages
from tic_tac_toe import SIGNS, SQUARES
from tic_tac_toe.words import say


def draw(view: PlainView, seats: Seats) -> Board:
    """Return the usual board, with drawn marks in place of letters."""
    signs = zip(SQUARES, "".join(view.rows), strict=True)
    marks = {at: _mark(at, sign) for at, sign in signs if sign in SIGNS}
    return replace(PLAIN.draw(view, seats), pieces=(Layer(marks),))


def _mark(at: str, sign: str) -> Thing:
    x, y = frame.middle(at)
    shape = f'<circle cx="{x}" cy="{y}" r="18"/>'
    if sign == "X":
        shape = f'<path d="M{x - 16} {y - 16}l32 32m0-32l-32 32"/>'
    title = frame.Lettering(f"<title>{at}: {sign}</title>")
    look = ' fill="none" stroke="currentColor" stroke-width="6">'
    return thing("<g", frame.piece_on(at), look, title, shape, "</g>")


PAGES = GamePages(
    api=1,
    title="Tic-tac-toe",
    about="Three marks in a row win, and you see no mark but your own.",
    drawing=lambda: replace(PLAIN, draw=draw),
    say=lambda: say,
)
