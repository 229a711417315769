"""How a game begins: the settings and seats checked, and the first position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import chess

from genetess_cli.rules.base import Outcome, Seat, SetupFault
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genie import notation
from genetess_cli.rules.genie.events import Began
from genetess_cli.rules.genie.game import (
    BLACK,
    PIECES,
    PROMOTIONS,
    SEATS,
    STARTING_FEN,
    WHITE,
    Game,
    Settings,
)
from genetess_cli.rules.genie.turn import GameOutcome
from genetess_cli.rules.turn import apply


def faults(settings: Settings, board: None, seats: Sequence[Seat]) -> list[SetupFault]:
    return list(_faults(settings, seats))


def _faults(settings: Settings, seats: Sequence[Seat]) -> Iterator[SetupFault]:
    if settings.promotion not in PROMOTIONS:
        yield SetupFault(("rules", "promotion"), f"expected {' or '.join(PROMOTIONS)}")
    if [seat.name for seat in seats] != list(SEATS):
        yield SetupFault(("players",), f"the seats of this game are {' and '.join(SEATS)}, in this order")
    for index, seat in enumerate(seats):
        if seat.start is not None:
            yield SetupFault(("players", index, "start"), "there are no starts in this game; take this away")
        if seat.colour != seat.name:
            yield SetupFault(("players", index, "colour"), "a seat's name is its colour here; take this away")


def new(settings: Settings, board: None, seats: Sequence[Seat], dice: Dice) -> GameOutcome:
    began = Began()
    return Outcome(apply(opening(settings, board, seats), began), [began])


def opening(settings: Settings, board: None, seats: Sequence[Seat]) -> Game:
    return Game(settings, STARTING_FEN, "", dict.fromkeys(SEATS, ""))


def unsound(game: Game) -> Iterator[str]:
    try:
        if (fen := notation.read(game.fen).fen()) != game.fen:
            yield f"fen: it would be written {fen}"
    except ValueError as error:
        yield f"fen: {error}"
    if list(game.captured) != [WHITE, BLACK] or not set("".join(game.captured.values())) <= PIECES.keys():
        yield "captured: it has letters of pieces for white and for black"
    if len(game.last) not in (0, 2) or not set(game.last) <= set(chess.SQUARE_NAMES):
        yield "last: it has two squares or none"
    seats = [seat for seat in (game.offer, game.left) if seat is not None]
    if game.result:
        seats += game.result.winners
    if not set(seats) <= set(SEATS):
        yield f"there are no seats but {WHITE} and {BLACK}"
