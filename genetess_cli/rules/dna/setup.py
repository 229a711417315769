"""How a game begins: the settings and seats checked, and the first position made of them (rulings D1, D2 and D4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from genetess_cli.rules.base import Fault, Outcome, Seat
from genetess_cli.rules.board import NAME
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.dna.events import Laid
from genetess_cli.rules.dna.game import NOTHING, SIZES, USUAL_COLOURS, Game, Player, Settings
from genetess_cli.rules.dna.order import KEYWORDS
from genetess_cli.rules.dna.playing import Play
from genetess_cli.rules.dna.reading import SIZE_WORDS
from genetess_cli.rules.dna.turn import begin_next

FEWEST_SEATS, MOST_SEATS = 2, 4
MOST_OF_A_SIZE = 20
CENTRES = ("seats", "drawn")
DOUBLE = "double"
TWO_PLAYER = ("neutral", DOUBLE)
OWNERLESS = ("NEUTRAL", "NOBODY")
"""What gene pools and colours are called that are no player's, so that no seat can be."""
BOARD = None
"""There is no board.yaml: every game has the same board."""


def faults(settings: Settings, board: Any, seats: Sequence[Seat]) -> list[Fault]:
    """What is wrong with the settings and the seats."""
    return [*_settings(settings), *_doubled(settings, len(seats)), *_seats(seats)]


def _settings(settings: Settings) -> Iterator[Fault]:
    for size in SIZES:
        fewest = 1 if size == "S" else 0  # a small of each colour is laid in the centre
        if not fewest <= settings.stash.of(size) <= MOST_OF_A_SIZE:
            yield Fault(("rules", "stash", size), f"expected a number from {fewest} to {MOST_OF_A_SIZE}")
    for name, allowed in (("centre", CENTRES), ("two_player", TWO_PLAYER)):
        if getattr(settings, name) not in allowed:
            yield Fault(("rules", name), f"expected {' or '.join(allowed)}")


def _doubled(settings: Settings, seats: int) -> Iterator[Fault]:
    if settings.two_player == DOUBLE and seats != FEWEST_SEATS:
        words = f"{DOUBLE} is for two players, not {seats}; take this away"
        yield Fault(("rules", "two_player"), words)


def has_two_colours_each(settings: Settings, seats: int) -> bool:
    """Whether in a game of so many seats each has two colours (ruling D4)."""
    return seats == FEWEST_SEATS and settings.two_player == DOUBLE


def _seats(seats: Sequence[Seat]) -> Iterator[Fault]:
    if not FEWEST_SEATS <= len(seats) <= MOST_SEATS:
        yield Fault(("players",), f"DNA is for {FEWEST_SEATS} to {MOST_SEATS} players, not {len(seats)}")
    for index, seat in enumerate(seats):
        if seat.start is not None:
            yield Fault(("players", index, "start"), "there are no starts in DNA; take this away")
        if seat.colour != seat.name:
            words = f"in DNA a seat's name is its colour; name the seat {seat.colour}, or take this away"
            yield Fault(("players", index, "colour"), words)
        if seat.name.upper() in (*KEYWORDS, *SIZES, *SIZE_WORDS) or NAME.fullmatch(seat.name):
            words = f"{seat.name} is a word of the orders; name the seat after its colour, like red"
            yield Fault(("players", index, "seat"), words)
        if seat.name.upper() in OWNERLESS:
            words = f"{seat.name} is said of gene pools without a player; name the seat after its colour, like red"
            yield Fault(("players", index, "seat"), words)


def new(settings: Settings, board: Any, seats: Sequence[Seat], dice: Dice) -> Outcome:
    """The position as the first player's turn begins. The settings and seats must be without faults."""
    turn = Play(opening(settings, board, seats), seats[0].name, dice)
    colours = turn.game.colours
    if settings.centre == "drawn":
        colours = _shuffled(colours, dice)
    turn.emit(Laid(tuple(colours)))
    begin_next(turn)
    return Outcome(turn.game, turn.events)


def _shuffled(colours: list[str], dice: Dice) -> list[str]:
    left, drawn = list(colours), []
    while left:
        drawn.append(left.pop(dice.number(len(left), "a colour of the centre")))
    return drawn


def opening(settings: Settings, board: Any, seats: Sequence[Seat]) -> Game:
    """The position before anything has happened: every piece is in the gene pool of its colour."""
    names = [seat.name for seat in seats]
    missing = [colour for colour in USUAL_COLOURS if colour not in names][: MOST_SEATS - len(names)]
    shares: list[tuple[str, ...]] = [(name,) for name in names]
    if has_two_colours_each(settings, len(names)):
        shares = list(zip(names, missing, strict=True))
    colours = [*names, *missing]
    return Game(
        settings=settings,
        players={name: Player(share) for name, share in zip(names, shares, strict=True)},
        pieces={},
        pools=dict.fromkeys(colours, settings.stash),
        archives={name: dict.fromkeys(colours, NOTHING) for name in names},
    )
