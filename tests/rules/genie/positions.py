"""Positions of Genie of the Lamp for the tests: games from a FEN, orders read and played."""

from __future__ import annotations

from msgspec.structs import replace

from genetess_cli.rules import genie
from genetess_cli.rules.base import Outcome, Seat
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genie.events import Event
from genetess_cli.rules.genie.game import STARTING_FEN, Game, Settings
from genetess_cli.rules.genie.reading import Order
from genetess_cli.rules.orders import entries
from genetess_cli.rules.problems import Problem
from tests.rules.genie.soundness import flaws

SEATS = [Seat("white", "white"), Seat("black", "black")]
NO_LUCK = Dice(bytes, 0)
USUAL = {
    "start": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "kiwipete": "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "endgame": "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "promotions": "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "bug catcher": "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "middle game": "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
}
"""The six positions that programs are usually counted on, without the seventh field."""


def game(fen: str = STARTING_FEN, settings: Settings | None = None) -> Game:
    """A game that has come to a position."""
    began = genie.new(settings or Settings(), None, SEATS, NO_LUCK).game
    assert isinstance(began, Game)
    return replace(began, fen=fen)


def read(text: str) -> Order:
    reading = genie.parse(entries(text)[0])
    assert reading.problem is None, reading.problem
    assert isinstance(reading.order, Order)
    return reading.order


def unread(text: str) -> Problem:
    """Why a text is no order."""
    reading = genie.parse(entries(text)[0])
    assert reading.order is None, reading.order
    assert reading.problem
    return reading.problem


def play(game: Game, text: str) -> Outcome[Game, Event]:
    """The outcome of an order of the seat to move, held to what must hold of any."""
    outcome: Outcome[Game, Event] = genie.play(game, game.to_move, read(text), NO_LUCK)
    assert flaws(game, outcome) == []
    return outcome


def done(game: Game, *texts: str) -> Game:
    """The position after orders that can be carried out."""
    for text in texts:
        outcome = play(game, text)
        assert outcome.problem is None, outcome.problem
        game = outcome.game
    return game


def refused(game: Game, text: str) -> Problem:
    """What is wrong with an order; it changes nothing, and `check` says the same."""
    outcome = play(game, text)
    assert outcome.problem
    assert outcome.truth == outcome.problem
    assert outcome.game == game
    assert not outcome.events
    assert genie.check(game, game.to_move, read(text)) == outcome.problem
    return outcome.problem
