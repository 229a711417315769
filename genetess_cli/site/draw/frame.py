"""The common parts of boards of squares: the ground, walls and fog as few paths, grid lines, coordinates.

Everything is made by joining strings and remembered: neighbouring turns share most of their rows. What stands on
the squares is each ruleset's own drawing.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape

from genetess_cli.rules.board import column_name

CELL = 60
"""The side of a square, in the drawing's units."""
EDGE = 36
"""The width of the border that holds the coordinates."""

ZOOM = 0.625
"""How large most drawings are where there is room for them."""

_RUNS = re.compile(r"#+|\++|\?+")
_LAYERS = {"#": "x", "+": "i", "?": "f"}


def svg(columns: int, rows: int, label: str, inside: str, zoom: float = ZOOM) -> str:
    """Return a whole drawing of `columns` by `rows` squares; `label` says to those who cannot see it what it is.
    `zoom` is how large it is where there is room for it.

    Its class has the columns in tens, by which the style sheet knows how small it can be drawn and still be read.
    """
    size = dimensions(columns, rows, zoom)
    return (
        f'<svg class="{size["class"]}" xmlns="http://www.w3.org/2000/svg" role="img"'
        f' aria-label="{escape(label)}"'
        f' width="{size["width"]}" height="{size["height"]}" viewBox="{size["viewBox"]}">{inside}</svg>'
    )


def dimensions(columns: int, rows: int, zoom: float = ZOOM) -> dict[str, str]:
    """Return the attributes of such a drawing that its size decides."""
    width, height = columns * CELL + 2 * EDGE, rows * CELL + 2 * EDGE
    return {
        "class": f"board b{-(-columns // 10)}",
        "width": f"{width * zoom:g}",
        "height": f"{height * zoom:g}",
        "viewBox": f"{-EDGE} {-EDGE} {width} {height}",
    }


@lru_cache(maxsize=256)
def ground(lines: tuple[str, ...]) -> str:
    layers: dict[str, list[str]] = {"x": [], "i": [], "f": []}
    for y, line in enumerate(lines):
        for layer, path in _row(y, line):
            layers[layer].append(path)
    columns, rows = len(lines[0]) if lines else 0, len(lines)
    paths = "".join(
        f'<path class="{layer}" d="{"".join(pieces)}"/>' for layer, pieces in layers.items() if pieces
    )
    return f"{_BRICK if layers['i'] else ''}{_floor(columns, rows)}{paths}{_lines(columns, rows)}"


@lru_cache(maxsize=256)
def ground_layers(lines: tuple[str, ...]) -> tuple[dict[str, str], ...]:
    """Return the same in three layers, of which the middle one has walls and fog row by row."""
    columns, rows = len(lines[0]) if lines else 0, len(lines)
    strips = {str(y): _strip(y, line) for y, line in enumerate(lines)}
    return {"": _BRICK + _floor(columns, rows)}, strips, {"": _lines(columns, rows)}


@lru_cache(maxsize=8192)
def _strip(y: int, line: str) -> str:
    return "".join(f'<path class="{layer}" d="{path}"/>' for layer, path in _row(y, line))


def _floor(columns: int, rows: int) -> str:
    return f'<rect class="g" width="{columns * CELL}" height="{rows * CELL}"/>'


@lru_cache(maxsize=8192)
def _row(y: int, line: str) -> tuple[tuple[str, str], ...]:
    """Return the runs of wall and fog in a row: the layer of each, and its piece of path."""
    runs = ((match[0], match.start()) for match in _RUNS.finditer(line))
    return tuple(
        (_LAYERS[run[0]], f"M{x * CELL} {y * CELL}h{len(run) * CELL}v{CELL}h-{len(run) * CELL}z")
        for run, x in runs
    )


_BRICK = (
    '<defs><pattern id="brick" width="20" height="20" patternUnits="userSpaceOnUse">'
    '<path class="b" d="M0 0h20v20H0z"/><path class="m" d="M0 10h20M0 20h20M5 0v10M15 10v10"/></pattern></defs>'
)


@lru_cache(maxsize=32)
def _lines(columns: int, rows: int) -> str:
    width, height = columns * CELL, rows * CELL
    across = "".join(f"M0 {y}h{width}" for y in range(0, height + 1, CELL))
    down = "".join(f"M{x} 0v{height}" for x in range(0, width + 1, CELL))
    return f'<path class="l" d="{across}{down}"/><g class="t">{_coordinates(columns, rows)}</g>'


def _coordinates(columns: int, rows: int) -> str:
    width, height, half, gap = columns * CELL, rows * CELL, CELL // 2, EDGE // 2
    letters = [column_name(x) for x in range(columns)]
    numbers = [str(y + 1) for y in range(rows)]
    across, down = range(half, width, CELL), range(half, height, CELL)
    top, bottom = (_texts([(x, y) for x in across], letters) for y in (-gap, height + gap))
    left, right = (_texts([(x, y) for y in down], numbers) for x in (-gap, width + gap))
    return "".join((top, bottom, left, right))


def _texts(places: list[tuple[int, int]], names: list[str]) -> str:
    """Return names at their places; those of one letter are one element, as sheets are to be light."""
    if not names:
        return ""
    short = sum(len(name) == 1 for name in names)  # which come first
    xs, ys = (" ".join(map(str, axis)) for axis in zip(*places[:short], strict=True))
    longer = zip(places[short:], names[short:], strict=True)
    texts = (f'<text x="{x}" y="{y}">{name}</text>' for (x, y), name in longer)
    return f'<text x="{xs}" y="{ys}">{"".join(names[:short])}</text>{"".join(texts)}'
