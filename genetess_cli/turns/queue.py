"""Order files: each read once into a Queue, written back, and put in place where its name or its place is wrong."""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from genetess_cli.errors import Finding, InvalidFile, Note, Refused, Unreadable
from genetess_cli.rules import extras, orders
from genetess_cli.rules.base import Reading, Ruleset
from genetess_cli.rules.orders import HOLIDAY, Entry
from genetess_cli.rules.problems import Problem, render
from genetess_cli.store.codec import Queued
from genetess_cli.store.files import Files
from genetess_cli.store.game import GameFolder
from genetess_cli.store.git.history import newest_first
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.git.trailers import FOLDED, GAME, with_trailers
from genetess_cli.store.git.worktree import LARGEST, TooLarge
from genetess_cli.store.layout import Layout, seat_for
from genetess_cli.store.league import Committed
from genetess_cli.store.schema import Clock, GameFile
from genetess_cli.store.setup import GameSetup
from genetess_cli.turns.clock import Source

_NAMED: Final = "each with SEAT.{ending} or SEAT-ANYTHING.{ending}"
_LETTERS: Final = "the name of an order file has only letters a-z, digits, `_` and `-`"
_ENDINGS: Final = (".txt", ".sealed")
_MOST: Final = 60
_MOST_NAMED: Final = 5


def describe_misnamed(file: GameFile, path: str) -> Finding:
    orders, _, name = path.rpartition("/")
    sealed = file.secrecy == "sealed"
    ending, other = ("sealed", "txt") if sealed else ("txt", "sealed")
    seat = guess_seat(name, file.seats)
    if seat is None:
        named = _NAMED.format(ending=ending)
        return Finding(path, f"no seat's order file; the seats are {', '.join(file.seats)}, {named}")
    if name.endswith(f".{other}"):
        kind = "sealed" if sealed else "open"
        made = ", sealed by the turnsheet" if sealed else ""
        words = f"no seat's order file: this game is {kind}, so its orders are in {seat}.{ending}{made}"
        return Finding(path, words)
    if not orders.endswith("/orders"):
        return Finding(path, "no seat's order file: it is in a folder of its own; put it beside the others")
    return Finding(path, f"no seat's order file: {_LETTERS}; call it {_right_name(name, seat)}.{ending}")


def right_places(name: str, seats: Sequence[tuple[str, GameFile, str]]) -> list[str]:
    """Return where a file of this name may belong, by the seats and their games, with the name that it has to have."""
    paths = []
    for slug, file, seat in seats:
        sealed = file.secrecy == "sealed"
        if guess_seat(name, [seat]) and name.endswith(".sealed" if sealed else ".txt"):
            layout = Layout(slug, sealed)
            called = f"{_right_name(name, seat)}.{name.rpartition('.')[2]}"
            paths.append(f"{layout.orders_folder}/{called}")
    return paths[:_MOST_NAMED]


def guess_seat(name: str, seats: Sequence[str]) -> str | None:
    fitting = [seat for seat in seats if re.match(rf"{re.escape(seat)}(?![a-z0-9])", name.lower())]
    return max(fitting, key=len, default=None)


def path_list(paths: Sequence[str]) -> str:
    shown = [path if path.isprintable() else ascii(path)[1:-1] for path in paths[:_MOST_NAMED]]
    return ", ".join(shown) + (f" and {len(paths) - len(shown)} more" if len(paths) > len(shown) else "")


def _right_name(name: str, seat: str) -> str:
    """Return the nearest name without an ending that the seat's order file may have."""
    stem = name.rpartition(".")[0] if "." in name else name
    while stem.lower().endswith(_ENDINGS):  # some systems hide an ending, so that people add it once more
        stem = stem.rpartition(".")[0]
    suffix = re.sub(r"[^a-z0-9_]+", "-", stem[len(seat) :].lower()).strip("-")[:_MOST]
    return f"{seat}-{suffix}" if suffix else seat


TOO_LARGE: Final = b"\xffmore than 1 MiB"
"""What stands for an order file that nobody reads because of its size, whatever it holds; it is no text."""


def files_of(
    folder: GameFolder, note: Callable[[str], None], tracked: Container[str] | None = None
) -> dict[str, bytes | None]:
    """Return every seat's order file as it lies in the work tree; what is no file of orders is told and passed over.

    One that is too large to be read is TOO_LARGE. Told is as well a queue under a name of its own that is not among the
    `tracked` paths, those of the last commit; None: that is not asked.
    """
    files: dict[str, bytes | None] = {}
    for seat in folder.file.seats:
        try:
            files[seat] = folder.queue_file(seat)
        except TooLarge:
            files[seat] = TOO_LARGE  # told to its seat, as of any file that nobody can read
        except Refused as fault:
            note(f"ignored: {fault}")
    for path, whose in loose_files(folder).items():
        if whose is None:
            seats = ", ".join(folder.file.seats)
            note(f"ignored: {path} is no seat's order file; the seats are {seats}")
        elif tracked is not None and path not in tracked:
            note(f"ignored: {not_committed(path, whose)}")
    return files


def loose_files(folder: GameFolder) -> dict[str, str | None]:
    """Return files beside the queues that look like one, and whose each is to be; None where its name has a slip."""
    seats, sealed, orders = folder.file.seats, folder.is_sealed, folder.paths.orders_folder
    try:
        names = os.listdir(folder.league.root / orders)
    except OSError:
        return {}
    paths = sorted(f"{orders}/{name}" for name in names if name.endswith((".txt", ".sealed")))
    own = set(map(folder.paths.orders, seats))
    return {path: seat_for(path, seats, sealed) for path in paths if path not in own}


def clearing_file(folder: GameFolder, seat: str, paths: Iterable[str]) -> bytes | None:
    """Return what clears a seat's order file where these lie in its folder: no file.

    It is an empty file where another queue of the seat's is among them, which would count in place of one that is gone.
    """
    own, seats, sealed = folder.paths.orders(seat), folder.file.seats, folder.is_sealed
    has_another = any(path != own and seat_for(path, seats, sealed) == seat for path in paths)
    return b"" if has_another else None


def not_committed(path: str, seat: str) -> str:
    return f"{path} is not committed; commit it to make it {seat}'s queue"


def read_files(
    folder: GameFolder, files: Mapping[str, bytes | None], clock: Clock | None
) -> tuple[dict[str, bytes | None], dict[str, str], dict[str, Queued]]:
    """Return what order files say by seat, why some cannot be opened, and those that can be.

    What cannot be opened stands for itself, so that it is seen to change.
    """
    queues, closed, opened = dict(files), {}, {}
    for seat, data in files.items():
        if data == TOO_LARGE or len(data or b"") > LARGEST:
            queues[seat] = TOO_LARGE
            closed[seat] = "it is larger than 1 MiB"
        elif data:
            try:
                queued = folder.codec.queue(seat, data, clock)
            except Unreadable as why:
                closed[seat] = str(why)
                continue
            queues[seat], opened[seat] = queued.text, queued
    return queues, closed, opened


def files_in_commit(folder: GameFolder, repository: Repository, commit: str) -> dict[str, bytes | None]:
    """Return what order files said in a commit; what nobody could open with the keys of then said nothing."""
    folder = GameFolder(folder.league, folder.slug, Committed(repository, commit))
    paths = {seat: folder.paths.orders(seat) for seat in folder.file.seats}
    held = repository.read(commit, [*paths.values()])
    said, closed, _ = read_files(folder, {seat: held[path] for seat, path in paths.items()}, folder.clock)
    return {seat: None if seat in closed else data for seat, data in said.items()}


def with_noted_queues(clock: Clock, files: Mapping[str, bytes | None], opened: Mapping[str, Queued]) -> Clock:
    """clock.yaml once order files were read: no queue counts any more that is no newer than one that was there.

    A queue that lies there goes on to count, until it is cleared; what cannot be opened clears nothing.
    """
    sealed = {seat: queued for seat, queued in opened.items() if queued.print}
    least = {seat: max(clock.numbers.get(seat, 0), queued.number + 1) for seat, queued in sealed.items()}
    noted = {seat: name for seat, name in clock.noted.items() if files.get(seat, name)}
    prints = noted | {seat: queued.print for seat, queued in sealed.items()}
    return replace(clock, numbers=clock.numbers | least, noted=prints)


class Queue(msgspec.Struct, frozen=True):
    """An order file once it is read: its id ("" for none), its text, and each entry with what it says.

    `problem` is wrong with the file as a whole; then none of its entries counts.
    """

    rules: Ruleset
    id: str = ""
    text: str = ""
    readings: Sequence[tuple[Entry, Reading]] = ()
    problem: Problem | None = None

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
        readings = [(entry, reading.order) for entry, reading in self.readings if reading.order is not None]
        return [f"{'* ' if entry.starred else ''}{order}" for entry, order in readings]

    @property
    def ignored(self) -> list[tuple[int, str]]:
        """Say, with the line of each order, which words around it are no part of it (ruling G27)."""
        rows, notes = self.text.splitlines(), []
        for entry, reading in self.readings[: orders.MOST_ORDERS]:
            if spans := sorted({span for span in (reading.ignored, reading.ignored_after) if span}):
                texts = [rows[span.line - 1][span.start : span.end] for span in spans]
                words = " and ".join(f"“{text}”" for text in texts)
                is_are = "is" if len(spans) == 1 else "are"
                what = f"{words} {is_are} ignored: the order is {reading.order}"
                notes.append((entry.span.line, what + self._split_hint(texts)))
        return notes

    def _split_hint(self, texts: Sequence[str]) -> str:
        """Return a hint for words that were passed over, and hold an order of their own."""
        hold = any(self.rules.parse(entry).order for text in texts for entry in orders.entries(text))
        return "; separate two orders with `/` or a new line" if hold else ""

    def outside(self, setup: GameSetup) -> list[Problem]:
        """Return what is wrong with squares that the board does not have; a bad board is told elsewhere."""
        try:
            board = setup.board
        except InvalidFile:
            return []
        readings = [
            reading for _, reading in self.readings[: orders.MOST_ORDERS] if reading.order is not None
        ]
        problems = ((extras.outside(self.rules, board, reading.order), reading) for reading in readings)
        return [locate(problem, reading) for problem, reading in problems if problem]


def locate(problem: Problem, reading: Reading) -> Problem:
    """Return a problem, and what else is wrong, with the place in the order's text that it is about."""
    span = reading.places.get(problem.about) or reading.places.get("verb")
    problem = replace(problem, also=tuple(locate(other, reading) for other in problem.also))
    return problem.at(span) if span else problem


def read_queue(folder: GameFolder, seat: str, data: bytes) -> Queue:
    """Read what a seat's order file says, with its id."""
    return parse_queue(folder.ruleset, data, folder.codec.queue_id(seat, data))


def parse_queue(rules: Ruleset, data: bytes, name: str = "") -> Queue:
    """Read an order file whose id is `name`."""
    text = orders.decode(data)
    if isinstance(text, Problem):
        return Queue(rules, name, problem=text)
    entries = orders.entries(text)
    readings = [(entry, rules.parse(entry)) for entry in entries]
    return Queue(rules, name, text, readings, orders.too_many(entries))


def read_one(folder: GameFolder, text: str) -> Reading:
    """Return the one order that a text holds. Raise Refused, with a caret, where it holds none or several."""
    entries = orders.entries(text)
    if len(entries) != 1:
        raise Refused("there is no order in the text" if not entries else "give one order, without `/`")
    reading = folder.ruleset.parse(entries[0])
    if reading.problem:
        raise Refused(render(reading.problem, text))
    return reading


def due(clock: Clock, seat: str, queue: Queue, now: int) -> Source | None:
    """Return what has to be carried out for the seat to move: a live or stored order, the time-out, or nothing yet.

    A file that changed during the seat's turn is live as a whole (ruling G44). A stored order waits for the deadline,
    unless it has a star or is a HOLIDAY; and what is stored behind a HOLIDAY waits for its end, star or not.
    """
    if queue.entries:
        if queue.id != clock.queues.get(seat, ""):
            return "live"
        first = queue.entries[0]
        at_once = (first.starred or queue.holiday) and not clock.on_holiday
        return "stored" if at_once or clock.is_late(now) else None
    return "timeout" if clock.is_late(now) else None


LARGEST_LOOSE: Final = 16 * 1024


def adopt(
    folder: GameFolder, repository: Repository, tip: str, loose: Sequence[str], note: Note
) -> tuple[Files, str]:
    """Return the files that change where every seat's newest one is its queue, and the commit's message; none for none.

    `loose` files are no queue by their name. Nobody's stay, and, told to `note`, a seat's whose order file was edited.
    """
    changes: Files = {}
    seats: list[str] = []
    by_seat: defaultdict[str, list[str]] = defaultdict(list)
    for path in loose:
        if seat := seat_for(path, folder.file.seats, folder.is_sealed):
            by_seat[seat].append(path)
    for seat, paths in by_seat.items():
        try:
            newest, data = _newest(folder, repository, tip, seat, paths)
        except Refused as fault:
            note(f"ignored: {fault}")
            continue
        changes |= {**dict.fromkeys(paths), folder.paths.orders(seat): data or None}
        seats.append(seat)
        note(_adoption_note(folder, seat, newest, data, paths))
    trailers = ((GAME, folder.slug), *((FOLDED, seat) for seat in seats))
    return changes, with_trailers(f"{folder.slug}: new queues of {', '.join(seats)}", *trailers)


def list_uncommitted(folder: GameFolder) -> dict[str, str]:
    """Return what is said of each such queue that no commit has yet, by its path. Raise InvalidFile."""
    loose = {path: seat for path, seat in loose_files(folder).items() if seat is not None}
    if not loose:
        return {}
    try:
        with Repository.open(folder.league.root) as repository:
            names = repository.names(repository.tip(), folder.paths.orders_folder)
    except Refused:
        return {}  # without a repository nothing is ever committed
    known = {f"{folder.paths.orders_folder}/{name}" for name in names}
    return {path: not_committed(path, seat) for path, seat in loose.items() if path not in known}


def _newest(
    folder: GameFolder, repository: Repository, tip: str, seat: str, paths: list[str]
) -> tuple[str, bytes]:
    """Return the file of a seat that came in last of those that are there, and what it says: its queue from now on.

    An order file that was deleted is none of them, whenever that was: with the other files a queue lies there that
    nobody has taken back. Raise Refused where one of the files cannot be taken.
    """
    own = folder.paths.orders(seat)
    held, committed = repository.read_worktree([own])[own], repository.read(tip, [own, *paths])
    if held != committed[own]:
        raise Refused(f"{own} was edited and not committed, so that {', '.join(paths)} waits; commit it")
    present = {path: data for path, data in committed.items() if data is not None}
    newest = newest_first(repository, tip, list(present))[0]
    if len(present[newest]) > LARGEST_LOOSE:
        raise Refused(f"{newest} is larger than {LARGEST_LOOSE // 1024} KiB, which no queue may be")
    return newest, present[newest]


def _adoption_note(folder: GameFolder, seat: str, newest: str, data: bytes, paths: list[str]) -> str:
    own, older = folder.paths.orders(seat), [path for path in paths if path != newest]
    if not data:
        what = f"{newest} is empty and clears {seat}'s queue"
    elif newest == own:
        what = f"{own} is newer and stays {seat}'s queue"
    else:
        what = f"{newest} is {seat}'s queue from now on, as {own}"
    return f"{folder.slug}: {what}" + (f"; deleted as older: {', '.join(older)}" if older else "")
