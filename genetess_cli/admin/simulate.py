"""A game played on by bots: orders one after the other.

    plays(rules, game, seed, bots)  one order after the other, until the game is over
    simulate(hosted, turns, seed)   so many turns in memory, counted
    commit(league, slug, …)         the same really carried out by the referee

The luck of a simulation comes from its seed and never from the game's own key: nobody may try out what a game's dice
will show. Only `commit` draws from that key, and there every turn is a commit for all to see.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from genetess_cli.errors import MISFITS, Fault, Note, Progress, Refused
from genetess_cli.rules import codec, extras, orders
from genetess_cli.rules.base import PUBLIC, Outcome, ResultView, Ruleset, plain
from genetess_cli.rules.dice import Dice, Draw
from genetess_cli.rules.problems import Problem
from genetess_cli.store.game import GameFolder
from genetess_cli.store.league import League
from genetess_cli.store.schema import RecordFile
from genetess_cli.store.yaml import api
from genetess_cli.turns import bots as seated
from genetess_cli.turns import referee
from genetess_cli.turns.referee import Keys
from genetess_cli.turns.state import GmOrder, ignore_note

MOST_TRIED: Final = 1000
"""Orders that are tried for a turn that is really carried out, where nobody may be timed out for a game's amusement."""
ONE_IN_LATE: Final = 40
"""Of so many orders one is missed, and its seat timed out."""

RANDOM: Final = "random"
"""The bot that plays where none is named: any legal order, by luck alone."""
Bots = Mapping[str, str]
"""The bot of each seat; one that is not named plays at random."""

NOBODY: Final[Bots] = {}
"""No bot is named: all play at random."""

NO_ORDER: Final = "(no order)"
"""The verb that an entry without an order is counted under."""


class Played(msgspec.Struct, frozen=True):
    """An order (None: a missed deadline) as it was played, with the position before it and what was drawn."""

    seat: str
    order: Any
    before: Any
    outcome: Outcome
    draws: Sequence[Draw]


class Count(msgspec.Struct):
    """The number of times that an order was carried out, and that it failed."""

    done: int = 0
    failed: int = 0


class Summary(msgspec.Struct):
    """A summary of a simulation: labels of the `first` turn and of the `turn` it came to, and how often each thing was.

    `bots` has the seats for which a bot was named, `events` counts by kind. `tallies` and `sorts` count what the
    ruleset says, in all and sort by sort.
    `digest` is the SHA-256 of the last position as state.yaml would hold it: equal digests are equal positions.
    """

    game: str
    seed: str
    first: str
    turn: str = ""
    turns: int = 0
    result: ResultView | None = None
    to_move: list[str] = []
    orders: dict[str, Count] = {}
    timed_out: int = 0
    tallies: Counter[str] = msgspec.field(default_factory=Counter)
    sorts: dict[str, Counter[str]] = {}
    events: Counter[str] = msgspec.field(default_factory=Counter)
    digest: str = ""
    bots: dict[str, str] = {}


# One order after the other


def plays(
    rules: Ruleset, game: Any, seed: str, bots: Bots = NOBODY, files: Any = None, late: int = ONE_IN_LATE
) -> Iterator[Played]:
    """Yield the bots' orders from a position on, each played, until the game is over. A seed plays the same.

    Bots remember what they see from then on, where `files` of a board are given. Of `late` orders one is missed.
    """
    memories = {seat: None for seat, bot in bots.items() if files and extras.remembers(rules, bot)}
    number = turns = failed = 0
    _remember(rules, files, memories, game, [], game)
    while to_move := rules.view(game, PUBLIC).to_move:
        # Where all order at the same time, each gets its turn to answer.
        seat = to_move[turns % len(to_move)]
        # A bot that runs into what it cannot see may do so again.
        bot = seated.after(rules, bots.get(seat, RANDOM), failed)
        luck, memory = luck_of(seed, "order", number), memories.get(seat)
        order = None if failed == seated.MOST_TRIES else _order(rules, game, seat, bot, luck, memory, late)
        dice = luck_of(seed, "luck", number)
        outcome = rules.play(game, seat, order, dice)
        yield Played(seat, order, game, outcome, dice.draws)
        failed = failed + 1 if outcome.problem else 0
        turns += not outcome.problem
        _remember(rules, files, memories, game, outcome.events, outcome.game)
        number, game = number + 1, outcome.game


def _remember(
    rules: Ruleset, files: Any, memories: dict[str, Any], before: Any, events: Sequence[Any], after: Any
) -> None:
    for seat, memory in memories.items():
        told = rules.tell(before, events, seat)
        memories[seat] = extras.remember(rules, files, memory, rules.view(after, seat), told)


def _order(rules: Ruleset, game: Any, seat: str, bot: str, dice: Dice, memory: Any, late: int) -> Any:
    is_late = late and dice.number(late, "missed deadline") == 0
    # Where a time-out ends the game, few would come to another end.
    is_missed = is_late and orders.PASS.lower() in rules.TIMEOUTS
    return None if is_missed else extras.choose(rules, bot, game, seat, dice, memory)


def luck_of(seed: str, what: str, number: int) -> Dice:
    return Dice(lambda: hashlib.sha256(f"genetess simulate\0{what}\0{seed}".encode()).digest(), number)


# In memory


def simulate(
    folder: GameFolder, turns: int, seed: str, bots: Bots = NOBODY, progress: Progress | None = None
) -> Summary:
    """Play at most so many turns from the present position, or from the start of a game that has not started.

    Raise Refused for a game that is over, InvalidFile for one that cannot start, Fault for a mistake of the program.
    """
    rules, game = folder.ruleset, folder.game
    if game is None:
        folder.check()
        game = folder.setup.begin(luck_of(seed, "start", 0)).game
    elif rules.view(game, PUBLIC).result:
        raise Refused(f"{folder.slug} is over; there is nothing left to play")
    summary = summarize(rules, folder.slug, seed, bots)
    summary.first = summary.turn = rules.view(game, PUBLIC).turn
    return _with_digest(summary, rules, play_on(folder, summary, game, turns, progress=progress))


def play_on(
    folder: GameFolder,
    summary: Summary,
    game: Any,
    turns: int,
    late: int = ONE_IN_LATE,
    progress: Progress | None = None,
) -> Any:
    """Play at most so many turns and count them; return the last position. Raise Fault for a mistake of the program."""
    rules = folder.ruleset
    try:
        for played in plays(rules, game, summary.seed, summary.bots, folder.setup.board, late):
            game = played.outcome.game
            count_order(summary, rules, played.order and played.order.verb, played.outcome)
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


def count_order(summary: Summary, rules: Ruleset, verb: str | None, outcome: Outcome) -> None:
    """Add what came of an order, or (None) of a missed deadline."""
    view = rules.view(outcome.game, PUBLIC)
    summary.turn, summary.result, summary.to_move = view.turn, view.result, view.to_move
    summary.turns += bool(outcome.events) and not outcome.problem
    if verb is None:
        summary.timed_out += 1
    else:
        count = summary.orders.setdefault(verb, Count())
        count.failed += bool(outcome.problem)
        count.done += not outcome.problem
    for event in outcome.events:
        summary.events[plain(event)["kind"]] += 1
        for what, sort in extras.tally(rules, event):
            counts = summary.sorts[what] if sort else summary.tallies
            counts[sort or what] += 1


def summarize(rules: Ruleset, slug: str, seed: str, bots: Bots) -> Summary:
    tallies = Counter({what: 0 for what, sorted_out in extras.tallies(rules).items() if not sorted_out})
    sorts: dict[str, Counter[str]] = {
        what: Counter() for what in extras.tallies(rules) if what not in tallies
    }
    return Summary(slug, seed, "", tallies=tallies, sorts=sorts, bots=dict(bots))


def sort_counts(counts: Counter[str]) -> Counter[str]:
    """Return counts in the order of the names that they are of: S2 before S10."""
    return Counter(dict(sorted(counts.items(), key=lambda item: (len(item[0]), item[0]))))


def document(result: Any) -> dict[str, Any]:
    """Return a summary or a series as plain data, tallies and sorts each by its own name."""
    fields: dict[str, Any] = msgspec.to_builtins(result)
    tallies, sorts = fields.pop("tallies"), fields.pop("sorts")
    return {**fields, **tallies, **sorts}


def _with_digest(summary: Summary, rules: Ruleset, game: Any) -> Summary:
    summary.digest = hashlib.sha256(api.dump(codec.dump(game)).encode()).hexdigest()
    summary.orders = dict(sorted(summary.orders.items()))
    summary.events = Counter(dict(sorted(summary.events.items())))
    for what, counts in summary.sorts.items():
        summary.sorts[what] = sort_counts(counts)
    return summary


# Really carried out


def commit(
    league: League,
    slug: str,
    turns: int,
    seed: str,
    now: int,
    keys: Keys,
    bots: Bots = NOBODY,
    note: Note = ignore_note,
    progress: Progress | None = None,
) -> Summary:
    """Play at most so many turns with orders of bots that the referee carries out, a commit each, with the game's dice.

    What else is due after an order is carried out and counted as well. Raise Refused for a game that has not started,
    is over, or in which all order at the same time, Fault where no order can be carried out, and what `resolve` raises.
    """
    folder = GameFolder(league, slug)
    rules, number = folder.ruleset, 0
    if folder.file.bots:
        raise Refused(
            f"{slug} has bots, which play by themselves in `genetess tick`; simulate it without --commit"
        )
    summary = summarize(rules, slug, seed, bots)
    while summary.turns < turns and not summary.result:
        folder = GameFolder(league, slug)
        seat, turn = _to_move(folder)
        summary.first = summary.first or turn
        summary.turn = turn
        order, number = _good_order(folder, seat, summary, number)
        records = referee.resolve(league, slug, now, keys, GmOrder(str(order), seat, turn), note=note)
        game = GameFolder(league, slug).game
        for record in records:
            events = [codec.event(rules, data) for data in record.events]
            problem = Problem("failed", str(record.reason)) if record.outcome == "failed" else None
            count_order(summary, rules, _verb(rules, record), Outcome(game, events, problem))
        if progress:
            progress(summary.turns, turns)
    return _with_digest(summary, rules, GameFolder(league, slug).game)


def _to_move(folder: GameFolder) -> tuple[str, str]:
    """Return whose order is awaited alone, and the turn. Raise Refused."""
    if folder.clock is None:
        raise Refused(f"{folder.slug} has not started yet; start it with `genetess start {folder.slug}`")
    if folder.clock.phase == "finished":
        raise Refused(f"{folder.slug} is over; there is nothing left to play")
    if folder.clock.together:
        raise Refused(f"{folder.slug}: all players order at the same time now; simulate it without --commit")
    return folder.clock.to_move[0], folder.clock.turn


def _good_order(folder: GameFolder, seat: str, summary: Summary, number: int) -> tuple[Any, int]:
    """Return an order that will not fail, and the number of the next guess. Raise Fault where none is found."""
    rules = folder.ruleset
    for guess in range(number, number + MOST_TRIED):
        bot = summary.bots.get(seat, RANDOM) if guess == number else RANDOM
        order = extras.choose(rules, bot, folder.game, seat, luck_of(summary.seed, "order", guess))
        # Only whether it fails is asked here, and that does not hang on the luck.
        outcome = rules.play(folder.game, seat, order, luck_of(summary.seed, "luck", guess))
        if not outcome.problem:
            return order, guess + 1
        summary.orders.setdefault(order.verb, Count()).failed += 1
    raise _mistake(f"none of {MOST_TRIED} orders of {seat} could be carried out", summary)


def _verb(rules: Ruleset, record: RecordFile) -> str | None:
    """Return the verb of a record's order, NO_ORDER where nobody could read one, None for a missed deadline."""
    if record.outcome == "timed out":
        return None
    entries = orders.entries(record.order or "")
    order = rules.parse(entries[0]).order if entries else None
    return str(order.verb) if order else NO_ORDER
