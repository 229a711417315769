"""A Genetess board as SVG, and the tables beside it, made from a view and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from html import escape
from typing import Any

from markupsafe import Markup
from msgspec.structs import asdict

from genetess_cli.rules.base import round_of
from genetess_cli.rules.board import SEEN, Square
from genetess_cli.rules.genetess.codes import CODES, LETTERS, body
from genetess_cli.rules.genetess.game import Settings
from genetess_cli.rules.genetess.order import PRIZES, USAGES, WORDS
from genetess_cli.rules.genetess.setup import Board as BoardFile
from genetess_cli.rules.genetess.sight import (
    GenetessView,
    PieceView,
    SeatMemory,
    SpecialView,
    is_hidden,
)
from genetess_cli.rules.genetess.specials import NAMES
from genetess_cli.rules.letters import escape_controls
from genetess_cli.rules.problems import join_words
from genetess_cli.rules.voice import capital
from genetess_cli.site.board import Drawing, Layers, Seats, Table, frame
from genetess_cli.site.board.frame import Lettering, Rows, Size
from genetess_cli.site.board.layers import Board, Layer, Thing, thing
from genetess_cli.site.board.plain import overlaid
from genetess_cli.site.board.seats import SeatFacts
from genetess_cli.site.games.genetess.pieces import draw_piece, icon, marks_of, sequence, words

_Place = tuple[int, int]
"""A square's row and column, both counted from 0, where many are looked at and few become squares."""

Kings = list[tuple[str, str]]
"""Squares on which Kings start, each with the start."""

_REMEMBERED = str.maketrans(SEEN, frame.KNOWN)

_NAMES = ((2, 2, 32), (3, 3, 28), (4, 4, 22), (5, 5, 18), (10, 5, 18), (15, 5, 18), (24, 6, 14))
"""How the names of starts are set: up to so many letters, so many a line, in such a size."""


class Remembering(GenetessView, kw_only=True):
    """A view with what the viewer remembers of the squares that are out of sight."""

    memory: SeatMemory


def _out_of_sight(view: GenetessView) -> tuple[list[tuple[PieceView, int]], list[tuple[SpecialView, int]]]:
    """Return the pieces and the specials that are remembered, each with the rounds since it was last seen."""
    if not isinstance(view, Remembering):
        return [], []
    now = int(round_of(view.turn))
    rows = view.board.map
    memory = view.memory
    pieces = [(piece, now - seen) for at, (piece, seen) in memory.pieces.items() if is_hidden(rows, at)]
    specials = [
        (special, now - seen) for at, (special, seen) in memory.specials.items() if is_hidden(rows, at)
    ]
    return pieces, specials


def recall(view: GenetessView, memory: SeatMemory) -> Remembering:
    return Remembering(**asdict(view), memory=memory)


def together(public: GenetessView, views: Sequence[GenetessView]) -> GenetessView:
    """Return the board as all `views` show it together; the rest is as everybody is told it, by the `public` view.

    Anybody can open the sheets of these seats. Nothing is in it that is on no sheet.
    """
    pieces: dict[str, PieceView] = {}
    specials: dict[str, SpecialView] = {}
    for view in views:
        for piece in view.pieces:  # whose codes one knows, or else that it has a K
            pieces[piece.at] = max(
                pieces.get(piece.at, piece), piece, key=lambda seen: (seen.codes is not None, seen.king)
            )
        specials |= {special.at: special for special in view.specials}
    maps = zip(*(view.board.map for view in views), strict=True)
    return public.replace(
        board=public.board.replace(map=list(map(overlaid, maps))),
        pieces=[pieces[at] for at in sorted(pieces, key=Square.named)],
        specials=[specials[at] for at in sorted(specials, key=Square.named)],
    )


def draw(view: GenetessView, seats: Seats) -> Board:
    """Return the board as the view shows it; while starts are gambled for, with them and all walls."""
    specials, *pieces = _things(view, seats)
    size = Size(view.board.columns, view.board.rows)
    return Board(size, (*_ground(_lines(view)), specials), tuple(pieces))


@lru_cache(maxsize=256)
def _ground(lines: Rows) -> tuple[Layer, Layer]:
    ground = frame.ground(lines)
    patterns = {name: thing(pattern) for name, pattern in ground.patterns.items()}
    drawn = {"": thing(ground.shapes, Lettering(ground.coordinates))}
    return Layer(patterns, defines=True), Layer(drawn)


def changing(view: GenetessView, seats: Seats) -> Layers:
    return _rows(_lines(view)) + [layer.things for layer in _things(view, seats)]


@lru_cache(maxsize=256)
def _rows(lines: Rows) -> list[dict[str, Thing]]:
    """Return the ground in layers, of which some change row by row."""
    layers = frame.ground_in_rows(lines)
    return [{name: thing(markup) for name, markup in layer.items()} for layer in layers]


def _lines(view: GenetessView) -> Rows:
    """Return the ground, with what the viewer remembers of it where it is out of sight."""
    if view.skeleton or not isinstance(view, Remembering):
        return tuple(view.skeleton or view.board.map)
    return tuple(map(_recalled, view.board.map, view.memory.map))


@lru_cache(maxsize=8192)
def _recalled(row: str, memory: str) -> str:
    return overlaid((row, memory.translate(_REMEMBERED)))


def _things(view: GenetessView, seats: Seats) -> list[Layer]:
    """Return the special squares, the pieces, the starts, and the tags of specials on which a piece stands."""

    def drawn(piece: PieceView, ago: int | None = None) -> Thing:
        is_out = view.players[piece.owner].status == "eliminated"
        return _piece(piece, seats[piece.owner], piece.owner == view.viewer, is_out, ago)

    pieces = {piece.at: drawn(piece) for piece in view.pieces}
    under = {special.at: _special(special) for special in view.specials}
    tags = {special.at: _tag(special) for special in view.specials if special.at in pieces}
    ghosts, specials = _out_of_sight(view)
    pieces = {piece.at: drawn(piece, ago) for piece, ago in ghosts} | pieces
    for old, ago in specials:
        if old.at in pieces:
            tags[old.at] = _tag(old, "s a old")
        else:
            under[old.at] = _special(old, words(ago))
    starts = {square: _start(square, start) for square, start in _kings(view.starts)}
    return [Layer(under), Layer(pieces), Layer(starts), Layer(tags)]


def beside(view: GenetessView, seats: Seats, rules: str) -> list[Table]:
    ranks = {seat: chr(ord("b") + number) for number, seat in enumerate(seats)} | {view.viewer: "a"}
    pieces = {
        f"{ranks[piece.owner]}{_rank(piece.at)}": _row(
            piece.at, seats[piece.owner].badge, piece.codes, sequence(piece)
        )
        for piece in view.pieces
    }
    specials = {_rank(special.at): _explain(special, rules) for special in view.specials}
    heads = ("Square", "Whose", "Codes", "Steps", "View", "Cost")
    return [
        Table("Pieces in sight", heads, pieces),
        Table("Special squares in sight", ("Square", "Type", "What it does"), specials),
    ]


@lru_cache(maxsize=4096)
def _rank(at: str) -> str:
    square = Square.named(at)
    return f"{square[0]:03}{square[1]:03}"


@lru_cache(maxsize=16384)
def _row(at: str, owner: str, codes: str | None, sequence: str | None) -> str:
    numbers = ["·"] * 3
    if codes is not None:
        made = body(codes)
        numbers = [str(made.steps), str(made.radius), f"{made.cost:,} E"]
    cells = "".join(f'<td class="n">{number}</td>' for number in numbers)
    return (
        f'<tr><th scope="row">{at}</th><td>{owner}</td><td class="codes">{sequence or "?"}</td>{cells}</tr>'
    )


@lru_cache(maxsize=1024)
def _explain(special: SpecialView, rules: str) -> str:
    number = escape(special.type)
    if rules:
        number = f'<a href="{rules}#{number}">{number}</a>'
    text = escape(escape_controls(special.text))
    return f'<tr><th scope="row">{special.at}</th><td>{number}</td><td>{text}</td></tr>'


def describe(view: GenetessView, label: str) -> str:
    """Return what a board is, where its walls are, and where starts are that are gambled for.

    Pieces and special squares are told in tables beside every board.
    """
    kings = _kings(view.starts)
    ghosts = [
        f"{piece.owner} {sequence(piece) or '?'} on {piece.at} {words(ago)}"
        for piece, ago in _out_of_sight(view)[0]
    ]
    parts = [label]
    if kings:
        parts = [f"{label}: {_places(kings)}"]
    if walls := _walls(tuple(view.skeleton or view.board.map)):
        parts.append(walls)
    if ghosts:
        parts.append(f"Last seen: {'; '.join(ghosts)}")
    return ". ".join(parts)


@lru_cache(maxsize=512)
def _walls(lines: Rows) -> str:
    """Return the walls of a map in words, as straight runs, and that there are squares out of sight."""
    walls = [
        f"{name}: {', '.join(_runs(lines, sign))}"
        for sign, name in (("+", "interior walls"), ("#", "exterior walls"))
        if any(sign in line for line in lines)
    ]
    if any("?" in line for line in lines):
        walls.append("the rest of the board is out of sight")
    told = "; ".join(walls)
    return capital(told)


def _runs(lines: Rows, sign: str) -> list[str]:
    """Return where a sign stands: runs along a row, and what is left of it along the columns."""
    runs: list[tuple[_Place, _Place]] = []
    alone: dict[_Place, _Place] = {}  # the last square of each run down a column, with its first one
    for y, line in enumerate(lines):
        for start, end in _stretches(line, sign):
            if start == end:
                alone[y, end] = alone.pop((y - 1, end), (y, start))
            else:
                runs.append(((y, start), (y, end)))
    runs += [(first, last) for last, first in alone.items()]
    return [
        " to ".join(dict.fromkeys((str(Square(*first)), str(Square(*last))))) for first, last in sorted(runs)
    ]


@lru_cache(maxsize=8192)
def _stretches(line: str, sign: str) -> list[tuple[int, int]]:
    """Return where a sign stands in a row, as the first and the last column of each stretch."""
    return [(match.start(), match.end() - 1) for match in re.finditer(re.escape(sign) + "+", line)]


def blank(files: BoardFile, seats: Seats, label: str) -> Board:
    """Return the skeleton of a game's board: its walls, and the starts by name where their Kings stand.

    Map and starts are all that it looks at, so that no special can show, whatever the game's secrecy.
    """
    lines = tuple(files.map.splitlines())
    kings = _kings(files.starts)
    starts = Layer({square: _start(square, start) for square, start in kings})
    return Board(
        Size(len(lines[0]), len(lines)), (*_ground(lines), starts), label=f"{label}: {_places(kings)}"
    )


def _kings(starts: Mapping[str, Mapping[str, str]]) -> Kings:
    return [
        (square.upper(), start)
        for start, pieces in starts.items()
        for square, codes in pieces.items()
        if "K" in codes.upper()
    ]


def _places(kings: Kings) -> str:
    return ", ".join(f"{escape_controls(start)} on {square}" for square, start in kings)


def tables(view: GenetessView, seats: Seats, rules: str, replay: str) -> dict[str, Any]:
    mine = [piece for piece in view.pieces if piece.owner == view.viewer]
    own = [_holding(piece.at, sequence(piece), rules) for piece in mine]
    foreign = [
        {"at": piece.at, "owner": piece.owner, "codes": sequence(piece)}
        for piece in view.pieces
        if piece.owner != view.viewer
    ]
    specials = [
        {"at": special.at, "type": special.type, "text": escape_controls(special.text)}
        for special in view.specials
    ]
    return {
        "own": Markup("\n".join(own)),
        "kings": sum((piece.codes or "").count("K") for piece in mine),
        "others": foreign,
        "specials": specials,
        "key": _key(view),
    }


def starts(files: BoardFile, starts: Mapping[str, str | None]) -> dict[str, list[str]]:
    """Return the squares on which the Kings of each seat start; nothing of seats whose start is gambled for."""
    places: dict[str, list[str]] = {}
    for square, start in _kings(files.starts):
        places.setdefault(start, []).append(square)
    return {seat: places[start] for seat, start in starts.items() if start in places}


def squares(files: BoardFile, is_secret: bool) -> dict[str, str]:
    """Return the types of special squares that may occur, with their names: in a sealed game any may (ruling G3)."""
    if is_secret:
        return NAMES
    types = {str(special.get("type", "")).upper() for special in files.specials}
    return {number: name for number, name in NAMES.items() if number in types}


def terms(settings: Settings, seats: int) -> list[str]:
    kinds = join_words(WORDS[kind] for kind in PRIZES if kind in settings.gamble)
    most = "any codes" if set(settings.codes) >= set(LETTERS) else f"the codes {settings.codes}"
    told = [
        f"Every player starts with {settings.starting_e} E, and each K brings {settings.e_per_king} E a turn."
    ]
    if settings.create:
        told.append(f"A King can create pieces with {most} except K.")
    else:
        told.append("No pieces can be created.")
    if settings.gamble:
        told.append(f"Before the first turn, in round 0, all players gamble E at the same time for {kinds}.")
    if settings.specials == "1.00":
        when = "as soon as a piece arrives, the others when a turn of the piece’s owner begins"
        told.append(f"Some special squares act {when}.")
    else:
        told.append("Special squares act only when a turn of the piece’s owner begins.")
    return told


@lru_cache(maxsize=16384)
def _holding(at: str, sequence: str | None, rules: str) -> str:
    """Return a row of the table of one's own pieces; most pieces stay the same from turn to turn."""
    made = body((sequence or "").rstrip("ru"))
    verbs = ", ".join(_rule(verb, rules) for verb in USAGES if verb in made.verbs)
    names = ", ".join(sorted({CODES[code].name.lower() for code in made.codes if not CODES[code].verbs}))
    numbers = "".join(f'<td class="n">{number}</td>' for number in (made.steps, made.radius))
    return (
        f'<tr><th scope="row">{at}</th><td class="codes">{sequence or "?"}</td><td>{verbs}</td>{numbers}'
        f'<td>{names}</td><td class="n">{made.cost:,} E</td></tr>'
    )


def _rule(verb: str, rules: str) -> str:
    return f'<a href="{rules}#{verb}">{verb.lower()}</a>' if rules else verb.lower()


def _on(at: str, classes: str, told: str, inside: Iterable[str], what: str = "") -> Thing:
    """Return what is on a square, drawn from its middle: what looks alike is packed well."""
    x, y = frame.middle(at)
    title = f"<title>{escape(told)}</title>" if told else ""
    return thing(
        f'<g class="{classes}" transform="translate({x} {y})"', what, ">", Lettering(title), *inside, "</g>"
    )


_HARMFUL = ("S7", "S9")
"""Special squares that hurt whoever comes there."""
_GIVES = re.compile(r"(\d+) E for each K")


@lru_cache(maxsize=1024)
def _special(special: SpecialView, ago: str = "") -> Thing:
    """Return a special square; `ago` is when it was last seen ("": it is in view)."""
    at = special.at
    gives = _GIVES.match(special.text)
    tag = f"+{gives[1]} E" if gives else special.type
    drawn = icon(special.type, tag)
    told = f"{at}: {special.type} {escape_controls(special.text)}"
    if ago:
        return _on(at, "s old", f"{told}, last seen {ago}", drawn, frame.ground_on(at))
    harms = ' data-harms=""' if special.type in _HARMFUL else ""
    return _on(at, "s", told, drawn, frame.ground_on(at, harms))


def _start(at: str, name: str) -> Thing:
    """Return a start's square with its name, set as large as it fits: it is what players bid on (ruling G39)."""
    ground = '<rect x="-28" y="-28" width="56" height="56"/>'
    told = f"{at}: start {escape_controls(name)}"
    return _on(at, "k", told, (ground, _set(escape_controls(name))), frame.ground_on(at))


def _set(text: str) -> Lettering:
    """Return a name in the middle of a square, in as few lines as can be; the whole of a long one is in the title."""
    most, width, size = next((row for row in _NAMES if len(text) <= row[0]), _NAMES[-1])
    text = text if len(text) <= most else f"{text[: most - 1]}…"
    lines = [text[start : start + width] for start in range(0, len(text), width)]
    first = (1 - len(lines)) * size / 2
    return Lettering(
        "".join(
            f'<text y="{first + number * size:g}" font-size="{size}">{escape(line)}</text>'
            for number, line in enumerate(lines)
        )
    )


@lru_cache(maxsize=1024)
def _tag(special: SpecialView, look: str = "s a") -> Thing:
    """Return the mark of a special square on which a piece stands, small and in the corner."""
    mark = special.type
    ground = f'<rect x="-30" y="-30" width="{len(mark) * 8 + 6}" height="16" rx="3"/>'
    name = Lettering(f'<text x="{len(mark) * 4 - 27}" y="-22">{escape(mark)}</text>')
    return _on(special.at, look, "", (ground, name))


@lru_cache(maxsize=4096)
def _piece(piece: PieceView, seat: SeatFacts, own: bool, is_out: bool, ago: int | None) -> Thing:
    return _on(piece.at, *draw_piece(piece, seat, own, is_out, ago), frame.piece_on(piece.at))


def _key(view: GenetessView) -> frozenset[str]:
    """Return the marks that the board has, for its key: those of pieces by their classes."""
    pieces = [*((piece, None) for piece in view.pieces), *_out_of_sight(view)[0]]
    found = frozenset(
        name
        for piece, ago in pieces
        for name in marks_of(piece, view.players[piece.owner].status == "eliminated", ago)
    )
    used = "".join(_lines(view))
    grounds = {"k": bool(_kings(view.starts)), "n": frame.FLOOR_KNOWN in used, "f": frame.UNSEEN in used}
    return found | {name for name, holds in grounds.items() if holds}


DRAWING: Drawing[Settings, BoardFile, GenetessView, SeatMemory] = Drawing(
    draw=draw,
    changing=changing,
    describe=describe,
    blank=blank,
    recall=recall,
    together=together,
    panel="genetess/panel.html",
    tables=tables,
    beside=beside,
    starts=starts,
    squares=squares,
    terms=terms,
)
