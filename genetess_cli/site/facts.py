"""The facts of leagues, games and turns for pages: plain, frozen, with nothing secret from their reader."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from genetess_cli.rules.base import PUBLIC, REFEREE, round_of
from genetess_cli.rules.problems import CLOSED
from genetess_cli.site import words
from genetess_cli.site.board.seats import SeatFacts
from genetess_cli.store.talk import Saying
from genetess_cli.turns.acts import ToldAct
from genetess_cli.turns.standing import (
    Holiday,
    NotStarted,
    OtherRules,
    Over,
    Paused,
    Standing,
    awaiting,
    order_by,
)
from genetess_cli.values import Value


class Asked(Value):
    """Somebody who signed up: the number in the line of all who can play, the name, and what was asked for in words."""

    number: int
    name: str
    words: str


class Offer(Value):
    """The offer of a game that has not started."""

    seats: list[str]  # those without a player that nobody asked for
    wanted: list[str]  # those that somebody asked for already, who would get them
    least: int  # players
    most: int
    taken: int  # seats that have a player
    launch: str | None
    asked: list[Asked]
    path: str  # the file with which somebody signs up
    text: str  # and what is in it, before it is filled in
    ready: int | None = None  # so many who signed up are ready; None: nobody is asked

    @property
    def places(self) -> int:
        return max(0, self.most - self.taken - len(self.asked))

    @property
    def gathered(self) -> str:
        """Return how many can play, and how many are there."""
        count = words.count(self.least, self.most, self.taken, len(self.asked))
        return f"{count}, {self.ready} of them ready" if self.ready is not None and self.asked else count

    @property
    def left(self) -> str:
        return words.free_seats(self.places)


class Secrecy(Value):
    """What of a game everybody may see."""

    is_open: bool = True  # its settings and its board
    is_full: bool = False  # the whole board, and stored orders
    delay: int | None = None  # after so many turns the whole board is shown
    is_together: bool = False  # all order at the same time now
    is_sealed: bool = False  # turnsheets and all else that is secret can be read with a key alone
    is_revealed: bool = False  # they could, and the key is public now
    epochs: dict[str, int] = {}  # how often each seat of a sealed game has got another key

    @property
    def is_hushed(self) -> bool:
        """True while nobody's sheet may tell of orders: all order at the same time, and anybody can open a sheet."""
        return self.is_together and not self.is_sealed


class GameFacts(Value):
    """A game as all its pages may know it, those of past turns too: when any of this changes, all are told again."""

    slug: str
    name: str
    number: int
    id: str
    ruleset: str
    seats: dict[str, SeatFacts]
    secrecy: Secrecy
    hides_nothing: bool = False  # there is no fog, everybody sees the board
    forfeits: bool = False  # a time-out loses the game
    fates: dict[str, str] = {}  # how seats were taken out by a turn, in words

    @property
    def spectator(self) -> str:
        """Return the viewer as whom spectators see the board, once they do."""
        return REFEREE if self.secrecy.is_full or self.secrecy.delay is not None else PUBLIC

    @property
    def is_shown(self) -> bool:
        """True where everybody sees the whole board, be it late."""
        return self.hides_nothing or self.spectator == REFEREE

    @property
    def is_pooled(self) -> bool:
        """True where all may know what all seats see together, and are not shown the whole board anyway."""
        return not self.is_shown and not self.secrecy.is_sealed


class GameSettings(Value):
    """How a game is played."""

    lines: list[str]  # in words
    available: int  # the points that one player can have at most
    has_board: bool  # there is a board.yaml
    starts: dict[str, list[str]]  # where each seat starts, as far as that is set
    squares: dict[str, str]  # the types of special squares that the board may have, with their names
    about: str = ""  # the house rules, as the GM wrote them
    start: str = ""  # when a game that has not started does so by itself
    end: str = ""  # after what no turn begins any more, in words
    is_timed: bool = True  # turns have deadlines
    has_secret_votes: bool = False
    waits: str = ""  # why nothing is played, where the program has other rules; for the GM


class Contacts(Value):
    """How the people who play can be reached, and who is a bot."""

    logins: dict[str, str] = {}  # on the forge, where they have one
    mails: list[str] = []  # the seats of those who can write
    notices: dict[str, str] = {}  # which of them those get who can get any, by seat
    bots: dict[str, str] = {}  # by seat
    persons: dict[str, str] = {}  # the IDs of those of people/, by seat


class Vacancies(Value):
    """Which seats want a player."""

    absent: Mapping[str, str] = {}  # those whose players have left, and until when somebody can take them
    open_seats: list[str] = []  # those that may be taken over
    missed: dict[str, int] = {}  # the deadlines that seats missed in a row

    @property
    def all(self) -> list[str]:
        return [*self.open_seats, *self.absent]

    def wants(self, seat: str) -> str:
        """Return whether a seat wants a player, in words that stand behind others."""
        if seat in self.absent:
            return "; has left, the seat is free"
        return "; the seat is open" if seat in self.open_seats else ""


class ClockFacts(Value):
    """What the clock of a game says beside how it stands."""

    local: str | None = None  # the deadline in the game's own zone, where that is not UTC
    reminders: list[str] = []  # of the deadline
    holidays: dict[str, str] = {}  # what each seat has left, in words


class Present(Value):
    """How a game is now: what the pages of past turns have nothing of."""

    standing: NotStarted | Standing
    turn: str  # the one that is played
    settings: GameSettings
    people: Contacts = Contacts()
    vacancies: Vacancies = Vacancies()
    clock: ClockFacts = ClockFacts()
    numbers: dict[str, int] = {}  # the least number that the next queue of a seat may have, of a sealed game
    end: str | None = None  # the last turn's page, once the game is over and everybody may see it
    talk: list[tuple[int, Saying]] | None = (
        None  # the newest that was said to all, by number (None: there is no talk)
    )
    muted: Mapping[str, str] = {}  # until when seats say nothing to all
    offer: Offer | None = None
    votes: Sequence[str] = ()  # `2 of 3 want a draw`
    decides: Mapping[str, str] = {}  # for what a seat's vote is the last that is wanted; "": for whatever

    @property
    def newest(self) -> str:
        """Return what tells the turn that is played from all others: its label, or that the game is over."""
        return "over" if isinstance(self.standing, Over) else self.turn

    @property
    def has_started(self) -> bool:
        return not isinstance(self.standing, NotStarted)

    @property
    def cancelled(self) -> str | None:
        """Return why the game was called off before its start."""
        return self.standing.cancelled if isinstance(self.standing, NotStarted) else None

    @property
    def is_paused(self) -> bool:
        return isinstance(self.standing, Paused)

    @property
    def may_adopt(self) -> bool:
        """Return whether the GM may move the game to the rules of the program."""
        stand = self.standing
        return isinstance(stand, OtherRules) and stand.version is not None and not stand.is_ahead

    @property
    def to_move(self) -> Sequence[str]:
        then = awaiting(self.standing)
        return then.seats if then else ()

    @property
    def deadline(self) -> str | None:
        deadline = order_by(self.standing)
        return str(deadline) if deadline else None

    @property
    def resting(self) -> str | None:
        """Return the seat that is on holiday, if one is."""
        return self.standing.seat if isinstance(self.standing, Holiday) else None

    @property
    def places(self) -> int:
        return self.offer.places if self.offer else 0

    @property
    def round(self) -> str:
        return round_of(self.turn)


class LogLine(Value):
    """A turn in a log, as one viewer heard it."""

    number: int
    stem: str  # of the turn's page
    turn: str
    seat: str | None  # whose it was
    sentences: list[str]
    back: bool = False  # it was taken back later
    act: str = ""  # the command, if the GM did it
    mover: str = ""  # who had the seat then


class HeardLine(LogLine):
    """A turn as a seat heard it. In its sentences whoever had the seat then is `you`."""

    player: str = ""  # who that was
    named: list[str] = []  # the sentences for whoever has the seat later
    marks: dict[str, str] = {}  # what sheets mark of it on the board
    moves: str = ""  # and what they play there

    def told(self, player: str) -> list[str]:
        return self.sentences if player == self.player else self.named


PRINTED = 24
"""Sentences of what happened that are printed on a turnsheet: with more it would not be one sheet of A4."""


class TurnFacts(Value):
    """A turn as its record has it."""

    number: int
    turn: str
    seat: str | None  # None: the start
    order: str | None  # None: there was none, or an order file that could not be read
    source: str
    outcome: str
    reason: str  # in words: of an order that failed, or of what the GM did
    at: str
    ended: bool = True  # the move has passed on: not where an order failed, or a holiday began
    act: ToldAct | None = None  # what the GM did
    back: bool = False  # it was taken back later
    opened: bool = False  # the seat is open for replacement from here on
    rested: bool = False  # the deadline that was missed was the end of a holiday
    commit: str = ""  # the one that brought the record, as far as the history is here

    @property
    def stem(self) -> str:
        return f"{self.number:04}-{self.turn}"

    @property
    def whose(self) -> str | None:
        """Return whose turn it was; in round 0 and at the start nobody's, though its records are of one seat each."""
        if self.act and self.act.is_gms:
            return "GM"
        return None if self.turn == "0" else self.seat

    @property
    def passes(self) -> bool:
        """True if a turn of play ended with it that still counts."""
        return self.ended and not self.back and not self.act and self.turn != "0"

    @property
    def is_private(self) -> bool:
        """True if it is its player's own matter, such as what failed: nobody else is told of it."""
        return self.outcome == "failed" or (self.act is not None and self.act.done.is_quiet)

    @property
    def fault(self) -> str:
        """Return why the order file could not be read, for behind words that say so."""
        return self.reason.removeprefix(CLOSED)


SOURCES = {"stored": "stored before your turn came", "gm": "entered by the GM"}
"""How an order came in, where it is worth a word."""


class OwnTurn(TurnFacts):
    """A turn of a seat's own; its reason is in words for the seat."""

    player: str = ""  # who had the seat
    tried: bool = False  # an order of the same turn had failed before

    @property
    def source_words(self) -> str:
        return SOURCES.get(self.source, "")


TICKED = 4
"""Turns that the news on top of a sheet are from, at most."""


class Heard(Value):
    """All that a seat heard since its last turn, and its own orders up to the next one that is carried out."""

    since: list[HeardLine] = []
    own: list[OwnTurn] = []
    ended: int = 0  # the record by which that turn ended

    @property
    def verdicts(self) -> list[OwnTurn]:
        """Return what became of the last order, and of the last one before it that failed, if any did."""
        return [*self.own[-1:], *(turn for turn in self.own[-2::-1] if turn.outcome == "failed")][:2]

    @property
    def wrong(self) -> str:
        """Return the last order that failed, where neither it was undone nor another one has been carried out."""
        for turn in self.verdicts:
            if turn.back or turn.outcome == "done":
                break
            if turn.outcome == "failed":
                return turn.order or ""
        return ""

    @property
    def played(self) -> list[HeardLine]:
        """Return the turns in `since` that may be news; an undo takes the place of what it took back."""
        return [line for line in self.since if line.act in ("", "undo") and not line.back] or self.since

    @property
    def ticked(self) -> list[HeardLine]:
        """Return the turns that the news on top of the sheet are from."""
        return [line for line in self.played[-TICKED:] if line.number]

    def news(self, seat: str) -> HeardLine | None:
        """Return what stands on top of the sheet of a seat: the newest that others did, if any did."""
        played = self.played
        of_others = [line for line in played if line.act or (line.marks and line.seat != seat)]
        return next(reversed(of_others or played), None)

    @property
    def unprinted(self) -> int:
        """Return how many of the first turns in `since` paper has no room for; the newest one is always printed."""
        room = PRINTED
        for number, line in enumerate(reversed(self.since)):
            room -= max(1, len(line.sentences))
            if room < 0 and number:
                return len(self.since) - number
        return 0
