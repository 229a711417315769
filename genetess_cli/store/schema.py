"""The files of a league as structs, and what each of their fields may hold, with the words that faults name it by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, starmap
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec

from genetess_cli.errors import InvalidFile, WrongUsage
from genetess_cli.rules import RULESETS, NoRuleset, NotInstalled, ruleset
from genetess_cli.rules.base import TOGETHER, round_of
from genetess_cli.rules.voice import BOT
from genetess_cli.store import times
from genetess_cli.store.forges import FORGES, forge_named
from genetess_cli.store.layout import LOGIN, WORD
from genetess_cli.store.times import DURATION, WEEKDAYS, Fault, Quiet, Time, duration, encode_time
from genetess_cli.store.yaml.convert import Upgrade, convert, nearest, upgraded
from genetess_cli.store.yaml.read import Tree, fault
from genetess_cli.values import Value

Meta = msgspec.Meta
LINE = r"[^\x00-\x1f\x7f-\x9f\u2028\u2029]{1,%d}"


def shaped(pattern: str, words: str) -> Meta:
    """Return the annotation of text that is like a pattern; `words` say to people what that is."""
    return Meta(pattern=rf"^{pattern}\Z", description=words)


def at_most(count: int, words: str) -> Meta:
    return Meta(max_length=count, description=f"a list of at most {count} {words}")


_WORD = "up to 40 characters from a-z, 0-9 and `-`, and none that Windows keeps, like `con`"
Word = Annotated[str, shaped(WORD, _WORD)]
Line = Annotated[str, shaped(LINE % 80, "one line of 1 to 80 characters")]
_LOGIN = "a login of up to 39 letters, digits and `-`; after the first character also `_` and `.`"
Login = Annotated[str, shaped(LOGIN, _LOGIN)]
_MAIL = r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63}){0,8}"
Mail = Annotated[str, shaped(_MAIL, "a plain mail address such as `gwen@example.org`")]
Notices = Literal["each", "daily", "own", "none"]
Start = Annotated[str, shaped(r"\S{1,40}", "the name of a start on the board, such as `K1`")]
_DURATION = "a time such as `90m`, `12h` or `3d`, or `none`"
Duration = Annotated[str, shaped(f"(none|{DURATION})", _DURATION)]
Hour = Annotated[str, shaped("([01][0-9]|2[0-3]):[0-5][0-9]", "a time of day such as `20:00`, up to `23:59`")]
if TYPE_CHECKING:
    Weekday = str
else:
    Weekday = Literal[WEEKDAYS]
Hours = Annotated[tuple[Hour, ...], at_most(24, "times of day")]
Weekdays = Annotated[tuple[Weekday, ...], at_most(7, "weekdays")]
QuietDays = Annotated[tuple[Line, ...], at_most(100, "days; write neighbouring ones as `FIRST..LAST`")]
Reminders = Annotated[tuple[Duration, ...], at_most(100, "reminders")]
Secrecy = Literal["open", "sealed"]
_AS_MADE = "characters from 0-9 and a-f, as the program made them"
Key = Annotated[str, shaped("[0-9a-f]{32}", f"32 {_AS_MADE}")]
GameKey = Annotated[str, shaped("[0-9a-f]{64}", f"64 {_AS_MADE}")]
SealedOrdersNumber = Annotated[int, Meta(ge=0, le=10**15, description="a whole number from 0")]
ForgeId = Annotated[int, Meta(ge=1, le=10**15, description="the number by which the forge knows an account")]


class FromFile(Value, forbid_unknown_fields=True):
    """What a file says, or a part of it: a field that nobody knows is a mistake."""


class GamePlan(FromFile, kw_only=True):
    """When a game starts by itself, and after what no turn begins any more; times are those of its zone."""

    start: Line | None = None
    end: Line | None = None
    rounds: Annotated[int, Meta(ge=1, le=999_999, description="a whole number from 1 to 999999")] | None = (
        None
    )


class Delayed(FromFile):
    """Spectators see the whole board so many turns late."""

    delayed: Annotated[int, Meta(ge=1, le=100)]


Spectators = Annotated[
    Literal["public", "full"] | Delayed,
    Meta(description="`public`, `full`, or `{delayed: 10}`, from 1 to 100 turns late"),
]
Crowd = Annotated[int, Meta(ge=1, le=100, description="a number of players, from 1 to 100")]


class SignUp(FromFile):
    """The offer of a game that has not started: its seats, in order of play.

    `minimum` and `maximum` count all players, those whom game.yaml names too; left out, all seats are to be taken.
    `launch` is when the GM means to start the game.
    """

    seats: tuple[Word, ...]
    minimum: Crowd = 2
    maximum: Crowd | None = None
    launch: Time | None = None
    ready: bool = False  # the game starts by itself, once it is full and all who signed up say READY

    @property
    def most(self) -> int:
        return self.maximum or len(self.seats)

    def free(self, players: Sequence[PlayerFile]) -> list[str]:
        taken = {player.seat for player in players}
        return [seat for seat in self.seats if seat not in taken]


Count = Annotated[int, Meta(ge=0, le=999_999, description="a whole number from 0 to 999999")]
Number = Annotated[int, Meta(ge=0, le=10**9, description="a whole number from 0")]
Version = Annotated[int, Meta(ge=1, le=10**6, description="a whole number from 1")]
_ADDRESS = r"https?://[^\s\"'<>?#\\\x00-\x1f]{1,200}(?<!\.html)"
_SITE = "an address such as `https://example.org/league`, with no page, `?` or `#` behind it"
Address = Annotated[str, shaped(_ADDRESS, _SITE)]
_PART = r"(?!\.\.?(/|\Z))[A-Za-z0-9._-]{1,100}"  # `.` and `..` lead elsewhere
_OWN = rf"[A-Za-z0-9-]{{1,39}}/{_PART}"
_WHOLE = rf"https?://[A-Za-z0-9.-]{{1,200}}(:[0-9]{{1,5}})?(/{_PART}){{2,12}}/?"
_REPOSITORY = "`owner/name` on GitHub, or an address such as `https://codeberg.org/owner/name`"
Repository = Annotated[str, shaped(f"({_OWN}|{_WHOLE})", _REPOSITORY)]
if TYPE_CHECKING:
    ForgeName = str
else:
    ForgeName = Literal[tuple(FORGES)]


class SiteFile(FromFile, kw_only=True):
    """The league's site: `site:` in genetess.yaml.

    `repository` is where it lies on a forge, whose kind `forge` says where the address does not.
    """

    base_url: Address | None = None
    repository: Repository | None = None
    forge: ForgeName | None = None
    verify: bool = True  # visitors can verify games in the page, by files that have the games' commits

    @property
    def kind(self) -> str | None:
        """The forge's name: as `forge` says, or else the host (None: neither does)."""
        return self.forge or forge_named(self.repository or "")

    @property
    def wrong(self) -> str:
        """Return why pages could not tell where to lead on the forge ("": they can)."""
        if self.kind is None:
            return (
                "its host does not say what forge it is: add `forge: github`, `gitlab` or `forgejo` beside it"
            )
        if self.kind != "github" and self.repository and "://" not in self.repository:
            return "only on GitHub is it `owner/name`: write an address such as `https://codeberg.org/owner/name`"
        return ""


# Annotations are values here, not text: msgspec reads them, and evaluating text takes longer than reading a file.


def _name_each(said: Mapping[str, Any]) -> dict[str, Any]:
    """Take `all` notices for what they are called since."""
    players = said.get("players")
    if not isinstance(players, list):
        return {**said}
    each = {"notices": "each"}
    named = [row | each if isinstance(row, dict) and row.get("notices") == "all" else row for row in players]
    return {**said, "players": named}


UPGRADES: Sequence[Upgrade] = [dict, _name_each]
"""What makes a game.yaml of each version one of the next, the first version first.

Version 2 changes nothing in the file: it keeps a program away that cannot read the records of today. In version 3 a
seat names its person; what older files say of players stays as they say it, and only `migrate` makes persons of them.
"""
VERSION = len(UPGRADES) + 1
PEOPLES = 3
"""The version from which on a seat names its person."""
MOST_PLAYERS = 100
UTC = "UTC"
DROP = "drop"
_WEEK = 7 * 86_400

SELDOM = frozenset((
    "paused", "was_paused", "absent", "unread", "put_back", "epochs", "numbers", "noted", "key", "retry", "last",
    "tries", "fresh", "resigned", "away", "given", "gift", "votes", "muted",
))  # fmt: skip
"""Fields of clock.yaml that stand there only where they say something."""


class GmFile(FromFile, kw_only=True):
    """Who runs the league: `gm:` in genetess.yaml."""

    name: Line
    mail: Mail | None = None  # where words go on to that players mail to the league


_GMS = "a mapping such as `{name: Gail, mail: gail@example.org}`, or a list of up to 9 of them"
Gms = Annotated[GmFile | Annotated[tuple[GmFile, ...], Meta(max_length=9)], Meta(description=_GMS)]


Talk = Literal["public", "none"]


class Defaults(FromFile, kw_only=True):
    """What `new` writes into game.yaml where it is not told otherwise: `defaults:` in genetess.yaml."""

    secrecy: Secrecy = "open"
    talk: Talk = "public"
    spectators: Spectators = "public"
    deadline: Duration = "3d"
    grace: Duration = "0h"
    drop_after: Count = 0
    fresh_deadlines: Count | None = 1
    holiday: Duration = "10d"
    at: Hours = ()
    days: Weekdays = ()
    quiet: QuietDays = ()
    timezone: Line = UTC
    remind: Reminders = ()


class LeagueFile(FromFile, kw_only=True):
    """genetess.yaml."""

    title: Line
    site: SiteFile = SiteFile()
    mail: Mail | None = None  # where orders are mailed to, and what turn notices come from
    gm: Gms = ()
    push: bool = False  # whether commands that commit pull and push without `--push`
    defaults: Defaults = Defaults()

    @property
    def gms(self) -> tuple[GmFile, ...]:
        return (self.gm,) if isinstance(self.gm, GmFile) else self.gm

    @property
    def gm_mails(self) -> list[str]:
        return [gm.mail for gm in self.gms if gm.mail]


class PlayerFile(FromFile, kw_only=True):
    """One of `players:` in game.yaml, in order of play; what is a person's is as people/ has it, once `seated`."""

    seat: Word
    person: Word | None = None  # None: a bot, or a player of a game of an older version
    name: Line = ""  # "": a person who is not seated yet
    github: Login | None = None
    github_id: ForgeId | None = None
    mail: tuple[Mail, ...] | None = None  # a person's are sealed
    notices: Notices | None = None  # None: each
    start: Start | None = None
    colour: Word | None = None
    bot: Word | None = None  # the bot that gives the seat's orders, a program

    @property
    def called(self) -> str:
        """The name as everybody reads it, which tells a bot from a person."""
        return name_with_bot(self.name, self.bot)


def name_with_bot(name: str, bot: str | None) -> str:
    return f"{name}{BOT}" if bot else name


About = Annotated[str, Meta(max_length=10_000, description="text of up to 10000 characters")]


class GameFile(FromFile, kw_only=True):
    """game.yaml. Durations are kept as written; the properties give them in seconds."""

    ruleset: str
    name: Line
    number: Count = 0
    secrecy: Secrecy = "open"
    talk: Talk = "none"  # whether players talk where all can read it
    votes: Literal["open", "secret"] = "open"
    spectators: Spectators = "public"
    deadline: Duration = "none"
    grace: Duration = "0h"
    drop_after: Count = 0
    fresh_deadlines: Count | None = None  # how many a turn may have after orders that failed (None: no limit)
    holiday: Duration = "0d"
    at: Hours = ()  # when deadlines end
    days: Weekdays = ()  # on which they end; none: on all
    quiet: QuietDays = ()
    timezone: Line = UTC
    remind: Reminders = ()
    plan: GamePlan = GamePlan()
    timeout: Word | None = None
    resigned: Word = (
        DROP  # what becomes of a resigned seat that nobody takes: it is dropped, or a bot gets it
    )
    players: Annotated[tuple[PlayerFile, ...], at_most(MOST_PLAYERS, "players")]
    signup: SignUp | None = None
    cancelled: Line | None = None  # why a game is called off that has not started
    rules: dict[str, Any] = {}
    about: About = ""  # the house rules
    id: Key | None = None
    commitment: GameKey | None = None
    version: Version | None = None  # the file's own (None: the first); what it says is as the newest has it
    rules_version: Version | None = None

    @property
    def names_persons(self) -> bool:
        """Return whether its seats name persons of people/, or by its version players as older files do."""
        return (self.version or 1) >= PEOPLES

    @property
    def deadline_seconds(self) -> int | None:
        return duration(self.deadline)

    @property
    def grace_seconds(self) -> int:
        """Return what is added once to a deadline about to be missed."""
        return duration(self.grace) or 0

    @property
    def holiday_seconds(self) -> int:
        return duration(self.holiday) or 0

    @property
    def has_secret_votes(self) -> bool:
        return self.votes == "secret"

    @property
    def seats(self) -> list[str]:
        return [player.seat for player in self.players]

    @property
    def names(self) -> dict[str, str]:
        return {player.seat: player.called for player in self.players}

    @property
    def bots(self) -> dict[str, str]:
        return {player.seat: player.bot for player in self.players if player.bot}

    def player(self, seat: str) -> PlayerFile:
        return next(player for player in self.players if player.seat == seat)

    def deadline_from(self, now: int) -> Time | None:
        """Return the deadline of a turn that begins now; None where there is none."""
        length = self.deadline_seconds
        if length is None:
            return None
        spared = length // 4 if self.at else 0  # so that neither a late run nor an early order loses the hour
        return self.slot(self.later(now, length - spared))

    @property
    def longest_turn(self) -> int | None:
        """Return how long a turn can last in an ordinary week, in seconds that count."""
        length = self.deadline_seconds
        if length is None or not self.at:
            return length
        ends = [self.slot(Time(0))]
        while ends[-1] < _WEEK:
            ends.append(self.slot(Time(ends[-1] + 1)))
        return length - length // 4 + max(starmap(self.count_seconds, pairwise(ends)))

    def slot(self, moment: Time) -> Time:
        """Return the first moment from this one on at which a deadline may end."""
        if not self.at:
            return moment
        unused = [day for day in WEEKDAYS if self.days and day not in self.days]
        return Time(times.quiet_days([*self.quiet, *unused], self.timezone).slot(self.at, moment))

    def on_clock(self, text: str) -> Time:
        return Time(times.on_clock(text, self.timezone))

    @property
    def start(self) -> Time | None:
        """Return when the game starts by itself, or, with a sign-up, when its GM means to start it."""
        if self.plan.start:
            return self.on_clock(self.plan.start)
        return self.signup.launch if self.signup else None

    @property
    def end(self) -> Time | None:
        return self.on_clock(self.plan.end) if self.plan.end else None

    def over_by(self, turn: str, at: int) -> str:
        """Return why the plan ends the game instead of a turn of this label that would begin then ("": it does not)."""
        number = round_of(turn)
        most = self.plan.rounds
        if most and number.isdecimal() and int(number) > most:
            return f"round {most} was the last"
        return "its time was up" if self.end and at > self.end else ""

    def later(self, start: int, seconds: int) -> Time:
        if not self.quiet:
            return Time(start + seconds)
        return Time(self.calendar.later(start, seconds))

    def earlier(self, end: int, seconds: int) -> Time:
        if not self.quiet:
            return Time(end - seconds)
        return Time(self.calendar.earlier(end, seconds))

    def count_seconds(self, since: int, until: int) -> int:
        return self.calendar.count_seconds(since, until) if self.quiet else until - since

    @property
    def calendar(self) -> Quiet:
        return times.quiet_days(self.quiet, self.timezone)

    def local(self, time: int | None) -> str | None:
        """Return a time as the clocks of the game's zone show it; None without a time, or where that zone is UTC."""
        if time is None or self.timezone == UTC:
            return None
        return times.local(time, self.timezone)

    def in_words(self, time: Time) -> str:
        """Return a time as pages and mail have it, and behind it what it is in the game's zone."""
        return times.in_words(time, self.local(time))

    def format_time(self, time: Time) -> str:
        """Return a time as text for the game's players."""
        return zoned(time, self.timezone)


def zoned(time: Time, zone: str) -> str:
    """Return a time as text: UTC, and the time in the zone beside it."""
    return str(time) if zone == UTC else f"{time} ({times.local(time, zone)})"


Phase = Literal["waiting", "gambling", "playing", "suspended", "finished"]


class ClockPause(FromFile, kw_only=True, omit_defaults=True):
    """A pause: since when, and what was left of the deadline in seconds (None: there is no deadline).

    `holiday`: the seat to move was on holiday, which goes on when the pause ends.
    """

    since: Time
    left: Number | None = None
    holiday: bool = False
    until: Time | None = None  # the first run from then on ends it (None: only the GM does)

    def is_past(self, now: int) -> bool:
        return self.until is not None and now >= self.until


class Clock(FromFile, kw_only=True):
    """clock.yaml: whose turn it is, since when and until when. `number` is that of the next record.

    In a sealed game the file masks the ids of `queues` and `unread`; a state of the game has them as they are.
    """

    turn: Word
    phase: Phase
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
    fresh: Number = 0  # full deadlines that this turn has got after orders that failed
    paused: ClockPause | None = None  # nothing is due meanwhile
    was_paused: bool = False  # during this turn, so that missing its deadline does not count
    absent: tuple[Word, ...] = ()  # seats whose players have left: timed out as soon as their turn comes
    retry: Literal["live", "stored"] | None = None  # the orders behind a failed one are tried so
    tries: Number = 0  # orders of the bot to move that left it to move, in this turn
    unread: dict[Word, str] = {}  # blob id of each order file of which its owner knows that it cannot be read
    put_back: tuple[Word, ...] = ()  # seats whose file an undo put back: while it is as in `queues`, it waits
    resigned: dict[Word, Time] = {}  # seats whose players resigned, and until when each is open for somebody
    away: bool = False  # the holiday is an absence of the player to move
    given: dict[Word, Number] = {}  # seconds that seats who wait would give to the one to move
    gift: Number = 0  # seconds that were given in this turn
    muted: dict[Word, Time] = {}  # until when seats say nothing to all
    votes: dict[Word, Line] = {}  # what players vote for, by seat
    epochs: dict[Word, Number] = {}  # sealed: how often each seat has got another key
    numbers: dict[Word, SealedOrdersNumber] = {}  # sealed: the least of each seat's next queue
    noted: dict[Word, str] = {}  # sealed: the print of each seat's queue that was read, and lies there since
    key: GameKey | None = None  # the game key, once it is revealed

    @property
    def together(self) -> bool:
        """Return whether all seats of `to_move` order at the same time."""
        return self.phase == TOGETHER

    @property
    def is_over(self) -> bool:
        return self.phase == "finished"

    @property
    def is_timed(self) -> bool:
        """Return whether the turn has a deadline, or will have one after a pause."""
        return self.paused.left is not None if self.paused else self.deadline is not None

    @property
    def on_holiday(self) -> bool:
        return self.phase == "suspended" and self.paused is None

    @property
    def fresh_number(self) -> int:
        """Return which of the fresh deadlines of the turn runs now: 1 is the first, 0 none."""
        return 0 if self.on_holiday or self.deadline is None else self.fresh

    @property
    def last_time(self) -> Time:
        return max(self.since, self.last or self.since)

    def is_late(self, now: int) -> bool:
        return self.deadline is not None and now >= self.deadline


def load_league(tree: Tree) -> LeagueFile:
    """Return the league's settings. Raise InvalidFile, naming line, field and what was expected."""
    league = convert(tree, LeagueFile)
    if league.site.wrong:
        raise InvalidFile(fault(tree, ("site", "repository"), league.site.wrong))
    if faults := [fault(tree, ("defaults", *path), words) for path, words in _clock_faults(league.defaults)]:
        raise InvalidFile(*faults)
    return league


def load_game(tree: Tree) -> GameFile:
    """Return a game's settings. Raise InvalidFile, naming line and field."""
    tree = upgraded(tree, "version", UPGRADES)
    game = convert(tree, GameFile)
    if faults := [fault(tree, path, message) for path, message in _game_faults(game)]:
        raise InvalidFile(*faults)
    return game


def plain(value: msgspec.Struct) -> dict[str, Any]:
    """Return a file's values as `dump` takes them, in their order; those in SELDOM only where they say something."""
    values: dict[str, Any] = msgspec.to_builtins(value, enc_hook=encode_time)
    return {name: field for name, field in values.items() if field or name not in SELDOM}


def filled_fields(value: msgspec.Struct) -> dict[str, Any]:
    """Return the fields that are not None as YAML has them, in which every tuple is a list."""
    fields: dict[str, Any] = msgspec.to_builtins(value, enc_hook=encode_time)
    filled = {name: field for name, field in fields.items() if field is not None}
    lists = {name: [*field] for name, field in filled.items() if isinstance(field, tuple)}
    return filled | lists


def row_of(player: PlayerFile) -> dict[str, Any]:
    """Return what game.yaml says of a player, without what is said of the person elsewhere."""
    fields = filled_fields(player)
    return {name: field for name, field in fields.items() if not (player.person and name in OF_PERSONS)}


OF_PERSONS = ("name", "github", "github_id", "mail", "notices")
_ELSEWHERE = "a ruleset of your own must be installed first: `pip install packages/*.whl`"


def ruleset_fault(name: str) -> str:
    """Return why no game can be played by a ruleset; "" where one can."""
    if name in RULESETS:
        return ""
    try:
        ruleset(name)
    except NotInstalled:
        names = ", ".join(f"`{known}`" for known in sorted(RULESETS))
        near = nearest(name, [*RULESETS])
        return f"there is no ruleset `{name[:40]}`{near}; there are {names}; {_ELSEWHERE}"
    except NoRuleset as why:
        return str(why)
    return ""


def _game_faults(game: GameFile) -> Iterator[Fault]:
    if words := ruleset_fault(game.ruleset):
        yield ("ruleset",), words
    if game.secrecy == "sealed" and None in (game.id, game.commitment):
        words = "a sealed game has an `id` and a `commitment`; make it with `genetess new --sealed`"
        yield ("secrecy",), words
    if game.has_secret_votes and game.secrecy == "open":
        yield ("votes",), "anybody reads the files of an open game; write `votes: open`, or seal the game"
    if game.commitment and game.id is None:
        yield (
            ("commitment",),
            "the `id` that it was made with is missing; restore game.yaml from git",
        )
    yield from _clock_faults(game)
    yield from _plan_faults(game)
    yield from _player_faults(game)


def _clock_faults(game: GameFile | Defaults) -> Iterator[Fault]:
    if game.deadline.strip("0") in ("m", "h", "d"):
        yield ("deadline",), "a deadline of zero is always missed; write `none` for no deadline"
    if game.quiet or game.timezone != UTC:
        yield from times.calendar_faults(game.timezone, game.quiet)
    if game.days and not game.at:
        yield ("days",), 'it says on which days deadlines end `at` a time; add a line such as `at: ["20:00"]`'
    if game.at and duration(game.deadline) is None:
        yield ("at",), "there is no deadline; write how long a turn lasts, such as `deadline: 1d`"
    for name in ("at", "days"):
        values: tuple[str, ...] = getattr(game, name)
        for index, value in enumerate(values):
            if value in values[:index]:
                yield (name, index), f"`{value}` is there twice; delete one"
    if game.days and {*game.days} <= {*game.quiet}:
        yield ("days",), "all of them are quiet days, so no deadline would ever come; add another day"


def _plan_faults(game: GameFile) -> Iterator[Fault]:
    plan = game.plan
    for name in ("start", "end"):
        try:
            getattr(game, name)
        except WrongUsage as error:
            yield ("plan", name), str(error)
            return
    if game.start and game.end and game.end <= game.start:
        yield ("plan", "end"), "the game would end before it starts; write a later time"
    if plan.start and game.signup and game.signup.launch:
        yield (
            ("signup", "launch"),
            "`start` under `plan:` says already when the game starts; delete one of both",
        )


def _player_faults(game: GameFile) -> Iterator[Fault]:
    for index, player in enumerate(game.players):
        if words := _unnamed(game, player):
            yield ("players", index), words
    if game.signup:
        yield from _signup_faults(game.signup, game.seats)
    elif not 2 <= len(game.players) <= MOST_PLAYERS:
        yield ("players",), f"a game has 2 to {MOST_PLAYERS} players, this one {len(game.players)}"
    yield from _bot_faults(game)
    seats = game.seats
    yield from _twice("seat", seats)
    yield from _twice("start", [player.start for player in game.players])
    if len(set(seats)) == len(seats):  # a seat without a colour has that of its name
        yield from _twice("colour", [player.colour or player.seat for player in game.players])


def _unnamed(game: GameFile, player: PlayerFile) -> str:
    """Return why a row of players does not say who has the seat, by the version of the file; "": it does."""
    if not game.names_persons:
        if player.person:
            return f"`person` is of version {PEOPLES}; `genetess migrate` raises the file to it"
        return "" if player.name else "`name` is missing; add `name: ...` here"
    if player.bot:
        if player.person:
            return "a bot is no person: delete `person` or `bot`"
        return "" if player.name else "`name` is missing; add the bot’s `name: ...` here"
    if player.person is None:
        return "`person` is missing; add `person: ID`, one of those that `genetess people` lists"
    told = [f"`{name}`" for name in OF_PERSONS if getattr(player, name)]
    if not told:
        return ""
    return f"{', '.join(told)} of a person belong into people/{player.person}.yaml; delete them here"


def bot_fault(rules: str, bot: str) -> str:
    """Return why a bot can play no game by these rules, which exist; "" where it can."""
    known = ruleset(rules).bots().names
    names = ", ".join(f"`{name}`" for name in known)
    return "" if bot in known else f"there is no bot `{bot}`{nearest(bot, [*known])}; {rules} has {names}"


def _bot_faults(game: GameFile) -> Iterator[Fault]:
    is_bot = game.resigned != DROP and not ruleset_fault(game.ruleset)
    if is_bot and not game.names_persons:
        yield ("resigned",), f"it is of version {PEOPLES}; `genetess migrate` raises the file to it"
    elif is_bot and (words := bot_fault(game.ruleset, game.resigned)):
        yield ("resigned",), f"{words}; or write `drop`"
    for index, player in enumerate(game.players):
        if not player.bot:
            continue
        if not ruleset_fault(game.ruleset) and (words := bot_fault(game.ruleset, player.bot)):
            yield ("players", index, "bot"), words
        if (player.github, player.github_id, player.mail, player.notices) != (None,) * 4:
            words = "a bot has no account and reads no mail: delete `github`, `mail` and `notices`, or `bot`"
            yield ("players", index, "bot"), words


def _twice(field: str, values: list[str | None] | list[str]) -> Iterator[Fault]:
    for index, value in enumerate(values):
        if value is not None and value in values[:index]:
            words = f"two players have the {field} `{value}`; give one of them another"
            yield ("players", index, field), words


def _signup_faults(signup: SignUp, taken: Sequence[str]) -> Iterator[Fault]:
    seats = signup.seats
    most = signup.most
    if not 2 <= len(seats) <= MOST_PLAYERS:
        yield ("signup", "seats"), f"a game has 2 to {MOST_PLAYERS} players, but here are {len(seats)} seats"
    if len({*seats}) < len(seats):
        yield ("signup", "seats"), "one of them is there twice; name every seat once"
    if not 2 <= signup.minimum <= most <= len(seats):
        words = f"expected 2 <= minimum ({signup.minimum}) <= maximum ({most}) <= the seats ({len(seats)})"
        yield ("signup", "minimum"), words
    for index, seat in enumerate(taken):
        if seat not in seats:
            yield ("players", index, "seat"), f"`{seat}` is not among the seats of signup; add it there too"
