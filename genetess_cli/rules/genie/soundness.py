"""What holds of every position and every turn, whatever was ordered: `flaws` says what does not.

Nothing here is asked while a game is played. Long random games are held to it, by `genetess simulate` and the tests.
"""

from __future__ import annotations

from collections.abc import Iterator

from genetess_cli.rules.base import Outcome
from genetess_cli.rules.genie.ending import verdict
from genetess_cli.rules.genie.events import Moved, Took
from genetess_cli.rules.genie.game import Game
from genetess_cli.rules.genie.playing import board_of
from genetess_cli.rules.genie.saved import unsound


def flaws(before: Game, outcome: Outcome) -> list[str]:
    """What cannot be, in the outcome of an order given in the position `before`: a sentence each, [] if all is well.

    It is the program that is wrong then, and no player.
    """
    after: Game = outcome.game
    found = list(unsound(after))
    if outcome.problem:
        return [*found, *(["an order that failed changed something"] if after != before else [])]
    return [*found, *_of_turn(before, outcome), *_of_end(after)]


def _of_turn(before: Game, outcome: Outcome) -> Iterator[str]:
    """One move a turn at most, after which the other side is to move; nothing comes on the board, and no right."""
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
    """Ruling L5: a game that goes on has something to be moved and is no draw by itself."""
    if after.result is None and (found := verdict(board_of(after), after.earlier)):
        yield f"the game went on, though {found.reason}"
