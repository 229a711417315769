"""The log of each seat since its last turn, and the public log: all that one turn's pages take from earlier ones.

It grows turn by turn and is plain data, so that a build can go on where the last one stopped.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec.structs import asdict

from genetess_cli.rules.base import PUBLIC, Told
from genetess_cli.rules.letters import strip_controls
from genetess_cli.rules.orders import HOLIDAY
from genetess_cli.rules.turn import Eliminated
from genetess_cli.rules.voice import Voice, capital
from genetess_cli.site.facts import Heard, HeardLine, LogLine, OwnTurn, TurnFacts
from genetess_cli.site.games import sentence, traces
from genetess_cli.site.places import PAGE_OF_LOG

Names = Mapping[str, str]
"""What the players of seats are called."""
RECENT = 3
"""Turns of the log on a game's home."""
MOST_SINCE = 40
"""Turns that a sheet tells of; a seat that orders no more would hear of ever more of them."""
MOST_OWN = 100
"""Own orders on a sheet, for a seat of which none is ever carried out."""
BY_ITSELF = ("stored", "timeout")
"""How what ends a turn came about where nobody need have looked at it."""
UNSAID = {"turn began", "resigned"}
"""Events that nothing tells in words: whose turn it is each page shows, and the end says who resigned."""


class PublicLog(msgspec.Struct):
    """All that was told."""

    seats: dict[str, Heard] = {}
    log: list[LogLine] = []  # the lines of the page of the newest turn, and the most recent ones
    fates: dict[str, str] = {}  # how seats were taken out of the game, in words

    def hear(self, ruleset: str, turn: TurnFacts, seat: str, told: Sequence[Told], names: Names) -> Heard:
        """Add what a seat was told of a turn; gives all that its sheet tells."""
        heard = self.seats.get(seat, Heard())
        since = heard.since
        own = heard.own
        ended = heard.ended
        is_own = turn.seat == seat and not turn.act
        say = what_happened if is_own else account
        yours, named = (say(ruleset, turn, told, Voice(viewer, names)) for viewer in (seat, PUBLIC))
        if is_own:
            own = _own(own, turn, names)
            if turn.ended:
                # What went by itself does not show that its player has read the sheet before: one turn more acts stay.
                border = ended if turn.source in BY_ITSELF else turn.number
                since = [line for line in since if line.act and line.number > border]
                ended = turn.number
        if yours:
            mover = names.get(turn.seat or "", "")
            line = HeardLine(**asdict(_line(turn, yours, mover)), player=names[seat], named=named)
            if not turn.back:
                left = traces(ruleset)
                line = line.replace(marks=left.marks(told), moves=left.moves(told))
            since = [*since, line][-MOST_SINCE:]
        self.seats[seat] = Heard(since, own, ended)
        return self.seats[seat]

    def copy(self) -> PublicLog:
        return PublicLog(dict(self.seats), list(self.log), self.fates)

    def note(self, turn: TurnFacts, told: Sequence[Told], sentences: list[str], names: Names) -> None:
        """Add a turn to the public log, if there is anything to tell."""
        for event in told:
            if isinstance(event, Eliminated) and not turn.back:
                by = names.get(event.by)
                fate = f"{by} took the King, {turn.turn}" if by else f"since {turn.turn}"
                self.fates = {**self.fates, event.seat: fate}
        if sentences:
            self.log.append(_line(turn, sentences))

    def page(self, number: int) -> list[LogLine]:
        return [line for line in self.log if line.number // PAGE_OF_LOG == number // PAGE_OF_LOG]

    def recent(self) -> list[LogLine]:
        """Return the most recent turns of which there is anything to tell, the newest first."""
        return self.log[: -RECENT - 1 : -1]

    def forget(self, number: int) -> None:
        """Drop what no page of a turn from that number on needs."""
        page = number // PAGE_OF_LOG
        old = sum(line.number // PAGE_OF_LOG < page for line in self.log)  # which are the first
        self.log = self.log[max(0, old - RECENT) :]


def _own(before: list[OwnTurn], turn: TurnFacts, names: Names) -> list[OwnTurn]:
    """Return a seat's own orders with one more; the list begins anew behind one that was carried out."""
    last = before[-1] if before else None
    if last and last.outcome == "done" and last.ended:
        before = []
    elif last and last.outcome == turn.outcome == "timed out":
        before = before[:-1]
    seat = turn.seat or ""
    if turn.source == "gm":
        turn = turn.replace(reason=gm_order_words(turn, Voice(seat, names)))
    same = [order for order in before if (order.turn, order.back) == (turn.turn, turn.back)]
    tried = any(order.outcome == "failed" for order in same)
    own = OwnTurn(**asdict(turn), player=names[seat], tried=tried)
    return [*before, own][-MOST_OWN:]


def _line(turn: TurnFacts, sentences: list[str], mover: str = "") -> LogLine:
    act = turn.act.name if turn.act else ""
    return LogLine(turn.number, turn.stem, turn.turn, turn.whose, sentences, turn.back, act, mover)


def besides(turn: TurnFacts, voice: Voice) -> list[str]:
    """Return the sentences for which no event stands: what the GM did, and to others a holiday (ruling G43)."""
    if turn.act:
        return [] if turn.is_private else [turn.act.words(voice)]
    is_holiday = turn.order == HOLIDAY and turn.outcome == "done"
    return [holiday(turn.seat, voice)] if is_holiday else []


def entered(turn: TurnFacts, voice: Voice) -> list[str]:
    """Return who entered the order, if the GM did: no news, so it is told last, and only where the whole turn is."""
    is_entered = turn.source == "gm" and not turn.act
    return [gm_order_words(turn, voice)] if is_entered else []


def account(ruleset: str, turn: TurnFacts, told: Sequence[Told], voice: Voice) -> list[str]:
    """Return all that a viewer is told of a turn of somebody else's; of an own one the orders say the rest."""
    happened = what_happened(ruleset, turn, told, voice)
    return [*besides(turn, voice), *happened, *entered(turn, voice)]


def what_happened(ruleset: str, turn: TurnFacts, told: Sequence[Told], voice: Voice) -> list[str]:
    """Return the sentences of a turn's events, and what a deadline that was missed led to."""
    said = [sentence(ruleset, event, voice) for event in told if event.kind not in UNSAID]
    if turn.seat and turn.rested:
        said.append(ran_out(turn.seat, voice))
    if turn.seat and turn.opened:
        said.append(open_seat_words(turn.seat, voice))
    return said


def ran_out(seat: str, voice: Voice) -> str:
    """Return what everybody is told where the deadline that a seat missed was the end of its holiday."""
    return f"{capital(voice.whose(seat))} holiday ran out, and no order was carried out."


def fresh_words(seat: str, number: int, voice: Voice) -> str:
    gets = "get" if seat == voice.viewer else "gets"
    return f"{capital(voice.seat(seat))} {gets} a fresh deadline, number {number} of the turn."


def open_seat_words(seat: str, voice: Voice) -> str:
    if seat == voice.viewer:
        missed = "You missed too many deadlines in a row, so your seat is open for somebody else"
        return f"{missed}. Send an order to keep it."
    return f"The seat of {voice.seat(seat)} is open for somebody else: its player missed too many deadlines in a row."


def holiday(seat: str | None, voice: Voice) -> str:
    takes = "take" if seat == voice.viewer else "takes"
    return f"{capital(voice.seat(seat))} {takes} a holiday; the game is suspended."


def gm_order_words(turn: TurnFacts, voice: Voice) -> str:
    order = "this order" if turn.seat == voice.viewer else f"the order of {voice.seat(turn.seat)}"
    reason = f": {strip_controls(turn.reason).rstrip('.')}" if turn.reason else ""
    return f"The GM entered {order}{reason}."
