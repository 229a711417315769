"""A DNA board as SVG with what the last turn did on it, and the gene pools and archives beside it, made from a view."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from html import escape
from math import atan2, degrees, hypot
from typing import Any

from markupsafe import Markup

from genetess_cli.rules.board import Square
from genetess_cli.rules.colours import marks_besides
from genetess_cli.rules.dna.game import GRID, SIZES, VALUES, Settings
from genetess_cli.rules.dna.setup import MOST_SEATS, has_two_colours_each
from genetess_cli.rules.dna.sight import DnaView, PieceView
from genetess_cli.rules.problems import count_words
from genetess_cli.site.board import Drawing, Seats, Table, frame
from genetess_cli.site.board.frame import CELL, Lettering, Size
from genetess_cli.site.board.layers import Board, Layer, Thing, thing
from genetess_cli.site.board.seats import PALETTE, badge
from genetess_cli.site.games.dna import pyramids
from genetess_cli.site.games.dna.pyramids import NAMES

Facts = Mapping[str, Any]
"""Something of the last turn, as views have it."""
Steps = list[tuple[int, str]]
"""The numbers of the steps on a square, and what stood there before each."""
Looks = dict[str, tuple[str, str]]
"""The class and the mark of each colour."""
_SIZE = Size(GRID.columns, GRID.rows, zoom=1)
_LINES = ("." * GRID.columns,) * GRID.rows
_HALF = CELL // 2
_NOTHING: Facts = {"steps": (), "strands": ()}
"""The facts of a turn that did nothing on the board."""


def draw(view: DnaView, seats: Seats) -> Board:
    """Return the board with its pieces, and of the last turn the piece placed, the steps of mutation and the strands.

    Size and colour are told by form and letter too, so that no ink is needed to read it.
    """
    looks = _looks(view, seats)
    last = view.last or _NOTHING
    strands = last["strands"]
    steps = _steps(last["steps"])
    placed = ""
    if view.last:
        x, y = _corner(view.last["at"])
        placed = f'<rect class="pl" x="{x + 2}" y="{y + 2}" width="{CELL - 4}" height="{CELL - 4}" rx="5"/>'
    under = (
        *_ground(),
        Layer({"": thing(placed)}),
        Layer({str(number): _strand(strand) for number, strand in enumerate(strands)}),
    )
    pieces = Layer({piece.at: _piece(piece, looks, steps.get(piece.at, [])) for piece in view.pieces})
    points = Layer({str(number): _points(strand, steps) for number, strand in enumerate(strands)})
    return Board(_SIZE, under, (pieces, points))


@cache
def _ground() -> tuple[Layer, Layer]:
    ground = frame.ground(_LINES)
    checks = f'<path class="q2" d="{frame.checks(GRID.columns, GRID.rows)}"/>'
    pits = thing('<g class="pits">', ground.shapes, Lettering(ground.coordinates), checks, "</g>")
    return Layer({"": thing(pyramids.shapes())}, defines=True), Layer({"": pits})


def beside(view: DnaView, seats: Seats, rules: str) -> list[Table]:
    looks = _looks(view, seats)
    # Nobody has the gene pool of a neutral colour, or of a player who is out.
    still_in = {seat: colours for seat, colours in view.colours.items() if view.players[seat].status == "in"}
    owners = {colour: seat for seat, colours in still_in.items() for colour in colours}
    pools = {
        f"{number}": _stock_row(owners.get(colour, "nobody"), stock, colour, looks)
        for number, (colour, stock) in enumerate(view.pools.items())
    }
    archives: dict[str, str] = {}
    for number, (seat, archive) in enumerate(view.archives.items()):
        cell = f'<td class="n" rowspan="{max(1, len(archive))}">'
        worth = f"{cell}<strong>{view.players[seat].score:g}</strong></td>"
        ending = worth
        for place, colour in enumerate(view.pools):
            if colour in archive:
                archives[f"{number} {place}"] = _stock_row(seat, archive[colour], colour, looks, ending)
                ending = ""
        if not archive:
            archives[f"{number}"] = f'<tr><th scope="row">{seat}</th><td colspan="2">empty</td>{worth}</tr>'
    heads = ("Whose", "Colour", "Pieces")
    return [Table("Gene pools", heads, pools), Table("Archives", (*heads, "Worth"), archives)]


def _stock_row(
    owner: str,
    stock: Mapping[str, int],
    colour: str,
    looks: Looks,
    ending: str = "",
) -> str:
    ink, mark = looks[colour]
    which = badge(ink, mark, colour)
    pieces = pyramids.row(stock, ink)
    return f'<tr><th scope="row">{escape(owner)}</th><td>{which}</td><td>{pieces}</td>{ending}</tr>'


def describe(view: DnaView, label: str) -> str:
    last = view.last or _NOTHING
    steps = _steps(last["steps"])
    words = ["; ".join(_name(piece, steps.get(piece.at, [])) for piece in view.pieces) or "no pieces"]
    if view.last:
        words.append(f"placed last: {view.last['at']}")
    words += [
        f"strand {'-'.join(strand['squares'])}, {count_words(_worth(strand), 'point')}"
        for strand in last["strands"]
    ]
    return f"{label}. {'; '.join(words)}"


def _looks(view: DnaView, seats: Seats) -> Looks:
    """Return the class and the mark of each colour: a seat's own, and for the other colours such as no seat has."""
    looks = {seat: (facts.ink, facts.mark) for seat, facts in seats.items()}
    letters = marks_besides({seat: facts.mark for seat, facts in seats.items()}, view.pools)
    for colour in view.pools:
        if colour not in looks:
            inks = {ink for ink, _ in looks.values()}
            ink = next(f"c-{spare}" for spare in (colour, *PALETTE) if f"c-{spare}" not in inks)
            looks[colour] = ink, letters[colour]
    return looks


def _steps(steps: Iterable[Facts]) -> dict[str, Steps]:
    """Return for each mutated square the numbers of the steps there, and what stood there before each."""
    changes: dict[str, Steps] = {}
    for number, step in enumerate(steps, start=1):
        before = step["piece"]
        changes.setdefault(step["at"], []).append((number, f"{NAMES[before['size']]} {before['colour']}"))
    return changes


def _corner(name: str) -> tuple[int, int]:
    square = Square.named(name)
    return square.column * CELL, square.row * CELL


def _piece(piece: PieceView, looks: Looks, steps: Steps) -> Thing:
    x, y = _corner(piece.at)
    ink, mark = looks[piece.colour]
    size = f"{pyramids.LETTERS[piece.size]:g}"
    return thing(
        f'<g class="{ink}"',
        frame.piece_on(piece.at),
        ">",
        Lettering(f"<title>{escape(_name(piece, steps))}</title>"),
        pyramids.pyramid(piece.size, x, y),
        Lettering(f'<text x="{x + _HALF}" y="{y + 42}" font-size="{size}">{escape(mark)}</text>'),
        "</g>",
        *_number(x, y, steps),
    )


def _name(piece: PieceView, steps: Steps) -> str:
    was = "".join(f", until step {number} {before}" for number, before in steps)
    return f"{piece.at}: {NAMES[piece.size]} {piece.colour}{was}"


def _number(x: int, y: int, steps: Steps) -> tuple[str, ...]:
    if not steps:
        return ()
    text = "+".join(str(number) for number, _ in steps)
    width = 10 + 10 * len(text)
    return (
        f'<g class="st"><rect x="{x + CELL - width}" y="{y - 8}" width="{width}" height="20" rx="10"/>',
        Lettering(f'<text x="{x + CELL - width / 2:g}" y="{y + 2}">{text}</text>'),
        "</g>",
    )


def _strand(strand: Facts) -> Thing:
    x, y = _corner(strand["squares"][0])
    to_x, to_y = _corner(strand["squares"][-1])
    length = hypot(to_x - x, to_y - y) + 50
    angle = degrees(atan2(to_y - y, to_x - x))
    middle = f"{(x + to_x) / 2 + _HALF:g} {(y + to_y) / 2 + _HALF:g}"
    return thing(
        f'<rect class="sn" x="{-length / 2:.4g}" y="-25" width="{length:.4g}" height="50" rx="25"'
        f' transform="translate({middle}) rotate({angle:g})"/>'
    )


def _points(strand: Facts, steps: Facts) -> Thing:
    """Return what a strand scored, at its far end: on its edge, where no pyramid is, below a number there."""
    end = strand["squares"][-1]
    from_x, from_y = _corner(strand["squares"][0])
    x, y = _corner(end)
    right = (x > from_x) - (x < from_x)
    if right:
        y += 6
    elif y > from_y:
        y += CELL
    if end in steps:
        y += 20
    x += _HALF + 17 * right
    ground = f'<rect x="{x - 13}" y="{y - 11}" width="26" height="22" rx="11"/>'
    text = Lettering(f'<text x="{x}" y="{y}">+{_worth(strand)}</text>')
    return thing('<g class="pt">', ground, text, "</g>")


def _worth(strand: Facts) -> int:
    return 1 + len(strand["bonuses"])


def blank(files: object, seats: Seats, label: str) -> Board:
    _, ground = _ground()
    return Board(_SIZE, (ground,), label=label)


def tables(view: DnaView, seats: Seats, rules: str, replay: str) -> dict[str, Any]:
    looks = _looks(view, seats)
    badges = [badge(*looks[colour], colour) for colour in view.pools]
    return {"sizes": _sizes(), "badges": badges, "beside": beside(view, seats, rules), "last": view.last}


def _sizes() -> list[dict[str, Any]]:
    return [
        {
            "size": size,
            "name": NAMES[size],
            "worth": VALUES[size],
            "picture": Markup(
                f'<svg class="k" aria-hidden="true" viewBox="0 0 60 60">{pyramids.pyramid(size, 0, 0)}</svg>'
            ),
        }
        for size in SIZES
    ]


def terms(settings: Settings, seats: int) -> list[str]:
    stash = settings.stash
    centre = settings.centre
    if isinstance(centre, str):
        order = "by lot" if centre == "drawn" else "in the order of the seats"
        first = f"The four pyramids in the centre are placed {order}."
    else:
        pieces = [f"{piece} on {square.upper()}" for square, piece in centre.items()]
        first = f"The game begins with {', '.join(pieces) or 'an empty board'}."
    return [
        f"Of each colour there are {stash.S} small, {stash.M} medium and {stash.L} large pieces.",
        first,
        *_colours(settings, seats),
    ]


def _colours(settings: Settings, seats: int) -> list[str]:
    """Return whose the colours without a seat are, and whether what is nobody's counts for the end (ruling D4)."""
    if has_two_colours_each(settings, seats):
        told = ["Each player has two colours, with a gene pool for each and one archive."]
    elif seats < MOST_SEATS:
        which = "One colour is" if seats == MOST_SEATS - 1 else "Two colours are"
        end = (
            "goes on while a neutral gene pool has"
            if settings.neutral_counts
            else "can end while neutral gene pools have"
        )
        return [
            f"{which} neutral, played by nobody.",
            f"The game {end} pyramids.",
        ]
    else:
        told = []
    if settings.neutral_counts:
        told.append("The gene pools that a player leaves behind count for the end of the game.")
    return told


DRAWING: Drawing[Settings, object, DnaView, None] = Drawing(
    draw=draw,
    describe=describe,
    blank=blank,
    panel="dna/panel.html",
    tables=tables,
    beside=beside,
    terms=terms,
)
