"""The clock of a game of Genetess, told by the rulings alone: whose turn it is, until when, what becomes of a queue.

It is written from the rulings (G44 above all) and the pages for players and GMs, and not from the program;
`test_model.py` lets both play the same stories. Times are seconds. Boards, pieces and luck are no part of it: what an
order is good for is known from its text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

HOUR = 3600
MOST_ORDERS = 50  # ruling G49
MOST_BYTES = 4096
MARKS_OF_A_MERGE = re.compile(rb"^(<{7}|\|{7}|={7}|>{7})", re.MULTILINE)

Kind = Literal["succeeds", "foreseeable", "into the fog", "holiday"]
"""What is known of an order before it is tried. "foreseeable": it fails, as G44 (a) has it, "into the fog" by (b)."""
Outcome = Literal["done", "failed", "timed out", "grace"]


@dataclass(frozen=True)
class Settings:
    """What game.yaml says of time, in seconds."""

    deadline: int | None = 24 * HOUR
    grace: int = 0
    holiday: int = 0
    drop_after: int = 0
    fresh_deadlines: int | None = None


@dataclass(frozen=True)
class Told:
    """What a record says."""

    turn: str
    seat: str
    order: str | None
    outcome: Outcome
    fresh: int = 0  # how many fresh deadlines the turn has had, with the one that this failure brought
    opened: bool = False  # the seat is open for somebody else from here on


@dataclass
class Seat:
    """What the clock knows of a seat, its order file included (None: there is no file)."""

    holiday: int
    file: bytes | None = None
    missed: int = 0
    unread: bytes | None = None  # the file that cannot be read of which its player was told
    has_left: bool = False
    is_out: bool = False


@dataclass
class Turn:
    """What is forgotten when the turn ends. `stored` is the file as the turn, or the holiday in it, began."""

    stored: bytes | None
    deadline: int | None
    on_holiday_since: int | None = None
    fresh: int = 0
    grace_used: bool = False
    was_paused: bool = False

    @property
    def is_holiday(self) -> bool:
        return self.on_holiday_since is not None


class Clock:
    """A game that begins now, with the turn of its first seat. `kind` knows what the text of an order is good for."""

    def __init__(
        self, settings: Settings, seats: Iterable[str], kind: Callable[[str], Kind], now: int
    ) -> None:
        self.settings = settings
        self.seats = {name: Seat(settings.holiday) for name in seats}
        self.kind = kind
        self.now = now
        self.round = 1
        self.mover = next(iter(self.seats))
        self.paused = False
        self.left: int | None = None  # of the deadline, while the game is paused
        self.told: list[Told] = []  # by the last run
        self._begin()

    @property
    def label(self) -> str:
        """The turn: its round, and the letter of its seat (ruling G40)."""
        return f"{self.round}{'abcdefgh'[list(self.seats).index(self.mover)]}"

    # What people do

    def writes(self, seat: str, file: bytes | None) -> None:
        self.seats[seat].file = file

    def drop(self, seat: str) -> None:
        self.seats[seat].has_left = True

    def drop_for_good(self, seat: str) -> None:
        """Drop a seat with its pieces: its turn, if it is that, ends, and it has no other (ruling G40)."""
        self.seats[seat].is_out = True
        if self.mover != seat:
            return
        self._next()
        if self.paused:  # so is the turn that begins
            self.pause()

    def replace(self, seat: str) -> None:
        self.seats[seat].has_left = False
        self.seats[seat].missed = 0

    def extend(self, by: int) -> None:
        """More time, from now on if there is none any more. Of a holiday, it is more holiday."""
        before = self.turn.deadline
        if self.left is not None:
            self.left += by
        elif before is not None:
            self.turn.deadline = max(before, self.now) + by
            by = self.turn.deadline - before
        if self.turn.is_holiday:
            self.seats[self.mover].holiday += by

    def pause(self) -> None:
        self.paused = True
        self.turn.was_paused = True
        if self.turn.is_holiday:
            self.seats[self.mover].holiday = self._holiday_left()
            self.turn.on_holiday_since = self.now
        if self.turn.deadline is not None:
            self.left = max(0, self.turn.deadline - self.now)
            self.turn.deadline = None

    def resume(self) -> None:
        self.paused = False
        if self.turn.is_holiday:
            self.turn.on_holiday_since = self.now
        if self.left is not None:
            assert self.settings.deadline is not None
            self.turn.deadline = self.now + max(self.left, min(HOUR, self.settings.deadline))
            self.left = None

    # What a run does

    def tick(self, now: int) -> list[Told]:
        """Carry out all that is due, and tell it."""
        self.now = now
        self.told = []
        while not self.paused and self._is_something_due():
            pass
        return self.told

    def _is_something_due(self) -> bool:
        """Do the one thing that is due, if any."""
        seat = self.seats[self.mover]
        if seat.has_left:
            self._time_out()
            return True
        if self._goes_now():
            if cannot_be_read(seat.file):
                self._fail_unread()
            else:
                self._try_all()
            return True
        if not self._has_passed:
            return False
        self._miss()
        return True

    def _goes_now(self) -> bool:
        """Whether there is an order, and it is live, or stored and its time has come."""
        seat = self.seats[self.mover]
        if cannot_be_read(seat.file):
            return seat.file != seat.unread
        queue = orders(seat.file)
        if not queue:
            return False
        star, text = queue[0]
        is_live = seat.file != self.turn.stored
        is_eager = (star or self.kind(text) == "holiday") and not self.turn.is_holiday
        return is_live or is_eager or self._has_passed

    @property
    def _has_passed(self) -> bool:
        """A deadline has passed when a run at or after it finds it so."""
        return self.turn.deadline is not None and self.now >= self.turn.deadline

    def _try_all(self) -> None:
        """Try the orders of the mover's file, one in the place of the other, as long as G44 lets them be tried."""
        seat = self.seats[self.mover]
        while queue := orders(seat.file):
            text = queue[0][1]
            seat.file = without_first(queue)
            kind = self.kind(text)
            if kind == "holiday" and self._holiday_left() > 0:
                self._tell(text, "done")
                self._go_on_holiday()
                return
            if kind == "succeeds":
                self._tell(text, "done")
                self._end_holiday()
                seat.missed = 0
                self._next()
                return
            if not self._fail(text, "into the fog" if kind == "into the fog" else "foreseeable"):
                return
        self.turn.stored = seat.file

    def _fail_unread(self) -> None:
        """A file that cannot be read is a foreseeable failure, and stays for its player to mend.

        The player is told once, and at once: nothing in it can wait for the deadline.
        """
        seat = self.seats[self.mover]
        seat.unread = seat.file
        self._fail(None, "foreseeable")

    def _fail(self, order: str | None, kind: Kind) -> bool:
        """Tell a failure, and do to the deadline what G44 says. Gives whether the next order may be tried."""
        has_passed = self._has_passed
        if self.turn.is_holiday and not has_passed:  # it ends with any order that is sent
            self._end_holiday()
            self._set_full_deadline()
        if kind == "foreseeable" and self._may_have_fresh():  # (a)
            self._end_holiday()
            self.turn.fresh += 1
            self._set_full_deadline()
            self._tell(order, "failed", fresh=self.turn.fresh)
            return True
        self._tell(order, "failed")  # (b), or as one of (b)
        return not has_passed or self._miss()

    def _miss(self) -> bool:
        """Miss a deadline that has passed. Gives whether it is still the seat's turn, thanks to its grace."""
        if not self._gets_grace():
            self._time_out()
            return False
        assert self.turn.deadline is not None
        self.turn.deadline += self.settings.grace
        self.turn.grace_used = True
        self._tell(None, "grace")
        return True

    def _may_have_fresh(self) -> bool:
        most = self.settings.fresh_deadlines
        return self.settings.deadline is not None and (most is None or self.turn.fresh < most)

    # Holidays

    def _holiday_left(self) -> int:
        """How much holiday the mover has left at this moment."""
        left = self.seats[self.mover].holiday
        if self.turn.on_holiday_since is not None:
            left -= self.now - self.turn.on_holiday_since
        return max(0, left)

    def _go_on_holiday(self) -> None:
        seat = self.seats[self.mover]
        seat.holiday = self._holiday_left()
        seat.missed = 0
        self.turn.on_holiday_since = self.now
        self.turn.stored = seat.file
        if self.settings.deadline is not None:
            self.turn.deadline = self.now + seat.holiday

    def _end_holiday(self) -> None:
        self.seats[self.mover].holiday = self._holiday_left()
        self.turn.on_holiday_since = None

    # Turns

    def _gets_grace(self) -> bool:
        """Whether the deadline, once in a turn, is moved to what is still ahead. The end of a holiday never is."""
        deadline = self.turn.deadline
        is_free = not self.turn.grace_used and not self.turn.is_holiday
        return is_free and deadline is not None and deadline + self.settings.grace > self.now

    def _time_out(self) -> None:
        seat = self.seats[self.mover]
        counts = not seat.has_left and not self.turn.was_paused
        self._end_holiday()
        if counts:
            seat.missed += 1
        self._tell(None, "timed out", opened=counts and seat.missed == self.settings.drop_after)
        self._next()

    def _next(self) -> None:
        names = list(self.seats)
        while True:
            following = names.index(self.mover) + 1
            if following == len(names):
                following = 0
                self.round += 1
            self.mover = names[following]
            if not self.seats[self.mover].is_out:
                break
        self._begin()

    def _begin(self) -> None:
        self.turn = Turn(self.seats[self.mover].file, None)
        self._set_full_deadline()

    def _set_full_deadline(self) -> None:
        if self.settings.deadline is not None:
            self.turn.deadline = self.now + self.settings.deadline

    def _tell(self, order: str | None, outcome: Outcome, fresh: int = 0, opened: bool = False) -> None:
        self.told.append(Told(self.label, self.mover, order, outcome, fresh, opened))


# Files


def cannot_be_read(file: bytes | None) -> bool:
    """Whether a file is none that orders are read from: G44 (a) holds for it as a whole."""
    if file is None:
        return False
    try:
        text = file.decode()
    except UnicodeDecodeError:
        return True
    return (
        len(file) > MOST_BYTES
        or MARKS_OF_A_MERGE.search(file) is not None
        or len(_entries(text)) > MOST_ORDERS
    )


def orders(file: bytes | None) -> list[tuple[bool, str]]:
    """The orders of a file that can be read, from the top, and whether each has a star."""
    found = _entries((file or b"").decode())
    return [(entry.startswith("*"), entry.lstrip("* ")) for entry in found]


def without_first(queue: Sequence[tuple[bool, str]]) -> bytes | None:
    """The file that is left of a queue when its first order is gone."""
    if len(queue) == 1:
        return None
    return "".join(f"{'* ' if star else ''}{text}\n" for star, text in queue[1:]).encode()


def _entries(text: str) -> list[str]:
    lines = [line.partition("#")[0] for line in text.splitlines()]
    entries = [entry.strip() for line in lines for entry in line.split("/")]
    return [entry for entry in entries if entry]
