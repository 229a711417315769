"""The orders that bots give: of what their seats know, with luck of the game's own dice, checked as anybody's.

A bot that runs into what it cannot see tries again with other luck, then leaves it to luck alone, and is timed out at
last. Nothing is read or written here; when a bot's order is due, `turns/referee.py` finds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from genetess_cli.rules import codec, orders
from genetess_cli.rules.base import Reading
from genetess_cli.rules.dice import Dice
from genetess_cli.turns.state import GameState
from genetess_cli.turns.step import Missed, Order

MOST_TRIES = 10
"""Orders of one turn behind which the bot's seat is timed out."""
MOST_IN_A_RUN = 100
"""Turns of bots in one run: where nobody else plays, a run would last as long as the game."""


def answer(state: GameState, dice: Dice, memory: Callable[[], Any]) -> Order | Missed:
    """Return what the bot of the seat to move does; `dice` are its own, and `memory` is asked for what it remembers."""
    if gives_up(state):
        return Missed()
    rules = state.ruleset
    seat = state.seat
    bot = rules.bots().after(state.file.bots[seat], state.clock.tries)
    remembered = memory() if bot.remembers else None
    # As it is saved: else the same position, come about in another way, might give the same luck another order.
    game = codec.load(rules, state.terms.settings, codec.dump(state.game))
    return ordered(state, str(bot.choose(game, seat, dice, remembered)))


def ordered(state: GameState, text: str) -> Order:
    """Return what a text orders for the seat to move, as its bot's order. Raise ValueError where it is not one."""
    rules = state.ruleset
    entries = orders.entries(text)
    if state.clock.together:
        order = rules.muster(state.game, state.seat, entries).order
        return Order(str(order), Reading(order), "bot")
    [entry] = entries
    return Order(entry.text, rules.parse(entry), "bot")


def gives_up(state: GameState) -> bool:
    """Return whether the bot to move has given too many orders in this turn for another one."""
    return state.seat in state.file.bots and state.clock.tries >= MOST_TRIES


def dice(state: GameState, key: Callable[[], bytes]) -> Dice:
    """Return the luck of the bot to move, another one for each of its orders in a turn."""
    turn = state.clock.turn
    tries = state.clock.tries
    label = f"{turn} bot {state.seat}"
    if tries:
        label = f"{label} {tries}"
    return Dice(key, label, state.clock.attempts.get(turn, 0))
