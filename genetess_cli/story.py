"""One game on the site: its records followed turn by turn, and the pages of each turn written as it is told.

The one place where views and what was told are made for pages: one of each for every seat, and one for everybody.
Which games there are and what is up to date is decided in `publish.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from genetess_cli.briefing import facts_of, turn_of
from genetess_cli.errors import Refused
from genetess_cli.history import Swap, as_left, leaves, left_then, names_then, pairs, swaps
from genetess_cli.history import backs as backs_of
from genetess_cli.history import gone as gone_of
from genetess_cli.homes import Home
from genetess_cli.rules.base import PUBLIC, REFEREE, Told, View
from genetess_cli.site.annals import Annals
from genetess_cli.site.chronicle import Chronicle, besides, unsaid
from genetess_cli.site.delay import Late, Waiting
from genetess_cli.site.facts import GameFacts, TurnFacts
from genetess_cli.site.folder import Folder
from genetess_cli.site.memory import Known, Print
from genetess_cli.site.notices import last_words
from genetess_cli.site.pages import Around, Press
from genetess_cli.site.places import PAGE_OF_LOG, place, places
from genetess_cli.site.queues import Stored, stored
from genetess_cli.site.reels import Reels, words
from genetess_cli.site.words import sentence, shown, visible
from genetess_cli.store import Hosted, League, load
from genetess_cli.store.papers import Unreadable
from genetess_cli.store.schema import RecordFile
from genetess_cli.store.times import from_time, to_time

if TYPE_CHECKING:
    from genetess_cli.sealing import Seals


class Locked(Refused):
    """A sealed game cannot be told, as its key is not here."""


class Checkpoint(msgspec.Struct):
    """How things stood before the newest turn: its number, the position (None: the opening), what was told so far.

    `backs` are the records that took others back, each with the first that it took back, and `swaps` those that gave a
    seat to another player; `leaves` is as `history.leaves` gives it, and `after` the position that the newest turn went
    back to, if it did. `waiting` are the pages whose boards spectators do not see yet, `scenes` the same of the replay.
    """

    number: int = 0
    position: Any = None
    chronicle: Chronicle = msgspec.field(default_factory=Chronicle)
    before: TurnFacts | None = None
    after: Any = None
    backs: dict[int, int] = {}
    swaps: dict[int, Swap] = {}
    leaves: dict[int, tuple[str, bool]] = {}
    waiting: list[Waiting] = []
    scenes: list[Waiting] = []
    annals: Annals = msgspec.field(default_factory=Annals)


def tell(league: League, slug: str, folder: Folder, press: Press, known: Known | None, now: Print) -> Known:
    """Write a game's pages as far as they can have changed since it was `known`; gives what to know of it next time.

    Raises what `store.load` raises, Locked for a sealed game without its key, and ValueError or LookupError where the
    records do not lead on.
    """
    hosted = load(league, slug)
    hosted.check()
    if hosted.clock is not None and not (league.root / hosted.paths.state).exists():
        _ = hosted.game  # which says what is missing
    seals = _seals(hosted) if now.turns else None
    facts = facts_of(hosted, now.stems)
    home, checkpoint, annals = Home(hosted, facts, folder, press), msgspec.Raw(b"null"), Annals()
    if now.turns:
        start = _start(facts, known, now, folder, seals)
        found, done = _records(hosted, start.number)
        if backs_of(done).keys() - start.backs.keys():  # then turns that stood before do not stand any more
            start = Checkpoint()
            found, done = _records(hosted, 0)
        start.backs |= backs_of(done)
        start.swaps |= swaps(done)
        start.leaves |= leaves(done)
        story = _Story(hosted, facts, folder, press, seals, start, now.stems)
        text, annals = _told(story, start, found), story.annals
        checkpoint = msgspec.Raw(seals.kept(text, len(now.turns)) if seals else text)
    else:
        home.write(None, annals, [], 0)
    home.files()
    folder.sweep(slug, places(facts, now.stems))
    told = msgspec.Raw(msgspec.json.encode(annals))
    return Known(facts, now.files, now.moving, len(now.turns), now.history(len(now.turns)), checkpoint, told)


def _records(hosted: Hosted, first: int) -> tuple[list[RecordFile], list[RecordFile]]:
    """The records from a number on, and those among them of what the GM did."""
    found = list(hosted.records(first))
    return found, [record for record in found if record.desk]


def _told(story: _Story, start: Checkpoint, found: Iterable[RecordFile]) -> bytes:
    """The story told. What does not fit in a sealed game is not quoted: everybody may read what a build says."""
    try:
        return story.tell(start, found)
    except (ValueError, LookupError) as error:
        if story.seals is None:
            raise
        what = "its records do not fit its settings and board; take them back from git"
        raise Refused(f"It is sealed, and {what} ({type(error).__name__})") from None


def _seals(hosted: Hosted) -> Seals | None:
    """What seals the pages of a game that is sealed and not revealed. Raises Locked where its key is not here."""
    if not hosted.is_sealed or (hosted.clock and hosted.clock.key):
        return None
    from genetess_cli.sealing import Seals

    try:
        hosted.game_key()
    except Refused as error:
        raise Locked(str(error)) from None
    return Seals(hosted)


def _start(
    facts: GameFacts, known: Known | None, now: Print, folder: Folder, seals: Seals | None
) -> Checkpoint:
    """Where the records have to be gone on from: before the newest turn that was built, or the opening."""
    if known is None or not known.leads_to(now):
        return Checkpoint()
    if _shared(known.facts) != _shared(facts):
        return Checkpoint()
    if not all(
        folder.names(each) >= names for each, names in places(known.facts, now.stems[: known.count]).items()
    ):
        return Checkpoint()
    text = seals.opened(bytes(known.checkpoint), known.count) if seals else bytes(known.checkpoint)
    return msgspec.json.decode(text or b"null", type=Checkpoint | None) or Checkpoint()


def _shared(facts: GameFacts) -> tuple[Any, ...]:
    """What the pages of all turns have in common."""
    secret = (facts.is_sealed, facts.epochs, facts.delay)
    return facts.is_full, facts.is_together, facts.end, facts.seats, secret


class _Story:
    """A game told turn by turn, each turn's pages written as it is told."""

    def __init__(
        self,
        hosted: Hosted,
        facts: GameFacts,
        folder: Folder,
        press: Press,
        seals: Seals | None,
        start: Checkpoint,
        stems: list[str],
    ) -> None:
        self.hosted, self.facts, self.folder, self.press, self.seals = hosted, facts, folder, press, seals
        self.chronicle, self.annals = start.chronicle, start.annals
        self.late = None if facts.delay is None else Late(facts.delay, start.waiting, folder)
        self.reels = Reels(facts, folder, start.number, start.scenes)
        self.spectator = PUBLIC if facts.delay is None and not facts.is_full else REFEREE
        self.rules, self.stems = hosted.ruleset, stems
        self.left: frozenset[str] = frozenset()
        self.names = self.present = {seat: each.name for seat, each in facts.seats.items()}

    def tell(self, start: Checkpoint, found: Iterable[RecordFile]) -> bytes:
        """Write the pages of every turn from `start` on, told by `found`; gives the newest checkpoint, as JSON."""
        rules, hosted = self.rules, self.hosted
        if start.position is None:
            position = rules.opening(hosted.settings, hosted.board, hosted.seats)
        else:
            position = rules.load(hosted.settings, start.position)
        before, backs = start.before, start.backs
        gone, newest = gone_of(backs), b"null"
        names, left = names_then(self.present, start.swaps, backs), left_then(start.leaves, backs)
        befores = dict.fromkeys(backs.values())
        for record, after in pairs(found):
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
                    self.late.waiting if self.late else [],
                    self.reels.waiting,
                    self.annals,
                )
                newest = msgspec.json.encode(checkpoint)
            around = Around(before, turn_of(hosted, after, gone) if after else None)
            if start.number == record.number > 0:
                self._stood(position if record.back_to is None else later)
            self._call(names(record.number))
            self.left = left(record.number)
            self._turn(turn, around, position, events, later)
            position, before = later, turn
        if self.late:
            self.late.close()
        self._replay(gone, position)
        return newest

    def _stood(self, position: Any) -> None:
        """Tell the replay what its viewers saw before the first turn that is told."""
        for viewer in self.reels.viewers:
            self.reels.stood(viewer, self.rules.view(position, viewer or self.spectator))

    def _replay(self, gone: set[int], position: Any) -> None:
        """Write the page of the replay, and what is left of its scenes."""
        self.reels.close(self.stems)
        view = self.rules.view(position, PUBLIC if self.late else self.spectator)
        text = self.press.replay(self.facts, self.stems, gone, view)
        self.folder.write(place("replay", slug=self.facts.slug), text)

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
        told, view = self._told(position, events, PUBLIC), self.rules.view(later, PUBLIC)
        said = self.chronicle.note(turn, told, self.names)
        self.annals.note(turn, told, said, unsaid(turn, told, self.names), view, self._due)
        sheets = {
            seat: self._sheet(seat, turn, around, later, self._told(position, events, seat))
            for seat in self.facts.seats
        }
        if self.seals:
            texts = self.seals.sheets(turn.stem, sheets, around.after is None)
            sheets = self.press.sealed(self.facts, turn, around, view, said, texts)
        for seat, text in sheets.items():
            self._write_sheet(seat, turn, text, around.after is None)
        self._public(turn, around, view, said)
        if self.spectator != PUBLIC:
            told, view = self._told(position, events, self.spectator), self.rules.view(later, self.spectator)
        self._boards(turn, around, view, told, said)

    def _due(self, begun: str) -> str | None:
        """The deadline of a turn that begins then, if nobody puts it off."""
        due = self.hosted.file.deadline_from(to_time(begun))
        return None if due is None else from_time(due)

    def _sheet(self, seat: str, turn: TurnFacts, around: Around, later: Any, told: Any) -> str:
        """A seat's turnsheet, in a sealed game what of it is to be sealed."""
        heard = self.chronicle.hear(turn, seat, told, self.names)
        view = self.rules.view(later, seat)
        self.reels.sheet(seat, turn, view, told, heard, self.names)
        # What all order at once is nobody's to read before all are in, and anybody can open a sheet.
        shown = around.after is None and not self.facts.is_hushed
        queue = self._queue(seat) if shown else None
        takes_orders = around.after is None and not view.result
        example = self.rules.example(later, seat) if view.together or takes_orders else ""
        offers = self.rules.offers(later, seat) if takes_orders else None
        return self.press.sheet(
            self.facts, self.facts.seats[seat], turn, around, view, heard, queue, example, offers
        )

    def _queue(self, seat: str) -> Stored:
        """What a seat has stored; of a sealed file that cannot be opened its holder alone learns why."""
        try:
            data = self.hosted.queue_file(seat)
            return stored(self.hosted.papers.queue(seat, data, self.hosted.clock).text if data else b"")
        except Unreadable as why:
            return Stored(fault=visible(str(why)))
        except Refused:
            return Stored()

    def _write_sheet(self, seat: str, turn: TurnFacts, text: str, is_newest: bool) -> None:
        slug = self.facts.slug
        self.folder.write(place("sheet", slug=slug, seat=seat, number=turn.number), text)
        if is_newest:
            self.folder.write(place("latest", slug=slug, seat=seat), text)

    def _write_turn(self, turn: TurnFacts, text: str, is_newest: bool) -> None:
        """Write a turn's page, the newest once more where links to the newest lead."""
        slug = self.facts.slug
        (self.late or self.folder).write(place("turn", slug=slug, stem=turn.stem), text)
        if is_newest:
            self.folder.write(place("newest", slug=slug), text)

    def _public(self, turn: TurnFacts, around: Around, view: View, said: list[str]) -> None:
        """Write the log, the home and, where spectators do not see the whole board, the turn's page."""
        slug, facts = self.facts.slug, self.facts
        if not facts.is_full:
            text = self.press.turn(facts, turn, around, view, said, None)
            self._write_turn(turn, text, around.after is None)
        page = turn.number // PAGE_OF_LOG
        if around.after is None or around.after.number // PAGE_OF_LOG > page:
            log = self.press.log(facts, page, self.chronicle.page(turn.number), more=around.after is not None)
            self.folder.write(place("log", slug=slug, page=page + 1), log)
            self.chronicle.forget(turn.number)
        if around.after is None:
            home = Home(self.hosted, facts, self.folder, self.press)
            home.write(view, self.annals, self.chronicle.recent(), turn.number)

    def _boards(self, turn: TurnFacts, around: Around, view: View, told: list[Told], said: list[str]) -> None:
        """Write the turn's page with the whole board where spectators see it, or have it wait until they do."""
        facts, viewer, is_newest = self.facts, self.spectator, around.after is None
        if viewer == REFEREE and not facts.is_together:
            own = besides(turn, viewer, self.names)
            whole = [*own, *(sentence(each, viewer, self.names) for each in told)]
            said = [*whole, *last_words(turn, viewer, self.names)] if whole else said
        if facts.is_full:
            self._write_turn(turn, self.press.turn(facts, turn, around, view, said, told), is_newest)
        elif self.late:
            self.late.passes(turn)
            if not is_newest:
                spot = place("turn", slug=facts.slug, stem=turn.stem)
                self.late.waits(spot, self.press.turn(facts, turn, around, view, said, told))
        self.reels.everybody(turn, view, words(viewer, said, told, self.names, facts, turn), is_newest)
