"""What every game must offer to be hosted, and the values that cross the border between games and the rest.

A ruleset is a module that has the names of `Ruleset`; nothing outside its folder asks which one it is.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from string import ascii_lowercase
from typing import Any, Final, Literal, Protocol

import msgspec
from msgspec.structs import asdict

from genetess_cli.rules import letters
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.orders import Entry, in_latin, lookalike
from genetess_cli.rules.problems import Problem, Span

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


class Fault(msgspec.Struct, frozen=True):
    """What is wrong with a game's settings or board: where (keys and indexes), and what to do about it."""

    path: tuple[str | int, ...]
    message: str


class Seat(msgspec.Struct, frozen=True):
    """A seat as game.yaml gives it, in order of play."""

    name: str
    colour: str
    start: str | None = None


class Order(Protocol):
    """An order that was read: `verb` is its keyword, str() prints it so that it reads back the same."""

    @property
    def verb(self) -> str: ...


class Reading(msgspec.Struct, frozen=True):
    """What one entry of a queue says: an order, or the problem with it.

    `places` tells where each part of the order stands in the text. Words that belong to no order are passed over
    (ruling G27): `ignored` is where the first run of them stands, before the order or else behind it, and
    `ignored_after` where those behind it stand, which may have been meant as more of the order.
    """

    order: Any = None
    problem: Problem | None = None
    places: Mapping[str, Span] = {}
    ignored: Span | None = None
    ignored_after: Span | None = None

    @property
    def told(self) -> str:
        return self.problem.message if self.problem else ""


def refuse_lookalikes(parse: Callable[[Entry], Reading]) -> Callable[[Entry], Reading]:
    """Make `parse` refuse an entry that it would read otherwise were all letters Latin that look so (ruling G27)."""

    def read(entry: Entry) -> Reading:
        reading = parse(entry)
        if not letters.LOOKALIKE.search(entry.text):
            return reading
        latin = parse(in_latin(entry))
        if reading.order == latin.order and letters.in_latin(reading.told) == latin.told:
            return reading
        beside = [span for span in (latin.ignored, latin.ignored_after) if span]
        return Reading(problem=lookalike(entry, beside))

    return read


class Outcome(msgspec.Struct, frozen=True):
    """What became of an order that was played.

    `game` and `events` are as they are now, the next player's turn begun. When `problem` is set the order failed:
    its words say no more than the player may know, `truth` says all, `foreseeable` whether it fails already on what
    the player knows or saw (ruling G44), and `events` hold only what was revealed (G14).
    """

    game: Any
    events: Sequence[Any]
    problem: Problem | None = None
    truth: Problem | None = None
    foreseeable: bool = True


class PlayerView(msgspec.Struct, frozen=True):
    """A player as a viewer sees one; `e` is None where it is not the viewer's to know."""

    colour: str
    status: str
    score: float
    e: int | None


class ResultView(msgspec.Struct, frozen=True):
    """How a game ended; nobody among the winners is a draw."""

    winners: list[str]
    scores: Mapping[str, float]
    reason: str
    survivor: str | None = None


class Muster(msgspec.Struct, frozen=True):
    """What a seat's whole queue says in a phase in which all order at the same time.

    `order` is the one order that the entries make up together, None while the seat is not in. `used` are the entries
    that leave the file with it, `failed` those of them that are no part of it, each with the reason; `also` are those
    that are none for the same reason as the last of `failed`. `notes` tell what becomes of an entry where that may
    surprise; `wanted` is what the file of a seat that is not in needs, in words.
    """

    order: Any = None
    used: Sequence[Entry] = ()
    failed: Sequence[tuple[Entry, Problem]] = ()
    also: Sequence[Entry] = ()
    notes: Sequence[tuple[Entry, str]] = ()
    wanted: str = ""


def round_of(turn: str) -> str:
    """Return the round of a turn by its label, as that of `17b` is 17; "" before the start."""
    return turn.rstrip(ascii_lowercase)


class View(msgspec.Struct, frozen=True):
    """A position as one viewer sees it. Each ruleset extends it with its board; pages and JSON are made of it.

    `together`: all seats of `to_move` order at the same time. `reseated`: `players` is in an order of play that was
    drawn, and need not be that of game.yaml. `hides_nothing`: everybody sees all of it, spectators too.
    """

    viewer: str
    turn: str
    to_move: list[str]
    result: ResultView | None
    players: dict[str, PlayerView]
    together: bool = False
    reseated: bool = False
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
        return "finished" if self.result else TOGETHER if self.together else "playing"


class PlainView(View, frozen=True):
    """A view that pages and terminal can show without pictures of its ruleset's own.

    `rows` are the rows of a board, a character for each square: `.` is empty, `#` a wall, `?` hidden from the viewer.
    `lines` are said beside it.
    """

    rows: list[str] = []
    lines: list[str] = []


class Told(msgspec.Struct, frozen=True):
    """An event as one viewer hears of it: what is hidden from them is None. Prose is made of it in `site/games/`.

    A `kind` that only a ruleset of another package has begins with its name and a colon.
    """

    kind: str
    facts: dict[str, Any]


def tell_openly(event: Any) -> Told:
    """Return an event of which nothing is hidden, with all its facts."""
    facts = {name: plain(value) for name, value in asdict(event).items()}
    return Told(event.__struct_config__.tag, facts)


def result_view(game: Any, seats: Collection[str]) -> ResultView | None:
    """Return how a game ended whose result has winners and a reason; None while it goes on."""
    if game.result is None:
        return None
    scores = {seat: game.score(seat) for seat in seats}
    survivor = getattr(game.result, "survivor", None)
    return ResultView(list(game.result.winners), scores, game.result.reason, survivor)


class Ruleset(Protocol):
    """The names that a ruleset's module has; what it may have besides is in `extras.py`.

    Others pass its games and events on unread; `codec.py` saves them.
    """

    NAME: str
    VERSION: int
    SETTINGS: type[Any]
    """A msgspec Struct: the `rules:` of game.yaml; a field `timeout` is the `timeout:` beside them."""
    BOARD: type[Any] | None
    """A msgspec Struct: board.yaml, or None where there is no such file."""
    TIMEOUTS: Sequence[str]
    """What a missed deadline may do, as `timeout:` in game.yaml names it; the first is the default."""
    HIDDEN: Sequence[str]
    """The fields of board.yaml that a sealed game does not show."""
    GAME: type[Any]
    """A msgspec Struct: the position, with the field `settings`."""
    EVENTS: Any
    """The union of the types of all events, each a `Fact` (`turn.py`) with a tag of its own."""
    VERBS: Collection[str]
    """The words, in capitals, that an order or a part of one begins with, where it begins with a word of its own."""

    def faults(self, settings: Any, board: Any, seats: Sequence[Seat]) -> list[Fault]:
        """Return what is wrong with the settings, the board and how they go together; [] if a game can start."""

    def opening(self, settings: Any, board: Any, seats: Sequence[Seat]) -> Any:
        """Return the position before anything has happened; the events of the game's records lead on from it."""

    def new(self, settings: Any, board: Any, seats: Sequence[Seat], dice: Dice) -> Outcome:
        """Return the position at the first turn, and what happened up to it."""

    def parse(self, entry: Entry) -> Reading:
        """Return an entry of a queue, read."""

    def check(self, game: Any, seat: str, order: Any) -> Problem | None:
        """Return what the seat can know to be wrong with an order of its own."""

    def legal(self, game: Any, seat: str) -> list[str]:
        """Return the orders that the seat may give, as far as it can know."""

    def play(self, game: Any, seat: str, order: Any | None, dice: Dice) -> Outcome:
        """Carry out an order of the seat to move (None: it is timed out), and begin the next turn.

        An order may keep the turn: its label and the seat to move are the same then.
        """

    def apply(self, game: Any, event: Any) -> Any:
        """Return the position after an event."""

    def view(self, game: Any, viewer: str) -> View:
        """Return the position as a viewer sees it."""

    def tell(self, before: Any, events: Sequence[Any], viewer: str) -> list[Told]:
        """Return what a viewer hears of events that began with the position `before`."""


def plain(value: Any) -> Any:
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
