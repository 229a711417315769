"""The drawing of a ruleset of another package without pictures: the rows and lines of its PlainView, as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

import msgspec
from msgspec.structs import replace

from genetess_cli.rules.base import PlainView
from genetess_cli.rules.board import Square
from genetess_cli.site.draw import frame
from genetess_cli.site.draw.frame import CELL
from genetess_cli.site.draw.tables import Table

PANEL = "panel.html"
TURNS = False
PICTURES = False
ZOOM = 1
_GROUND = "#+?"
"""The signs of a row that are drawn as walls and fog; all others but `.` stand for what is on the square."""


def board(view: PlainView, seats: Any, label: str) -> str:
    if not _rows(view):
        return ""
    inside = "".join(thing for layer in layers(view, seats) for thing in layer.values())
    return frame.svg(*_extent(view), describe_board(view, label), inside, ZOOM)


def layers(view: PlainView, seats: Any) -> list[dict[str, str]]:
    ground = tuple("".join(sign if sign in _GROUND else "." for sign in row) for row in _rows(view))
    return [{"": frame.ground(ground)}, {str(at): _text(at, sign) for at, sign in _things(view)}]


def _text(at: Square, sign: str) -> str:
    x, y = at.column * CELL + CELL // 2, at.row * CELL + CELL // 2
    inside = f'<title>{at}: {escape(sign)}</title><text x="{x}" y="{y}">{escape(sign)}</text>'
    return f"<g{frame.piece_on(str(at))}>{inside}</g>"


def _rows(view: Any) -> list[str]:
    return getattr(view, "rows", [])


def _things(view: PlainView) -> Iterator[tuple[Square, str]]:
    for y, row in enumerate(_rows(view)):
        for x, sign in enumerate(row):
            if sign not in f"{_GROUND}. ":
                yield Square(y, x), sign


def _extent(view: PlainView) -> tuple[int, int]:
    return max(map(len, _rows(view)), default=0), len(_rows(view))


def remember(files: Any, memory: Any, view: Any, told: Any) -> Any:
    return None


def recall(view: Any, memory: Any) -> Any:
    return view


def describe_board(view: PlainView, label: str) -> str:
    return f"{label}. {'; '.join(f'{at}: {sign}' for at, sign in _things(view)) or 'It is empty'}"


def size(view: PlainView) -> dict[str, str]:
    return frame.dimensions(*_extent(view), ZOOM)


def beside(view: Any, seats: Any, rules: str = "") -> list[Table]:
    lines = enumerate(getattr(view, "lines", []))
    return [
        Table("Position", (), {str(number): f"<tr><td>{escape(line)}</td></tr>" for number, line in lines})
    ]


def together(public: PlainView, views: Sequence[PlainView]) -> PlainView:
    """Return the public view with each square as a viewer sees it from whom it is not hidden."""
    rows = ["".join(map(_seen, zip(*signs, strict=True))) for signs in zip(*map(_rows, views), strict=True)]
    return replace(public, rows=rows) if rows else public


def _seen(signs: Sequence[str]) -> str:
    return next((sign for sign in signs if sign != "?"), "?")


def blank(files: Any, seats: Any, label: str) -> str:
    return ""


def tables(view: Any, seats: Any, rules: str = "", replay: str = "") -> dict[str, Any]:
    return {"lines": getattr(view, "lines", [])}


def score(view: Any, replay: str) -> str:
    return ""


def starts(files: Any, starts: Mapping[str, str | None]) -> dict[str, list[str]]:
    return {}


def squares(files: Any, is_secret: bool) -> dict[str, str]:
    return {}


def terms(settings: Any, seats: int) -> list[str]:
    return [f"{name}: {value}" for name, value in msgspec.to_builtins(settings).items() if name != "timeout"]
