"""How many orders a second the rules carry out, the views of two players made after each."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from benchmarks import league as leagues
from genetess_cli.rules import genetess
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genetess.game import Game
from genetess_cli.rules.genetess.order import Order
from genetess_cli.rules.orders import entries

ORDERS = 400
ROUNDS = 7


def orders_per_second() -> float:
    """The best of several rounds of one game's orders."""
    with TemporaryDirectory() as folder:
        begin: Game = leagues.make(Path(folder)).game_folder.game
    script = _script(begin)
    return max(ORDERS / _seconds(begin, script) for _ in range(ROUNDS))


def _script(game: Game) -> list[Order]:
    """Legal orders, one after the other."""
    rng = Random(1)
    script = []
    for number in range(ORDERS):
        assert game.to_move
        moves = [text for text in genetess.legal(game, game.to_move) if "<" not in text]
        order = genetess.parse(entries(rng.choice(moves))[0]).order
        outcome = genetess.play(game, game.to_move, order, Dice(lambda: bytes(32), number))
        script.append(order)
        game = outcome.game
        if game.result:
            break
    return script


def _seconds(game: Game, script: list[Order]) -> float:
    begin = time.perf_counter()
    for number, order in enumerate(script):
        assert game.to_move
        game = genetess.play(game, game.to_move, order, Dice(lambda: bytes(32), number)).game
        for seat in ("red", "green"):
            genetess.view(game, seat)
    return (time.perf_counter() - begin) * ORDERS / len(script)
