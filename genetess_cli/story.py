"""One game on the site: its records followed turn by turn, and the pages of each turn written as it is told.

The one place where views and what was told are made for pages: one of each for every seat, and one for everybody.
Which games there are and what is up to date is decided in `publish.py`.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from genetess_cli.clock import is_passed_by, left_seats, open_seats
from genetess_cli.history import Swap, as_left, leaves, left_then, line, names_then, swaps
from genetess_cli.history import backs as backs_of
from genetess_cli.rules.base import PUBLIC, REFEREE, Told, View
from genetess_cli.site.chronicle import Chronicle, besides
from genetess_cli.site.desk import Deed
from genetess_cli.site.facts import GameFacts, SeatFacts, TurnFacts, inks, marks
from genetess_cli.site.folder import Folder
from genetess_cli.site.memory import Known, Print
from genetess_cli.site.notices import last_words, left
from genetess_cli.site.pages import Around, Press
from genetess_cli.site.places import PAGE_OF_LOG, place, places
from genetess_cli.site.queues import stored
from genetess_cli.site.svg import drawing
from genetess_cli.site.words import lasting, listed, sentence, shown, visible
from genetess_cli.store import Hosted, League, load
from genetess_cli.store.schema import RecordFile


class Checkpoint(msgspec.Struct):
    """How things stood before the newest turn: its number, the position (None: the opening), what was told so far.

    `backs` are the records that took others back, each with the first that it took back, and `swaps` those that gave a
    seat to another player; `leaves` is as `history.leaves` gives it, and `after` the position that the newest turn went
    back to, if it did.
    """

    number: int = 0
    position: Any = None
    chronicle: Chronicle = msgspec.field(default_factory=Chronicle)
    before: TurnFacts | None = None
    after: Any = None
    backs: dict[int, int] = {}
    swaps: dict[int, Swap] = {}
    leaves: dict[int, tuple[str, bool]] = {}


def tell(league: League, slug: str, folder: Folder, press: Press, known: Known | None, now: Print) -> Known:
    """Write a game's pages as far as they can have changed since it was `known`; gives what to know of it next time.

    Raises what `store.load` raises, and ValueError or LookupError where the records do not lead on.
    """
    hosted = load(league, slug)
    hosted.check()
    if hosted.clock is not None and not (league.root / hosted.paths.state).exists():
        _ = hosted.game  # which says what is missing
    facts = _facts(hosted, now.stems)
    checkpoint = msgspec.Raw(b"null")
    if now.turns:
        start = _start(facts, known, now, folder)
        done = list(hosted.acts(start.number))
        if backs_of(done).keys() - start.backs.keys():  # then turns that stood before do not stand any more
            start, done = Checkpoint(), list(hosted.acts())
        start.backs |= backs_of(done)
        start.swaps |= swaps(done)
        start.leaves |= leaves(done)
        checkpoint = _Story(hosted, facts, folder, press).tell(start)
    else:
        folder.write(place("game", slug=slug), press.game(facts, None, hosted.board, [], 0))
    if facts.is_open:
        text = hosted.game_bytes.decode("utf-8", "replace")
        shown = (
            facts.is_full and not facts.is_together
        )  # what all order at once is nobody else's before all are in
        queues = {seat: stored(hosted.queue_bytes(seat)) for seat in facts.seats if shown}
        folder.write(place("files", slug=slug), press.files(facts, text, queues))
    folder.sweep(slug, places(facts, now.stems))
    return Known(facts, now.files, now.moving, len(now.turns), now.history(len(now.turns)), checkpoint)


def _start(facts: GameFacts, known: Known | None, now: Print, folder: Folder) -> Checkpoint:
    """Where the records have to be gone on from: before the newest turn that was built, or the opening."""
    if known is None or not known.leads_to(now):
        return Checkpoint()
    if _shared(known.facts) != _shared(facts):
        return Checkpoint()
    if not all(
        folder.names(each) >= names for each, names in places(known.facts, now.stems[: known.count]).items()
    ):
        return Checkpoint()
    return msgspec.json.decode(known.checkpoint, type=Checkpoint | None) or Checkpoint()


def _shared(facts: GameFacts) -> tuple[Any, ...]:
    """What the pages of all turns have in common."""
    return facts.is_full, facts.is_together, facts.end, facts.seats


def _facts(hosted: Hosted, stems: list[str]) -> GameFacts:
    file, clock = hosted.file, hosted.clock
    names = [seat.name for seat in hosted.seats]
    opening = hosted.ruleset.view(hosted.ruleset.opening(hosted.settings, hosted.board, hosted.seats), PUBLIC)
    colours = _colours(hosted, opening)
    letters, classes = marks(names), inks([colours[name] for name in names])
    seats = {
        name: SeatFacts(name, colours[name], shown(player.name) or name, ink, letters[name])
        for name, player, ink in zip(names, file.players, classes, strict=True)
    }
    finished = clock is not None and clock.phase == "finished"
    passed_by = _is_passed_by(hosted)
    deadline = clock.deadline if clock and not finished and not passed_by else None
    return GameFacts(
        slug=hosted.slug,
        name=shown(file.name) or hosted.slug,
        number=file.number,
        ruleset=file.ruleset,
        seats=seats,
        state=clock.phase if clock else "waiting",
        turn=clock.turn if clock else "",
        to_move=list(clock.to_move) if clock and not finished else [],
        deadline=deadline,
        settings=_settings(hosted),
        is_open=file.secrecy == "open",
        is_full=finished or file.spectators == "full",
        grace_used=clock is not None and clock.grace_used and not finished,
        end=stems[-1] if finished and stems else None,
        paused=clock.paused.since if clock and clock.paused else None,
        absent=_seats_left(hosted),
        is_passed_by=passed_by,
        local=file.local(deadline),
        open_seats=_open_seats(hosted),
        holidays={seat: left(seconds) for seat, seconds in clock.holiday.items()} if clock else {},
        hides_nothing=opening.hides_nothing,
    )


def _open_seats(hosted: Hosted) -> list[str]:
    if not hosted.file.drop_after or hosted.clock is None or not hosted.clock.missed:
        return []
    view = hosted.ruleset.view(hosted.game, PUBLIC)
    return open_seats(hosted.clock.missed, hosted.file.drop_after, view, hosted.clock.absent)


def _seats_left(hosted: Hosted) -> list[str]:
    if hosted.clock is None or not hosted.clock.absent:
        return []
    return left_seats(hosted.clock.absent, hosted.ruleset.view(hosted.game, PUBLIC))


def _is_passed_by(hosted: Hosted) -> bool:
    clock = hosted.clock
    if clock is None or not clock.absent or clock.phase in ("gambling", "finished"):
        return False
    return is_passed_by(clock.to_move[0], clock.absent, hosted.ruleset.view(hosted.game, PUBLIC))


def _colours(hosted: Hosted, view: View) -> dict[str, str]:
    """Each seat's colour: that of the opening, or where none is given there, the one that was drawn; else ""."""
    if hosted.clock is not None and not all(player.colour for player in view.players.values()):
        view = hosted.ruleset.view(hosted.game, PUBLIC)
    return {seat: player.colour for seat, player in view.players.items()}


def _settings(hosted: Hosted) -> list[str]:
    """How a game is played, in words."""
    file = hosted.file
    lines = ["There is no deadline."]
    if file.deadline_seconds is not None:
        grace = f", once {lasting(file.grace)} more" if file.grace_seconds else ""
        lines = [f"Every turn has a deadline of {lasting(file.deadline)}{grace}."]
        if file.quiet:
            lines.append(f"Time does not count on quiet days: {listed(file.quiet)} ({file.timezone}).")
        if file.drop_after:
            missed = "a deadline" if file.drop_after == 1 else f"{file.drop_after} deadlines in a row"
            lines.append(f"Who misses {missed} can be replaced.")
        if file.holiday_seconds:
            lines.append(f"Every player has {lasting(file.holiday)} of holiday.")
    if file.spectators == "full":
        lines.append("Spectators see the whole board.")
    return lines + drawing(file.ruleset).terms(hosted.settings)


class _Story:
    """A game told turn by turn, each turn's pages written as it is told."""

    def __init__(self, hosted: Hosted, facts: GameFacts, folder: Folder, press: Press) -> None:
        self.hosted, self.facts, self.folder, self.press = hosted, facts, folder, press
        self.rules = hosted.ruleset
        self.left: frozenset[str] = frozenset()
        self.names = self.present = {seat: each.name for seat, each in facts.seats.items()}

    def tell(self, start: Checkpoint) -> msgspec.Raw:
        """Write the pages of every turn from `start` on; gives the checkpoint of the newest, as JSON."""
        rules, hosted = self.rules, self.hosted
        if start.position is None:
            position = rules.opening(hosted.settings, hosted.board, hosted.seats)
        else:
            position = rules.load(hosted.settings, start.position)
        self.chronicle, before, backs = start.chronicle, start.before, start.backs
        gone, newest = _gone(backs), b"null"
        names, left = names_then(self.present, start.swaps, backs), left_then(start.leaves, backs)
        befores = dict.fromkeys(backs.values())
        for record, after in _pairs(hosted.records(start.number)):
            turn = turn_of(hosted, record, gone)
            if record.number in befores:
                befores[record.number] = position
            events = [rules.event(event) for event in record.events]
            later = self._later(position, events)
            if record.back_to is not None:
                later = befores[record.back_to] or rules.load(hosted.settings, start.after)
            if after is None:
                self.chronicle.forget(turn.number)
                gone_to = None if record.back_to is None else rules.dump(later)
                checkpoint = Checkpoint(
                    turn.number,
                    rules.dump(position),
                    self.chronicle,
                    before,
                    gone_to,
                    backs,
                    start.swaps,
                    start.leaves,
                )
                newest = msgspec.json.encode(checkpoint)
            around = Around(before, turn_of(hosted, after, gone) if after else None)
            self._call(names(record.number))
            self.left = left(record.number)
            self._turn(turn, around, position, events, later)
            position, before = later, turn
        return msgspec.Raw(newest)

    def _call(self, names: Mapping[str, str]) -> None:
        """Tell what follows with these names of the players, by seat: the pages of a turn name who played it."""
        called = {seat: shown(name) or seat for seat, name in names.items()}
        if called != self.names:
            seats = {seat: replace(each, name=called[seat]) for seat, each in self.facts.seats.items()}
            self.names, self.facts = called, replace(self.facts, seats=seats)

    def _told(self, position: Any, events: list[Any], viewer: str) -> list[Told]:
        return as_left(self.rules.tell(position, events, viewer), self.left)

    def _later(self, position: Any, events: list[Any]) -> Any:
        for event in events:
            position = self.rules.apply(position, event)
        return position

    def _turn(self, turn: TurnFacts, around: Around, position: Any, events: list[Any], later: Any) -> None:
        """Write the pages of one turn that led by its events from a position to a later one."""
        for seat in self.facts.seats:
            self._sheet(seat, turn, around, later, self._told(position, events, seat))
        self._public(turn, around, later, position, events)

    def _sheet(self, seat: str, turn: TurnFacts, around: Around, later: Any, told: Any) -> None:
        slug, facts = self.facts.slug, self.facts
        heard = self.chronicle.hear(turn, seat, told, self.names)
        view = self.rules.view(later, seat)
        # What all order at once is nobody's to read before all are in, and anybody can open a sheet.
        shown = around.after is None and not facts.is_together
        queue = stored(self.hosted.queue_bytes(seat)) if shown else None
        text = self.press.sheet(facts, facts.seats[seat], turn, around, view, heard, queue)
        self.folder.write(place("sheet", slug=slug, seat=seat, number=turn.number), text)
        if around.after is None:
            self.folder.write(place("latest", slug=slug, seat=seat), text)

    def _public(self, turn: TurnFacts, around: Around, later: Any, position: Any, events: Any) -> None:
        slug, facts, full = self.facts.slug, self.facts, self.facts.is_full
        sentences = self.chronicle.note(turn, self._told(position, events, PUBLIC), self.names)
        view = self.rules.view(later, REFEREE if full else PUBLIC)
        if full and not facts.is_together:
            told = self._told(position, events, REFEREE)
            said = besides(turn, REFEREE, self.names)
            whole = [*said, *(sentence(each, REFEREE, self.names) for each in told)]
            sentences = [*whole, *last_words(turn, REFEREE, self.names)] if whole else sentences
        text = self.press.turn(facts, turn, around, view, sentences)
        self.folder.write(place("turn", slug=slug, stem=turn.stem), text)
        page = turn.number // PAGE_OF_LOG
        if around.after is None or around.after.number // PAGE_OF_LOG > page:
            log = self.press.log(facts, page, self.chronicle.page(turn.number), more=around.after is not None)
            self.folder.write(place("log", slug=slug, page=page + 1), log)
            self.chronicle.forget(turn.number)
        if around.after is None:
            home = self.press.game(facts, view, self.hosted.board, self.chronicle.recent(), turn.number)
            self.folder.write(place("game", slug=slug), home)


def _gone(backs: Mapping[int, int]) -> set[int]:
    """The numbers of the records that were taken back."""
    last = max(backs, default=-1)
    return set(range(last + 1)) - set(line(range(last + 1), backs))


def turn_of(hosted: Hosted, record: RecordFile, gone: Container[int]) -> TurnFacts:
    """A turn as its record has it; `gone` are the numbers of the records that were taken back."""
    return TurnFacts(
        record.number,
        record.turn,
        record.seat,
        record.order,
        record.source,
        record.outcome,
        record.reason and visible(record.reason),
        record.at,
        ended=record.outcome != "failed"
        and (record.next != record.turn or record.seat not in record.to_move),
        opened=record.opened is not None,
        deed=deed_of(hosted, record) if record.desk else None,
        back=record.number in gone,
        by=None if record.desk else record.by,
    )


def deed_of(hosted: Hosted, record: RecordFile) -> Deed:
    """What a record of the desk says that the GM did."""
    return Deed(
        desk=record.desk or "",
        by=record.by or "",
        next=record.next or record.turn,
        seat=record.seat,
        reason=record.reason,
        was=record.was,
        now=record.now,
        local=hosted.file.local(record.now.get("deadline")),
    )


def _pairs(found: Iterator[RecordFile]) -> Iterator[tuple[RecordFile, RecordFile | None]]:
    """Every record, with the one after it."""
    before = None
    for record in found:
        if before:
            yield before, record
        before = record
    if before:
        yield before, None
