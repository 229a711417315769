"""What a ruleset may offer beside the names of `Ruleset`, each with a default for those that do not.

Their modules `bots.py` and `offering.py` are imported only where something of them is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from genetess_cli.rules import load
from genetess_cli.rules.base import Muster, Order, Outcome, Ruleset, Told
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.orders import Entry, entries
from genetess_cli.rules.problems import Problem

_BOTS, _OFFERING = "bots", "offering"
MOST_BUTTONS = 100
"""Orders that have a button each where a ruleset has no picker."""


Part = TypeVar("Part")


def _own(rules: Ruleset, name: str, default: Part, module: str = "") -> Part:
    part: Part = getattr(load("rules", rules.NAME, module) if module else rules, name, default)
    return part


# Orders


def outside(rules: Ruleset, board: Any, order: Any) -> Problem | None:
    """Return what is wrong with a square of an order that no game on this board has: no turn can make it right."""
    return _own(rules, "outside", lambda *_: None)(board, order)


def muster(rules: Ruleset, game: Any, seat: str, queue: Sequence[Entry]) -> Muster:
    """Return what a seat's whole queue says in a phase in which all order at the same time (`View.together`)."""
    return _own(rules, "muster", lambda *_: Muster())(game, seat, queue)


# The position


def unsound(rules: Ruleset, game: Any) -> Iterable[str]:
    """Return what cannot be in a position, wherever it comes from: a saved one is refused for it."""
    return _own(rules, "unsound", lambda _: ())(game)


# The end


def available(rules: Ruleset, settings: Any, seats: int) -> int:
    """Return the most points that one of so many players could have at the end; 1 by default."""
    return _own(rules, "available", lambda *_: 1)(settings, seats)


def end(rules: Ruleset, game: Any, reason: str, draw: bool = False) -> Outcome:
    """End the game by the GM's word, for a reason that reads on from `the game is over,`.

    The winners are found as at any end; with `draw`, all still in share the win. By default there is a problem.
    """
    return _own(rules, "end", lambda *_: _refuse(game, "ended before its time"))(game, reason, draw)


def drop(rules: Ruleset, game: Any, seat: str, dice: Dice) -> Outcome:
    """Take a seat out whose player has left, so that it has no more turns and nobody scores for that.

    What it leaves behind belongs to nobody; if it was to move, the next turn begins. `problem` is set, and nothing
    happens, where the seat has no turns any more or the game is in no state for it, and by default.
    """
    return _own(rules, "drop", lambda *_: _refuse(game, "played on without a player"))(game, seat, dice)


def _refuse(game: Any, what: str) -> Outcome:
    problem = Problem("unknown", f"This game cannot be {what}.")
    return Outcome(game, [], problem, problem)


def award(rules: Ruleset, outcome: Outcome, left: Collection[str]) -> Outcome:
    """Take the win from the seats of `left`, where the outcome is the end of the game (ruling G42).

    By default the board alone decides who has won.
    """
    return _own(rules, "award", lambda *_: outcome)(outcome, left)


def award_present(outcome: Outcome, left: Collection[str], best: Callable[[], tuple[str, ...]]) -> Outcome:
    """Take the win from the seats of `left`; where nobody else has won either, `best` tells who has.

    The event of the end and the result of the position both have a field `winners`.
    """
    result = outcome.game.result
    if result is None or not set(left).intersection(result.winners):
        return outcome
    winners = tuple(seat for seat in result.winners if seat not in left) or best()
    events = [
        replace(event, winners=winners) if hasattr(event, "winners") else event for event in outcome.events
    ]
    game = replace(outcome.game, result=replace(result, winners=winners))
    return replace(outcome, game=game, events=events)


# Offers to players


def seats(rules: Ruleset) -> Sequence[str]:
    """Return two seats such as a game may have, to name in examples."""
    return _own(rules, "SEATS", ("red", "green"), _OFFERING)


def examples(rules: Ruleset) -> Sequence[str]:
    """Return orders such as players write, one with a star, for the note beside the order files."""
    return _own(rules, "EXAMPLES", (), _OFFERING)


def example(rules: Ruleset, game: Any, seat: str, memory: Any = None) -> str:
    """Return an order that shows the seat how one is written, such as it may give as far as it knows and remembers.

    As if it were its turn; where it may give none, an order all the same.
    """
    own: Callable[..., str] = _own(
        rules, "example", lambda *_: next(iter(rules.legal(game, seat)), ""), _OFFERING
    )
    return own(game, seat, memory)


def offers(rules: Ruleset, game: Any, seat: str, memory: Any = None) -> dict[str, Any]:
    """Return what the seat may order, as far as it knows and remembers, as data for the ruleset's picker of orders.

    `plain`, which may be missing, are whole orders that a button of their own gives, and `never` says by verb why
    the seat can order that no more, or in this game never. By default there is a button for each legal order.
    """
    own: Callable[..., dict[str, Any]] = _own(
        rules, "offers", lambda *_: _buttons(rules, game, seat), _OFFERING
    )
    return own(game, seat, memory)


def alarms(rules: Ruleset, view: Any) -> Sequence[str]:
    """Return what a seat should heed in its view, by the words that `when` of its hints names; none by default."""
    return _own(rules, "alarms", lambda _: (), _OFFERING)(view)


def _buttons(rules: Ruleset, game: Any, seat: str) -> dict[str, Any]:
    orders = rules.legal(game, seat)[:MOST_BUTTONS]
    return {"plain": orders} if orders else {}


# Bots


Bot = Callable[[Any, str, Dice, Any], Order]
"""It chooses an order: of the position what its seat knows alone, the seat, luck, what the seat remembers."""


def bots(rules: Ruleset) -> Sequence[str]:
    """Return the names of the bots that can play a seat, the weakest first."""
    return tuple(_bots(rules))


def choose(rules: Ruleset, bot: str, game: Any, seat: str, dice: Dice, memory: Any = None) -> Order:
    """Return the order that a bot gives for a seat, of what the seat knows of the position and remembers of others.

    In a phase in which all order at the same time it is all that the seat orders. Raise KeyError for no bot.
    """
    return _bots(rules)[bot](game, seat, dice, memory)


def remember(rules: Ruleset, files: Any, memory: Any, view: Any, told: Sequence[Told]) -> Any:
    """Return what a seat remembers after a turn, of the view that it was shown then and what it was told.

    `files` are the board's, of which the public part is used; `memory` is that before the turn, None at first, when
    nothing was told. By default it is None: nothing is hidden, or bots know what they see.
    """
    return _own(rules, "remember", lambda *_: None, _BOTS)(files, memory, view, told)


def remembers(rules: Ruleset, bot: str) -> bool:
    """Return whether a bot chooses by its memory too; no other needs one."""
    return bot in _own(rules, "REMEMBERING", (), _BOTS)


def _bots(rules: Ruleset) -> Mapping[str, Bot]:
    default: Mapping[str, Bot] = {"random": lambda game, seat, dice, _: _draw(rules, game, seat, dice)}
    return _own(rules, "BOTS", default, _BOTS)


def _draw(rules: Ruleset, game: Any, seat: str, dice: Dice) -> Order:
    order: Order = rules.parse(entries(dice.choice(rules.legal(game, seat), "guess"))[0]).order
    return order


# Simulation


def tallies(rules: Ruleset) -> Mapping[str, bool]:
    """Return what a simulation counts, by one word each, and whether in several sorts, such as each bonus."""
    return _own(rules, "TALLIES", {}, _BOTS)


def tally(rules: Ruleset, event: Any) -> Iterable[tuple[str, str]]:
    """Return what of `tallies` an event counts as, once for each time, with the sort of it or ""."""
    return _own(rules, "tally", lambda _: (), _BOTS)(event)
