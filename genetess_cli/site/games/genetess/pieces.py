"""Genetess pieces as SVG: the silhouette of a seat, codes on it, and marks that have a place each.

The crown of a K is at the top, the spark of a burning flare at the top right, the letter of another player's seat at
the bottom left, and the number of codes, or how long ago a piece was last seen, at the bottom right.
"""

from __future__ import annotations

from functools import lru_cache
from html import escape

from genetess_cli.rules.genetess.sight import PieceView
from genetess_cli.site.draw.tokens import shape
from genetess_cli.site.facts import SeatFacts

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


def draw(
    piece: PieceView, seat: SeatFacts, own: bool, is_out: bool, ago: int | None = None
) -> tuple[str, str, str]:
    """Return the classes, the title and the drawing of a piece; `is_out`: its owner is out of the game.

    `ago` is since how many rounds it has not been seen (None: it is in view).
    """
    looks = marks_of(piece, is_out, ago)
    is_orphan = "orp" in looks
    told = f"{piece.at}: {piece.owner} {sequence(piece) or '(codes unknown)'}{', an orphan' if is_orphan else ''}"
    classes = " ".join(["p", seat.ink, *(name for name in looks if name in ("ph", "out", "orp", "gh"))])
    codes = "K?" if piece.king else "?" if piece.codes is None else piece.codes
    if ago is not None:
        told += f", last seen {words(ago)}"
    is_plain = not (piece.phased or is_orphan or ago is not None)
    return classes, told, _draw(codes, seat.ink, seat.mark, own, is_plain, piece.flare, ago)


@lru_cache(maxsize=4096)
def marks_of(piece: PieceView, is_out: bool, ago: int | None = None) -> tuple[str, ...]:
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
    return f"{ago} round{'s'[: ago > 1]} ago" if ago else "this round"


@lru_cache(maxsize=4096)
def _draw(codes: str, ink: str, mark: str, own: bool, is_plain: bool, flare: bool, ago: int | None) -> str:
    form = shape(ink, "b")
    if "W" in codes:  # in the shape of the piece, outside it
        form = shape(ink, "sh0") + shape(ink, "sh", 1.17) + form
    if own and is_plain:
        form += shape(ink, "kl", 0.88)
    letters = "" if own or ago is not None or not is_plain else _pill("ow", mark, -17)
    spark = _SPARK if flare else ""
    age = _pill("ag", f"−{ago}", 14) if ago else ""
    return f"{form}{_codes(codes, ink)}{letters}{age}{spark}"


def _codes(codes: str, ink: str) -> str:
    kings, rest = codes.count("K"), codes.replace("K", "")
    is_long = len(rest) > FULL or kings > 1
    text = "".join(dict.fromkeys(rest))[:_KINDS] if len(rest) > FULL else rest
    badge = _pill("bg", str(len(codes)), 16.5) if is_long else ""
    crown = _CROWN.format("translate(0 -11)" if text else "scale(1.35)") if kings else ""
    if not text:
        return crown + badge
    size = _SIZES[bool(kings)][len(text) - 1] * (_NARROW if ink in _DIAMONDS else 1)
    y = 9 if kings else -4.5 if is_long else 0.5
    return f'{crown}<text y="{y:g}" font-size="{size:.3g}">{escape(text)}</text>{badge}'


def _pill(look: str, text: str, x: float) -> str:
    width = 9 + 8 * len(text)
    ground = f'<rect class="{look}" x="{x - width / 2:g}" y="9.5" width="{width}" height="17" rx="8.5"/>'
    return f'{ground}<text class="{look}t" x="{x:g}" y="18">{escape(text)}</text>'
