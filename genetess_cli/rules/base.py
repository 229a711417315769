"""The values that cross the border between games and the rest; what a game offers is in `ruleset.py`."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final, Generic, Literal, NewType, Protocol, TypeVar

import msgspec
from msgspec.structs import asdict

from genetess_cli.rules import letters
from genetess_cli.rules.orders import Entry, in_latin, lookalike
from genetess_cli.rules.problems import Problem, Span
from genetess_cli.values import Value

PUBLIC = "#public"
"""The viewer that everybody is: it sees what ruling G43 makes public, and nothing else."""
REFEREE = "#referee"
"""The viewer that sees everything."""
WAIT = "wait"
"""The time-out by which the same seat is still to move, with a full deadline; the same in every ruleset that has it."""
FORFEIT = "forfeit"
"""The time-out that loses the game; the same in every ruleset that has it."""

TOGETHER: Final = "gambling"
"""The phase, as clock.yaml names it, in which all order at the same time."""
AGREED = "a draw was agreed"
"""The reason of an end to which all have agreed, as `Ruleset.end` takes it."""
CALLED_OFF = "it was called off, and nobody wins"
"""The reason of an end that counts for nobody."""


Position = NewType("Position", object)
"""A position outside its ruleset, which alone reads it."""


class SetupFault(Value):
    """What is wrong with a game's settings or board: where (keys and indexes), and what to do about it."""

    path: tuple[str | int, ...]
    message: str


class Seat(Value):
    """A seat as game.yaml gives it, in order of play."""

    name: str
    colour: str
    start: str | None = None


class AnyOrder(Protocol):
    """An order that was read: `verb` is its keyword, str() prints it so that it reads back the same."""

    @property
    def verb(self) -> str: ...


Game = TypeVar("Game")
Order = TypeVar("Order", bound=AnyOrder)
Event = TypeVar("Event")
Read = TypeVar("Read", bound=AnyOrder, covariant=True)
"""An order that comes out of a text: what may be any of several can be one of them."""


class Reading(Value, Generic[Read]):
    """What one entry of a queue says: an order, or the problem with it.

    Words that belong to no order are passed over (ruling G27).
    """

    order: Read | None = None
    problem: Problem | None = None
    # Where each part of the order stands in the text.
    places: Mapping[str, Span] = {}
    # The first run of words that were passed over: before the order, or else behind it.
    ignored: Span | None = None
    # Those behind the order, which may have been meant as more of it.
    ignored_after: Span | None = None

    @property
    def told(self) -> str:
        return self.problem.message if self.problem else ""

    def locate(self, problem: Problem) -> Problem:
        """Return a problem, and what else is wrong, with the place in the order's text that it is about."""
        span = self.places.get(problem.about) or self.places.get("verb")
        problem = problem.replace(also=tuple(map(self.locate, problem.also)))
        return problem.at(span) if span else problem


def refuse_lookalikes(parse: Callable[[Entry], Reading[Order]]) -> Callable[[Entry], Reading[Order]]:
    """Make `parse` refuse an entry that it would read otherwise were all letters Latin that look so (ruling G27)."""

    def read(entry: Entry) -> Reading[Order]:
        reading = parse(entry)
        if entry.text.isascii() or not re.search(letters.LOOKALIKE, entry.text):
            return reading
        latin = parse(in_latin(entry))
        if reading.order == latin.order and letters.in_latin(reading.told) == latin.told:
            return reading
        beside = [span for span in (latin.ignored, latin.ignored_after) if span]
        return Reading(problem=lookalike(entry, beside))

    return read


class Outcome(Value, Generic[Game, Event]):
    """What became of an order that was played: the next player's turn has begun, unless the order failed."""

    game: Game
    # Of an order that failed only what was revealed (ruling G14).
    events: Sequence[Event]
    # Why the order failed, in words that say no more than the player may know.
    problem: Problem | None = None
    # All there is to say of the failure.
    truth: Problem | None = None
    # Whether it fails already on what the player knows or saw (ruling G44).
    foreseeable: bool = True


def refused(game: Game, key: str, why: str) -> Outcome[Game, Any]:
    """Return the outcome of what cannot be done to a game, whoever asks."""
    problem = Problem(key, why)
    return Outcome(game, [], problem, problem)


class PlayerView(Value):
    """A player as a viewer sees one."""

    colour: str
    status: str
    score: float
    # None where it is not the viewer's to know.
    e: int | None


class ResultView(Value):
    """How a game ended; nobody among the winners is a draw."""

    winners: list[str]
    scores: Mapping[str, float]
    reason: str
    survivor: str | None = None

    @property
    def is_void(self) -> bool:
        """Return whether the game was called off, so that it counts for nobody."""
        return self.reason == CALLED_OFF

    @property
    def nobody_won(self) -> str:
        return "called off" if self.is_void else "a draw"


class Muster(Value, Generic[Read]):
    """What a seat's whole queue says in a phase in which all order at the same time."""

    # The one order that the entries make up together; None while the seat is not in.
    order: Read | None = None
    # The entries that leave the file with it.
    used: Sequence[Entry] = ()
    # Those of them that are no part of it, each with the reason.
    failed: Sequence[tuple[Entry, Problem]] = ()
    # Those that are no part of it for the same reason as the last of `failed`.
    also: Sequence[Entry] = ()
    # What becomes of an entry, where that may surprise.
    notes: Sequence[tuple[Entry, str]] = ()
    # What the file of a seat that is not in needs, in words.
    wanted: str = ""


def round_of(turn: str) -> str:
    """Return the round of a turn by its label, as that of `17b` is 17; "" before the start."""
    return turn.rstrip("abcdefghijklmnopqrstuvwxyz")


class View(Value):
    """A position as one viewer sees it. Each ruleset extends it with its board; pages and JSON are made of it."""

    viewer: str
    turn: str
    to_move: list[str]
    result: ResultView | None
    players: dict[str, PlayerView]
    # All seats of `to_move` order at the same time.
    together: bool = False
    # The order of `players` was drawn, and need not be that of game.yaml.
    reseated: bool = False
    # Everybody sees all of it, spectators too.
    hides_nothing: bool = False

    @property
    def most(self) -> float:
        """Return the most points that any player has."""
        return max(player.score for player in self.players.values())

    @property
    def still_in(self) -> list[str]:
        return [seat for seat, player in self.players.items() if player.status == "in"]

    @property
    def phase(self) -> Literal["gambling", "playing", "finished"]:
        """Return the phase of the position as clock.yaml names it; of holidays nothing is known here."""
        if self.result:
            return "finished"
        return TOGETHER if self.together else "playing"


class PlainView(View):
    """A view that pages and terminal can show without pictures of its ruleset's own."""

    # Of a board, a character for each square: `.` is empty, `#` a wall, `?` hidden from the viewer.
    rows: list[str] = []
    # What is said beside it.
    lines: list[str] = []


class Told(Value, tag_field="kind"):
    """What one viewer hears of an event. Prose is made of it in `site/games/`.

    An event of which nothing is hidden from anybody who hears of it is one itself: an `Open` one (`turn.py`). Of any
    other, what is told is a class of its own, with None for what the viewer may not know. Its types are such that no
    event fits: a mask that was forgotten is a type error.
    """

    @property
    def kind(self) -> str:
        """Return its tag. One that only a ruleset of another package has begins with its name and a colon."""
        return str(self.__struct_config__.tag)

    def doer(self) -> str | None:
        """Return the seat whose doing it was, as far as that is told."""
        return None


class Ending(Protocol):
    """How a game ended, as its position has it; nobody among the winners is a draw."""

    @property
    def winners(self) -> Sequence[str]: ...

    @property
    def reason(self) -> str: ...


class Ends(Protocol):
    """A position that can come to an end."""

    @property
    def result(self) -> Ending | None: ...

    def score(self, seat: str, /) -> float: ...


def result_view(game: Ends, seats: Collection[str], survivor: str | None = None) -> ResultView | None:
    """Return how a game ended; None while it goes on."""
    if game.result is None:
        return None
    scores = {seat: game.score(seat) for seat in seats}
    return ResultView(list(game.result.winners), scores, game.result.reason, survivor)


def open_player(game: Ends, seat: str, is_out: bool) -> PlayerView:
    """Return a player of a game in which seats are called by their colours and nothing is hidden."""
    status = "eliminated" if is_out else "in"
    return PlayerView(seat, status, game.score(seat), None)


def plain(value: object) -> Any:
    """Return a value of structs, squares and containers as data for YAML and JSON, without fields at their defaults."""
    if hasattr(value, "named"):
        return str(value)
    if isinstance(value, msgspec.Struct):
        return _tag(value) | {name: plain(field) for name, field in written_fields(value).items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    return value


def _tag(struct: msgspec.Struct) -> dict[str, Any]:
    config = struct.__struct_config__
    return {config.tag_field: config.tag} if config.tag is not None and config.tag_field else {}


def written_fields(struct: msgspec.Struct) -> dict[str, Any]:
    """Return the fields of a struct that are not at their defaults."""
    defaults = struct.__struct_defaults__
    required = len(struct.__struct_fields__) - len(defaults)
    return {
        name: value
        for index, (name, value) in enumerate(asdict(struct).items())
        if index < required or value != defaults[index - required]
    }
