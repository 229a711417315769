"""What must hold after any turn of DNA."""

from __future__ import annotations

from collections.abc import Iterator

from genetess_cli.rules.base import Outcome
from genetess_cli.rules.dna.events import (
    Altered,
    Captured,
    Counted,
    Event,
    HadNothing,
    Placed,
    TimedOut,
    TurnBegan,
)
from genetess_cli.rules.dna.game import Game


def flaws(before: Game, outcome: Outcome[Game, Event]) -> list[str]:
    after: Game = outcome.game
    if outcome.problem:
        return ["an order that failed changed something"] if after != before else []
    return [*_of_turn(before, outcome), *_of_end(before, after)]


def _of_turn(before: Game, outcome: Outcome[Game, Event]) -> Iterator[str]:
    """Hold a turn to rulings D6 to D12: one piece, no more spent or taken than there was, and the turn goes on."""
    turns = [event for event in outcome.events if isinstance(event, Placed | TimedOut)]
    if len(turns) != 1:
        yield f"{len(turns)} pieces were placed or turns timed out in one turn"
    placed = sum(event.piece.value for event in outcome.events if isinstance(event, Placed))
    spent = sum(event.cost for event in outcome.events if isinstance(event, Altered))
    scored = sum(event.points for event in outcome.events if isinstance(event, Counted))
    taken = sum(event.price for event in outcome.events if isinstance(event, Captured))
    if spent > placed or taken > scored:
        yield f"{spent} of {placed} points were spent on mutation, and {taken} of {scored} on captures"
    begun = [event.seat for event in outcome.events if isinstance(event, TurnBegan)]
    passed = [event.seat for event in outcome.events if isinstance(event, HadNothing)]
    if not outcome.game.result and (
        begun != [*passed, outcome.game.to_move] or _moment(before) >= _moment(outcome.game)
    ):
        yield f"{before.label} was followed by {outcome.game.label}, turns began of {begun}, and {passed} passed"


def _of_end(before: Game, after: Game) -> Iterator[str]:
    """Hold the end to ruling D12: it comes with the round in which no gene pool holds a piece any more."""
    if before.ending and not after.result and after.round > before.round:
        yield "the game went on after its last round"
    if after.result is None and after.to_move and not after.can_place(after.to_move):
        yield f"{after.to_move} is to move and has nothing to place"
    if after.result and after.result.winners != after.winners():
        yield "the winners are not those with the most valuable archives"


def _moment(game: Game) -> tuple[int, int]:
    return game.round, -1 if game.to_move is None else list(game.players).index(game.to_move)
