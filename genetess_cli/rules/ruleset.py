"""What a game offers to be hosted: one value, whose fields are all that others ask of its rules.

Each ruleset makes its own, where its types are checked against each other; outside `AnyRuleset` passes its positions,
orders and events on unread. What no turn needs is behind a function, which loads it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Final, Generic, NewType, TypeVar, cast

import msgspec

from genetess_cli.rules.base import (
    AnyOrder,
    Event,
    Game,
    Muster,
    Order,
    Outcome,
    Position,
    Reading,
    Seat,
    SetupFault,
    Told,
    View,
    refused,
)
from genetess_cli.rules.colours import COLOURS
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.orders import Entry, entries
from genetess_cli.rules.problems import Problem, Sentences
from genetess_cli.rules.turn import Fact
from genetess_cli.values import Value

API: Final = 1
"""The version of what is written here: a package with another one is not loaded."""
STUBBORN = 2
"""Orders of one turn after which any bot orders by luck alone, as they have failed."""
MOST_BUTTONS = 100
"""Orders that have a button each where a ruleset has no picker."""

Settings = TypeVar("Settings", bound=msgspec.Struct)
Board = TypeVar("Board")
Seen = TypeVar("Seen", bound=View)
Memory = TypeVar("Memory")
BoardFile = NewType("BoardFile", object)
"""What board.yaml says, outside the ruleset that reads it; the board of a game without such a file is None."""
Offers = dict[str, Any]
"""What a seat may order, as data for the ruleset's picker of orders.

`plain`, which may be missing, are whole orders with a button of their own; `never` says by verb why the seat can order
that no more, or in this game never.
"""


class Trial(msgspec.Struct, Generic[Game, Memory], frozen=True, kw_only=True):
    """How a position is tried out on which anybody may move anything."""

    # The position as far as a seat knows and remembers it: two that differ in anything else give the same.
    known: Callable[[Game, str, Memory | None], Game]
    # What stands there for what the seat does not know, in a sentence; "" where it knows all.
    assumes: str = ""
    # A piece in words such as people write.
    example: str
    # The pieces on the board by square, each in such words.
    pieces: Callable[[Game], dict[str, str]]
    # The position with these pieces on the board and a seat to move. Raise one of MISFITS for what is no piece.
    lay: Callable[[Game, Mapping[str, str], str], Game]


class Offering(msgspec.Struct, Generic[Game, Seen, Memory], frozen=True, kw_only=True):
    """What the order builder offers a seat, as far as the seat knows and remembers."""

    # An order such as the seat may give as if it were its turn; where it may give none, an order all the same.
    example: Callable[[Game, str, Memory | None], str]
    # What it may order.
    offers: Callable[[Game, str, Memory | None], Offers]
    # What it should heed in its view, by the words that `when` of its hints names.
    alarms: Callable[[Seen], Sequence[str]] = lambda view: ()
    # How its position is tried out; None where nothing can be.
    trial: Trial[Game, Memory] | None = None


class Bot(msgspec.Struct, Generic[Game, Order, Memory], frozen=True):
    """A player that is a program."""

    # Of the position it reads what its seat knows alone; luck is that of the dice. Where all order at the same time,
    # the order is all that the seat orders.
    choose: Callable[[Game, str, Dice, Memory | None], Order]
    # Whether it chooses by its memory too.
    remembers: bool = False


class Bots(msgspec.Struct, Generic[Game, Order, Event, Memory], frozen=True, kw_only=True):
    """Who can play a seat, and what a simulation counts."""

    # The weakest first.
    named: Mapping[str, Bot[Game, Order, Memory]]
    # What is counted, by one word each, and whether in several sorts, such as each bonus.
    tallies: Mapping[str, bool] = {}
    # What of that an event counts as, once for each time, with the sort of it or "".
    tally: Callable[[Event], Iterable[tuple[str, str]]] = lambda event: ()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.named)

    @property
    def usual(self) -> str:
        """Return the bot that plays where none is named: the second one, or else the only one."""
        return self.names[:2][-1]

    def after(self, bot: str, tries: int) -> Bot[Game, Order, Memory]:
        """Return the bot that orders for one after so many orders that failed: by luck alone once it was stubborn."""
        name = bot if tries < STUBBORN else self.names[0]
        return self.named[name]


class Edition(Value):
    """A version of the rules."""

    # What it changes in the one before, a sentence without its full stop.
    says: str
    # The first release that has it, of the program or of the package; None: no release has.
    release: str | None = None


class Ruleset(msgspec.Struct, Generic[Settings, Board, Game, Order, Event], frozen=True, kw_only=True):
    """The rules of a game."""

    # The API that it is written for.
    api: int
    # As game.yaml names it.
    name: str
    # Raised by every change that makes the same orders lead to something else.
    version: int
    # What is known of this version and of those before it.
    editions: Mapping[int, Edition] = {}

    # The files of a game

    # `rules:` of game.yaml; a field `timeout` is the `timeout:` beside them.
    settings: type[Settings]
    # board.yaml, or None where there is no such file.
    board: type[Board] | None = None
    # What a missed deadline may do, as `timeout:` in game.yaml names it; the first is the default.
    timeouts: Sequence[str]
    # The fields of board.yaml that a sealed game does not show.
    hidden: Sequence[str] = ()
    # The position, with a field `settings`.
    game: type[Game]
    # The union of the types of all events, each with a tag of its own.
    events: object
    # What cannot be in a position, wherever it comes from: a saved one is refused for it.
    unsound: Callable[[Game], Iterable[str]] = lambda game: ()

    # The start

    # What is wrong with settings, board and seats, and how they go together; nothing if a game can start.
    faults: Callable[[Settings, Board, Sequence[Seat]], list[SetupFault]]
    # The starts of a board that the GM gives to players; None where there are none to give.
    starts: Callable[[Settings, Board], Sequence[str] | None] = lambda settings, board: None
    # The position before anything has happened; the events of the game's records lead on from it.
    opening: Callable[[Settings, Board, Sequence[Seat]], Game]
    # The position at the first turn, and what happened up to it.
    new: Callable[[Settings, Board, Sequence[Seat], Dice], Outcome[Game, Event]]

    # Orders

    # The words, in capitals, that an order or a part of one begins with, where it begins with a word of its own.
    verbs: Collection[str]
    # Orders such as players write, one with a star, for the note beside the order files.
    examples: Sequence[str] = ()
    # Two seats such as a game may have, to name in examples.
    seats: tuple[str, str] = ("red", "green")
    # An entry of a queue, read.
    parse: Callable[[Entry], Reading[Order]]
    # What is wrong with a square of an order that no game on this board has: no turn can make it right.
    outside: Callable[[Board, Order], Problem | None] = lambda board, order: None
    # What the seat can know to be wrong with an order of its own.
    check: Callable[[Game, str, Order], Problem | None]
    # The orders that the seat may give, as far as it can know.
    legal: Callable[[Game, str], list[str]]
    # What a seat's whole queue says in a phase in which all order at the same time (`View.together`).
    muster: Callable[[Game, str, Sequence[Entry]], Muster[Order]] = lambda game, seat, queue: Muster()

    # Turns

    # What is said of each problem that a record keeps by its key; of one that is not here it keeps the sentence.
    sentences: Sentences = {}
    # Carry out an order of the seat to move (None: it is timed out), and begin the next turn. An order may keep the
    # turn: its label and the seat to move are the same then.
    play: Callable[[Game, str, Order | None, Dice], Outcome[Game, Event]]
    # The position after an event.
    apply: Callable[[Game, Event], Game]

    # What is seen

    # The position as a viewer sees it.
    view: Callable[[Game, str], View]
    # What a viewer hears of events that began with a position.
    tell: Callable[[Game, Sequence[Event], str], Sequence[Told]]
    # What a seat remembers after a turn, of the board's public part, what it remembered before (None at first), the
    # view that it was shown then and what it was told. None where nothing is hidden, or bots know what they see.
    remember: Callable[[Board, Any, Any, Iterable[Told]], Any] = lambda board, memory, view, told: None

    # The end

    # The most points that one of so many players could have.
    available: Callable[[Settings, int], int] = lambda settings, seats: 1
    # End the game by the GM's word, for a reason that reads on from `the game is over,`. The winners are found as at
    # any end; in a draw, all still in share the win.
    end: Callable[[Game, str, bool], Outcome[Game, Event]] = lambda game, reason, is_draw: refused(
        game, "unknown", "This game cannot be ended before its time."
    )
    # Take a seat out whose player has left, so that it has no more turns and nobody scores for that. What it leaves
    # behind belongs to nobody; if it was to move, the next turn begins. A problem where it has no turns any more.
    drop: Callable[[Game, str, Dice], Outcome[Game, Event]] = lambda game, seat, dice: refused(
        game, "unknown", "This game cannot be played on without a player."
    )
    # Take the win from seats that were left, where the outcome is the end of the game (ruling G42).
    award: Callable[[Outcome[Game, Event], Collection[str]], Outcome[Game, Event]] = lambda outcome, left: (
        outcome
    )

    # What no turn needs

    offering: Callable[[], Offering[Game, Any, Any]]
    bots: Callable[[], Bots[Game, Order, Event, Any]]
    # The rules in words, where the package has no manual.
    says: str = ""

    def seat_names(self, count: int) -> list[str]:
        """Return what the seats of a game of so many are called, where nobody says otherwise."""
        return [*dict.fromkeys([*self.seats, *COLOURS])][:count]

    def sizes(self) -> list[int]:
        """Return how many can play, where there is no board that says it."""
        seats = [Seat(name, name) for name in self.seat_names(len(COLOURS))]
        sizes = range(2, len(seats) + 1)
        return [size for size in sizes if not self.faults(self.settings(), cast("Board", None), seats[:size])]


AnyRuleset = Ruleset[msgspec.Struct, BoardFile | None, Position, AnyOrder, Fact]
"""A ruleset as it is seen from outside."""
AnyOutcome = Outcome[Position, Fact]


Legal = Callable[[Game, str], list[str]]


def buttons(legal: Legal[Game]) -> Callable[[], Offering[Game, View, object]]:
    """Return an offering with a button for each legal order."""

    def example(game: Game, seat: str, memory: object) -> str:
        return next(iter(legal(game, seat)), "")

    def offers(game: Game, seat: str, memory: object) -> Offers:
        orders = legal(game, seat)[:MOST_BUTTONS]
        return {"plain": orders} if orders else {}

    return lambda: Offering(example=example, offers=offers)


def by_luck(
    legal: Legal[Game], parse: Callable[[Entry], Reading[Order]]
) -> Callable[[], Bots[Game, Order, Event, object]]:
    """Return the one bot that draws a legal order."""

    def choose(game: Game, seat: str, dice: Dice, memory: object) -> Order:
        order = parse(entries(dice.choice(legal(game, seat), "guess"))[0]).order
        assert order is not None
        return order

    return lambda: Bots(named={"random": Bot(choose)})
