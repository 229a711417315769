"""A graph of values over time as SVG: stairs, as values change when a game ends and stand still between.

Lines are told from each other without colour, by their dashes and by the name at their end. What is drawn can be read
in a table beside it, which is the matter of the page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from math import ceil

from genetess_cli.site.league.standings import Series
from genetess_cli.store.times import to_time

_DASHES = ("", "9 4", "3 3", "12 3 3 3", "6 2 2 2 2 2", "1 3", "16 4", "8 8", "2 6", "12 6 2 6")
_WIDTH, _HEIGHT = 736, 260
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 130, 14, 34
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
    across = _axis(times[0], times[-1])
    inside = _grid(top, step, unit) + _dates(times, across)
    ends = _apart([_down(line.points[-1].value, top) for line in lines])
    for number, (line, end) in enumerate(zip(lines, ends, strict=True)):
        inside += _line(line, number, across, top, end if len(lines) > 1 else None)
    size = f'viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" height="{_HEIGHT}"'
    return f'<svg class="graph" role="img" aria-label="{escape(label)}" {size}>{inside}</svg>'


def _axis(first: str, last: str) -> Callable[[str], float]:
    """Return what gives the place of a time between the left and the right."""
    begin, room = to_time(first), _WIDTH - _LEFT - _RIGHT
    length = to_time(last) - begin
    return lambda time: _LEFT + (room * (to_time(time) - begin) / length if length else room / 2)


def _down(value: float, top: float) -> float:
    return _TOP + (_HEIGHT - _TOP - _BOTTOM) * (1 - value / top)


def _scale(most: float) -> tuple[float, float]:
    """Return a round value that is not below the greatest one, and the step between lines of the grid."""
    size = 1.0
    while size * 50 < most:
        size *= 10
    while size * 5 > most:
        size /= 10
    step = next(factor * size for factor in _STEPS if factor * size * 5 >= most)
    return step * ceil(most / step), step


def _grid(top: float, step: float, unit: str) -> str:
    rows = [step * number for number in range(round(top / step) + 1)]
    return "".join(
        f'<path class="r" d="M{_LEFT} {_down(row, top):.1f}H{_WIDTH - _RIGHT}"/>'
        f'<text class="v" x="{_LEFT - 6}" y="{_down(row, top) + 4:.1f}">{row:g}{escape(unit)}</text>'
        for row in rows
    )


def _dates(times: Sequence[str], across: Callable[[str], float]) -> str:
    ends = (
        [(times[0], "start"), (times[-1], "end")]
        if times[0][:10] != times[-1][:10]
        else [(times[0], "middle")]
    )
    return "".join(
        f'<text text-anchor="{anchor}" x="{across(time):.1f}" y="{_HEIGHT - 12}">{time[:10]}</text>'
        for time, anchor in ends
    )


def _apart(ends: list[float]) -> list[float]:
    """Return the ends of lines, moved so that no name lies upon another."""
    order = sorted(range(len(ends)), key=lambda number: ends[number])
    moved, least = list(ends), float("-inf")
    for number in order:
        moved[number] = least = max(ends[number], least + 20)
    over = max(0.0, max(moved) - (_HEIGHT - _BOTTOM))
    return [end - over for end in moved]


def _line(line: Series, number: int, across: Callable[[str], float], top: float, end: float | None) -> str:
    spots = [(across(point.at), _down(point.value, top)) for point in line.points]
    path = f"M{spots[0][0]:.1f} {spots[0][1]:.1f}" + "".join(f"H{x:.1f}V{y:.1f}" for x, y in spots[1:])
    path += f"H{_WIDTH - _RIGHT}"
    dash = f' stroke-dasharray="{_DASHES[number]}"' if _DASHES[number] else ""
    dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3"/>' for x, y in spots)
    name = line.person.name
    label = ""
    if end is not None:
        short = name if len(name) <= _NAME else f"{name[: _NAME - 1]}…"
        label = f'<text class="e" x="{_WIDTH - _RIGHT + 10}" y="{end + 4:.1f}">{escape(short)}</text>'
    return f'<g><title>{escape(name)}</title><path{dash} d="{path}"/>{dots}{label}</g>'
