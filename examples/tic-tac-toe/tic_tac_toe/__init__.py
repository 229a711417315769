"""Tic-tac-toe in the fog: the first three in a row win, and you see no mark but your own.

Two players take turns on a board of three by three squares. An order such as `MARK B2` puts your mark on a square.
If the other player has that square already, you now see the mark there, and your turn is lost. Three of your marks in
a row, in a column or on a diagonal win at once. If the board is full before that, it is a draw.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import replace

from genetess_cli.rules import turn as turns
from genetess_cli.rules.base import (
    REFEREE,
    Outcome,
    PlainView,
    PlayerView,
    Reading,
    Seat,
    SetupFault,
    Told,
    result_view,
)
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.orders import HOLIDAY, Entry
from genetess_cli.rules.problems import Problem
from genetess_cli.rules.ruleset import Ruleset, buttons, by_luck
from genetess_cli.rules.turn import Ended, Fact, Result, TimedOut, Turn, apply

# The position


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No settings: every game is played on the same board."""


SIGNS = "XO"
SQUARES = [f"{column}{row}" for row in "123" for column in "ABC"]
LINES = [
    *(SQUARES[start : start + 3] for start in (0, 3, 6)),
    *(SQUARES[start::3] for start in (0, 1, 2)),
    SQUARES[0::4],
    SQUARES[2:7:2],
]


class Game(msgspec.Struct, frozen=True):
    """The whole position: who has each square, and which squares each seat has found taken."""

    settings: Settings
    colours: dict[str, str]
    owners: dict[str, str] = {}
    found: dict[str, list[str]] = {}
    turn: int = 0
    result: Result | None = None

    @property
    def seat(self) -> str:
        return [*self.colours][(self.turn - 1) % 2]

    @property
    def label(self) -> str:
        return f"{(self.turn + 1) // 2}{'ab'[(self.turn - 1) % 2]}" if self.turn else "0"

    def knows(self, seat: str, at: str) -> bool:
        return self.owners.get(at) == seat or at in self.found.get(seat, ())

    def score(self, seat: str) -> float:
        if self.result is None:
            return 0
        return float(seat in self.result.winners) if self.result.winners else 0.5


# What can happen


class TurnBegan(turns.TurnBegan, frozen=True):
    """A seat is to move."""

    def change(self, game: Game) -> Game:
        return replace(game, turn=game.turn + 1)


class Marked(Fact, frozen=True, tag="tic-tac-toe:marked"):
    """A seat got a square."""

    seat: str
    at: str

    def change(self, game: Game) -> Game:
        return replace(game, owners=game.owners | {self.at: self.seat})


class Bumped(Fact, frozen=True, tag="tic-tac-toe:bumped"):
    """A seat found a square taken."""

    seat: str
    at: str

    def change(self, game: Game) -> Game:
        return replace(game, found=game.found | {self.seat: [*game.found.get(self.seat, []), self.at]})


Event = TurnBegan | Marked | Bumped | TimedOut | Ended

# How a game begins


def faults(settings: Settings, board: None, seats: Sequence[Seat]) -> list[SetupFault]:
    return [] if len(seats) == 2 else [SetupFault(("players",), f"two play this game, not {len(seats)}")]


def opening(settings: Settings, board: None, seats: Sequence[Seat]) -> Game:
    return Game(settings, {seat.name: seat.colour for seat in seats})


def new(settings: Settings, board: None, seats: Sequence[Seat], dice: Dice) -> Outcome[Game, Event]:
    turn: Turn[Game, Event] = Turn(opening(settings, board, seats), seats[0].name, dice)
    turn.emit(TurnBegan(turn.seat, 1))
    return Outcome(turn.game, turn.events)


# Orders


class Order(msgspec.Struct, frozen=True):
    """An order that was read."""

    verb: str
    at: str = ""

    def __str__(self) -> str:
        return f"{self.verb} {self.at}".strip()


def parse(entry: Entry) -> Reading[Order]:
    words = [word.text.upper() for word in entry.words]
    if words == [HOLIDAY]:
        return Reading(Order(HOLIDAY))
    if len(words) != 2 or words[0] != "MARK":
        return Reading(
            problem=Problem("no-order", "An order is MARK and a square.", entry.span, "Write MARK B2.")
        )
    return Reading(Order(*words), places={"at": entry.words[1].span})


def check(game: Game, seat: str, order: Order) -> Problem | None:
    if order.verb == HOLIDAY:
        return None
    if order.at not in SQUARES:
        return Problem("off-board", f"There is no square {order.at}; there are A1 to C3.", about="at")
    if game.knows(seat, order.at):
        return Problem("taken", f"{order.at} is taken, as you know.", about="at")
    return None


def legal(game: Game, seat: str) -> list[str]:
    if game.result:
        return []
    return [f"MARK {at}" for at in SQUARES if not game.knows(seat, at)]


# A turn


def play(game: Game, seat: str, order: Order | None, dice: Dice) -> Outcome[Game, Event]:
    turn: Turn[Game, Event] = Turn(game, seat, dice)
    if order is None:
        turn.emit(TimedOut(seat))
    elif problem := check(game, seat, order):
        return Outcome(game, [], problem, problem)
    else:
        turn.emit(Bumped(seat, order.at) if order.at in game.owners else Marked(seat, order.at))
    turn.emit(next(_ending(turn.game)))
    return Outcome(turn.game, turn.events)


def _ending(game: Game) -> Iterator[Ended | TurnBegan]:
    for line in LINES:
        owners = {game.owners.get(at) for at in line}
        if owners == {game.seat}:
            yield Ended((game.seat,), f"{'-'.join(line)} are in a row")
    if len(game.owners) == len(SQUARES):
        yield Ended((), "the board is full")
    after = replace(game, turn=game.turn + 1)
    yield TurnBegan(after.seat, (after.turn + 1) // 2)


# The fog


def view(game: Game, viewer: str) -> PlainView:
    def sign(at: str) -> str:
        if not (viewer == REFEREE or game.result or game.knows(viewer, at)):
            return "?"
        return SIGNS[[*game.colours].index(game.owners[at])] if at in game.owners else "."

    players = {
        seat: PlayerView(colour, "in", game.score(seat), None) for seat, colour in game.colours.items()
    }
    return PlainView(
        viewer=viewer,
        turn=game.label,
        to_move=[] if game.result or not game.turn else [game.seat],
        result=result_view(game, game.colours),
        players=players,
        rows=["".join(map(sign, SQUARES[start : start + 3])) for start in (0, 3, 6)],
    )


class SeenMarked(Told, frozen=True, tag="tic-tac-toe:marked"):
    """A seat got a square; only that seat knows which."""

    seat: str
    at: str | None


class SeenBumped(Told, frozen=True, tag="tic-tac-toe:bumped"):
    """A seat found a square taken; only that seat knows which."""

    seat: str
    at: str | None


Heard = TurnBegan | SeenMarked | SeenBumped | TimedOut | Ended


def tell(before: Game, events: Sequence[Event], viewer: str) -> list[Heard]:
    return [_hear(event, viewer) for event in events]


def _hear(event: Event, viewer: str) -> Heard:
    match event:
        case Marked():
            return SeenMarked(event.seat, _square(event, viewer))
        case Bumped():
            return SeenBumped(event.seat, _square(event, viewer))
        case _:
            return event


def _square(event: Marked | Bumped, viewer: str) -> str | None:
    return event.at if viewer in (event.seat, REFEREE) else None


# What the ruleset is

RULES: Ruleset[Settings, None, Game, Order, Event] = Ruleset(
    api=1,
    name="tic-tac-toe",
    version=1,
    settings=Settings,
    timeouts=("pass",),
    game=Game,
    events=Event,
    faults=faults,
    opening=opening,
    new=new,
    verbs=("MARK",),
    examples=("MARK B2", "* MARK A1"),
    parse=parse,
    check=check,
    legal=legal,
    play=play,
    apply=apply,
    view=view,
    tell=tell,
    offering=buttons(legal),
    bots=by_luck(legal, parse),
    says=__doc__,
)
