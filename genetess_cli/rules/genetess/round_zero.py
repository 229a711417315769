"""Round 0: what settings, board and seats must be like, what seats order, and what comes of it (ruling G39)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any

from genetess_cli.rules.base import Muster, Reading, Seat, SetupFault
from genetess_cli.rules.board import Direction, Square
from genetess_cli.rules.colours import COLOURS
from genetess_cli.rules.genetess.codes import sequence
from genetess_cli.rules.genetess.events import Allotted, Created, Event, Gambled, Seated
from genetess_cli.rules.genetess.game import Bid, Game, Piece, RoundZero
from genetess_cli.rules.genetess.order import (
    COLOUR,
    DONT_CARE,
    FILLERS,
    GAMBLE,
    ORDER,
    PASS,
    PRIZES,
    START,
    USAGES,
    WORDS,
    Order,
    kind_of,
    ordinal,
    parse,
    problem_in,
)
from genetess_cli.rules.orders import Entry, nearest
from genetess_cli.rules.problems import Problem
from genetess_cli.rules.turn import TimedOut, Turn
from genetess_cli.values import Value

_NAME = re.compile(r"\w(?:[\w-]{0,38}\w)?")
_TAKEN = {*FILLERS, *USAGES, *Direction.__members__, "E", "DONT", "CARE"}
"""Words that mean something else in an order."""


def of_settings(gamble: Sequence[str]) -> Iterator[SetupFault]:
    for index, kind in enumerate(gamble):
        if kind not in PRIZES:
            message = f"{kind[:40]!r} cannot be gambled for; there are {', '.join(PRIZES)}"
            yield SetupFault(("rules", "gamble", index), message)


def of_starts(starts: Mapping[str, Any], seats: Sequence[Seat]) -> Iterator[SetupFault]:
    """Yield what is wrong where the starts of board.yaml are gambled for; paths of the board begin with "board"."""
    for index, seat in enumerate(seats):
        if seat.start is not None:
            message = f"starts are gambled for in this game; take `start:` out of the line of {seat.name}"
            yield SetupFault(("players", index, "start"), message)
    if len(starts) < len(seats):
        message = f"there are {len(starts)} starts for {len(seats)} players; add some, or take start out of `gamble:`"
        yield SetupFault(("board", "starts"), message)
    before: dict[str, str] = {}
    for name in starts:
        path = ("board", "starts", name)
        if not _is_name(name):
            message = (
                "players name this start when they gamble: use one word of letters and digits, such as K1"
            )
            yield SetupFault(path, f"{message}, which is no place, colour or word of an order")
        elif name.casefold() in before:
            message = f"players may write it in either case; {before[name.casefold()]} is too much alike"
            yield SetupFault(path, message)
        before.setdefault(name.casefold(), name)


def _is_name(name: str) -> bool:
    """Return whether an order can name a start like this, and mean nothing else by it."""
    steps = set(name.upper().split("-"))
    if not _NAME.fullmatch(name) or kind_of(name) != START:
        return False
    return name.upper() not in _TAKEN and not steps <= set(Direction.__members__)


def of_colours(seats: Sequence[Seat]) -> Iterator[SetupFault]:
    if len(seats) > len(COLOURS):
        message = f"colours are gambled for, and there are {len(COLOURS)}: no more than as many can play"
        yield SetupFault(("players",), message)
    for index, seat in enumerate(seats):
        if seat.name in COLOURS:
            message = (
                f"players gamble for colours, so a seat cannot be called {seat.name}; call it p{index + 1}"
            )
            yield SetupFault(("players", index, "seat"), message)
        elif seat.colour != seat.name:
            message = f"colours are gambled for in this game; take `colour:` out of the line of {seat.name}"
            yield SetupFault(("players", index, "colour"), message)


def of_seats(gamble: Sequence[str], starts: Mapping[str, Any], seats: Sequence[Seat]) -> Iterator[SetupFault]:
    if START in gamble:
        yield from of_starts(starts, seats)
    if COLOUR in gamble:
        yield from of_colours(seats)


_ONE = {START: "start", ORDER: "place", COLOUR: "colour"}
"""What one prize of each kind is called."""
_WANTED = f"{GAMBLE} in any place, or {PASS} as its first order"
"""What the file of a seat needs that is not in."""


class Gambles(Value):
    """All that a seat orders in round 0, in one: its gambles, or none, which is a PASS."""

    orders: tuple[Order, ...] = ()

    @property
    def verb(self) -> str:
        return GAMBLE if self.orders else PASS

    def __str__(self) -> str:
        return " / ".join(map(str, self.orders)) or PASS


# What can be had


def prizes(game: Game) -> dict[str, list[str]]:
    """Return what can be bid for, by kind, in the order in which it is drawn; nothing once round 0 is over."""
    lasting = game.round_zero
    if lasting is None:
        return {}
    every = {
        START: list(lasting.starts),
        ORDER: [ordinal(place) for place in range(1, len(game.players) + 1)],
        COLOUR: list(COLOURS),
    }
    return {kind: every[kind] for kind in PRIZES if kind in lasting.prizes}


def legal(game: Game, seat: str) -> list[str]:
    """Return PASS, and a template for each kind of gamble; nothing for a seat that is in for good."""
    if seat not in game.awaited:
        return []
    return [PASS, *(f"{GAMBLE} <stake>E on {', '.join(names)}" for names in prizes(game).values())]


# What a seat's orders say


def muster(game: Game, seat: str, entries: Sequence[Entry]) -> Muster[Gambles]:
    """Return what a seat's whole queue says in round 0: every gamble in it, wherever it stands, together.

    A seat is in with one valid gamble, or where the first order is PASS, but not with stakes above its purse.
    """
    readings = [(entry, parse(entry)) for entry in entries]
    used = [(entry, reading) for entry, reading in readings if _is_gamble(entry, reading)]
    good: list[tuple[Entry, Reading[Order]]] = []
    bids: list[Bid] = []
    failed: list[tuple[Entry, Problem]] = []
    gambles: list[Order] = []
    for entry, reading in used:
        bid = _bid(game, reading.order, bids) if reading.order else reading.problem
        if isinstance(bid, Bid) and reading.order:
            good.append((entry, reading))
            gambles.append(_in_names(game, reading.order))
            bids.append(bid)
        else:
            assert isinstance(bid, Problem)
            failed.append((entry, reading.locate(bid)))
    above = sum(1 for _ in takewhile(lambda row: _is_pass(row[1]), readings))
    passes = above if used else min(above, 1)  # they leave with the gambles that they stand above
    spent = [*entries[:passes], *(entry for entry, _ in used)]
    if problem := _too_dear(game, seat, bids):
        entry, reading = good[-1]
        also = [other for other, _ in good[:-1]]
        return Muster(None, spent, [*failed, (entry, reading.locate(problem))], also, wanted=_WANTED)
    if gambles:
        return Muster(Gambles(tuple(gambles)), spent, failed, notes=[*_passes(readings, passes)])
    if passes:
        return Muster(Gambles(), spent, failed)
    # What is no order at all stays in the file, and is why the seat is not in.
    unread = [
        (entry, reading.problem) for entry, reading in readings if reading.problem and entry not in spent
    ]
    return Muster(None, spent, [*failed, *unread], wanted=_WANTED)


def _is_pass(reading: Reading[Order]) -> bool:
    return reading.order is not None and reading.order.verb == PASS


def _passes(readings: Sequence[tuple[Entry, Reading[Order]]], first: int) -> Iterator[tuple[Entry, str]]:
    """Yield what becomes of each PASS beside gambles that count; `first`: so many stand in front of everything.

    Among other orders it is one more that is stored for later, which needs no word.
    """
    for entry, _ in readings[:first]:
        yield entry, f"this {PASS} leaves the file with your gambles, which count all the same"
    orders = [(entry, reading) for entry, reading in readings[first:] if not _is_gamble(entry, reading)]
    if all(_is_pass(reading) for _, reading in orders):
        for entry, _ in orders:
            yield entry, f"this {PASS} stays in the file, stored for a later turn; gambles need none"


def _in_names(game: Game, order: Order) -> Order:
    names = {name.casefold(): name for every in prizes(game).values() for name in every}
    wishes = tuple(names.get(wish.casefold(), wish) for wish in order.preferences)
    return order.replace(preferences=wishes)


def _is_gamble(entry: Entry, reading: Reading[Order]) -> bool:
    if reading.order is None:
        return any(nearest(word.text, [GAMBLE]) for word in entry.words)
    return bool(reading.order.verb == GAMBLE)


def check(game: Game, seat: str, order: Order | Gambles) -> Problem | None:
    """Return what is wrong with an order of a seat in round 0, if anything; it may be one gamble, or all of them."""
    bids = _bids(game, seat, order)
    return bids if isinstance(bids, Problem) else None


def _bids(game: Game, seat: str, order: Order | Gambles) -> list[Bid] | Problem:
    if seat not in game.awaited:
        return problem_in("in-already", "verb")
    if order.verb not in (GAMBLE, PASS):
        hint = f"It can stay in the file for later, after {GAMBLE} or {PASS}."
        return problem_in("round-zero", "verb", hint=hint, verb=order.verb)
    orders: Sequence[Order] = ()
    if isinstance(order, Gambles):
        orders = order.orders
    elif order.verb == GAMBLE:
        orders = (order,)
    bids: list[Bid] = []
    for gamble in orders:
        bid = _bid(game, gamble, bids)
        if isinstance(bid, Problem):
            return bid
        bids.append(bid)
    return _too_dear(game, seat, bids) or bids


def _bid(game: Game, order: Order, bids: Sequence[Bid]) -> Bid | Problem:
    """Return a gamble as a bid of this game, in its own names; `bids` are the seat's so far."""
    wishes = [wish for wish in _in_names(game, order).preferences if wish != DONT_CARE]
    kind = kind_of(wishes[0])
    can = prizes(game)
    for index, wish in enumerate(wishes):
        if problem := _unfit(can, kind, wishes[0], wish):
            return problem.replace(about=f"preference {index}")
    if kind in [bid.prize for bid in bids]:
        return problem_in("twice", "verb", hint="Take one of them out.", prize=WORDS[kind])
    return Bid(kind, order.stake, tuple(dict.fromkeys(wishes)))


def _unfit(can: dict[str, list[str]], kind: str, first: str, wish: str) -> Problem | None:
    there = next((each for each, names in can.items() if wish in names), None)
    if there == kind:
        return None
    if there:
        hint = f"Write another {GAMBLE} for it."
        return problem_in("mixed", hint=hint, wish=wish, first=first, prize=WORDS[kind])
    among = {kind: can[kind]} if kind in can else can
    return problem_in("no-prize", hint=_offer(among, wish), wish=wish, prizes=[_ONE[kind] for kind in can])


def _offer(can: dict[str, list[str]], wish: str) -> str:
    """Return what can be named instead of a wish, the nearest first."""
    names = {name.upper(): name for every in can.values() for name in every}
    meant = nearest(wish, names)
    guess = f"Did you mean {names[meant]}? " if meant else ""
    return f"{guess}There are {'; '.join(', '.join(every) for every in can.values())}."


def _too_dear(game: Game, seat: str, bids: Sequence[Bid]) -> Problem | None:
    stakes = sum(bid.stake for bid in bids)
    purse = game.players[seat].e
    if stakes <= purse:
        return None
    hint = "Lower them; until then you are not in."
    return problem_in("too-dear/stakes", "stake", hint=hint, stakes=stakes, purse=purse)


# What comes of it


def answer(turn: Turn[Game, Event], seat: str, order: Order | Gambles | None) -> Problem | None:
    """Take a seat's orders (None: it is timed out); once all are in, everything is drawn and round 0 is over."""
    bids = _bids(turn.game, seat, order) if order else []
    if isinstance(bids, Problem):
        return bids
    if order is None:
        turn.emit(TimedOut(seat))
    turn.emit(Gambled(seat, tuple(bids)))
    if not turn.game.awaited:
        _draw(turn)
    return None


def _draw(turn: Turn[Game, Event]) -> None:
    """Give every seat one prize of each kind, put the start pieces on the board, and seat the players."""
    lasting = turn.game.round_zero
    order = list(turn.game.players)
    assert lasting is not None
    for kind, names in prizes(turn.game).items():
        got = _allot(turn, lasting, kind, names)
        if kind == START:
            # They are there from the start, so that no special fires for them.
            placed = [(seat, piece) for seat, start in got.items() for piece in lasting.starts[start].items()]
            for seat, (name, codes) in placed:
                turn.emit(Created(Square.named(name), Piece(seat, sequence(codes))))
        elif kind == ORDER:
            order.sort(key=lambda seat: names.index(got[seat]))
    turn.emit(Seated(tuple(order)))


def _allot(turn: Turn[Game, Event], lasting: RoundZero, kind: str, names: list[str]) -> dict[str, str]:
    """Return what each seat gets of a kind: the bids are served first, and lots are drawn for what is left."""
    seats = list(turn.game.players)
    bids = {seat: bid for seat in seats for bid in lasting.bids[seat] if bid.prize == kind}
    got: dict[str, str] = {}
    for seat in _bidders_in_order(turn, kind, bids):
        free = [name for name in names if name not in got.values()]
        best = next((wish for wish in bids[seat].preferences if wish in free), None)
        if best:
            got[seat] = best
            turn.emit(_allotted(seat, kind, bids, best, lot=False))
    for seat in seats:
        if seat not in got:
            free = [name for name in names if name not in got.values()]
            got[seat] = free[0] if len(free) == 1 else turn.dice.choice(free, f"{kind} of {seat}")
            turn.emit(_allotted(seat, kind, bids, got[seat], lot=True))
    return got


def _allotted(seat: str, kind: str, bids: dict[str, Bid], got: str, lot: bool) -> Allotted:
    if seat not in bids:
        return Allotted(seat, kind, 0, (), got, lot)
    bid = bids[seat]
    rivals = [other for name, other in bids.items() if name != seat and other.stake == bid.stake]
    tied = any(set(other.preferences) & set(bid.preferences) for other in rivals)
    return Allotted(seat, kind, bid.stake, bid.preferences, got, lot, tied)


def _bidders_in_order(turn: Turn[Game, Event], kind: str, bids: dict[str, Bid]) -> Iterator[str]:
    """Yield the seats that bid, from the highest stake down; who of several comes first is drawn."""
    for stake in sorted({bid.stake for bid in bids.values()}, reverse=True):
        equal = [seat for seat, bid in bids.items() if bid.stake == stake]
        while len(equal) > 1:
            seat = turn.dice.choice(equal, f"next for the {kind} at {stake} E")
            equal.remove(seat)
            yield seat
        yield equal[0]
