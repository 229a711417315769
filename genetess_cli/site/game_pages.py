"""One game on the site: its records followed turn by turn, and the pages of each turn written as it is told.

The one place where views and what was told are made for pages: one of each for every seat, and one for everybody.
Which games there are and what is up to date is decided in `site/build.py`.
"""

from __future__ import annotations

import json
from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from genetess_cli.errors import Refused
from genetess_cli.rules import extras
from genetess_cli.rules.base import PUBLIC, REFEREE, Told, View
from genetess_cli.site import gather
from genetess_cli.site.facts import GameFacts, Heard, Line, TurnFacts
from genetess_cli.site.games.sentences import sentence
from genetess_cli.site.gather import facts_of, queue_of, turn_of
from genetess_cli.site.league import feeds
from genetess_cli.site.league.feeds import GameSummary
from genetess_cli.site.log import besides, last_words, unsaid
from genetess_cli.site.output.cache import Known, Print
from genetess_cli.site.output.folder import Folder
from genetess_cli.site.output.resume import Checkpoint, resume_point
from genetess_cli.site.output.shares import Unfinished, divide, tellers
from genetess_cli.site.pages import Around, PageRenderer
from genetess_cli.site.places import BOARD, CALENDAR, FEED, PAGE_OF_LOG, POSITION, SETTINGS, place, places
from genetess_cli.site.replay import Late, ReplayScenes, words
from genetess_cli.site.sealed import Seals
from genetess_cli.site.words import read_stored, strip_controls
from genetess_cli.store.game import GameFolder, load
from genetess_cli.store.git.history import births
from genetess_cli.store.layout import record_of
from genetess_cli.store.league import League
from genetess_cli.store.schema import RecordFile
from genetess_cli.store.times import encode_time, to_time
from genetess_cli.store.yaml import api
from genetess_cli.turns.timeline import Timeline, mark_absent, walk


class Locked(Refused):
    """A sealed game cannot be told, as its key is not here."""


def tell(
    league: League, slug: str, output: Folder, renderer: PageRenderer, known: Known | None, now: Print
) -> Known:
    """Write a game's pages as far as they can have changed since it was `known`; gives what to know of it next time.

    Raises what `store.load` raises, Locked for a sealed game without its key, and ValueError or LookupError where the
    records do not lead on.
    """
    try:
        return _build(league, slug, output, renderer, known, now, tellers())
    except Unfinished:
        return _build(league, slug, output, renderer, known, now, 1)


def _build(
    league: League,
    slug: str,
    output: Folder,
    renderer: PageRenderer,
    known: Known | None,
    now: Print,
    tellers: int,
) -> Known:
    """A game's pages, written by at most so many processes. Raises Unfinished besides."""
    folder = load(league, slug)
    folder.check()
    if folder.clock is not None and not (league.root / folder.paths.state).exists():
        _ = folder.game  # which says what is missing
    seals = _seals(folder) if now.turns else None
    facts = facts_of(folder, now.stems)
    home, checkpoint, summary = Home(folder, facts, output, renderer), msgspec.Raw(b"null"), GameSummary()
    if now.turns:
        start = resume_point(facts, known, now, output, seals)
        found, done = _records(folder, start.number)
        acts = _acts(start, done)
        if Timeline(acts).undone != Timeline(start.acts).undone:
            start = Checkpoint()
            found, done = _records(folder, 0)
        start.acts = _acts(start, done)
        if seals:
            seals.size = start.size
        commits = births(league.root, folder.record_paths(start.number), folder.paths.turns_folder)
        story = _Story(folder, facts, output, renderer, seals, start, now.stems, commits)
        text, summary = _tell(story, start, found, tellers), story.summary
        checkpoint = msgspec.Raw(seals.kept(text, len(now.turns)) if seals else text)
    else:
        home.write(None, summary, [], 0)
    home.files()
    output.sweep(slug, places(facts, now.stems))
    told = msgspec.Raw(msgspec.json.encode(summary))
    return Known(facts, now.files, now.moving, len(now.turns), now.history(len(now.turns)), checkpoint, told)


def _records(folder: GameFolder, first: int) -> tuple[list[RecordFile], list[RecordFile]]:
    """The records from a number on, and those among them of what the GM did."""
    found = list(folder.records(first))
    return found, [record for record in found if record.desk]


def _acts(start: Checkpoint, later: list[RecordFile]) -> list[RecordFile]:
    return [*(record for record in start.acts if record.number < start.number), *later]


def _tell(story: _Story, start: Checkpoint, found: list[RecordFile], tellers: int) -> bytes:
    """The story told. What does not fit in a sealed game is not quoted: everybody may read what a build says."""
    try:
        return story.tell(start, found, tellers)
    except (ValueError, LookupError) as error:
        if story.seals is None:
            raise
        what = "its records do not fit its settings and board; take them back from git"
        raise Refused(f"It is sealed, and {what} ({type(error).__name__})") from None


def _seals(folder: GameFolder) -> Seals | None:
    """What seals the pages of a game that is sealed and not revealed. Raises Locked where its key is not here."""
    if not folder.is_sealed or (folder.clock and folder.clock.key):
        return None
    try:
        folder.game_key()
    except Refused as error:
        raise Locked(str(error)) from None
    return Seals(folder)


_Turn = tuple[TurnFacts, Around, Any, list[Any], Any]
"""A turn and those around it, and its events with the position before and after them."""
_Noted = tuple[list[Told], View, list[str], dict[str, tuple[list[Told], Heard]]]
"""What everybody is told of a turn, sees after it and is told in words; what each seat is told, and what it heard."""


class _Story:
    """A game told turn by turn, each turn's pages written as it is told."""

    def __init__(
        self,
        folder: GameFolder,
        facts: GameFacts,
        output: Folder,
        renderer: PageRenderer,
        seals: Seals | None,
        start: Checkpoint,
        stems: list[str],
        commits: Mapping[str, str],
    ) -> None:
        self.commits = {record_of(path): commit for path, commit in commits.items()}
        self.folder, self.facts, self.output, self.renderer, self.seals = (
            folder,
            facts,
            output,
            renderer,
            seals,
        )
        self.public_log, self.summary = start.public_log, start.summary
        self.late = None if facts.delay is None else Late(facts.delay, start.waiting, output)
        self.scene_sets = ReplayScenes(facts, output, start.number, start.scenes)
        self.spectator = PUBLIC if facts.delay is None and not facts.is_full else REFEREE
        self.rules, self.stems = folder.ruleset, stems
        self.left: frozenset[str] = frozenset()
        self.newest, self.position, self.last = b"null", None, start.number
        self.standing: Any = None  # the position after the last turn of others' shares that still stands
        self.names = self.present = {seat: each.name for seat, each in facts.seats.items()}

    def tell(self, start: Checkpoint, found: list[RecordFile], tellers: int) -> bytes:
        """Write the pages of every turn from `start` on, told by `found`; gives the newest checkpoint, as JSON.

        At most so many processes do. Raises Unfinished where one of them did not come to its end.
        """
        # Sealed sheets are told by one alone, and boards that wait for later turns can be in no one's share.
        alone = self.seals is not None or self.late is not None or start.number > 0
        numbers = [record.number for record in found]
        turns = self._turns(start, found)
        divide(self.output, numbers, 1 if alone else tellers, turns, self._pages, self._follow)
        if self.late:
            self.late.close()
        self._replay(Timeline(start.acts).undone)
        return self.newest

    def _pages(self, turns: Iterable[_Turn]) -> None:
        """Write the pages of some turns, the next ones, and the scenes of the replay up to the last."""
        for turn in turns:
            self._turn(*turn)
            self.last = turn[0].number
        self.scene_sets.close(self.last)

    def _follow(self, turns: Iterable[_Turn]) -> None:
        """Note what pages of later turns take from some turns, whose own pages are written elsewhere."""
        for turn, around, position, events, later in turns:
            self._note(turn, position, events, later)
            if self._ends_log(turn, around):
                self.public_log.forget(turn.number)
            self.last = turn.number
            if not turn.back:
                self.standing = later
        self.scene_sets.skip(self.last)
        if self.standing is not None:
            self._stand(self.standing)

    def _turns(self, start: Checkpoint, found: list[RecordFile]) -> Iterator[_Turn]:
        """Every turn, with the players' names and what is the newest checkpoint set as it is gone on to."""
        rules, setup = self.rules, self.folder.setup
        position = setup.opening() if start.position is None else rules.load(setup.settings, start.position)
        before, timeline = start.before, Timeline(start.acts, self.present)
        gone = timeline.undone
        newest = found[0] if found else None
        back = newest.back_to if newest and start.after is not None else None
        earlier = {} if back is None else {back: rules.load(setup.settings, start.after)}
        moments = walk(self.folder, timeline, found, position, earlier)
        for moment, after in zip(moments, [*found[1:], None], strict=True):
            record, position, later = moment.record, moment.before, moment.after
            turn = self._turn_of(record, gone)
            if after is None:
                self.public_log.forget(turn.number)
                gone_to = None if record.back_to is None else rules.dump(later)
                checkpoint = Checkpoint(
                    turn.number,
                    rules.dump(position),
                    self.public_log,
                    before,
                    gone_to,
                    start.acts,
                    self.late.waiting if self.late else [],
                    self.scene_sets.waiting,
                    self.summary,
                    self.seals.size if self.seals else 0,
                )
                self.newest = msgspec.json.encode(checkpoint, enc_hook=encode_time)
            around = Around(before, self._turn_of(after, gone) if after else None)
            if start.number == record.number > 0:
                self._stand(position if record.back_to is None else later)
            self._call(moment.names)
            self.left = moment.absent
            self.position = later
            yield turn, around, position, moment.events, later
            before = turn

    def _turn_of(self, record: RecordFile, gone: Container[int]) -> TurnFacts:
        return turn_of(
            self.folder, record, record.number in gone, self.commits.get((record.number, record.turn))
        )

    def _stand(self, position: Any) -> None:
        """Tell the replay what its viewers saw before the first turn that is told."""
        for viewer in self.scene_sets.viewers:
            self.scene_sets.stood(viewer, self.rules.view(position, viewer or self.spectator))

    def _replay(self, gone: set[int]) -> None:
        """Write the page of the replay."""
        view = self.rules.view(self.position, PUBLIC if self.late else self.spectator)
        text = self.renderer.replay(self.facts, self.stems, gone, view)
        self.output.write(place("replay", slug=self.facts.slug), text)

    def _call(self, names: Mapping[str, str]) -> None:
        """Tell what follows with these names of the players, by seat: the pages of a turn name who played it."""
        called = {seat: strip_controls(name) or seat for seat, name in names.items()}
        if called != self.names:
            seats = {seat: replace(each, name=called[seat]) for seat, each in self.facts.seats.items()}
            self.names, self.facts = called, replace(self.facts, seats=seats)

    def _tell(self, position: Any, events: list[Any], viewer: str) -> list[Told]:
        return mark_absent(self.rules.tell(position, events, viewer), self.left)

    def _note(self, turn: TurnFacts, position: Any, events: list[Any], later: Any) -> _Noted:
        """Note what everybody and each seat is told of a turn: all that pages of later ones take from it."""
        told, view = self._tell(position, events, PUBLIC), self.rules.view(later, PUBLIC)
        said = self.public_log.note(turn, told, self.names)
        self.summary.note(turn, told, said, unsaid(turn, told, self.names), view, self._due)
        seats = {}
        for seat in self.facts.seats:
            own = self._tell(position, events, seat)
            seats[seat] = own, self.public_log.hear(turn, seat, own, self.names)
        return told, view, said, seats

    def _turn(self, turn: TurnFacts, around: Around, position: Any, events: list[Any], later: Any) -> None:
        """Write the pages of one turn that led by its events from a position to a later one."""
        told, view, said, seats = self._note(turn, position, events, later)
        sheets = {seat: self._sheet(seat, turn, around, later, *each) for seat, each in seats.items()}
        if self.seals:
            texts = self.seals.sheets(turn.stem, sheets, around.after is None)
            sheets = self.renderer.sealed(self.facts, turn, around, view, said, texts)
        for seat, text in sheets.items():
            self._write_sheet(seat, turn, text, around.after is None)
        self._public(turn, around, view, said)
        if (spectator := self.spectator) != PUBLIC:
            told, view = self._tell(position, events, spectator), self.rules.view(later, spectator)
        self._boards(turn, around, view, told, said)

    def _due(self, begun: str) -> str | None:
        """The deadline of a turn that begins then, if nobody puts it off."""
        due = self.folder.file.deadline_from(to_time(begun))
        return None if due is None else str(due)

    def _sheet(
        self, seat: str, turn: TurnFacts, around: Around, later: Any, told: list[Told], heard: Heard
    ) -> str:
        """A seat's turnsheet, in a sealed game what of it is to be sealed."""
        view = self.rules.view(later, seat)
        self.scene_sets.sheet(seat, turn, view, told, heard, self.names)
        # What all order at once is nobody's to read before all are in, and anybody can open a sheet.
        shown = around.after is None and not self.facts.is_hushed
        queue = queue_of(self.folder, seat) if shown else None
        takes_orders = around.after is None and not view.result
        example = extras.example(self.rules, later, seat) if view.together or takes_orders else ""
        offers = extras.offers(self.rules, later, seat) if takes_orders else None
        return self.renderer.sheet(
            self.facts, self.facts.seats[seat], turn, around, view, heard, queue, example, offers
        )

    def _write_sheet(self, seat: str, turn: TurnFacts, text: str, is_newest: bool) -> None:
        self.output.write(place("sheet", slug=self.facts.slug, seat=seat, number=turn.number), text)
        if is_newest:
            self.output.write(place("latest", slug=self.facts.slug, seat=seat), text)

    def _write_turn(self, turn: TurnFacts, text: str, is_newest: bool) -> None:
        """Write a turn's page, the newest once more where links to the newest lead."""
        slug = self.facts.slug
        (self.late or self.output).write(place("turn", slug=slug, stem=turn.stem), text)
        if is_newest:
            self.output.write(place("newest", slug=slug), text)

    def _public(self, turn: TurnFacts, around: Around, view: View, said: list[str]) -> None:
        """Write the log, the home and, where spectators do not see the whole board, the turn's page."""
        slug, facts = self.facts.slug, self.facts
        if not facts.is_full:
            text = self.renderer.turn(facts, turn, around, view, said, None)
            self._write_turn(turn, text, around.after is None)
        if self._ends_log(turn, around):
            page = turn.number // PAGE_OF_LOG
            log = self.renderer.log(
                facts, page, self.public_log.page(turn.number), more=around.after is not None
            )
            self.output.write(place("log", slug=slug, page=page + 1), log)
            self.public_log.forget(turn.number)
        if around.after is None:
            home = Home(self.folder, facts, self.output, self.renderer)
            home.write(view, self.summary, self.public_log.recent(), turn.number)

    def _ends_log(self, turn: TurnFacts, around: Around) -> bool:
        """Whether a turn is the last one on its page of the log."""
        return around.after is None or around.after.number // PAGE_OF_LOG > turn.number // PAGE_OF_LOG

    def _boards(self, turn: TurnFacts, around: Around, view: View, told: list[Told], said: list[str]) -> None:
        """Write the turn's page with the whole board where spectators see it, or have it wait until they do."""
        facts, viewer, is_newest = self.facts, self.spectator, around.after is None
        if viewer == REFEREE and not facts.is_together:
            own = besides(turn, viewer, self.names)
            whole = [*own, *(sentence(each, viewer, self.names) for each in told)]
            said = [*whole, *last_words(turn, viewer, self.names)] if whole else said
        if facts.is_full:
            self._write_turn(turn, self.renderer.turn(facts, turn, around, view, said, told), is_newest)
        elif self.late:
            self.late.passes(turn)
            if not is_newest:
                spot = place("turn", slug=facts.slug, stem=turn.stem)
                self.late.waits(spot, self.renderer.turn(facts, turn, around, view, said, told))
        self.scene_sets.everybody(turn, view, words(viewer, said, told, self.names, facts, turn), is_newest)


class Home:
    """The folder of one game, as its facts are now."""

    def __init__(self, folder: GameFolder, facts: GameFacts, output: Folder, renderer: PageRenderer) -> None:
        self._folder, self._facts, self._output, self._press = folder, facts, output, renderer

    def write(self, view: View | None, summary: GameSummary, recent: list[Line], last: int) -> None:
        """Write the home, and what tells of the position: `view` is the public one (None: the game has not begun)."""
        folder, facts = self._folder, self._facts
        lifts = view and self._shows_all and not facts.hides_nothing
        whole = folder.view(REFEREE) if lifts else None
        home = self._press.game(facts, view, folder.setup.board, recent, last, summary, whole)
        self._output.write(place("game", slug=facts.slug), home)
        if view is None:
            return
        for name, text in self._press.downloads(facts, view, summary.began).items():
            self._put(name, text)
        self._put(POSITION, self._position(view))
        self._put(FEED, self._feed(summary))
        self._put(CALENDAR, feeds.calendar(facts.name, feeds.dates(facts, summary), self._press.address))

    def files(self) -> None:
        """Write the game's files as far as they are everybody's, and of an open game the page that shows them."""
        folder, facts = self._folder, self._facts
        text = folder.game_bytes.decode("utf-8", "replace")
        self._put(SETTINGS, text)
        if facts.has_board:
            self._put(BOARD, self._board())
        if not facts.is_open:
            return
        # What all order at once is nobody else's before all are in.
        shown = facts.is_full and not facts.is_together
        queues = {seat: read_stored(folder.queue_bytes(seat)) for seat in facts.seats if shown}
        self._output.write(place("files", slug=folder.slug), self._press.files(facts, text, queues))

    @property
    def _shows_all(self) -> bool:
        """Whether spectators see the whole board as it is now, its fog lifted for them."""
        return self._facts.is_full and not self._facts.is_together

    def _put(self, name: str, text: str) -> None:
        self._output.write(f"{self._facts.slug}/{name}", text)

    def _board(self) -> str:
        """The board as YAML: in the fog its skeleton alone, the walls and starts that everybody knows."""
        values = msgspec.to_builtins(self._folder.setup.board)
        lifted = self._facts.is_full and self._facts.is_open
        hidden = () if lifted else self._folder.ruleset.HIDDEN
        return api.dump({name: value for name, value in values.items() if name not in hidden})

    def _position(self, view: View) -> str:
        """The position as `show --json` prints it: what a spectator sees, or all of it where that is everybody's."""
        folder, facts = self._folder, self._facts
        if self._shows_all:
            # Of a sealed game spectators may see the board, but never what is stored.
            view = folder.view(REFEREE)
            document = gather.document(folder, None) if facts.is_open else gather.seen(folder, view)
        else:
            document = gather.seen(folder, view)
        # In ASCII, and without the sign of a tag: what people are called cannot turn the text, nor be taken for a page.
        text = json.dumps(document, indent=2)
        return text.replace("<", "\\u003c") + "\n"

    def _feed(self, summary: GameSummary) -> str:
        facts, renderer = self._facts, self._press
        where, page = f"{facts.slug}/{FEED}", place("game", slug=facts.slug)
        named = feeds.game_id(facts, "feed")
        feed = feeds.Feed(
            named, f"{facts.name} · {renderer.title}", where, page, renderer.title, renderer.address
        )
        return feeds.atom(feed, feeds.of_game(facts, summary))
