"""Genetess pieces and special squares as SVG: silhouettes of seats with codes and marks on them, and icons in tiles.

Every mark of a piece has its place. The crown of a K is at the top, the spark of a burning flare at the top right, the
letter of another player's seat at the bottom left, and the number of codes, or how long ago a piece was last seen, at
the bottom right.
"""

from __future__ import annotations

from functools import lru_cache
from html import escape

from markupsafe import Markup

from genetess_cli.rules.genetess.sight import PieceView
from genetess_cli.rules.genetess.specials import NAMES
from genetess_cli.rules.problems import count_words
from genetess_cli.site.board import frame
from genetess_cli.site.board.frame import Lettering
from genetess_cli.site.board.seats import SeatFacts
from genetess_cli.site.board.tokens import shape

Parts = tuple[str, ...]
"""A drawing, with its Lettering apart."""

SPECIALS = NAMES
FULL = 4
"""So many codes are drawn in full; of more, the first kinds and the number."""
_KINDS = 3
_SIZES = {True: (18, 17, 14, 10.5), False: (25, 21, 16.5, 12)}
"""The sizes of one letter to four, below a crown and without one: they keep off the outline of a circle."""
_NARROW = 0.89
"""The share of them that a diamond has room for."""
_DIAMONDS = ("c-yellow", "c-black")
_CROWN = '<path class="cr" d="M-11 6L-13-6-6 0 0-9 6 0 13-6 11 6z" transform="{}"/>'
_SPARK = (
    '<path class="fr" d="M0-11L2.6-4.4 9-7 5.2-1 11 2 4.6 3.2 5.6 10 0 5.6-5.6 10-4.6 3.2-11 2-5.2-1-9-7-2.6-4.4z"'
    ' transform="translate(18 -18)"/>'
)


def sequence(piece: PieceView) -> str | None:
    """Return a piece's codes as people read them: `r` for phased and `u` for flared behind them (ruling G4).

    `K?` is a King by S17 whose other codes are unknown (ruling G35).
    """
    if piece.king:
        return "K?"
    return None if piece.codes is None else piece.codes + "r" * piece.phased + "u" * piece.flare


def draw_piece(
    piece: PieceView, seat: SeatFacts, own: bool, is_out: bool, ago: int | None
) -> tuple[str, str, Parts]:
    """Return the classes, the title and the drawing of a piece; `is_out`: its owner is out of the game.

    `ago` is since how many rounds it has not been seen (None: it is in view).
    """
    looks = marks_of(piece, is_out, ago)
    is_orphan = "orp" in looks
    told = f"{piece.at}: {piece.owner} {sequence(piece) or '(codes unknown)'}"
    if is_orphan:
        told += ", an orphan"
    classes = " ".join(["p", seat.ink, *(name for name in looks if name in ("ph", "out", "orp", "gh"))])
    codes = "K?" if piece.king else piece.codes
    if codes is None:
        codes = "?"
    if ago is not None:
        told += f", last seen {words(ago)}"
    is_plain = not (piece.phased or is_orphan or ago is not None)
    return classes, told, _draw(codes, seat.ink, seat.mark, own, is_plain, piece.flare, ago)


@lru_cache(maxsize=4096)
def marks_of(piece: PieceView, is_out: bool, ago: int | None) -> tuple[str, ...]:
    """Return the marks of a piece by their classes: phased, its player is out, an orphan, a ghost, King, shield."""
    codes = piece.codes or ""
    holds = {
        "ph": piece.phased,
        "out": is_out and piece.codes is None,
        "orp": is_out and piece.codes is not None and "P" not in codes,
        "gh": ago is not None,
        "cr": piece.king or "K" in codes,
        "sh": "W" in codes,
    }
    return tuple(name for name, has in holds.items() if has)


def words(ago: int) -> str:
    return f"{count_words(ago, 'round')} ago" if ago else "this round"


@lru_cache(maxsize=4096)
def _draw(codes: str, ink: str, mark: str, own: bool, is_plain: bool, flare: bool, ago: int | None) -> Parts:
    parts = [shape(ink, "b")]
    if "W" in codes:  # in the shape of the piece, outside it
        parts = [shape(ink, "sh0"), shape(ink, "sh", 1.17), *parts]
    if own and is_plain:
        parts.append(shape(ink, "kl", 0.88))
    parts += _codes(codes, ink)
    if is_plain and not own and ago is None:
        parts += _pill("ow", mark, -17)
    if ago:
        parts += _pill("ag", f"−{ago}", 14)
    if flare:
        parts.append(_SPARK)
    return tuple(parts)


def _codes(codes: str, ink: str) -> list[str]:
    kings = codes.count("K")
    rest = codes.replace("K", "")
    text = "".join(dict.fromkeys(rest))[:_KINDS] if len(rest) > FULL else rest
    parts = []
    if kings:
        place = "translate(0 -11)" if text else "scale(1.35)"
        parts.append(_CROWN.format(place))
    is_long = len(rest) > FULL or kings > 1
    if text:
        parts.append(_letters(text, ink, bool(kings), is_long))
    if is_long:
        parts += _pill("bg", str(len(codes)), 16.5)
    return parts


def _letters(text: str, ink: str, is_crowned: bool, is_long: bool) -> Lettering:
    size = _SIZES[is_crowned][len(text) - 1]
    if ink in _DIAMONDS:
        size *= _NARROW
    y = 0.5
    if is_crowned:
        y = 9
    elif is_long:
        y = -4.5
    return Lettering(f'<text y="{y:g}" font-size="{size:.3g}">{escape(text)}</text>')


def _pill(look: str, text: str, x: float) -> Parts:
    width = 9 + 8 * len(text)
    ground = f'<rect class="{look}" x="{x - width / 2:g}" y="9.5" width="{width}" height="17" rx="8.5"/>'
    return ground, Lettering(f'<text class="{look}t" x="{x:g}" y="18">{escape(text)}</text>')


def icon(number: str, name: str) -> Parts:
    """Return a special square around its middle, with a name below its icon."""
    ground = '<rect x="-24" y="-24" width="48" height="48" rx="6"/>'
    return ground, ICONS.get(number, ""), Lettering(f'<text y="16.5">{escape(name)}</text>')


# Single marks, for the page that says what they mean


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
    classes, _, inside = draw_piece(PieceView("A1", colour, codes, phased, flare), seat, own, is_out, ago)
    return frame.alone("".join(inside), classes)


def special(number: str) -> Markup:
    return frame.alone("".join(icon(number, number)), "s")


def ground(sign: str) -> Markup:
    """Return a square of ground by its sign: in view, remembered or never seen; floor, exterior or interior wall."""
    drawn = frame.ground((sign,))
    patterns = [
        pattern
        for name, pattern in drawn.patterns.items()
        if name != "hatch" or sign == frame.UNSEEN  # the page has it once
    ]
    return frame.alone(f'<g transform="translate(-30 -30)">{"".join(patterns)}{drawn.shapes}</g>')


def _dot(x: float, y: float, r: float) -> str:
    return f'<circle class="so" cx="{x:g}" cy="{y:g}" r="{r:g}"/>'


_RING = "M-11-5a11 11 0 1 0 22 0a11 11 0 1 0-22 0"
ICONS = {
    "S1": f'<path d="{_RING}M4-11h-7v12h7M-3-5h6"/>',  # a coin
    "S2": '<path d="M-9 5L9-15M-11-10a4 4 0 1 0 8 0a4 4 0 1 0-8 0M3 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0"/>',
    "S3": '<path d="M-12-16h14v14h-14zM-3-7h14v14h-14z"/>',  # one and its copy
    "S4": '<path d="M-15 5L-7-16 1 5M-12-2h10M9-12v12M3-6h12"/>',  # a letter more
    "S5": f'<path d="M-16-5Q0-21 16-5Q0 11-16-5z"/>{_dot(0, -5, 5)}',  # an eye
    "S6": '<path d="M-11-6a11 11 0 1 1 22 0c0 4-2 6-5 7v6h-12v-6c-3-1-5-3-5-7z"/>'
    f"{_dot(-4.5, -6, 2.6)}{_dot(4.5, -6, 2.6)}",  # a skull
    "S7": '<path d="M0-19v9M0 1v9M-14-5h9M5-5h9M-10-15l6 6M10 5l-6-6M10-15l-6 6M-10 5l6-6"/>',
    "S8": '<path d="M0-5a3 3 0 0 1 6 0a6.5 6.5 0 0 1-13 0a10 10 0 0 1 20 0a13 13 0 0 1-13 12"/>',  # a whirl
    "S9": f'<path d="M-5-15a11 11 0 0 1 10 0M10-3a11 11 0 0 1-5 9M-5 6a11 11 0 0 1-5-9"/>{_dot(0, -5, 4)}',
    "S10": '<path d="M-6-15h-9v9h9M6-15h9v9h-9M-6-4h-9v9h9M6-4h9v9h-9M0 7V-17m-4 5l4-5 4 5"/>',  # a way out
    "S11": '<path d="M-3-14h-11v18h11M-14-5h9M4-1l9-9M13-1l-9-9"/>',  # E by a factor
    "S12": '<path d="M-1-14h-11v18h11M-12-5h9M9-15V5m-5-6l5 6 5-6"/>',  # E that falls
    "S13": '<path d="M-4-9h8v8h-8zM-8-13l-6-6m0 5v-5h5M8-13l6-6m-5 0h5v5M8 3l6 6m0-5v5h-5M-8 3l-6 6m5 0h-5v-5"/>',
    "S14": '<path d="M-14-10l10 11M-4-10l-10 11M3-11a5 5 0 1 1 9 3L3 4h11"/>',  # times two
    "S15": '<path d="M-12-7a12 12 0 0 1 22-5m1-7v7h-7M12-3a12 12 0 0 1-22 5m-1 7v-7h7"/>',  # to and fro
    "S16": '<path d="M-16-5h5l4-10 5 20 5-17 4 11 2-4h7"/>',  # a seismograph
    "S17": f'<path d="{_RING}M0-20v9M0 1v9M-16-5h9M7-5h9"/>',  # cross hairs
    "S18": '<path d="M-14-5a9 9 0 1 0 18 0a9 9 0 1 0-18 0M-4-5a9 9 0 1 0 18 0a9 9 0 1 0-18 0"/>',
    "S19": '<path d="M-12-1a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0M3-7l4-4c2-2 4-2 6 0M14-16v-3M17-12l3-2"/>',  # a bomb
    "S20": '<path d="M-15-9H4a4.5 4.5 0 1 0-4.5-4.5M-15-3H9a4.5 4.5 0 1 1-4.5 4.5M-15 3h10"/>',
    "S21": '<path d="M-15 6l4-9 7 2 3 7zM2 6l3-7 7 1 3 6zM-4-9l3-5 7 2-1 5zM-10-11v-7M11-9v-7"/>',  # rocks
    "S22": "<path "
    'd="M-8-5a8 9 0 1 0 16 0a8 9 0 1 0-16 0M-8-9a4 4 0 1 0-1 8M8-9a4 4 0 1 1 1 8M-3-1q3 3 6 0"/>'
    f"{_dot(-3, -7, 1.6)}{_dot(3, -7, 1.6)}",  # a monkey
}
"""A drawing of each special square, in lines of one width around the middle of its tile, above its number."""
