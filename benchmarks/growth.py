"""How costs grow, and where a limit is met: reckoned from points that were measured."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, log, sqrt
from typing import NamedTuple

SURE = {1: 12.71, 2: 4.30, 3: 3.18, 4: 2.78, 5: 2.57, 6: 2.45}
"""Student's t for 95 %, by how many points there are beyond the two that a line needs."""


class At(NamedTuple):
    """What something cost at a size."""

    size: float
    cost: float


class Exponent(NamedTuple):
    """The power of the size that a cost grows by: 0 where it stays, 1 where it doubles with the size."""

    slope: float
    # To each side, with 95 %, as far as the points lie off a line; None where they are too few.
    spread: float | None

    def __str__(self) -> str:
        if self.spread is None:
            return f"{self.slope:.2f}"
        return f"{self.slope:.2f} ± {self.spread:.2f}"


def exponent(points: Sequence[At]) -> Exponent:
    """Return the slope of the line through the logarithms, by least squares. Raise ValueError for one size alone."""
    sizes = [log(point.size) for point in points]
    costs = [log(point.cost) for point in points]
    middle = sum(sizes) / len(points)
    level = sum(costs) / len(points)
    square = sum((size - middle) ** 2 for size in sizes)
    if not square:
        raise ValueError("how a cost grows is seen at two sizes or more")
    slope = sum((size - middle) * cost for size, cost in zip(sizes, costs, strict=True)) / square
    beyond = len(points) - 2
    if beyond not in SURE:
        return Exponent(slope, None)
    off = sum((cost - level - slope * (size - middle)) ** 2 for size, cost in zip(sizes, costs, strict=True))
    return Exponent(slope, SURE[beyond] * sqrt(off / beyond / square))


def full_at(points: Sequence[At], limit: float) -> float:
    """Return the size at which a cost meets its limit if it goes on as between the two largest; inf where it falls."""
    before, last = sorted(points)[-2:]
    more = (last.cost - before.cost) / (last.size - before.size)
    if more <= 0:
        return inf
    return last.size + (limit - last.cost) / more
