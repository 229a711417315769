"""A league whose game has as many turns as a benchmark needs, played by seats that choose among their legal orders."""

from __future__ import annotations

from pathlib import Path
from random import Random

from genetess_cli.store.codec import Queued
from genetess_cli.store.game import load
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.league import League
from genetess_cli.store.seal import keys
from genetess_cli.store.seal.codec import sealed_codec as sealed_papers
from genetess_cli.turns import referee, start

SLUG = "bench"
BEGIN = 1_700_000_000
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
GAME = """\
ruleset: genetess
name: Bench
deadline: 3d
players:
  - {seat: red, name: Ragnar, start: K1}
  - {seat: green, name: Gwen, start: K2}
  - {seat: blue, name: Bo, start: K3}
  - {seat: yellow, name: Yrsa, start: K4}
id: 000102030405060708090a0b0c0d0e0f
"""
GAME_ID = "000102030405060708090a0b0c0d0e0f"


def dice_key(game_id: str, promised: str | None) -> bytes:
    """The key of the game's draws."""
    return keys.checked_dice_key(bytes(32), game_id, promised)


def game_key(game_id: str, promised: str | None) -> bytes:
    """The game's key."""
    return keys.check_key(bytes(32), game_id, promised)


def make(folder: Path, sealed: bool = False) -> League:
    """A fresh league with one started game, open or sealed."""
    game = folder / "games" / SLUG
    repository = Repository.init(folder)
    (game / "orders").mkdir(parents=True)
    (folder / "genetess.yaml").write_text("title: Bench\n")
    (game / "game.yaml").write_text(GAME + ("secrecy: sealed\n" if sealed else ""))
    if sealed:
        papers = sealed_papers(SLUG, GAME_ID, lambda: game_key(GAME_ID, None))
        (game / "specials.sealed").write_bytes(papers.specials_file({}))
    (game / "board.yaml").write_text(BOARD)
    repository.commit(None, {"genetess.yaml": b"title: Bench\n"}, "a league\n", BEGIN)
    league = League(folder, game_key)
    start.start(league, SLUG, BEGIN, lambda: bytes(32))
    return league


def write_order(league: League, rng: Random) -> None:
    """Let the seat to move write one of its legal orders; nobody is taken, so that the game goes on."""
    hosted = load(league, SLUG)
    assert hosted.clock
    seat = hosted.clock.to_move[0]
    orders = hosted.ruleset.legal(hosted.game, seat)
    peaceful = [order for order in orders if "<" not in order and _target(order, hosted.game) is None]
    file = league.root / hosted.paths.orders(seat)
    file.parent.mkdir(exist_ok=True)
    data = f"{rng.choice(peaceful)}\n".encode()
    number = hosted.clock.numbers.get(seat, 0) + 1
    file.write_bytes(hosted.codec.queue_file(seat, Queued(data, number), hosted.clock))


def _target(order: str, game: object) -> object:
    from genetess_cli.rules.board import Direction, Square

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
    for number in range(turns):
        write_order(league, rng)
        referee.resolve(league, SLUG, BEGIN + 60 * (number + 1), dice_key)
