"""What must hold after any turn of Genie of the Lamp."""

from __future__ import annotations

from collections.abc import Iterator

from genetess_cli.rules.base import Outcome
from genetess_cli.rules.genie.events import Event, Moved, Took
from genetess_cli.rules.genie.game import Game
from genetess_cli.rules.genie.turn import board_of, verdict


def flaws(before: Game, outcome: Outcome[Game, Event]) -> list[str]:
    after: Game = outcome.game
    if outcome.problem:
        return ["an order that failed changed something"] if after != before else []
    return [*_of_turn(before, outcome), *_of_end(after)]


def _of_turn(before: Game, outcome: Outcome[Game, Event]) -> Iterator[str]:
    """Hold a turn to one move at most, after which the other side is to move; no piece and no right may appear."""
    after: Game = outcome.game
    moves = [event for event in outcome.events if isinstance(event, Moved)]
    if len(moves) > 1 or (before.to_move == after.to_move) == bool(moves):
        yield f"{before.label} was followed by {after.label}, with {len(moves)} moves"
    lost = len(before.pieces()) - len(after.pieces())
    taken = [event.piece for event in outcome.events if isinstance(event, Took)]
    if lost != len(taken):
        yield f"{lost} pieces went off the board, and {len(taken)} were taken"
    rights = before.fen.split()[6].strip("-")
    if not set(after.fen.split()[6].strip("-")) <= set(rights):
        yield "a side may enter a Genie again that could not"


def _of_end(after: Game) -> Iterator[str]:
    """Hold the end to ruling L5: a game that goes on has something to be moved and is no draw by itself."""
    if after.result is None and (end := verdict(board_of(after), after.earlier)):
        yield f"the game went on, though {end.reason}"
