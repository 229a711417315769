"""A board of Genie of the Lamp as SVG, as the viewer sits, with the last move on it, and what stands beside it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import zip_longest
from typing import Any

from markupsafe import Markup

from genetess_cli.rules.genie.game import BLACK, FIDE, FILES, LETTERS, PIECES, SEATS, Settings
from genetess_cli.rules.genie.setup import opening
from genetess_cli.rules.genie.sight import Diagram, GenieView, PieceView, view
from genetess_cli.site.draw import Seats, Table, frame, joined
from genetess_cli.site.draw.frame import CELL
from genetess_cli.site.games.genie import chessmen

PANEL = "genie/panel.html"
TURNS = True
PICTURES = True
_ACROSS = 8
_HALF = CELL // 2
_LETTERS = "KQRBNPG"


def layers(view: GenieView, seats: Seats) -> list[dict[str, str]]:
    """Return the shapes of all men on the board or captured, the ground, the last move, the men, and a diagram's dots.

    Black's side is below for Black, White's for everybody else.
    """
    turned = view.viewer == BLACK
    lost = [(seat, letter) for seat, letters in view.captured.items() for letter in letters]
    men = sorted({*((piece.owner, piece.letter) for piece in view.pieces), *lost})
    return [
        {f"{seat} {letter}": chessmen.shape(seat, letter) for seat, letter in men},
        {"": _ground()},
        {"": _marks(view, turned)},
        {"": _coordinates(turned)},
        {piece.at: _piece(piece, turned) for piece in view.pieces},
        {square: _dot(square, turned) for square in _marked(view)},
    ]


def beside(view: GenieView, seats: Seats, rules: str = "") -> list[Table]:
    rows = {}
    for seat, letters in view.captured.items():
        if letters:
            men = chessmen.row(seat, "".join(sorted(letters, key=_LETTERS.index)))
            counts = [(letter, letters.count(letter)) for letter in _LETTERS if letter in letters]
            told = ", ".join(_count_words(letter, count)[0] for letter, count in counts)
            rows[str(SEATS.index(seat))] = (
                f'<tr><th scope="row">{seat}</th><td>{men}</td><td>{told}</td></tr>'
            )
    return [Table("Captured", ("Of", "Men", "In words"), rows)]


def describe_board(view: GenieView, label: str) -> str:
    words = [f"{label}.", *(f"{seat.capitalize()} has {_all(view.pieces, seat)}." for seat in SEATS)]
    if view.last:
        words.append(f"Last move: {_move(view)}.")
    if view.check:
        words.append(f"The king on {view.check} is {_threat(view)}.")
    if _marked(view):
        words.append(f"Dots on {', '.join(_marked(view))}.")
    return " ".join(words)


def size(view: GenieView) -> dict[str, str]:
    turned = {"data-turned": ""} if view.viewer == BLACK else {}
    return frame.dimensions(_ACROSS, _ACROSS, zoom=1, edge=0) | turned


def named(view: GenieView, order: str) -> list[tuple[int, int]]:
    corners = (_corner(square, view.viewer == BLACK) for square in re.findall("[a-h][1-8]", order))
    return [(x + _HALF, y + _HALF) for x, y in corners]


def _corner(square: str, turned: bool) -> tuple[int, int]:
    x, y = FILES.index(square[0]), _ACROSS - int(square[1])
    return ((7 - x) * CELL, (7 - y) * CELL) if turned else (x * CELL, y * CELL)


@cache
def _ground() -> str:
    side = _ACROSS * CELL
    return f'<rect class="lt" width="{side}" height="{side}"/><path class="dk" d="{frame.checks(_ACROSS, _ACROSS)}"/>'


@cache
def _coordinates(turned: bool) -> str:
    """Return the names of columns and rows, inside the squares of the lowest row and the left column."""
    names = ""
    for number, file in enumerate(FILES):
        x, y = _corner(f"{file}{number + 1}", turned)
        ink = "uv"[(number % 2 == 0) != turned]
        names += f'<text class="{ink}" x="{x + 55}" y="{_ACROSS * CELL - 6}">{file}</text>'
        names += f'<text class="{ink}" x="7" y="{y + 10}">{number + 1}</text>'
    return names


def _marks(view: GenieView, turned: bool) -> str:
    """Return the squares of the last move, the light of a check, and the way of a double jump with where it touched."""
    marks = "".join(_square("mv", square, turned) for square in dict.fromkeys(view.last))
    if view.check:
        from chess.svg import CHECK_GRADIENT

        marks += f"<defs>{CHECK_GRADIENT}</defs>{_square('ck', view.check, turned)}"
    if view.via:
        corners = (_corner(square, turned) for square in _route(view))
        line = "L".join(f"{x + _HALF} {y + _HALF}" for x, y in corners)
        marks += f'<path class="sn" d="M{line}"/>{_dot(view.via, turned)}'
    return marks


def _square(look: str, square: str, turned: bool) -> str:
    x, y = _corner(square, turned)
    return f'<rect class="{look}" x="{x}" y="{y}" width="{CELL}" height="{CELL}"/>'


def _dot(square: str, turned: bool) -> str:
    x, y = _corner(square, turned)
    return f'<circle class="by" cx="{x + _HALF}" cy="{y + _HALF}" r="10"/>'


def _marked(view: GenieView) -> list[str]:
    """Return the squares that a diagram points out."""
    return view.marked if isinstance(view, Diagram) else []


def _route(view: GenieView) -> list[str]:
    start, *end = view.last
    return [start, *([view.via] if view.via else []), *end]


def _piece(piece: PieceView, turned: bool) -> str:
    x, y = _corner(piece.at, turned)
    name = f"{piece.at}: {piece.owner} {PIECES[piece.letter]}"
    return f"<g{frame.piece_on(piece.at)}><title>{name}</title>{chessmen.man(piece.owner, piece.letter, x, y)}</g>"


def _all(pieces: Sequence[PieceView], seat: str) -> str:
    parts = []
    for letter in _LETTERS:
        squares = sorted(piece.at for piece in pieces if (piece.owner, piece.letter) == (seat, letter))
        if squares:
            parts.append(f"{_count_words(letter, len(squares))[1]} {', '.join(squares)}")
    return "; ".join(parts) or "no pieces"


def _count_words(letter: str, count: int) -> tuple[str, str]:
    """Return so many pieces of a kind, with their number (`2 pawns`) and without it."""
    name = PIECES[letter] if count == 1 else f"{PIECES[letter]}s"
    return name if count == 1 else f"{count} {name}", name


def _move(view: GenieView) -> str:
    number = (len(view.sheet) + 1) // 2
    squares = list(dict.fromkeys(_route(view)))
    way = f"the pawn on {squares[0]} flipped" if len(squares) == 1 else " to ".join(squares)
    return f"{number}{'.' if len(view.sheet) % 2 else '...'} {view.sheet[-1]}, {way}"


def _threat(view: GenieView) -> str:
    return "checkmated" if view.sheet and view.sheet[-1].endswith("#") else "in check"


def blank(files: Any, seats: Seats, label: str) -> str:
    first = view(opening(Settings(), None, ()), "white")
    return frame.svg(size(first), describe_board(first, label), joined(layers(first, seats)))


def tables(view: GenieView, seats: Seats, rules: str = "", replay: str = "") -> dict[str, Any]:
    return {
        "key": [(chessmen.FIGURES[letter], letter, PIECES[letter]) for letter in "KQRBNG"],
        "last": _move(view) if view.last else None,
        "threat": _threat(view),
        "beside": beside(view, seats),
        "moves": Markup(score(view, replay)),
    }


def score(view: GenieView, replay: str) -> str:
    """Return the score sheet: every move of White's with Black's answer, both links to their turns in the replay."""
    pairs = zip_longest(view.sheet[::2], view.sheet[1::2])
    return "".join(_score_row(replay, number, *pair) for number, pair in enumerate(pairs, start=1))


@lru_cache(maxsize=8192)
def _score_row(replay: str, number: int, *sans: str | None) -> str:
    """Return a pair of moves: sheets and turns share nearly all of theirs with those before."""
    moves = (
        f'<a href="{replay}#{number}{letter}">{chessmen.figured(san)}</a>'
        for letter, san in zip(LETTERS, sans, strict=False)
        if san
    )
    return f"<li>{' '.join(moves)}</li>"


def terms(settings: Settings, seats: int) -> list[str]:
    become = "any piece" if settings.promotion == FIDE else "a piece that you have lost from your set"
    late = "loses the game" if settings.timeout == "forfeit" else "changes nothing: the deadline begins again"
    return [f"A pawn becomes {become}, or the Genie.", f"A missed deadline {late}."]
