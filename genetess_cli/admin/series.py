"""Many games of bots from one start, in memory: who wins how often, from where, in how many turns, and by what.

    series(folder, bots, games, turns, seed)    the games, shared out among processes, and what they come to

Bots change seats from game to game, and seats starts, so each bot plays from each. Luck comes from the seed alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import sqrt
from statistics import quantiles
from typing import Final

import msgspec
from msgspec.structs import replace

from genetess_cli.admin import simulate
from genetess_cli.admin.simulate import Count, Summary
from genetess_cli.errors import Progress
from genetess_cli.rules.base import Seat
from genetess_cli.site.output import processes
from genetess_cli.store.game import GameFolder

SURE: Final = 1.96
"""Standard deviations that 95 of 100 samples are within."""
BATCH: Final = 4
"""Games of a process between two looks at how far all are."""


class Share(msgspec.Struct):
    """How many of `games` were won, half a game for a win shared by two; `expected` of all if all were alike.

    `low` and `high` bound the share that the sample speaks for, with 95 % (Wilson's interval).
    """

    games: int = 0
    won: float = 0.0
    expected: float = 0.0
    share: float = 0.0
    low: float = 0.0
    high: float = 1.0


class Quartiles(msgspec.Struct):
    """The lengths that a quarter, half and three quarters of the games do not exceed."""

    quarter: float
    median: float
    three_quarters: float


class Series(msgspec.Struct):
    """What came of games of at most `most` turns each: `ended` came to an end, in so many `turns`.

    A game that did not end was won by nobody. `orders`, `tallies` and `sorts` count as in a Summary.
    """

    game: str
    seed: str
    games: int
    most: int
    ended: int
    turns: Quartiles
    bots: dict[str, Share]
    seats: dict[str, Share]
    starts: dict[str, Share]
    orders: dict[str, Count]
    tallies: Counter[str]
    sorts: dict[str, Counter[str]]


class Played(msgspec.Struct):
    """One game: the bot and the start of each seat, and what came of it."""

    bots: dict[str, str]
    starts: dict[str, str]
    summary: Summary


def series(
    folder: GameFolder,
    bots: Sequence[str],
    games: int,
    turns: int,
    seed: str,
    progress: Progress | None = None,
) -> Series:
    """Play so many games from the start, each of at most so many turns.

    Raise InvalidFile for a game that cannot start.
    """
    folder.setup.check(is_open=True)
    workers, played = processes.available(), list[Played]()
    while len(played) < games:
        first, size = len(played), min(games - len(played), workers * BATCH)
        play = partial(_play, folder, bots, turns, seed, first)
        played += processes.share(play, size, workers)
        if progress:
            progress(len(played), games)
    return _sum_up(folder, played, turns, seed)


def _play(folder: GameFolder, bots: Sequence[str], turns: int, seed: str, first: int, part: int) -> Played:
    setup, rules, number = folder.setup, folder.ruleset, first + part
    seats = _moved(setup.seats, number // len(bots))
    given = {seat.name: bots[(place + number) % len(bots)] for place, seat in enumerate(seats)}
    luck = f"{seed} {number}"
    summary = simulate.summarize(rules, folder.slug, luck, given)
    game = rules.new(setup.settings, setup.board, seats, simulate.luck_of(luck, "start", 0)).game
    simulate.play_on(folder, summary, game, turns, late=0)
    return Played(given, {seat.name: seat.start for seat in seats if seat.start}, summary)


def _moved(seats: Sequence[Seat], by: int) -> list[Seat]:
    """Return the seats, each with the start of another where all have one."""
    starts = [seat.start for seat in seats]
    if not all(starts):
        return list(seats)
    return [replace(seat, start=starts[(place + by) % len(seats)]) for place, seat in enumerate(seats)]


def _sum_up(folder: GameFolder, played: Sequence[Played], most: int, seed: str) -> Series:
    lengths = [float(game.summary.turns) for game in played]
    total = simulate.summarize(folder.ruleset, folder.slug, seed, {})
    for game in played:
        for verb, count in game.summary.orders.items():
            sum_of = total.orders.setdefault(verb, Count())
            sum_of.done, sum_of.failed = sum_of.done + count.done, sum_of.failed + count.failed
        total.tallies.update(game.summary.tallies)
        for what, counts in game.summary.sorts.items():
            total.sorts[what].update(counts)
    return Series(
        game=folder.slug,
        seed=seed,
        games=len(played),
        most=most,
        ended=sum(game.summary.result is not None for game in played),
        turns=Quartiles(*(quantiles(lengths, n=4, method="inclusive") if len(lengths) > 1 else lengths * 3)),
        bots=_shares(played, lambda game: game.bots),
        seats=_shares(played, lambda game: {seat: seat for seat in game.bots}),
        starts=_shares(played, lambda game: game.starts),
        orders=dict(sorted(total.orders.items())),
        tallies=total.tallies,
        sorts={what: simulate.sort_counts(counts) for what, counts in total.sorts.items()},
    )


def _shares(played: Sequence[Played], of: Callable[[Played], Mapping[str, str]]) -> dict[str, Share]:
    """Return the share of each bot, seat or start: `of` gives by seat what each seat of a game counts for."""
    shares: dict[str, Share] = {}
    for game in played:
        counted, result = of(game), game.summary.result
        for name in sorted(set(counted.values())):
            share = shares.setdefault(name, Share())
            share.games += 1
            share.expected += sum(other == name for other in counted.values()) / len(game.bots)
        for seat in result.winners if result else []:
            if seat in counted:
                shares[counted[seat]].won += 1 / len(result.winners) if result else 0
    return dict(_bounded(shares))


def _bounded(shares: Mapping[str, Share]) -> Iterator[tuple[str, Share]]:
    for name, share in sorted(shares.items()):
        low, high = interval(share.won, share.games)
        part = share.won / share.games
        yield name, replace(share, expected=share.expected / share.games, share=part, low=low, high=high)


def interval(won: float, games: int) -> tuple[float, float]:
    """Return what Wilson's interval says of a share, with 95 %."""
    part, square = won / games, SURE * SURE / games
    middle = part + square / 2
    spread = SURE * sqrt(part * (1 - part) / games + square / games / 4)
    return max(0.0, (middle - spread) / (1 + square)), min(1.0, (middle + spread) / (1 + square))
