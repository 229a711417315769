"""The facts of leagues, games and turns for pages: plain, frozen, with nothing secret from their reader."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from genetess_cli.rules.base import round_of
from genetess_cli.rules.problems import CLOSED
from genetess_cli.site import words
from genetess_cli.site.board.seats import SeatFacts
from genetess_cli.turns.acts import ToldAct
from genetess_cli.turns.standing import (
    Holiday,
    NotStarted,
    Over,
    Paused,
    Standing,
    Together,
    awaiting,
    order_by,
)


class Asked(msgspec.Struct, frozen=True):
    """Somebody who signed up: the number in the line of all who can play, the name, and what was asked for in words."""

    number: int
    name: str
    words: str


class Offer(msgspec.Struct, frozen=True):
    """The offer of a game that has not started: the seats without a player, how many play, when it is to begin, who
    signed up.

    Of the seats, `wanted` are those that somebody asked for already, who would get them; `seats` are the others.

    `path` and `text` are the file with which somebody signs up, before it is filled in.
    """

    seats: list[str]
    wanted: list[str]
    least: int
    most: int
    launch: str | None
    asked: list[Asked]
    path: str
    text: str


class GameFacts(msgspec.Struct, frozen=True):
    """A game as everybody may know it, and how it stands now.

    `is_open`: its settings and board are published; `is_full`: the fog is lifted for spectators, and stored orders
    are shown too; with a `delay` it lifts from a turn once so many more have ended. `end` is the last turn's page once
    the game is over and everybody may see it.
    `missed` are the deadlines that seats missed in a row, `absent` the seats whose players have left. `forfeits`: a
    time-out loses the game.
    `local` is the deadline in the game's own zone (None: that is UTC), `open_seats` may be taken over, `holidays`
    what each seat has left, in words. `hides_nothing`: there is no fog, everybody sees the board.
    `is_sealed`: turnsheets and all else that is secret can be read with a key alone; once the key is public the game is
    as an open one, and `is_revealed`. Of a sealed game, `id` is what its keys come from, `epochs` tells how often each
    seat has got another key, and `numbers` the least number that its next queue may have.
    `offer` has the seats that can be signed up for. `logins` are the players' on the forge, where they have one, and
    `mails` the seats of those who can write;
    `available` are the points that one player can have at most; `has_board`: there is a board.yaml. `starts` tells
    where each seat starts, as far as that is set. `squares` are the types of special squares that the board may have,
    with their names. `fates` has in words how seats were taken out by a turn.
    `bots` are the bots of seats that have one.
    """

    slug: str
    name: str
    number: int
    ruleset: str
    seats: dict[str, SeatFacts]
    standing: Standing
    turn: str
    settings: list[str]
    is_open: bool
    is_full: bool
    end: str | None = None
    absent: list[str] = []
    forfeits: bool = False
    local: str | None = None
    open_seats: list[str] = []
    holidays: dict[str, str] = {}
    hides_nothing: bool = False
    delay: int | None = None
    id: str = ""
    is_sealed: bool = False
    is_revealed: bool = False
    epochs: dict[str, int] = {}
    numbers: dict[str, int] = {}
    logins: dict[str, str] = {}
    mails: list[str] = []
    offer: Offer | None = None
    reminders: list[str] = []
    available: int = 0
    has_board: bool = False
    starts: dict[str, list[str]] = {}
    squares: dict[str, str] = {}
    fates: dict[str, str] = {}
    bots: dict[str, str] = {}
    missed: dict[str, int] = {}

    @property
    def is_pooled(self) -> bool:
        """True where all may know what all seats see together, and are not shown the whole board anyway."""
        return self.delay is None and not (self.hides_nothing or self.is_sealed or self.is_full)

    @property
    def newest(self) -> str:
        """Return what tells the turn that is played from all others: its label, or that the game is over."""
        return "over" if isinstance(self.standing, Over) else self.turn

    @property
    def has_started(self) -> bool:
        return not isinstance(self.standing, NotStarted)

    @property
    def is_paused(self) -> bool:
        return isinstance(self.standing, Paused)

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

    def wants(self, seat: str) -> str:
        """Return whether a seat wants a player, in words that stand behind others."""
        if seat in self.absent:
            return "; has left, the seat is free"
        return "; the seat is open" if seat in self.open_seats else ""

    @property
    def vacant(self) -> list[str]:
        """Return the seats that somebody else can take over: those open for replacement, and those left by players."""
        return [*self.open_seats, *self.absent]

    @property
    def places(self) -> int:
        if self.offer is None:
            return 0
        return max(0, self.offer.most - len(self.seats) - len(self.offer.asked))

    @property
    def gathered(self) -> str:
        """Return how many can play of a game that looks for players, and how many are there; "" of any other."""
        offer = self.offer
        return words.count(offer.least, offer.most, len(self.seats), len(offer.asked)) if offer else ""

    @property
    def round(self) -> str:
        return round_of(self.turn)

    @property
    def left(self) -> str:
        return words.free_seats(self.places)

    @property
    def is_together(self) -> bool:
        return isinstance(self.standing, Together)

    @property
    def is_hushed(self) -> bool:
        """True while nobody's sheet may tell of orders: all order at the same time, and anybody can open a sheet."""
        return self.is_together and not self.is_sealed


class Line(msgspec.Struct, frozen=True):
    """A turn as one viewer heard it: its label, whose it was, and the sentences. `stem` names the turn's page.

    `back`: the turn was taken back; `act` is the command, if the GM did it. `mover` is who had its `seat`
    then, `player` who had the viewer's, and is `you` in the sentences; `named` are the same for whoever has that
    seat later. `marks` are what sheets mark of it on the board, `moves` what they play there.
    """

    number: int
    stem: str
    turn: str
    seat: str | None
    sentences: list[str]
    back: bool = False
    act: str = ""
    mover: str = ""
    player: str = ""
    named: list[str] = []
    marks: dict[str, str] = {}
    moves: str = ""

    def told(self, player: str) -> list[str]:
        return self.sentences if player == self.player else self.named


PRINTED = 24
"""Sentences of what happened that are printed on a turnsheet: with more it would not be one sheet of A4."""


class TurnFacts(msgspec.Struct, frozen=True):
    """A turn as its record has it. `seat` is None for the start, `order` for that and for a time-out.

    So is the `order` of a seat whose order file could not be read (it failed).

    `ended`: the move has passed on; it has not where an order failed or a holiday began. `opened`: the seat is open
    for replacement from here on. `act` is what the GM did, in a record of that; `back`: it was taken back later.
    `by` is who brought the order, if the GM did; `rested`: the deadline that was missed was the end of a holiday.
    `commit` is the one that brought the record, as far as the history is here. Among a seat's own orders, `player` is
    who had the seat, and `tried`: an order of the same turn had failed before.
    """

    number: int
    turn: str
    seat: str | None
    order: str | None
    source: str
    outcome: str
    reason: str | None
    at: str
    ended: bool = True
    act: ToldAct | None = None
    back: bool = False
    opened: bool = False
    by: str | None = None
    rested: bool = False
    commit: str | None = None
    player: str = ""
    tried: bool = False

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
        """True if the order is its player's own matter: what failed is nobody else's to know."""
        return self.outcome == "failed"

    @property
    def fault(self) -> str:
        """Return why the order file could not be read, for behind words that say so."""
        return (self.reason or "").removeprefix(CLOSED)


class Heard(msgspec.Struct, frozen=True):
    """All that a seat heard since its last turn, and its own orders up to the next one that is carried out.

    Their `reason` is in words for the seat.
    """

    since: list[Line] = []
    own: list[TurnFacts] = []

    @property
    def verdicts(self) -> list[TurnFacts]:
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
    def unprinted(self) -> int:
        """Return how many of the first turns in `since` paper has no room for; the newest one is always printed."""
        room = PRINTED
        for number, line in enumerate(reversed(self.since)):
            room -= max(1, len(line.sentences))
            if room < 0 and number:
                return len(self.since) - number
        return 0
