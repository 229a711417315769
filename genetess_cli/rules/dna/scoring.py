"""Strands and their bonuses, and captures for what they score: how much at most, and every way (rulings D10, D11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache

from genetess_cli.rules.board import Direction, Square
from genetess_cli.rules.dna.events import Captured, Counted, Play
from genetess_cli.rules.dna.game import GRID, SIZES, Game, Piece, Strand
from genetess_cli.rules.dna.order import (
    SCORE,
    WHICH_COLOUR,
    Capture,
    Scoring,
    colours,
    did_you_mean,
    no_colour,
    problem_in,
    stock_words,
    store,
    which_colour,
)
from genetess_cli.rules.problems import Problem, count_words, join_words

_Trio = tuple[Piece, ...]


def _sizes(trio: _Trio) -> str:
    return "".join(piece.size for piece in trio)


BONUSES: Mapping[str, Callable[[_Trio], bool]] = {
    "three colours": lambda trio: len({piece.colour for piece in trio}) == 3,
    "one colour": lambda trio: len({piece.colour for piece in trio}) == 1,
    "sizes in succession": lambda trio: _sizes(trio) in ("SML", "LMS"),
    "one size": lambda trio: len(set(_sizes(trio))) == 1,
}
"""What is worth one point more, in the order of the rules."""


def strands(pieces: Mapping[Square, Piece], at: Square) -> tuple[Strand, ...]:
    """Return the strands that begin with the piece on a square, in the order of the directions from north on."""
    return tuple(
        Strand(line, _bonuses(tuple(pieces[square] for square in line)))
        for line in _lines(at)
        if line[1] in pieces and line[2] in pieces
    )


@cache
def _lines(at: Square) -> tuple[tuple[Square, Square, Square], ...]:
    reached = ((at, at.step(way), at.step(way).step(way)) for way in Direction)
    return tuple(line for line in reached if line[2] in GRID)


@lru_cache(maxsize=4096)
def _bonuses(trio: _Trio) -> tuple[str, ...]:
    return tuple(name for name, holds in BONUSES.items() if holds(trio))


def points(formed: Sequence[Strand]) -> int:
    return sum(strand.points for strand in formed)


def describe_strands(formed: Sequence[Strand]) -> str:
    """Return strands as a player checks them: `2 strands, 5 points: 1+1 for D4-D5-D6 (one colour), 1+1+1 for …`."""
    if not formed:
        return "no strand, 0 points"
    total = points(formed)
    heading = f"{count_words(len(formed), 'strand')}, {count_words(total, 'point')}"
    return f"{heading}: {', '.join(map(str, formed))}"


# What can be captured


class Ware(Capture):
    """A capture that a player can make, and of how many such pieces."""

    count: int = 1


def wares(game: Game, seat: str) -> list[Ware]:
    """Return all that a seat can capture: from others' gene pools first, the dearest first, then from archives."""
    rivals = [other for other in game.still_in() if other != seat]
    return [
        Ware(size, colour, other, archive, stock.of(size))
        for archive in (False, True)
        for other in rivals
        for size in reversed(SIZES)
        for colour, stock in game.stocks(other, archive).items()
        if stock.of(size)
    ]


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
    """Return every set of captures that comes to a total, those that take most from gene pools first."""
    return _ways(offered, _sums(offered, total), 0, total)


def nearest(turn: Play, at: Square, wanted: Scoring) -> Scoring:
    """Return captures for the piece on a square, with as many of the wanted ones as there can be (ruling D11)."""
    offered = left = wares(turn.game, turn.seat)
    first = list[Ware]()
    for capture in wanted.captures:
        for ware in possible_wares(left, capture)[:1]:
            first.append(ware.replace(count=1))
            left = [
                each.replace(count=each.count - (each == ware))
                for each in left
                if each != ware or each.count > 1
            ]
    taken = next(ways([*first, *left], greatest(offered, points(strands(turn.game.pieces, at)))))
    return Scoring(terse(offered, taken, wanted.captures))


def terse(
    offered: Sequence[Ware], taken: Iterable[Capture], kept: Collection[Capture] = ()
) -> tuple[Capture, ...]:
    """Return captures without the colours that go without saying, as there is only one of that size (D5).

    Those of `kept` stay as they are written.
    """
    kinds = Counter((ware.owner, ware.archive, ware.size) for ware in offered)

    def shortened(capture: Capture) -> Capture:
        is_clear = kinds[capture.owner, capture.archive, capture.size] == 1
        return capture.replace(colour="") if is_clear and capture not in kept else capture

    return tuple(map(shortened, taken))


def _ways(
    offered: Sequence[Ware], sums: Sequence[int], index: int, left: int
) -> Iterator[tuple[Capture, ...]]:
    if not sums[index] >> left & 1:
        return
    if not left:
        yield ()
        return
    ware = offered[index]
    capture = Capture(ware.size, ware.colour, ware.owner, ware.archive)
    for count in range(min(ware.count, left // ware.price), -1, -1):
        for more in _ways(offered, sums, index + 1, left - count * ware.price):
            yield (capture,) * count + more


# The clause


def score(turn: Play, placed: Square | None, clause: Scoring, sure: bool) -> list[Problem]:
    """Score the piece on `placed` as the board stands, and take the captures; or say why it cannot be done.

    `sure`: nothing was wrong up to here. Behind a mistake, captures are held to what is true of them in any case.
    """
    if placed is None or not sure:
        named = [_names(turn, capture, f"take {at}") for at, capture in enumerate(clause.captures, start=1)]
        return [problem for problem in named if problem]
    formed = strands(turn.game.pieces, placed)
    total = points(formed)
    if formed:
        turn.emit(Counted(turn.seat, formed, total))
    best = greatest(wares(turn.game, turn.seat), total)
    taken, problems = _take(turn, clause)
    if taken <= total and (problems or taken == best):
        return problems
    key = "takes-too-little"
    if taken > total:
        key = "takes-too-much/at-least" if problems else "takes-too-much"
    return [problem_in(key, SCORE, taken=taken, most=best, score=describe_strands(formed)), *problems]


def _take(turn: Play, clause: Scoring) -> tuple[int, list[Problem]]:
    taken = 0
    problems = list[Problem]()
    for number, capture in enumerate(clause.captures, start=1):
        ware = _ware(turn, capture, f"take {number}")
        if isinstance(ware, Ware):
            taken += ware.price
            piece = Piece(ware.size, ware.colour)
            turn.emit(Captured(turn.seat, piece, ware.owner, ware.archive, ware.price))
        elif not problems or ware.slug != WHICH_COLOUR:
            # Else an earlier one, mended, may leave a single colour.
            problems.append(ware)
    return taken, problems


def _names(turn: Play, capture: Capture, about: str) -> Problem | None:
    rivals = [other for other in turn.game.still_in() if other != turn.seat]
    if capture.owner in rivals:
        owned = colours(turn.game.stocks(capture.owner, capture.archive))
        return no_colour(turn.game, capture.colour, f"{about} colour", owned, "There you find")
    hint = f"{did_you_mean(capture.owner, rivals)}You can take from {join_words(rivals, 'or')}."
    key = "no-rival"
    seat = turn.game.owners().get(capture.owner)
    if seat in rivals:
        key = "no-rival/colour"
        meant = capture.replace(colour=capture.colour or capture.owner, owner=seat)
        if possible_wares(wares(turn.game, turn.seat), meant):
            hint = f"Write {meant}."
    return problem_in(key, f"{about} owner", hint=hint, owner=capture.owner, seat=seat)


def _ware(turn: Play, capture: Capture, about: str) -> Ware | Problem:
    game = turn.game
    owner = capture.owner
    if problem := _names(turn, capture, about):
        return problem
    possible = possible_wares(wares(game, turn.seat), capture)
    if len(possible) > 1:
        named = capture.replace(colour=possible[0].colour)
        return which_colour(capture.size, [ware.colour for ware in possible], str(named), about)
    if possible:
        return possible[0]
    piece = f"{capture.size} {capture.colour}".strip()
    where = store(game, owner, capture.archive)
    hint = f"There you find {stock_words(game.stocks(owner, capture.archive))}."
    return problem_in("no-piece/capture", about, hint=hint, piece=piece, owner=owner, store=where)
