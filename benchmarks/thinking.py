"""How long hunters think of an order at most, in loops: run by `inpage` in the program for browsers, under Node."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import js  # type: ignore[import-not-found]  # what Node has, for the program in it

from genetess_cli.rules.base import PUBLIC
from genetess_cli.rules.dice import Dice
from tests.pack.equality import made

GAMES = {"genetess": ("octet", 60), "dna": ("spiral", 60), "genie": ("genie", 40)}
"""What four hunters or two play in each game, and how many orders of it."""


def main(loop: str) -> None:
    league = made(Path("/league"), Path("/project/games"))
    before = _spent()
    js.eval(f"({loop})()")
    unit = _spent() - before
    took = [_slowest(league.setup(league.now().game(slug).terms), most) for slug, most in GAMES.values()]
    print(json.dumps([each / unit for each in took]))


def _slowest(setup: Any, most: int) -> float:
    """The seconds of the slowest of so many orders."""
    rules = setup.ruleset
    game = setup.terms.begin(setup.board, _luck("start", 0)).game
    bot = rules.bots().named["hunter"]
    memories = dict.fromkeys(rules.view(game, PUBLIC).players) if bot.remembers else {}

    def remember(before: Any, events: Any, after: Any) -> None:
        for seat in memories:
            told = rules.tell(before, events, seat)
            memories[seat] = rules.remember(setup.board, memories[seat], rules.view(after, seat), told)

    remember(game, [], game)
    took = 0.0
    for number in range(most):
        to_move = rules.view(game, PUBLIC).to_move
        if not to_move:
            break
        begun = _spent()
        order = bot.choose(game, to_move[0], _luck("order", number), memories.get(to_move[0]))
        took = max(took, _spent() - begun)
        outcome = rules.play(game, to_move[0], order, _luck("luck", number))
        remember(game, outcome.events, outcome.game)
        game = outcome.game
    return took


def _luck(what: str, number: int) -> Dice:
    return Dice(lambda: sha256(what.encode()).digest(), number)


def _spent() -> float:
    """The seconds that this process has run."""
    used = js.process.cpuUsage()
    return float(used.user + used.system) / 1e6
