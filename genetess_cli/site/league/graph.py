"""A graph of values over time as SVG: stairs, as values change when a game ends and stand still between.

Lines are told from each other without colour, by their dashes and by the name at their end.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil, floor, log10

from genetess_cli.site.league.standings import Series
from genetess_cli.store.times import to_time

_DASHES = ("", "9 4", "3 3", "12 3 3 3", "6 2 2 2 2 2", "1 3", "16 4", "8 8", "2 6", "12 6 2 6")
_WIDTH = 736
_HEIGHT = 260
_LEFT = 52
_RIGHT = 130
_TOP = 14
_BOTTOM = 34
_NAME = 14
"""So many letters of a name have room at the right."""
_STEPS = (1, 2, 2.5, 5, 10)


def graph(lines: Sequence[Series], label: str, unit: str = "") -> str:
    """Return the lines as one picture; `label` says what it is, `unit` stands behind the values.

    "" where there is nothing: no point, or none above 0.
    """
    times = sorted({point.at for line in lines for point in line.points})
    most = max((point.value for line in lines for point in line.points), default=0)
    if most <= 0:
        return ""
    top, step = _scale(most)
    begin = to_time(times[0])
    length = to_time(times[-1]) - begin
    width = _WIDTH - _LEFT - _RIGHT
    height = _HEIGHT - _TOP - _BOTTOM

    def across(time: str) -> float:
        if not length:
            return _LEFT + width / 2
        return _LEFT + width * (to_time(time) - begin) / length

    def down(value: float) -> float:
        return _TOP + height * (1 - value / top)

    inside = "".join(
        f'<path class="r" d="M{_LEFT} {down(row):.1f}H{_WIDTH - _RIGHT}"/>'
        f'<text class="v" x="{_LEFT - 6}" y="{down(row) + 4:.1f}">{row:g}{escape(unit)}</text>'
        for row in (step * number for number in range(round(top / step) + 1))
    )
    dates = {"start": times[0], "end": times[-1]}
    if times[0][:10] == times[-1][:10]:
        dates = {"middle": times[0]}
    for anchor, time in dates.items():
        place = f'text-anchor="{anchor}" x="{across(time):.1f}" y="{_HEIGHT - 12}"'
        inside += f"<text {place}>{time[:10]}</text>"
    names: list[float | None] = [None]  # the only line needs none
    if len(lines) > 1:
        names = [*_apart([down(line.points[-1].value) for line in lines])]
    for line, dash, y in zip(lines, _DASHES, names, strict=False):
        spots = [(across(point.at), down(point.value)) for point in line.points]
        inside += _line(line.person.name, spots, dash, y)
    size = f'viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" height="{_HEIGHT}"'
    return f'<svg class="graph" role="img" aria-label="{escape(label)}" {size}>{inside}</svg>'


def _scale(most: float) -> tuple[float, float]:
    """Return a round value that is not below the greatest one, and the step between lines of the grid."""
    size = 10.0 ** floor(log10(most / 5))
    step = next(factor * size for factor in _STEPS if factor * size * 5 >= most)
    return step * ceil(most / step), step


def _apart(ends: list[float]) -> list[float]:
    """Return the ends of lines, moved so that no name lies upon another."""
    moved = list(ends)
    least = float("-inf")
    for number in sorted(range(len(ends)), key=lambda number: ends[number]):
        moved[number] = least = max(ends[number], least + 20)
    over = max(0.0, least - (_HEIGHT - _BOTTOM))
    return [end - over for end in moved]


def _line(name: str, spots: Sequence[tuple[float, float]], dash: str, end: float | None) -> str:
    path = f"M{spots[0][0]:.1f} {spots[0][1]:.1f}" + "".join(f"H{x:.1f}V{y:.1f}" for x, y in spots[1:])
    path += f"H{_WIDTH - _RIGHT}"
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3"/>' for x, y in spots)
    label = ""
    if end is not None:
        short = name if len(name) <= _NAME else f"{name[: _NAME - 1]}…"
        label = f'<text class="e" x="{_WIDTH - _RIGHT + 10}" y="{end + 4:.1f}">{escape(short)}</text>'
    return f'<g><title>{escape(name)}</title><path{dashes} d="{path}"/>{dots}{label}</g>'
