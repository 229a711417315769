"""The common parts of boards of squares: the ground, walls and fog as few paths, grid lines, coordinates.

Everything is made by joining strings and remembered: neighbouring turns share most of their rows. What stands on
the squares is each ruleset's own drawing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import pairwise

from markupsafe import Markup

from genetess_cli.rules.board import NEVER, SEEN, Square, column_name
from genetess_cli.values import Value

Point = tuple[float, float]
Rows = tuple[str, ...]
"""The signs of a board's squares, row by row."""
CELL = 60
"""The side of a square, in the drawing's units."""
EDGE = 36
"""The width of the border that holds the coordinates."""

ZOOM = 0.75
"""How large most drawings are where there is room for them: a finger needs squares of 44."""

KNOWN = ",HB"
"""The signs of floor, exterior and interior wall that are remembered."""
FLOOR_KNOWN = ","
UNSEEN = "?"
_RUNS = re.compile(r"([^.])\1*")
_FOG = {UNSEEN: "f", FLOOR_KNOWN: "n"}
_WALLS = {"h": "x3", "b": "i3", "H": "x2", "B": "i2", "#": "x", "+": "i"}
"""The class of each kind of ground, those that are drawn first before the others."""


class Lettering(str):
    """A part of a drawing that small boards leave out: letters, titles, and names that scripts look for."""

    __slots__ = ()


def piece_on(square: str) -> Lettering:
    """Return the attribute of a drawn piece that says to scripts where it is."""
    return Lettering(f' data-piece="{square}"')


def ground_on(square: str, more: str = "") -> Lettering:
    """Return the same of what lies on a square and is no piece, such as a special."""
    return Lettering(f' data-ground="{square}"{more}')


def middle(square: str) -> tuple[int, int]:
    """Return where the middle of a square is."""
    row, column = Square.named(square)
    return column * CELL + CELL // 2, row * CELL + CELL // 2


class Size(Value):
    """How large a board is drawn."""

    columns: int
    rows: int
    zoom: float = ZOOM  # how large it is where there is room for it
    edge: int = EDGE  # what is around the squares
    is_turned: bool = False  # its first row is at the bottom

    @property
    def width(self) -> int:
        return self.columns * CELL

    @property
    def height(self) -> int:
        return self.rows * CELL

    @property
    def attributes(self) -> dict[str, str]:
        """Return the attributes of the drawing.

        Its class has the columns in tens, by which the style sheet knows how small it can be drawn and still be read.
        """
        width = self.width + 2 * self.edge
        height = self.height + 2 * self.edge
        turned = {"data-turned": ""} if self.is_turned else {}
        return {
            "class": f"board b{-(-self.columns // 10)}",
            "width": f"{width * self.zoom:g}",
            "height": f"{height * self.zoom:g}",
            "viewBox": f"{-self.edge} {-self.edge} {width} {height}",
            **turned,
        }


@lru_cache(maxsize=64)
def head(size: Size) -> tuple[str, str]:
    """Return how a drawing begins, and the attributes that stand behind its label."""
    looks = size.attributes
    look = looks.pop("class")
    more = "".join(f' {name}="{value}"' for name, value in looks.items())
    return f'<svg class="{look}" xmlns="http://www.w3.org/2000/svg" role="img"', more


def alone(inside: str, classes: str = "") -> Markup:
    """Return a thing that is drawn around its middle as a small picture, beside words that say what it is."""
    size = f'viewBox="-32 -32 64 64" width="{CELL}" height="{CELL}"'
    return Markup(f'<svg class="board one" {size} aria-hidden="true"><g class="{classes}">{inside}</g></svg>')


@cache
def checks(columns: int, rows: int) -> str:
    """Return the path of every other square: the dark ones of a chess board."""
    square = f"h{CELL}v{CELL}h-{CELL}z"
    return "".join(
        f"M{(1 - y % 2) * CELL} {y * CELL}" + f"m{2 * CELL} 0".join([square] * ((columns + y % 2) // 2))
        for y in range(rows)
    )


class Terrain(Value):
    """The ground of a board, from walls and fog to the names of its columns and rows."""

    patterns: dict[str, str]  # what its shapes are filled with
    shapes: str
    coordinates: str


@lru_cache(maxsize=256)
def ground(lines: Rows) -> Terrain:
    columns, rows = _extent(lines)
    areas = _areas(lines)
    fog = _paths(areas, _FOG)
    walls = _paths(areas, _WALLS)
    used = {*"".join(lines)}
    patterns = {}
    if "+" in used:
        patterns["brick"] = _BRICK
    if used - {*SEEN}:
        patterns["hatch"] = _HATCH
    shapes = f"{_floor(columns, rows)}{fog}{_lines(columns, rows)}{walls}{_sight(lines)}"
    return Terrain(patterns, shapes, _coordinates(columns, rows))


@lru_cache(maxsize=256)
def ground_in_rows(lines: Rows) -> tuple[dict[str, str], ...]:
    """Return the same in four layers, of which the second has fog and the last walls row by row."""
    columns, rows = _extent(lines)
    fog = _strips(lines, "".join(_FOG))
    walls = _strips(lines, "".join(_WALLS))
    return (
        {"": f"{_BRICK}{_HATCH}{_floor(columns, rows)}"},
        fog,
        {"": _lines(columns, rows)},
        {**walls, "sight": _sight(lines), "t": _coordinates(columns, rows)},
    )


def _extent(lines: Rows) -> tuple[int, int]:
    if not lines:
        return 0, 0
    return len(lines[0]), len(lines)


def _strips(lines: Rows, signs: str) -> dict[str, str]:
    return {str(y): _strip(y, line, signs) for y, line in enumerate(lines)}


def _areas(lines: Rows) -> dict[str, str]:
    """Return the path of all squares of each sign; runs that are below each other are one rectangle."""
    paths: dict[str, list[str]] = {}
    tops: dict[tuple[str, int, int], int] = {}
    for y, line in enumerate((*lines, "")):
        runs = _runs(line)
        for run in [run for run in tops if run not in runs]:
            top = tops.pop(run)
            paths.setdefault(run[0], []).append(_rectangle(run, top, y - top))
        for run in runs:
            tops.setdefault(run, y)
    return {sign: "".join(parts) for sign, parts in paths.items()}


def _paths(areas: Mapping[str, str], kinds: Mapping[str, str]) -> str:
    return "".join(
        f'<path class="{kind}" d="{areas[sign]}"/>' for sign, kind in kinds.items() if sign in areas
    )


@lru_cache(maxsize=8192)
def _strip(y: int, line: str, signs: str) -> str:
    kinds = _FOG | _WALLS
    return "".join(
        f'<path class="{kinds[run[0]]}" d="{_rectangle(run, y, 1)}"/>'
        for run in _runs(line)
        if run[0] in signs
    )


def _floor(columns: int, rows: int) -> str:
    return f'<rect class="g" width="{columns * CELL}" height="{rows * CELL}"/>'


@lru_cache(maxsize=8192)
def _runs(line: str) -> tuple[tuple[str, int, int], ...]:
    """Return the runs of wall and fog in a row: the sign of each, where it begins and how long it is."""
    return tuple((run[1], run.start(), len(run[0])) for run in _RUNS.finditer(line))


def _rectangle(run: tuple[str, int, int], top: int, rows: int) -> str:
    _, left, columns = run
    return f"M{left * CELL} {top * CELL}h{columns * CELL}v{rows * CELL}h-{columns * CELL}z"


_BRICK = (
    '<defs><pattern id="brick" width="20" height="20" patternUnits="userSpaceOnUse">'
    '<path class="b" d="M0 0h20v20H0z"/><path class="m" d="M0 10h20M0 20h20M5 0v10M15 10v10"/></pattern></defs>'
)
_HATCH = (
    '<defs><pattern id="hatch" width="14" height="14" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<path class="nv" d="M0 0h14v14H0z"/><path class="ht" d="M0 0v14"/></pattern></defs>'
)
_IN_VIEW = {ord(sign): "1" for sign in SEEN} | {ord(sign): "0" for sign in KNOWN + NEVER}


def _sight(lines: Rows) -> str:
    return _outline(tuple(line.translate(_IN_VIEW) for line in lines))


@lru_cache(maxsize=256)
def _outline(rows: Rows) -> str:
    """Return the line around all that is in view, "" where everything or nothing is."""
    if len(set("".join(rows))) < 2:
        return ""
    across = "".join(f"M{x} {y}h{far}" for y, x, far in _edges(rows))
    columns = map("".join, zip(*rows, strict=True))
    down = "".join(f"M{x} {y}v{far}" for x, y, far in _edges(tuple(columns)))
    return f'<path class="sight" d="{across}{down}"/>'


def _edges(rows: Rows) -> Iterator[tuple[int, int, int]]:
    """Yield the edges between rows of which one is in view: where they are, begin, and how long they are."""
    outside = "0" * len(rows[0])
    for number, (above, below) in enumerate(pairwise([outside, *rows, outside])):
        if above != below:
            for start, far in _apart(above, below):
                yield number * CELL, start, far


@lru_cache(maxsize=8192)
def _apart(above: str, below: str) -> tuple[tuple[int, int], ...]:
    """Return where two rows differ: where each run begins, and how long it is."""
    apart = "".join("01"[one != other] for one, other in zip(above, below, strict=True))
    return tuple((run.start() * CELL, len(run[0]) * CELL) for run in re.finditer("1+", apart))


@lru_cache(maxsize=32)
def _lines(columns: int, rows: int) -> str:
    width = columns * CELL
    height = rows * CELL
    across = f"h{width}" + f"m-{width} {CELL}h{width}" * rows
    down = f"v{height}" + f"m{CELL}-{height}v{height}" * columns
    return f'<path class="l" d="M0 0{across}M0 0{down}"/>'


@lru_cache(maxsize=32)
def _coordinates(columns: int, rows: int) -> str:
    width = columns * CELL
    height = rows * CELL
    gap = EDGE // 2
    letters = [column_name(x) for x in range(columns)]
    numbers = [str(y + 1) for y in range(rows)]
    across = range(CELL // 2, width, CELL)
    down = range(CELL // 2, height, CELL)
    top, bottom = (_texts([(x, y) for x in across], letters) for y in (-gap, height + gap))
    left, right = (_texts([(x, y) for y in down], numbers) for x in (-gap, width + gap))
    return f'<g class="t">{top}{bottom}{left}{right}</g>'


def _texts(places: list[tuple[int, int]], names: list[str]) -> str:
    """Return names at their places; those of one letter are one element, as sheets are to be light."""
    if not names:
        return ""
    short = sum(len(name) == 1 for name in names)  # which come first
    xs, ys = zip(*places[:short], strict=True)
    ys = ys[:1] if ys[0] == ys[-1] else ys  # letters go on in the line of the one before
    longer = zip(places[short:], names[short:], strict=True)
    texts = (f'<text x="{x}" y="{y}">{name}</text>' for (x, y), name in longer)
    x_list = " ".join(map(str, xs))
    y_list = " ".join(map(str, ys))
    return f'<text x="{x_list}" y="{y_list}">{"".join(names[:short])}</text>{"".join(texts)}'
