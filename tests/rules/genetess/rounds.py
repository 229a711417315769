"""Several orders in a row, for tests of what lasts longer than one: a turn, what stands then, and what went off."""

from __future__ import annotations

from collections.abc import Sequence

from genetess_cli.rules import genetess
from genetess_cli.rules.base import Outcome
from genetess_cli.rules.genetess.events import Event, Fired
from genetess_cli.rules.genetess.game import Game
from tests.rules.genetess.cases import Loaded, read_order


def turn(game: Game, text: str | None, *draws: int) -> Outcome[Game, Event]:
    """An order of whoever is to move (None: it is timed out), with dice that show just these numbers."""
    dice = Loaded(list(draws))
    outcome = genetess.play(game, str(game.to_move), read_order(text) if text else None, dice)
    assert not dice.numbers, "there are draws that were not made"
    return outcome


def after(game: Game, *orders: str) -> Game:
    """The position after some good orders, of whoever is to move, that draw nothing."""
    for text in orders:
        outcome = turn(game, text)
        assert outcome.truth is None, outcome.truth
        game = outcome.game
    return game


def standing(game: Game) -> list[str]:
    """The pieces of a position, in row order: `B2 red AB`."""
    return [f"{square} {piece.owner} {piece.codes}" for square, piece in game.in_row_order()]


def fired(events: Sequence[Event]) -> list[str]:
    """The specials that went off, in that order: `S7 B2`."""
    return [f"{event.special} {event.at}" for event in events if isinstance(event, Fired)]
