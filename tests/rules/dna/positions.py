"""Positions of DNA for the tests: started games, pieces laid out or put into archives, orders read and played."""

from __future__ import annotations

from msgspec.structs import replace

from genetess_cli.rules import dna
from genetess_cli.rules.base import Outcome, Seat
from genetess_cli.rules.board import Square
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.dna.events import Event
from genetess_cli.rules.dna.game import NOTHING, SIZES, Game, Piece, Settings, Stock
from genetess_cli.rules.dna.order import Order
from genetess_cli.rules.orders import entries
from genetess_cli.rules.problems import Problem

FOUR = ("red", "green", "blue", "yellow")
NO_LUCK = Dice(bytes, 0)


def seats(*names: str) -> list[Seat]:
    return [Seat(name, name) for name in names]


def started(*names: str, settings: Settings | None = None) -> Game:
    """A game at its first turn; of four players where none are named."""
    given = settings or Settings()
    outcome = dna.new(given, None, seats(*(names or FOUR)), Dice(lambda: b"key", 0))
    assert isinstance(outcome.game, Game)
    return outcome.game


def laid(game: Game, pieces: dict[str, str]) -> Game:
    """The position with exactly these pieces on the board (`{"D4": "S red"}`), all others back in their pools."""
    for square in list(game.pieces):
        game = _moved(game, game.pieces[square], 1)
    found = {Square.named(at): Piece(*text.split()) for at, text in pieces.items()}
    for piece in found.values():
        game = _moved(game, piece, -1)
    return replace(game, pieces=found)


def _moved(game: Game, piece: Piece, count: int) -> Game:
    return replace(game, pools={**game.pools, piece.colour: game.pools[piece.colour].plus(piece.size, count)})


def archived(game: Game, seat: str, *texts: str) -> Game:
    """The position with pieces of their pools in a seat's archive instead."""
    for text in texts:
        piece = Piece(*text.split())
        game = _moved(game, piece, -1)
        archive = game.archives[seat]
        archive = {**archive, piece.colour: archive.get(piece.colour, NOTHING).plus(piece.size)}
        game = replace(game, archives={**game.archives, seat: archive})
    return game


def emptied(game: Game, *colours: str) -> Game:
    """The position with empty pools of some colours; their pieces are gone from the game."""
    return replace(game, pools={**game.pools, **dict.fromkeys(colours, Stock(0, 0, 0))})


def read(text: str) -> Order:
    reading = dna.parse(entries(text)[0])
    assert reading.problem is None, reading.problem
    assert isinstance(reading.order, Order)
    return reading.order


def play(game: Game, text: str) -> Outcome[Game, Event]:
    """The outcome of an order of the seat to move."""
    assert game.to_move
    return dna.play(game, game.to_move, read(text), NO_LUCK)


def done(game: Game, text: str) -> Game:
    """The position after an order that can be carried out."""
    outcome = play(game, text)
    assert outcome.problem is None, outcome.problem
    assert isinstance(outcome.game, Game)
    return outcome.game


def refused(game: Game, text: str) -> Problem:
    """What is wrong with an order; it changes nothing, and `check` says the same."""
    outcome = play(game, text)
    assert outcome.problem
    assert outcome.truth == outcome.problem
    assert outcome.game == game
    assert not outcome.events
    assert game.to_move
    assert dna.check(game, game.to_move, read(text)) == outcome.problem
    return outcome.problem


def pool(game: Game, colour: str) -> str:
    """A pool or stock for short: `5 S, 4 M, 5 L`."""
    return ", ".join(f"{game.pools[colour].of(size)} {size}" for size in SIZES)


def archive(game: Game, seat: str) -> list[str]:
    """The kinds of piece in a seat's archive, with their numbers: `2 S green`."""
    return [
        f"{stock.of(size)} {size} {colour}"
        for colour, stock in game.archives[seat].items()
        for size in SIZES
        if stock.of(size)
    ]


def piece(game: Game, at: str) -> str:
    return str(game.pieces[Square.named(at)])
