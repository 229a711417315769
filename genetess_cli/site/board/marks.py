"""Marks of what a viewer was told on a board: where pieces came from and went to, and what was taken or lost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import dist

from genetess_cli.site.board.frame import Point, middle
from genetess_cli.site.board.layers import Board, Thing, thing
from genetess_cli.site.board.seats import SeatFacts
from genetess_cli.site.board.tokens import shape

Marks = dict[str, str]
"""What happened by place, each with the seat whose piece it was, "" for one that the viewer was not told of:
`C2 E2` moved, `C2` left, `E2` came, `E2 lost` took or lost."""


def kinds(by_place: Marks, viewer: str) -> frozenset[str]:
    """Return what kinds of marks there are, for the key: `own` is a piece of the viewer's that was lost."""
    marks = {*by_place.values()}
    lost = f"lost {viewer}"
    found = {mark.partition(" ")[0] for mark in marks - {lost}}
    if lost in marks:
        found.add("own")
    return frozenset(found)


def merge_marks(several: Iterable[Mapping[str, str]]) -> Marks:
    """Return the marks of turn after turn: what came last of a square holds."""
    return {place: mark for turn in several for place, mark in turn.items()}


def merge_moves(several: Iterable[str]) -> str:
    """Return what several viewers were told together, without what another one saw more of."""
    seen = [move.split(">") for move in dict.fromkeys(",".join(filter(None, several)).split(",")) if move]

    def covers(whole: list[str], part: list[str]) -> bool:
        return whole != part and all(own in ("", other) for own, other in zip(part, whole, strict=True))

    return ",".join(">".join(move) for move in seen if not any(covers(other, move) for other in seen))


def draw_marks(
    by_place: Mapping[str, str], seats: Mapping[str, SeatFacts], viewer: str = ""
) -> tuple[list[Thing], list[Thing]]:
    """Return marks: those below the pieces, and those above."""
    below: list[Thing] = []
    above: list[Thing] = []
    for place, mark in by_place.items():
        what, _, whose = mark.partition(" ")
        ink = seats[whose].ink if whose in seats else "c-grey"
        if what in ("took", "lost"):
            above.append(_taken(place, ink, is_own=what == "lost" and whose == viewer))
        else:
            below.append(_trail(place, what, ink))
    return below, above


def mark_failed(board: Board, middles: Iterable[Point]) -> Board:
    """Return a board with a frame around every square that an order named which failed."""
    frame = (
        '<rect class="failed" x="-26" y="-26" width="52" height="52" rx="6" transform="translate({} {})"/>'
    )
    return board.marked(marks=[thing(frame.format(*middle)) for middle in middles])


@lru_cache(maxsize=4096)
def _taken(place: str, ink: str, is_own: bool) -> Thing:
    name, _, _ = place.partition(" ")
    x, y = middle(name)
    if is_own:
        return thing(_twice("lost", f"M{x - 16:g} {y - 16:g}l32 32m0-32l-32 32"))
    # whose it was, crossed out, in the corner of who is there now
    token = f'<g class="p {ink}">{shape(ink, "b", 0.58)}</g>{_twice("strike", "M-12 11L12-11")}'
    return thing(f'<g class="took" transform="translate({x + 19:g} {y - 19:g})">{token}</g>')


@lru_cache(maxsize=4096)
def _trail(place: str, what: str, ink: str) -> Thing:
    name, _, target = place.partition(" ")
    x, y = middle(name)
    if what == "came":
        frame = f'<rect class="came {ink}" x="{x - 27:g}" y="{y - 27:g}" width="54" height="54" rx="6"/>'
        return thing(frame)
    gone = f'<g transform="translate({x:g} {y:g})">{shape(ink, "gone", 0.8)}</g>'
    arrow = _arrow((x, y), middle(target)) if target else ""
    return thing(f'<g class="{ink}">{gone}{arrow}</g>')


def _twice(look: str, path: str) -> str:
    """Return a line with an edge around it, to be seen on any ground."""
    return "".join(f'<path class="{each}" d="{path}"/>' for each in (f"{look}0", look))


_START = 12
"""How far from the middle of its first square an arrow begins."""
_END = 32
"""How far before the middle of its last square it ends."""


def _arrow(start: Point, end: Point) -> str:
    x, y = _towards(start, end, _START)
    to_x, to_y = _towards(end, start, _END)
    back_x, back_y = _towards((to_x, to_y), start, 9)
    left, up = _towards((0, 0), (y - to_y, to_x - x), 7)
    head = (
        f"M{back_x + left:.4g} {back_y + up:.4g}L{to_x:.4g} {to_y:.4g} {back_x - left:.4g} {back_y - up:.4g}"
    )
    return _twice("trail", f"M{x:.4g} {y:.4g}L{to_x:.4g} {to_y:.4g}{head}")


def mark_ways(board: Board, ways: Iterable[Sequence[str]]) -> Board:
    """Return a board with ways below its pieces, each the names of the squares from first to last."""
    return board.marked(trails=[_way([middle(name) for name in way]) for way in ways])


def _way(points: Sequence[Point]) -> Thing:
    line = _twice("path", f"M{'L'.join(f'{x:g} {y:g}' for x, y in points)}")
    x, y = points[-1]
    return thing(f'<g class="go">{line}<circle class="tip" cx="{x:g}" cy="{y:g}" r="8"/></g>')


def _towards(here: Point, target: Point, far: float) -> Point:
    share = far / dist(here, target)
    return tuple(a + share * (b - a) for a, b in zip(here, target, strict=True))  # type: ignore[return-value]
