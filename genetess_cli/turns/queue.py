"""Order files: each read once into a Queue, and written back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from genetess_cli.errors import Finding, Refused, Unreadable
from genetess_cli.rules import orders
from genetess_cli.rules.base import AnyOrder, Reading
from genetess_cli.rules.orders import HOLIDAY, Entry
from genetess_cli.rules.problems import Problem, lines, render
from genetess_cli.rules.ruleset import AnyRuleset, BoardFile
from genetess_cli.store.codec import Codec, Queued, print_of
from genetess_cli.store.files import Contents, Files
from genetess_cli.store.git.worktree import LARGEST
from genetess_cli.store.layout import seat_for, seat_of, slug_of
from genetess_cli.store.league import League
from genetess_cli.store.reader.clocks import Clocked, Edits
from genetess_cli.store.reader.games import order_files
from genetess_cli.store.schema import Clock, GameFile
from genetess_cli.store.terms import Terms
from genetess_cli.store.yaml.api import blob_id
from genetess_cli.turns.clock import Source
from genetess_cli.turns.wishes.lines import lift, may_wish, meant
from genetess_cli.values import Value

Read = Callable[[Sequence[str]], list[bytes | None]]
"""Gives committed files by their ids; None for one that git has lost."""


def describe_misnamed(file: GameFile, path: str) -> Finding:
    """Return what is wrong with a file among the order files that is none by its name."""
    ending = "sealed" if file.secrecy == "sealed" else "txt"
    names = " or ".join(f"{seat}.{ending}" for seat in file.seats)
    if file.secrecy == "sealed":  # orders that are not sealed must never be committed under such a name
        way = f'on the turnsheet or with `genetess order {slug_of(path)} SEAT "…"`'
        words = f"delete it, and seal the order, {way}: that makes {names}"
    elif seat := seat_for(path, file.seats, sealed=False):
        words = f"such a name is for pull requests alone; call it {seat}.txt"
    else:
        words = f"call it {names}"
    return Finding(path, f"nothing reads this file; {words}")


def read_files(
    codec: Codec, files: Contents, clock: Clock | None
) -> tuple[Files, dict[str, str], dict[str, Queued]]:
    """Return what order files say by seat, why some cannot be opened, and those that can be.

    What cannot be opened stands for itself, so that it is seen to change.
    """
    queues = dict(files)
    closed = {}
    opened = {}
    for seat, data in files.items():
        if data and len(data) > LARGEST:
            queues[seat] = None  # no run reads it
        elif data:
            try:
                queued = codec.queue(seat, data, clock)
            except Unreadable as why:
                closed[seat] = str(why)
                continue
            queues[seat] = queued.text
            opened[seat] = queued
    return queues, closed, opened


def files_in(league: League, terms: Terms) -> tuple[Files, dict[str, str]]:
    """Return what order files say in the league's commit, and why some cannot be opened with the keys of then."""
    clocked = league.clock(terms.slug).sound()
    said, closed, _ = read_files(terms.codec, order_files(league.snapshot, terms, clocked), clocked.clock)
    return said, closed


def with_noted_queues(clock: Clock, files: Contents, opened: Mapping[str, Queued]) -> Clock:
    """clock.yaml once order files were read: no queue counts any more that is no newer than one that was there.

    A queue that lies there goes on to count, until it is cleared; what cannot be opened clears nothing.
    """
    sealed = {seat: queued for seat, queued in opened.items() if queued.print}
    least = {seat: max(clock.numbers.get(seat, 0), queued.number + 1) for seat, queued in sealed.items()}
    noted = {seat: name for seat, name in clock.noted.items() if files.get(seat, name)}
    prints = noted | {seat: queued.print for seat, queued in sealed.items()}
    return clock.replace(numbers=clock.numbers | least, noted=prints)


def is_put_back(clock: Clock | None, seat: str, data: bytes | None) -> bool:
    """Return whether an order file is as an undo put it back; what was sealed anew never is, whatever it says."""
    if clock is None or not data or seat not in clock.put_back:
        return False
    return (print_of(data) or blob_id(data)) == (clock.noted.get(seat) or clock.queues.get(seat))


def without_saved(clock: Clock, files: Contents) -> Clock:
    """clock.yaml once order files were read: what was saved since an undo put it back is another file by now."""
    back = [seat for seat in clock.put_back if is_put_back(clock, seat, files.get(seat))]
    saved = {*clock.put_back} - {*back}
    queues = {seat: name for seat, name in clock.queues.items() if seat not in saved}
    return clock.replace(put_back=tuple(back), queues=queues)


class Queue(Value):
    """An order file once it is read."""

    rules: AnyRuleset
    id: str = ""  # "": there is none
    text: str = ""
    readings: Sequence[tuple[Entry, Reading[AnyOrder]]] = ()  # each entry with what it says
    problem: Problem | None = None  # with the file as a whole: then none of its entries counts

    @property
    def entries(self) -> Sequence[Entry]:
        return [] if self.problem else [entry for entry, _ in self.readings]

    @property
    def holiday(self) -> bool:
        first = self.readings[0][1].order if self.entries else None
        return first is not None and first.verb == HOLIDAY

    @property
    def problems(self) -> list[Problem]:
        if self.problem:
            return [self.problem]
        return [reading.problem for _, reading in self.readings if reading.problem]

    @property
    def orders(self) -> list[str]:
        read = [(entry.starred, reading.order) for entry, reading in self.readings if reading.order]
        return [f"{'* ' * starred}{order}" for starred, order in read]

    @property
    def ignored(self) -> list[tuple[int, str]]:
        """Say, with the line of each order, which words around it are no part of it (ruling G27)."""
        rows = lines(self.text)
        notes = []
        for entry, reading in self.readings[: orders.MOST_ORDERS]:
            if spans := sorted({span for span in (reading.ignored, reading.ignored_after) if span}):
                texts = [rows[span.line - 1][span.start : span.end] for span in spans]
                words = " and ".join(f"“{text}”" for text in texts)
                is_are = "is" if len(spans) == 1 else "are"
                what = f"{words} {is_are} ignored: the order is {reading.order}"
                if any(self.rules.parse(other).order for text in texts for other in orders.entries(text)):
                    what += ". Write `/` between two orders, or each on its own line"
                notes.append((entry.span.line, what))
        return notes

    def outside(self, board: BoardFile | None) -> list[Problem]:
        """Return what is wrong with squares that the board does not have."""
        return [
            reading.locate(problem)
            for _, reading in self.readings[: orders.MOST_ORDERS]
            if reading.order and (problem := self.rules.outside(board, reading.order))
        ]


def read_queue(terms: Terms, seat: str, data: bytes) -> Queue:
    """Return the orders of an order file, whatever it wishes."""
    rest = lift(data).rest
    return parse_queue(terms.ruleset, rest, terms.codec.queue_id(seat, rest))


def parse_queue(rules: AnyRuleset, data: bytes, name: str = "") -> Queue:
    text = orders.decode(data)
    if isinstance(text, Problem):
        return Queue(rules, name, problem=text)
    entries = orders.entries(text)
    readings = [(entry, _with_hint(rules.parse(entry), entry)) for entry in entries]
    return Queue(rules, name, text, readings, orders.too_many(entries))


def _with_hint(reading: Reading[AnyOrder], entry: Entry) -> Reading[AnyOrder]:
    """Return a reading that asks for the wish that was meant, where it is that with a slip."""
    problem = reading.problem
    wish = meant(entry) if problem and problem.slug == "no-order" else ""
    if not (problem and wish):
        return reading
    return reading.replace(problem=problem.replace(hint=f"Did you mean {wish}?"))


def read_one(rules: AnyRuleset, text: str) -> Reading[AnyOrder]:
    """Return the one order that a text holds. Raise Refused, with a caret, where it holds none or several."""
    entries = orders.entries(text)
    if not entries:
        raise Refused("there is no order in the text")
    if len(entries) > 1:
        raise Refused("give one order, without `/`")
    reading = rules.parse(entries[0])
    if reading.problem:
        raise Refused(render(reading.problem, text))
    return reading


def may_be_due(game: Clocked, edits: Edits, now: int, read: Read, is_away: bool = False) -> bool:
    """Return whether anything can be due in a game, as far as its clock and its order files tell.

    Where not, nothing is due; else the game has to be read. `is_away` says that a player of the game may be away.
    """
    clock = game.clock
    if game.findings or edits.unread:
        return True
    if clock is None:
        return 0 < game.start <= now
    if clock.is_over:
        return False
    if _may_wish(game, clock, edits, read):
        return True
    if clock.paused:
        return clock.paused.is_past(now)
    if clock.away or (is_away and clock.phase == "playing"):
        return True
    is_odd = game.bots is None or not clock.to_move or game.paths.game in edits.files
    is_late = clock.is_late(max(now, clock.last_time)) or any(now >= end for end in clock.resigned.values())
    if is_odd or is_late or not {*clock.absent}.isdisjoint(clock.to_move):
        return True
    bots = game.bots or ()
    there = {path for path in {**game.orders, **edits.files} if edits.files.get(path, b"") is not None}
    is_in = [seat in bots or game.paths.orders(seat) in there for seat in clock.to_move]
    return all(is_in) if clock.together else is_in[0]


def _may_wish(game: Clocked, clock: Clock, edits: Edits, read: Read) -> bool:
    """Return whether an order file says a wish, or is a sealed one that no run has opened."""
    committed = [oid for path, oid in game.orders.items() if path not in edits.files]
    edited = [data for path, data in edits.files.items() if seat_of(path)]
    files = [data for data in [*read(committed), *edited] if data]
    if game.secrecy == "sealed":
        known = {*clock.noted.values()}
        return any(print_of(data) not in known for data in files)
    return any(map(may_wish, files))


def due(clock: Clock, seat: str, queue: Queue, now: int) -> Source | None:
    """Return what has to be carried out for the seat to move: a live or stored order, the time-out, or nothing yet.

    A file that changed during the seat's turn is live as a whole (ruling G44). A stored order waits for the deadline,
    unless it has a star or is a HOLIDAY; and what is stored behind a HOLIDAY waits for its end, and what an undo put
    back for the deadline, star or not.
    """
    if queue.entries:
        if queue.id != clock.queues.get(seat, ""):
            return "live"
        first = queue.entries[0]
        waits = clock.on_holiday or seat in clock.put_back
        at_once = (first.starred or queue.holiday) and not waits
        return "stored" if at_once or clock.is_late(now) else None
    return "timeout" if clock.is_late(now) else None
