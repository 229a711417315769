"""A league whose game has as many turns as a benchmark needs, played by seats that choose among their legal orders."""

from __future__ import annotations

from pathlib import Path
from random import Random

from genetess_cli.rules.board import Direction, Square
from tests.kit.boards import SECRET, game_file
from tests.kit.keys import ID, game_key
from tests.kit.league import League

SLUG = "riot"
BEGIN = 1_700_000_000
"""Long ago, as turns are carried out by the program itself, which knows what time it is."""
SEATS = {"red": "Ragnar", "green": "Gwen", "blue": "Bo", "yellow": "Yrsa"}
BOARD = """\
map: |
  ####################
  #....+........+....#
  #....+........+....#
  #..............#...#
  #....+...##...+....#
  #++.++...##...++.++#
  #..................#
  #....+..++++..+....#
  #....+..+..+..+....#
  #.......+..+.......#
  #.......+..+.......#
  #....+..+..+..+....#
  #....+..++.+..+....#
  #..................#
  #++.++...##...++.++#
  #....+...##...+....#
  #...#..............#
  #....+........+....#
  #....+........+....#
  ####################
starts:
  K1: {C3: K, D4: ABCD, C5: AF}
  K2: {R3: K, Q4: ABCD, R5: AF}
  K3: {R18: K, Q17: ABCD, R16: AF}
  K4: {C18: K, D17: ABCD, C16: AF}
"""


def make(folder: Path, sealed: bool = False) -> League:
    """A fresh league with one started game, open or sealed."""
    lines = f"id: {ID}\n{SECRET if sealed else ''}"
    file = game_file(lines, SEATS, name="Bench", deadline="3d", e=10)
    return League(folder, file, BOARD, begin=BEGIN, game_key=game_key).start()


def write_order(league: League, rng: Random) -> None:
    """Let the seat to move write one of its legal orders; nobody is taken, so that the game goes on."""
    folder = league.game_folder
    assert folder.clock
    seat = folder.clock.to_move[0]
    orders = folder.ruleset.legal(folder.game, seat)
    peaceful = [order for order in orders if "<" not in order and _target(order, folder.game) is None]
    league.writes(seat, f"{rng.choice(peaceful)}\n")


def _target(order: str, game: object) -> object:
    words = order.split()
    if words[0] != "MOVE":
        return None
    square = Square.named(words[1])
    for step in words[2].split("-"):
        square = square.step(Direction[step])
    pieces = getattr(game, "pieces")  # noqa: B009  (any ruleset's position)
    return pieces.get(square)


def play(league: League, turns: int, rng: Random) -> None:
    """Play some more turns of the game."""
    for _ in range(turns):
        write_order(league, rng)
        league.tick()
