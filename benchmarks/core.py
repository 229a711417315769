"""The rules alone, in one process: Genetess's orders and views, and the search of DNA that takes longest.

R is a turn of the reference. The game is one that bots play on the board for four: its first orders, and those from
when on there are 50 pieces.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import NamedTuple

from benchmarks import dna, reference
from benchmarks.leagues import BOARDS, PRESETS, SEATS, STARTING_E, Made
from benchmarks.measure import Call, Task, figures
from benchmarks.row import Figure, Row
from genetess_cli.admin.simulate import PlayedOrder, luck_of, plays
from genetess_cli.rules import genetess
from genetess_cli.rules.base import Seat
from genetess_cli.rules.dna.game import Game as DnaGame
from genetess_cli.rules.genetess.game import Game, Settings
from genetess_cli.rules.genetess.setup import Board
from genetess_cli.store.yaml import api

LEAGUES: tuple[str, ...] = ()
ROWS = (
    Row("Genetess: an order and the views of two players, opening", "R", gate=1.35),
    Row("Genetess: an order and the views of two players, 50 pieces", "R", gate=1.82),
    Row("DNA: greatest mutation and capture on the worst position found", "R", gate=30),
)
TURNS = 200
"""How many orders are carried out, and turns of the reference played, between two looks at the clock."""
LONGEST = 1000
TIMES = 9
PIECES = 50
VIEWERS = ("red", "green")
SEED = "1"


class Script(NamedTuple):
    """Orders of a game, the first of which has this number among all of it."""

    first: int
    orders: Sequence[PlayedOrder[Game, genetess.Order | genetess.Gambles, genetess.Event]]

    def play(self) -> None:
        """Carry them out again, and make the views after each."""
        game: Game = self.orders[0].before
        for number, played in enumerate(self.orders, self.first):
            game = genetess.play(game, played.seat, played.order, luck_of(SEED, "luck", number)).game
            for seat in VIEWERS:
                genetess.view(game, seat)


def measure(made: Mapping[str, Made]) -> Iterator[Figure]:
    opening, middle = _scripts()
    calls: tuple[Call, ...] = (opening.play, middle.play, partial(_looks, dna.position(dna.WORST)))
    tasks = {row.what: Task(call) for row, call in zip(ROWS, calls, strict=True)}
    return figures(tasks, TIMES, lambda: reference.turns(TURNS))


def _looks(position: DnaGame) -> None:
    for _ in range(TURNS):
        dna.look(position)


def _scripts() -> tuple[Script, Script]:
    """As many orders from the start, and from when on there are many pieces."""
    game = [*islice(plays(genetess.RULES, _begin(), SEED), LONGEST)]
    middle = next(number for number, played in enumerate(game) if len(played.before.pieces) >= PIECES)
    return (Script(0, game[:TURNS]), Script(middle, game[middle : middle + TURNS]))


def _begin() -> Game:
    file = BOARDS / "quartet.yaml"
    board = api.convert(api.read(file.read_bytes(), file.name), Board)
    seats = [Seat(name, name, f"K{number}") for number, name in enumerate(SEATS[: PRESETS["quartet"]], 1)]
    game: Game = genetess.new(Settings(starting_e=STARTING_E), board, seats, luck_of(SEED, "start", 0)).game
    return game
