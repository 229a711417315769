"""A game played on by bots: orders one after the other.

    plays(rules, game, seed, bots)  one order after the other, until the game is over
    simulate(hosted, turns, seed)   so many turns in memory, counted
    series(folder, bots, games, …)  many games from one start, shared out among processes, and what they come to
    commit(league, slug, …)         turns really carried out by the referee

The luck of a simulation comes from its seed and never from the game's own key: nobody may try out what a game's dice
will show. Only `commit` draws from that key, and there every turn is a commit for all to see.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from statistics import quantiles
from typing import Any, Final, Generic

import msgspec

from genetess_cli.errors import MISFITS, Fault, Note, Progress, Refused, ignore_note
from genetess_cli.rules import codec, orders
from genetess_cli.rules.base import (
    PUBLIC,
    AnyOrder,
    Event,
    Game,
    Order,
    Outcome,
    Position,
    ResultView,
    Seat,
    plain,
)
from genetess_cli.rules.dice import Dice, Draw
from genetess_cli.rules.problems import Problem
from genetess_cli.rules.ruleset import AnyOutcome, AnyRuleset, Board, Ruleset, Settings
from genetess_cli.site.league.shares import interval
from genetess_cli.site.write import processes
from genetess_cli.store.league import League
from genetess_cli.store.reader import games as reading
from genetess_cli.store.records import Failed, Record, TimeOut
from genetess_cli.store.terms import Setup, Terms
from genetess_cli.store.yaml import api
from genetess_cli.turns import bots as seated
from genetess_cli.turns import referee
from genetess_cli.turns.state import GmOrder, read_state

MOST_TRIED = 1000
"""Orders that are tried for a turn that is really carried out, where nobody may be timed out for a game's amusement."""
ONE_IN_LATE = 40
"""Of so many orders one is missed, and its seat timed out."""

RANDOM = "random"
"""The bot that plays where none is named: any legal order, by luck alone."""
Bots = Mapping[str, str]
"""The bot of each seat; one that is not named plays at random."""

NOBODY: Final[Bots] = {}
"""No bot is named: all play at random."""

BATCH = 4
"""Games of a process between two looks at how far all are."""

NO_ORDER = "(no order)"
"""The verb that an entry without an order is counted under."""


class PlayedOrder(msgspec.Struct, Generic[Game, Order, Event], frozen=True):
    """An order as it was played."""

    seat: str
    # None for a missed deadline.
    order: Order | None
    before: Game
    outcome: Outcome[Game, Event]
    draws: Sequence[Draw]

    @property
    def verb(self) -> str | None:
        return self.order.verb if self.order else None


class Count(msgspec.Struct):
    """The number of times that an order was carried out, and that it failed."""

    done: int = 0
    failed: int = 0


class Summary(msgspec.Struct):
    """A summary of a simulation: how far it came, and how often each thing was."""

    game: str
    seed: str
    first: str  # the label of the first turn
    turn: str = ""  # the label of the turn that it came to
    turns: int = 0
    result: ResultView | None = None
    to_move: list[str] = []
    orders: dict[str, Count] = {}
    timed_out: int = 0
    tallies: dict[
        str, Counter[str]
    ] = {}  # what the ruleset counts, sort by sort, or in all as the one sort ""
    events: Counter[str] = msgspec.field(default_factory=Counter)  # by kind
    digest: str = ""  # the SHA-256 of the last position as state.yaml would hold it
    bots: dict[str, str] = {}  # by seat, where one was named


class Share(msgspec.Struct):
    """How many games were won by one bot, seat or start, half a game for a win shared by two."""

    games: int = 0
    won: float = 0.0
    expected: float = 0.0  # how many if all were alike
    share: float = 0.0
    low: float = 0.0  # where the share begins that the sample speaks for, with 95 % (Wilson's interval)
    high: float = 1.0


class Quartiles(msgspec.Struct):
    """The lengths that a quarter, half and three quarters of the games do not exceed."""

    quarter: float
    median: float
    three_quarters: float


class SeriesSummary(msgspec.Struct):
    """What came of many games; one that did not end was won by nobody."""

    game: str
    seed: str
    games: int
    most: int  # turns of each game
    ended: int  # games that came to an end
    turns: Quartiles
    bots: dict[str, Share]
    seats: dict[str, Share]
    starts: dict[str, Share]
    orders: dict[str, Count]
    tallies: dict[str, Counter[str]]  # as in a Summary


class SimulatedGame(msgspec.Struct):
    """One game, and what came of it."""

    # The start of each seat.
    starts: dict[str, str]
    summary: Summary


# One order after the other


def plays(
    rules: Ruleset[Settings, Board, Game, Order, Event],
    game: Game,
    seed: str,
    bots: Bots = NOBODY,
    files: Board | None = None,
    late: int = ONE_IN_LATE,
) -> Iterator[PlayedOrder[Game, Order, Event]]:
    """Yield the bots' orders from a position on, each played, until the game is over. A seed plays the same.

    Bots remember what they see from then on, where `files` of a board are given. Of `late` orders one is missed.
    """
    memories = {seat: None for seat, bot in bots.items() if files and rules.bots().named[bot].remembers}
    number = turns = failed = 0

    def remember(before: Game, events: Sequence[Event], after: Game) -> None:
        for seat, memory in memories.items():
            assert files is not None
            told = rules.tell(before, events, seat)
            memories[seat] = rules.remember(files, memory, rules.view(after, seat), told)

    remember(game, [], game)
    while to_move := rules.view(game, PUBLIC).to_move:
        # Where all order at the same time, each gets its turn to answer.
        seat = to_move[turns % len(to_move)]
        # A bot that runs into what it cannot see may do so again.
        bot = rules.bots().after(bots.get(seat, RANDOM), failed)
        luck = luck_of(seed, "order", number)
        memory = memories.get(seat)
        is_late = late and luck.number(late, "missed deadline") == 0
        # Where a time-out ends the game, few would come to another end.
        is_missed = failed == seated.MOST_TRIES or (is_late and orders.PASS.lower() in rules.timeouts)
        order = None if is_missed else bot.choose(game, seat, luck, memory)
        dice = luck_of(seed, "luck", number)
        outcome = rules.play(game, seat, order, dice)
        yield PlayedOrder(seat, order, game, outcome, dice.draws)
        failed = failed + 1 if outcome.problem else 0
        turns += not outcome.problem
        remember(game, outcome.events, outcome.game)
        number += 1
        game = outcome.game


def luck_of(seed: str, what: str, number: int) -> Dice:
    return Dice(lambda: hashlib.sha256(f"genetess simulate\0{what}\0{seed}".encode()).digest(), number)


# In memory


def simulate(
    league: League,
    game: reading.Draft | reading.Game,
    turns: int,
    seed: str,
    bots: Bots = NOBODY,
    progress: Progress | None = None,
) -> Summary:
    """Play at most so many turns from the present position, or from the start of a game that has not started.

    Raise Refused for a game that is over, InvalidFile for one that cannot start, Fault for a mistake of the program.
    """
    rules = game.ruleset
    setup = league.setup(game.terms)
    match game:
        case reading.Draft():
            setup.check(is_open=True)
            position = game.terms.begin(setup.board, luck_of(seed, "start", 0)).game
        case reading.Game():
            position = game.position
            if game.view(PUBLIC).result:
                raise Refused(f"{game.slug} is over; there is nothing left to play")
    summary = summarize(rules, game.slug, seed, bots)
    summary.first = summary.turn = rules.view(position, PUBLIC).turn
    return _with_digest(summary, play_on(setup, summary, position, turns, progress=progress))


def play_on(
    setup: Setup,
    summary: Summary,
    game: Position,
    turns: int,
    late: int = ONE_IN_LATE,
    progress: Progress | None = None,
) -> Position:
    """Play at most so many turns and count them; return the last position. Raise Fault for a mistake of the program."""
    rules = setup.ruleset
    try:
        for played in plays(rules, game, summary.seed, summary.bots, setup.board, late):
            game = played.outcome.game
            count_order(summary, rules, played.verb, played.outcome)
            if progress:
                progress(summary.turns, turns)
            if summary.turns == turns:
                break
    except MISFITS as error:
        raise _mistake(f"{type(error).__name__}: {str(error)[:200]}", summary) from error
    return game


def _mistake(what: str, summary: Summary) -> Fault:
    bots = f" --bots {','.join(summary.bots.values())}" if summary.bots else ""
    return Fault(
        f"{summary.game} {summary.turn or '0'}, turn {summary.turns + 1} of the simulation: {what}\n"
        f"Unless somebody edited a file of the game, this is a mistake in genetess. It comes with --seed {summary.seed}"
        f"{bots}.\nPlease report it together with the folder games/{summary.game} as it is now."
    )


def count_order(summary: Summary, rules: AnyRuleset, verb: str | None, outcome: AnyOutcome) -> None:
    view = rules.view(outcome.game, PUBLIC)
    summary.turn = view.turn
    summary.result = view.result
    summary.to_move = view.to_move
    summary.turns += bool(outcome.events) and not outcome.problem
    if verb is None:
        summary.timed_out += 1
    else:
        count = summary.orders.setdefault(verb, Count())
        count.failed += bool(outcome.problem)
        count.done += not outcome.problem
    for event in outcome.events:
        summary.events[plain(event)["kind"]] += 1
        for what, sort in rules.bots().tally(event):
            summary.tallies[what][sort] += 1


def summarize(rules: AnyRuleset, slug: str, seed: str, bots: Bots) -> Summary:
    tallies: dict[str, Counter[str]] = {}
    for what, in_sorts in rules.bots().tallies.items():
        tallies[what] = Counter() if in_sorts else Counter({"": 0})
    return Summary(slug, seed, "", tallies=tallies, bots=dict(bots))


def _in_order(summary: Summary) -> Summary:
    """Return a summary with its counts in the order of the names that they are of: S2 before S10."""
    summary.orders = dict(sorted(summary.orders.items()))
    summary.events = Counter(dict(sorted(summary.events.items())))
    for what, counts in summary.tallies.items():
        by_name = sorted(counts.items(), key=lambda item: (len(item[0]), item[0]))
        summary.tallies[what] = Counter(dict(by_name))
    return summary


def document(result: Summary | SeriesSummary) -> dict[str, Any]:
    """Return a summary or a series as plain data, tallies each by its own name."""
    fields: dict[str, Any] = msgspec.to_builtins(result)
    return fields | {what: counts.get("", counts) for what, counts in fields.pop("tallies").items()}


def _with_digest(summary: Summary, game: Position) -> Summary:
    summary.digest = hashlib.sha256(api.dump(codec.dump(game)).encode()).hexdigest()
    return _in_order(summary)


# Many games from one start


def series(
    setup: Setup,
    bots: Sequence[str],
    games: int,
    turns: int,
    seed: str,
    progress: Progress | None,
) -> SeriesSummary:
    """Play so many games from the start, each of at most so many turns.

    Raise InvalidFile for a game that cannot start.
    """
    setup.check(is_open=True)
    workers = processes.available()
    played: list[SimulatedGame] = []
    while len(played) < games:
        size = min(games - len(played), workers * BATCH)
        play = partial(_play, setup, bots, turns, seed, len(played))
        played += processes.share(play, size, workers)
        if progress:
            progress(len(played), games)
    return _sum_up(setup.terms, played, turns, seed)


def _play(setup: Setup, bots: Sequence[str], turns: int, seed: str, first: int, part: int) -> SimulatedGame:
    terms = setup.terms
    number = first + part
    seats = _moved(terms.seats, number // len(bots))
    given = {seat.name: bots[(place + number) % len(bots)] for place, seat in enumerate(seats)}
    luck = f"{seed} {number}"
    summary = summarize(terms.ruleset, terms.slug, luck, given)
    dice = luck_of(luck, "start", 0)
    game = terms.ruleset.new(terms.settings, setup.board, seats, dice).game
    play_on(setup, summary, game, turns, late=0)
    return SimulatedGame({seat.name: seat.start for seat in seats if seat.start}, summary)


def _moved(seats: Sequence[Seat], by: int) -> list[Seat]:
    """Return the seats, each with the start of another where all have one."""
    starts = [seat.start for seat in seats]
    if not all(starts):
        return list(seats)
    return [seat.replace(start=starts[(place + by) % len(seats)]) for place, seat in enumerate(seats)]


def _sum_up(terms: Terms, played: Sequence[SimulatedGame], most: int, seed: str) -> SeriesSummary:
    lengths = [float(game.summary.turns) for game in played]
    total = summarize(terms.ruleset, terms.slug, seed, {})
    for game in played:
        for verb, count in game.summary.orders.items():
            sum_of = total.orders.setdefault(verb, Count())
            sum_of.done += count.done
            sum_of.failed += count.failed
        for what, counts in game.summary.tallies.items():
            total.tallies[what].update(counts)
    total = _in_order(total)
    quarters = lengths * 3
    if len(lengths) > 1:
        quarters = quantiles(lengths, n=4, method="inclusive")
    return SeriesSummary(
        game=terms.slug,
        seed=seed,
        games=len(played),
        most=most,
        ended=sum(game.summary.result is not None for game in played),
        turns=Quartiles(*quarters),
        bots=_shares(played, lambda game: game.summary.bots),
        seats=_shares(played, lambda game: {seat: seat for seat in game.summary.bots}),
        starts=_shares(played, lambda game: game.starts),
        orders=total.orders,
        tallies=total.tallies,
    )


def _shares(
    played: Sequence[SimulatedGame], of: Callable[[SimulatedGame], Mapping[str, str]]
) -> dict[str, Share]:
    """Return the share of each bot, seat or start: `of` gives by seat what each seat of a game counts for."""
    shares: dict[str, Share] = {}
    for game in played:
        counted = of(game)
        result = game.summary.result
        for name in sorted(set(counted.values())):
            share = shares.setdefault(name, Share())
            share.games += 1
            share.expected += sum(other == name for other in counted.values()) / len(game.summary.bots)
        winners = result.winners if result else []
        for seat in winners:
            if seat in counted:
                shares[counted[seat]].won += 1 / len(winners)
    for share in shares.values():
        share.expected /= share.games
        share.share = share.won / share.games
        share.low, share.high = interval(share.won, share.games)
    return dict(sorted(shares.items()))


# Really carried out


def commit(
    league: League,
    slug: str,
    turns: int,
    seed: str,
    now: int,
    bots: Bots = NOBODY,
    note: Note = ignore_note,
    progress: Progress | None = None,
) -> Summary:
    """Play at most so many turns with orders of bots that the referee carries out, a commit each, with the game's dice.

    What else is due after an order is carried out and counted as well. Raise Refused for a game that has not started,
    is over, or in which all order at the same time, Fault where no order can be carried out, and what `resolve` raises.
    """
    state = read_state(league.now(), slug)
    rules = state.ruleset
    number = 0
    if state.file.bots:
        raise Refused(
            f"{slug} has bots, which play by themselves in `genetess tick`; simulate it without --commit"
        )
    summary = summarize(rules, slug, seed, bots)
    while summary.turns < turns and not summary.result:
        if state.clock.is_over:
            raise Refused(f"{slug} is over; there is nothing left to play")
        if state.clock.together:
            raise Refused(f"{slug}: all players order at the same time now; simulate it without --commit")
        seat = state.clock.to_move[0]
        turn = state.clock.turn
        summary.first = summary.first or turn
        summary.turn = turn
        order, number = _good_order(rules, state.game, seat, summary, number)
        records = referee.resolve(league, slug, now, GmOrder(str(order), seat, turn), note=note)
        state = read_state(league.now(), slug)
        for record in records:
            events = [codec.event(rules, data) for data in record.events]
            problem = Problem("failed", "") if isinstance(record, Failed) else None
            count_order(summary, rules, _verb(rules, record), AnyOutcome(state.game, events, problem))
        if progress:
            progress(summary.turns, turns)
    return _with_digest(summary, state.game)


def _good_order(
    rules: AnyRuleset, game: Position, seat: str, summary: Summary, number: int
) -> tuple[AnyOrder, int]:
    """Return an order that will not fail, and the number of the next guess. Raise Fault where none is found."""
    for guess in range(number, number + MOST_TRIED):
        bot = summary.bots.get(seat, RANDOM) if guess == number else RANDOM
        order = rules.bots().named[bot].choose(game, seat, luck_of(summary.seed, "order", guess), None)
        # Only whether it fails is asked here, and that does not hang on the luck.
        outcome = rules.play(game, seat, order, luck_of(summary.seed, "luck", guess))
        if not outcome.problem:
            return order, guess + 1
        summary.orders.setdefault(order.verb, Count()).failed += 1
    raise _mistake(f"none of {MOST_TRIED} orders of {seat} could be carried out", summary)


def _verb(rules: AnyRuleset, record: Record) -> str | None:
    """Return the verb of a record's order, NO_ORDER where nobody could read one, None for a missed deadline."""
    if isinstance(record, TimeOut):
        return None
    entries = orders.entries(record.order or "")
    order = rules.parse(entries[0]).order if entries else None
    return str(order.verb) if order else NO_ORDER
