"""What the files of a league may say: a type for each, and what types alone cannot check.

A ruleset's own settings (`rules:` in game.yaml, board.yaml) and its position are plain values here; the
ruleset gives them types. No path is made here and no file opened.
"""

# Annotations are values here, not text: msgspec reads them, and evaluating text takes longer than reading a file.

import re
from collections import defaultdict
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec

from genetess_cli.errors import InvalidFile, WrongUsage
from genetess_cli.store.fields import (
    Count,
    Desk,
    Duration,
    ForgeId,
    GameKey,
    Key,
    Line,
    Login,
    Mail,
    Notices,
    Number,
    SignUp,
    SiteFile,
    SlipNumber,
    Spectators,
    Start,
    Time,
    Version,
    Word,
)  # fmt: skip
from genetess_cli.store.times import duration, to_time
from genetess_cli.store.yaml import Tree, convert, fault, nearest

if TYPE_CHECKING:
    from genetess_cli.quiet import Quiet

VERSION: Final = 1
MOST_PLAYERS: Final = 100
UTC: Final = "UTC"

SELDOM: Final = frozenset((
    "round", "queue", "desk", "by", "was", "now", "back_to", "paused", "was_paused", "absent", "unread", "opened",
    "rested", "epochs", "numbers", "noted", "key", "retry", "last", "commitment",
))  # fmt: skip
"""Fields of clock.yaml and of records that stand there only where they say something."""

_NO_TIME = re.compile(r"0+[mhd]")

GRACE: Final = "grace"  # what a deadline gets by itself: the one act of the desk that nobody did


class LeagueFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """genetess.yaml."""

    title: Line
    site: SiteFile = SiteFile()
    mail: Mail | None = None  # where orders are mailed to, and what turn notices come from


class PlayerFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One of `players:` in game.yaml, in order of play."""

    seat: Word
    name: Line
    github: Login | None = None
    github_id: ForgeId | None = None
    mail: tuple[Mail, ...] | None = None
    notices: Notices | None = None  # None: all
    start: Start | None = None
    colour: Word | None = None


class GameFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """game.yaml. Durations are kept as written; the properties give them in seconds."""

    ruleset: str
    name: Line
    number: Count = 0
    secrecy: Literal["open", "sealed"] = "open"
    spectators: Spectators = "public"
    deadline: Duration = "none"
    grace: Duration = "0h"
    drop_after: Count = 0
    holiday: Duration = "0d"
    quiet: tuple[Line, ...] = ()
    timezone: Line = UTC
    remind: tuple[Duration, ...] = ()
    timeout: Word | None = None
    players: tuple[PlayerFile, ...]
    signup: SignUp | None = None
    rules: dict[str, Any] = {}
    id: Key | None = None
    commitment: GameKey | None = None
    version: Version = VERSION
    rules_version: Version | None = None

    @property
    def deadline_seconds(self) -> int | None:
        """The time to move; None where there is no deadline."""
        return duration(self.deadline)

    @property
    def grace_seconds(self) -> int:
        """What is added once to a deadline about to be missed."""
        return duration(self.grace) or 0

    @property
    def holiday_seconds(self) -> int:
        """Each player's holiday, for the whole game."""
        return duration(self.holiday) or 0

    @property
    def seats(self) -> list[str]:
        """The seats, in order of play."""
        return [player.seat for player in self.players]

    def deadline_from(self, now: int) -> int | None:
        """The deadline of a turn that begins now; None where there is none."""
        length = self.deadline_seconds
        return None if length is None else self.later(now, length)

    def later(self, start: int, seconds: int) -> int:
        """The moment when so many seconds have passed since `start`, quiet days not counted."""
        return self._days.later(start, seconds) if self.quiet else start + seconds

    def earlier(self, end: int, seconds: int) -> int:
        """The moment from which so many seconds lead to `end`, quiet days not counted."""
        return self._days.earlier(end, seconds) if self.quiet else end - seconds

    def counted(self, since: int, until: int) -> int:
        """The seconds between two moments, quiet days not counted."""
        return self._days.counted(since, until) if self.quiet else until - since

    @property
    def _days(self) -> "Quiet":
        from genetess_cli import quiet

        return quiet.read(self.quiet, self.timezone)

    def local(self, time: str | None) -> str | None:
        """A time as the clocks of the game's zone show it; None without a time, or where that zone is UTC."""
        if time is None or self.timezone == UTC:
            return None
        from genetess_cli import zones

        return zones.local(to_time(time), self.timezone)

    def shown(self, time: str) -> str:
        """A time as text for the game's players: UTC, and the time in its zone beside it."""
        local = self.local(time)
        return f"{time} ({local})" if local else time


class PauseFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A pause: since when, and what was left of the deadline in seconds (None: there is no deadline).

    `holiday`: the seat to move was on holiday, which goes on when the pause ends.
    """

    since: Time
    left: Number | None = None
    holiday: bool = False


class ClockFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """clock.yaml: whose turn it is, since when and until when. `number` is that of the next record."""

    turn: Word
    round: None = None  # not written any more; older files have it
    phase: Literal["waiting", "gambling", "playing", "suspended", "finished"]
    to_move: tuple[Word, ...] = ()
    since: Time
    last: Time | None = None  # when the last record was made, if later than that
    deadline: Time | None = None
    number: Number
    attempts: dict[Word, Number] = {}
    queues: dict[Word, str] = {}  # blob id of each seat's order file when the turn began
    missed: dict[Word, Number] = {}  # deadlines missed in a row
    holiday: dict[Word, Number] = {}  # seconds left
    grace_used: bool = False
    commitment: str | None = None  # not written any more; games that older programs started have it here
    paused: PauseFile | None = None
    was_paused: bool = False  # during this turn, so that missing its deadline does not count
    absent: tuple[Word, ...] = ()  # seats whose players have left: timed out as soon as their turn comes
    retry: Literal["live", "stored"] | None = (
        None  # the orders behind a failed one are tried in its place, as these
    )
    unread: dict[Word, str] = {}  # blob id of each order file of which its owner knows that it cannot be read
    epochs: dict[Word, Number] = {}  # sealed: how often each seat has got another key
    numbers: dict[Word, SlipNumber] = {}  # sealed: the least number that each seat's next queue may have
    noted: dict[Word, str] = {}  # sealed: the print of each seat's queue that was read, and lies there since
    key: GameKey | None = None  # the game key, once it is revealed


class RecordFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One file below turns/. `seat` is None in the record of the start, `next` the label of the turn after.

    `desk` names what the GM did, if the record is of that, and `by` who did it; `was` and `now` are what it changed.
    `back_to`: the position after the record is the one before the record of that number. `queue` is the order file
    before it, where neither the commit before nor `order` tells it. Fields in SELDOM are left out at their default.
    """

    number: Number
    turn: Word
    seat: Word | None = None
    order: str | None = None
    source: Literal["start", "live", "stored", "timeout", "gm"]
    outcome: Literal["done", "failed", "timed out"]
    reason: str | None = None
    at: Time
    to_move: tuple[Word, ...] = ()
    next: Word | None = None
    draws: list[dict[str, Any]] = []
    events: list[dict[str, Any]] = []
    rules_version: Version
    queue: str | None = None
    desk: Desk | None = None
    by: str | None = None
    was: dict[str, Any] = {}
    now: dict[str, Any] = {}
    back_to: Version | None = None
    opened: Word | None = None  # the seat that is open for replacement from here on
    rested: Literal[True] | None = None  # the deadline was the end of the seat's holiday


def load_league(tree: Tree) -> LeagueFile:
    """The league's settings.

    Raises InvalidFile, naming line, field and what was expected.
    """
    league = convert(tree, LeagueFile)
    if league.site.wrong:
        raise InvalidFile([fault(tree, ("site", "repository"), league.site.wrong)])
    return league


def load_game(tree: Tree, rulesets: Collection[str]) -> GameFile:
    """A game's settings; `rulesets` are the names that `ruleset:` may have.

    What of the notices cannot be followed is left out. Raises InvalidFile, naming line, field and what was expected,
    for every other mistake.
    """
    _check_version(tree)
    game = convert(followed(tree), GameFile)
    if faults := [fault(tree, path, message) for path, message in _game_faults(game, sorted(rulesets))]:
        raise InvalidFile(faults)
    return game


def followed(tree: Tree) -> Tree:
    """A game.yaml without the settings of notices that cannot be followed; most files have none at all."""
    data = tree.data if isinstance(tree.data, dict) else {}
    players = data.get("players")
    if "remind" not in data and not (
        isinstance(players, list) and any("notices" in each for each in players if isinstance(each, dict))
    ):
        return tree
    from genetess_cli.store import notices

    return notices.followed(tree)


def load_clock(tree: Tree) -> ClockFile:
    """A game's clock. Raises InvalidFile, naming line, field and what was expected."""
    clock = convert(tree, ClockFile)
    _check_times(tree, {"since": clock.since, "deadline": clock.deadline})
    if clock.paused:
        _check_times(tree, {"paused": clock.paused.since})
    return clock


def load_record(tree: Tree) -> RecordFile:
    """The record of one turn.

    Raises InvalidFile, naming line, field and what was expected.
    """
    record = convert(tree, RecordFile)
    _check_times(tree, {"at": record.at})
    return record


def plain(value: msgspec.Struct) -> dict[str, Any]:
    """A file's values as `dump` takes them, every field in its order; those in SELDOM only where they say something."""
    values: dict[str, Any] = msgspec.to_builtins(value)
    return {name: each for name, each in values.items() if each or name not in SELDOM}


Fault = tuple[tuple[str | int, ...], str]


def _check_version(tree: Tree) -> None:
    """Say that a file is of a newer program before complaining of fields that this one does not know."""
    version = tree.data.get("version") if isinstance(tree.data, dict) else None
    if type(version) is int and version > VERSION:
        message = f"the file is of version {version}, this program reads version {VERSION}; install a newer genetess"
        raise InvalidFile([fault(tree, ("version",), message)])


def _check_times(tree: Tree, times: dict[str, str | None]) -> None:
    for name, text in times.items():
        try:
            to_time(text or "1970-01-01T00:00:00Z")
        except WrongUsage as error:
            raise InvalidFile([fault(tree, (name,), str(error))]) from None


def _game_faults(game: GameFile, rulesets: list[str]) -> Iterator[Fault]:
    if game.ruleset not in rulesets:
        names = ", ".join(f"`{name}`" for name in rulesets)
        near = nearest(game.ruleset, rulesets)
        yield ("ruleset",), f"there is no ruleset `{game.ruleset[:40]}`{near}; there are {names}"
    if game.secrecy == "sealed" and game.id is None:
        words = "a sealed game has an `id`, which its keys come from; make it with `genetess new --sealed`"
        yield ("secrecy",), words
    if game.commitment and game.id is None:
        yield (
            ("commitment",),
            "it is of no use without the `id` that it was made with; put that back, or take it out",
        )
    for name in ("deadline", "grace", "holiday"):
        try:
            duration(getattr(game, name))
        except WrongUsage as error:
            yield (name,), str(error)
    if _NO_TIME.fullmatch(game.deadline):
        yield ("deadline",), "a deadline of nothing is always missed; write `none` for no deadline"
    if game.quiet or game.timezone != UTC:
        from genetess_cli.store import hours

        yield from hours.faults(game.timezone, game.quiet)
    yield from _player_faults(game)


def _player_faults(game: GameFile) -> Iterator[Fault]:
    if game.signup:
        from genetess_cli.store import signups

        yield from signups.faults(game.signup, [player.seat for player in game.players])
    elif not 2 <= len(game.players) <= MOST_PLAYERS:
        yield ("players",), f"a game has 2 to {MOST_PLAYERS} players, this one {len(game.players)}"
    seats = [player.seat for player in game.players]
    yield from _twice("seat", seats)
    yield from _twice("start", [player.start for player in game.players])
    if len(set(seats)) == len(seats):  # a seat without a colour has that of its name
        yield from _twice("colour", [player.colour or player.seat for player in game.players])


def _twice(field: str, values: list[str | None] | list[str]) -> Iterator[Fault]:
    """A fault for every player who has in `field` what a player before has."""
    where: defaultdict[str, list[int]] = defaultdict(list)
    for index, value in enumerate(values):
        if value is not None:
            where[value].append(index)
    for taken, [first, *others] in where.items():
        for index in others:
            yield (
                ("players", index, field),
                f"`{taken}` is already the {field} of players[{first}]; choose another",
            )
