"""What a refused order could have been: a whole order that would do, and leaves as much as it can as it was."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from msgspec.structs import replace

from genetess_cli.problems import Problem
from genetess_cli.rules.board import Square
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.dna import strands
from genetess_cli.rules.dna.events import Counted
from genetess_cli.rules.dna.game import Game
from genetess_cli.rules.dna.mutating import MUTATES_TOO_LITTLE, MUTATES_TOO_MUCH, mutate
from genetess_cli.rules.dna.order import Clause, Mutation, Order, Scoring
from genetess_cli.rules.dna.placing import place
from genetess_cli.rules.dna.plans import continued
from genetess_cli.rules.dna.playing import Play
from genetess_cli.rules.dna.scoring import TAKES_TOO_LITTLE, TAKES_TOO_MUCH, score

MOST_TRIED = 30
"""Ways of the earlier clause that are tried, to find one that leaves the later clause as it is."""

_TELL_SCORE = {TAKES_TOO_LITTLE, TAKES_TOO_MUCH}
_AMOUNTS = {MUTATES_TOO_LITTLE, MUTATES_TOO_MUCH, *_TELL_SCORE}


def advised(game: Game, seat: str, order: Order, found: Sequence[Problem]) -> list[Problem]:
    """Mistakes of an order, the last with a whole order that would do where some come of too much or too little.

    What the strands of that one score is told where no mistake tells it.
    """
    slugs = {problem.slug for problem in found}
    whole = mended(game, seat, order) if slugs & _AMOUNTS else None
    if whole is None:
        return [*found]
    lines = [found[-1].hint] if found[-1].hint else []
    lines.append(f"This whole order would do: {whole}")
    if not slugs & _TELL_SCORE:
        lines += _scores(game, seat, whole)
    return [*found[:-1], replace(found[-1], hint="\n".join(lines))]


def mended(game: Game, seat: str, order: Order) -> Order | None:
    """A whole order that can be carried out, with the placing of one that is refused; None where that is wrong.

    Of its clauses, steps and captures it keeps what can stay, one after the other.
    """
    turn = Play(game, seat, Dice(bytes, 0))
    if place(turn, order):
        return None
    found = [_whole(turn.game, seat, order.at, *clauses) for clauses in _sequences(order)]
    _, clauses = max(found, key=lambda each: each[0])
    return replace(order, clauses=clauses)


def _sequences(order: Order) -> list[tuple[Clause, Clause]]:
    """What is to come first and what then; scoring alone may be meant for either place."""
    first, then = order.in_turn()
    free = len(order.clauses) == 1 and isinstance(order.clauses[0], Scoring)
    return [(first, then), (then, first)] if free else [(first, then)]


def _whole(game: Game, seat: str, at: Square, first: Clause, then: Clause) -> tuple[int, tuple[Clause, ...]]:
    """Both clauses as they would do, and how many of their parts stay."""
    kept = _kept(game, seat, at, first)
    ways = islice(continued(game, seat, at, kept), MOST_TRIED if then.parts else 1)
    tried = [(earlier, after, _kept(after, seat, at, then)) for earlier, after in ways]
    earlier, after, later = max(tried, key=lambda each: len(each[2].parts))
    whole, _ = next(continued(after, seat, at, later))
    empty_too = isinstance(earlier, Scoring)  # left out, either of them would be judged in another place
    clauses = tuple(clause for clause in (earlier, whole) if clause.parts or empty_too)
    return len(kept.parts) + len(later.parts), clauses


def _kept(game: Game, seat: str, at: Square, clause: Clause) -> Clause:
    """A clause without the parts that cannot stay."""
    kept: list[int] = []
    for number in range(len(clause.parts)):
        if any(continued(game, seat, at, clause.only([*kept, number]))):
            kept.append(number)
    return clause.only(kept)


def _scores(game: Game, seat: str, order: Order) -> list[str]:
    """What the strands of an order score, if there are any."""
    turn = Play(game, seat, Dice(bytes, 0))
    place(turn, order)
    for clause in order.in_turn():
        if isinstance(clause, Mutation):
            mutate(turn, order.at, clause, sure=True)
        else:
            score(turn, order.at, clause, sure=True)
    counted = [event for event in turn.events if isinstance(event, Counted)]
    return [f"It scores {strands.told(event.strands)}." for event in counted]
