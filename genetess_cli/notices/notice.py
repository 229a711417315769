"""A notice: news of a game as it stands, for one player or for everybody; each channel puts it into its own words.

Who is told what, `news.py` finds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import msgspec

from genetess_cli.rules.base import round_of
from genetess_cli.site.places import PLAY
from genetess_cli.store.league import League
from genetess_cli.values import Value


class Mover(Value):
    """Somebody who has a seat, and may be to move."""

    seat: str
    name: str
    login: str | None = None  # on the forge
    link: str | None = None  # where the turnsheet lies
    chat: str = ""  # by what a chat mentions the player


class Waiting(Value):
    """Somebody who signed up and got no seat."""

    name: str
    login: str | None
    file: str  # of the sign-up


class Addressee(Value, tag=True):
    """The one player whom a notice is for."""

    seat: str
    player: str
    login: str | None
    mail: Sequence[str]  # addresses
    failing: str = ""  # that the last order or turn came to nothing
    example: str | None = None  # an order such as the player might give, where no turnsheet can be read


class Everybody(Value, tag=True):
    """All who read what is public; as a game starts they are told who plays."""

    seated: Sequence[Mover] = ()
    waiting: Sequence[Waiting] = ()


class Due(Value):
    """A deadline."""

    deadline: str
    until: str  # in words


class GoesOn(Value):
    """Nobody waits: the player has left, or a bot is to move."""


class StoredOrder(Value):
    """The first order in the reader's own file."""

    order: str | None  # None: there is none, and the file is complete without
    when: str  # when it runs
    is_starred: bool = False  # it runs at once


class GameOver(Value, tag=True):
    """The game has ended."""


class _Move(Value, tag=True):
    to_move: Sequence[Mover]
    due: Due | GoesOn | None

    @property
    def until(self) -> str:
        match self.due:
            case Due(until=until):
                return f", until {until}"
            case GoesOn():
                return "; nobody waits, the next run goes on"
            case None:
                return ""


class YourMove(_Move):
    """The game waits for the reader's order, or has it."""

    stored: StoredOrder | None = None
    is_last: bool = False  # all others are in


class OthersMove(_Move):
    """The game waits for somebody else; to everybody it always does."""

    is_next: bool = False  # of several who could be: the reader is


class DeadlineNear(_Move):
    """The reader's order is missing, or that of the one who is to move; a reminder."""

    remind: str  # which of game.yaml's reminders it is
    left: str  # how much time there is really
    stored: StoredOrder | None = None
    is_last: bool = False


class OnHold(Value, tag=True):
    """The game is paused."""

    then: YourMove | OthersMove
    end: str = ""  # in words; "": until the GM resumes it

    @property
    def words(self) -> str:
        until = f" until {self.end}" if self.end else ""
        return f"the game is paused{until}"


class RulesOpen(Value, tag=True):
    """Nothing is played until the GM has chosen the rules, as the program has another version of them."""

    then: YourMove | OthersMove


News = RulesOpen | GameOver | OnHold | YourMove | OthersMove | DeadlineNear
Kind = Literal["turn", "stored", "starred", "other", "over", "reminder"]


class Notice(Value, kw_only=True):
    """News of a game for a reader."""

    game: str
    name: str
    number: int
    turn: str
    mark: str  # the same for the same notice
    sealed: bool
    reader: Addressee | Everybody
    news: News
    told: Sequence[str] = []  # the turns since the last look as the reader was told of them, a line each
    act: str = ""  # the newest of them, where nothing but acts is new
    link: str | None  # the reader's turnsheet, or the game's pages
    guide: str | None  # the page that tells how the league is played
    # The commit that brought the newest turn: whoever keeps it can ask whether it is still there.
    commit: str | None = None

    @property
    def seat(self) -> str | None:
        return self.reader.seat if isinstance(self.reader, Addressee) else None

    def told_lines(self, most: int) -> list[str]:
        more = ["…"] if len(self.told) > most else []
        return [*self.told[:most], *more]

    @property
    def is_early(self) -> bool:
        return round_of(self.turn) in ("0", "1")


def move_of(news: News) -> YourMove | OthersMove | DeadlineNear | None:
    """Return whom a game waits for, also after a pause; None once it is over."""
    match news:
        case GameOver():
            return None
        case OnHold(then=then) | RulesOpen(then=then):
            return then
        case _:
            return news


def movers_of(news: News) -> Sequence[Mover]:
    """Return those who are to move now."""
    return () if isinstance(news, GameOver | OnHold | RulesOpen) else news.to_move


def kind_of(news: News) -> Kind:
    match news:
        case GameOver():
            return "over"
        case OnHold(then=then) | RulesOpen(then=then):
            return kind_of(then)
        case OthersMove():
            return "other"
        case DeadlineNear():
            return "reminder"
        case YourMove(stored=None):
            return "turn"
        case YourMove(stored=StoredOrder(is_starred=True)):
            return "starred"
        case YourMove():
            return "stored"


Row = dict[str, Any]
_FORM = (
    "game", "name", "number", "turn", "kind", "mark", "to_move", "seat", "player", "login", "mail", "deadline",
    "until", "paused", "sealed", "link", "order", "when", "remind", "left", "told", "failing", "seated", "waiting",
    "guide", "example", "commit",
)  # fmt: skip


def row(notice: Notice) -> Row:
    """Return a notice as `post --lines` writes it: every field of every kind, in one order."""
    every: Row = dict.fromkeys(_FORM)
    every |= {"to_move": [], "mail": [], "failing": "", "seated": [], "waiting": []}
    every |= {"kind": kind_of(notice.news), "paused": isinstance(notice.news, OnHold)}
    for name, value in _fields(notice):
        if name in every:
            every[name] = value
    return every


def _fields(part: msgspec.Struct) -> Iterator[tuple[str, Any]]:
    """Yield the fields of a part of a notice, and those of the parts in it."""
    for name, value in msgspec.structs.asdict(part).items():
        if isinstance(value, msgspec.Struct):
            yield from _fields(value)
        else:
            yield name, value


def link(league: League, slug: str, seat: str | None) -> str | None:
    """Return where a seat's turnsheet lies, or without one the game's pages; None for a league without a site."""
    sheet = f"sheet/{seat}/" if seat else ""
    return league.address(f"{slug}/{sheet}")


def guide(league: League) -> str | None:
    """Return the page that tells how the league is played; None for a league without a site."""
    return league.address(PLAY)
