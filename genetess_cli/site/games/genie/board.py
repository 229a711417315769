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
from genetess_cli.site.board import Drawing, Seats, Table, frame
from genetess_cli.site.board.frame import CELL, Lettering, Point, Size
from genetess_cli.site.board.layers import Board, Layer, Thing, thing
from genetess_cli.site.games.genie import chessmen

_ACROSS = 8
_HALF = CELL // 2
_LETTERS = "KQRBNPG"


def draw(view: GenieView, seats: Seats) -> Board:
    """Return the shapes of all men on the board or captured, the ground, the last move, the men, and a diagram's dots.

    Black's side is below for Black, White's for everybody else.
    """
    turned = view.viewer == BLACK
    lost = [(seat, letter) for seat, letters in view.captured.items() for letter in letters]
    men = sorted({*((piece.owner, piece.letter) for piece in view.pieces), *lost})
    under = (
        Layer({f"{seat} {letter}": chessmen.shape(seat, letter) for seat, letter in men}, defines=True),
        Layer({"": _ground()}),
        Layer({"": _moved(view, turned)}),
        Layer(_glow(view), defines=True),
        Layer({"": _threat_and_way(view, turned)}),
        Layer({"": _coordinates(turned)}),
    )
    pieces = Layer({piece.at: _piece(piece, turned) for piece in view.pieces})
    dots = Layer({square: thing(_dot(square, turned)) for square in _marked(view)})
    size = Size(_ACROSS, _ACROSS, zoom=1, edge=0, is_turned=turned)
    return Board(size, under, (pieces, dots))


def beside(view: GenieView, seats: Seats, rules: str) -> list[Table]:
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


def describe(view: GenieView, label: str) -> str:
    words = [f"{label}.", *(f"{seat.capitalize()} has {_all(view.pieces, seat)}." for seat in SEATS)]
    if view.last:
        words.append(f"Last move: {_move(view)}.")
    if view.check:
        words.append(f"The king on {view.check} is {_threat(view)}.")
    if _marked(view):
        words.append(f"Dots on {', '.join(_marked(view))}.")
    return " ".join(words)


def named(view: GenieView, order: str) -> list[Point]:
    corners = (_corner(square, view.viewer == BLACK) for square in re.findall("[a-h][1-8]", order))
    return [(x + _HALF, y + _HALF) for x, y in corners]


def _corner(square: str, turned: bool) -> tuple[int, int]:
    column = FILES.index(square[0])
    row = _ACROSS - int(square[1])
    if turned:
        column = 7 - column
        row = 7 - row
    return column * CELL, row * CELL


@cache
def _ground() -> Thing:
    side = _ACROSS * CELL
    light = f'<rect class="lt" width="{side}" height="{side}"/>'
    return thing(light, f'<path class="dk" d="{frame.checks(_ACROSS, _ACROSS)}"/>')


@cache
def _coordinates(turned: bool) -> Thing:
    """Return the names of columns and rows, inside the squares of the lowest row and the left column."""
    names = ""
    for number, file in enumerate(FILES):
        x, y = _corner(f"{file}{number + 1}", turned)
        ink = "uv"[(number % 2 == 0) != turned]
        names += f'<text class="{ink}" x="{x + 55}" y="{_ACROSS * CELL - 6}">{file}</text>'
        names += f'<text class="{ink}" x="7" y="{y + 10}">{number + 1}</text>'
    return thing(Lettering(names))


def _moved(view: GenieView, turned: bool) -> Thing:
    """Return the squares of the last move."""
    return thing(*(_square("mv", square, turned) for square in dict.fromkeys(view.last)))


def _glow(view: GenieView) -> dict[str, Thing]:
    """Return what the light of a check is filled with, where there is one."""
    if not view.check:
        return {}
    from chess.svg import CHECK_GRADIENT

    return {"": thing(f"<defs>{CHECK_GRADIENT}</defs>")}


def _threat_and_way(view: GenieView, turned: bool) -> Thing:
    """Return the light of a check, and the way of a double jump with where it touched."""
    light = _square("ck", view.check, turned) if view.check else ""
    if not view.via:
        return thing(light)
    corners = (_corner(square, turned) for square in _route(view))
    line = "L".join(f"{x + _HALF} {y + _HALF}" for x, y in corners)
    return thing(light, f'<path class="sn" d="M{line}"/>', _dot(view.via, turned))


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
    return [start, view.via, *end] if view.via else view.last


@lru_cache(maxsize=4096)
def _piece(piece: PieceView, turned: bool) -> Thing:
    x, y = _corner(piece.at, turned)
    name = Lettering(f"<title>{piece.at}: {piece.owner} {PIECES[piece.letter]}</title>")
    man = chessmen.man(piece.owner, piece.letter, x, y)
    return thing("<g", frame.piece_on(piece.at), ">", name, man, "</g>")


def _all(pieces: Sequence[PieceView], seat: str) -> str:
    parts = []
    for letter in _LETTERS:
        squares = sorted(piece.at for piece in pieces if (piece.owner, piece.letter) == (seat, letter))
        if squares:
            parts.append(f"{_count_words(letter, len(squares))[1]} {', '.join(squares)}")
    return "; ".join(parts) or "no pieces"


def _count_words(letter: str, count: int) -> tuple[str, str]:
    """Return so many pieces of a kind, with their number (`2 pawns`) and without it."""
    name = PIECES[letter]
    return (name, name) if count == 1 else (f"{count} {name}s", f"{name}s")


def _move(view: GenieView) -> str:
    number = (len(view.sheet) + 1) // 2
    squares = list(dict.fromkeys(_route(view)))
    way = f"the pawn on {squares[0]} flipped" if len(squares) == 1 else " to ".join(squares)
    dots = "." if len(view.sheet) % 2 else "..."
    return f"{number}{dots} {view.sheet[-1]}, {way}"


def _threat(view: GenieView) -> str:
    return "checkmated" if view.sheet and view.sheet[-1].endswith("#") else "in check"


def blank(files: object, seats: Seats, label: str) -> Board:
    first = view(opening(Settings(), None, ()), "white")
    return draw(first, seats).replace(label=describe(first, label))


def tables(view: GenieView, seats: Seats, rules: str, replay: str) -> dict[str, Any]:
    last = _move(view) if view.last else None
    return {
        "key": [(chessmen.FIGURES[letter], letter, PIECES[letter]) for letter in "KQRBNG"],
        "last": last,
        "threat": _threat(view),
        "beside": beside(view, seats, rules),
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


DRAWING: Drawing[Settings, object, GenieView, None] = Drawing(
    turns=True,
    draw=draw,
    describe=describe,
    named=named,
    blank=blank,
    panel="genie/panel.html",
    tables=tables,
    beside=beside,
    score=score,
    terms=terms,
)
