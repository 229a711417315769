"""What a score can be taken from, how much of it at most, and every way to do it (ruling D11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import msgspec
from msgspec.structs import replace

from genetess_cli.rules.dna.game import ARCHIVE_EXTRA, SIZES, VALUES, Game, Stock
from genetess_cli.rules.dna.order import Capture


class Ware(msgspec.Struct, frozen=True):
    """A kind of piece that a player can capture: where it lies, how many there are, and what each costs."""

    owner: str
    archive: bool
    size: str
    colour: str
    count: int

    @property
    def price(self) -> int:
        return price(self.size, self.archive)


def price(size: str, archive: bool) -> int:
    """Return what a capture costs: the piece's value, and two points more from an archive."""
    return VALUES[size] + (ARCHIVE_EXTRA if archive else 0)


def wares(game: Game, seat: str) -> list[Ware]:
    """Return all that a seat can capture: from others' gene pools first, the dearest first, then from archives."""
    rivals = [other for other in game.still_in() if other != seat]
    pools = [ware for other in rivals for ware in _of(other, False, game.own_pools(other))]
    archives = [ware for other in rivals for ware in _of(other, True, game.archives[other])]
    return pools + archives


def _of(owner: str, archive: bool, stocks: dict[str, Stock]) -> Iterator[Ware]:
    for size in reversed(SIZES):
        for colour, stock in stocks.items():
            if stock.of(size):
                yield Ware(owner, archive, size, colour, stock.of(size))


def possible_wares(offered: Iterable[Ware], capture: Capture) -> list[Ware]:
    """Return what a capture can mean; several where it does not name its colour."""
    place = capture.owner, capture.archive, capture.size
    return [
        ware
        for ware in offered
        if (ware.owner, ware.archive, ware.size) == place and capture.colour in ("", ware.colour)
    ]


def greatest(offered: Sequence[Ware], score: int) -> int:
    """Return the greatest total that does not exceed a score (ruling D11)."""
    return (_sums(offered, score)[0]).bit_length() - 1


def _sums(offered: Sequence[Ware], most: int) -> list[int]:
    """Return, for each place in the list, the totals up to `most` that the wares from there on can make, as bits."""
    sums = [1]
    for ware in reversed(offered):
        totals = sums[-1]
        for _ in range(min(ware.count, most // ware.price)):
            totals |= totals << ware.price & (2 << most) - 1
        sums.append(totals)
    return sums[::-1]


def ways(offered: Sequence[Ware], total: int) -> Iterator[tuple[Capture, ...]]:
    """Yield every set of captures that comes to a total, those that take most from gene pools first."""
    yield from _ways(offered, _sums(offered, total), 0, total)


def terse(offered: Sequence[Ware], taken: Iterable[Capture]) -> tuple[Capture, ...]:
    """Return captures without the colours that go without saying, as there is only one of that size (D5)."""
    kinds = Counter((ware.owner, ware.archive, ware.size) for ware in offered)
    return tuple(
        replace(capture, colour="") if kinds[capture.owner, capture.archive, capture.size] == 1 else capture
        for capture in taken
    )


def _ways(
    offered: Sequence[Ware], sums: Sequence[int], index: int, left: int
) -> Iterator[tuple[Capture, ...]]:
    if not sums[index] >> left & 1:
        return
    if index == len(offered):
        yield ()
        return
    ware = offered[index]
    capture = Capture(ware.size, ware.colour, ware.owner, ware.archive)
    for count in range(min(ware.count, left // ware.price), -1, -1):
        for more in _ways(offered, sums, index + 1, left - count * ware.price):
            yield (capture,) * count + more
