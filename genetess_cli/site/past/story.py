"""A game's turns as facts: the one place where what was told is made for pages, for every seat and for everybody."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from typing import Any

import msgspec

from genetess_cli.rules import codec
from genetess_cli.rules.base import PUBLIC, REFEREE, Told, View
from genetess_cli.rules.letters import escape_controls, strip_controls
from genetess_cli.rules.voice import Voice
from genetess_cli.site.board.marks import Marks
from genetess_cli.site.facts import GameFacts, Heard, LogLine, Present, TurnFacts
from genetess_cli.site.games import sentence, traces
from genetess_cli.site.games.traces import Traces
from genetess_cli.site.gather import turn_of
from genetess_cli.site.past.log import Names, PublicLog, account, besides, entered, what_happened
from genetess_cli.site.past.summary import GameSummary
from genetess_cli.site.places import PAGE_OF_LOG, scene_sets
from genetess_cli.store.league import League
from genetess_cli.store.records import Acted, Record
from genetess_cli.store.terms import Setup
from genetess_cli.store.timeline import Timeline
from genetess_cli.turns.acts import AnyAct
from genetess_cli.turns.timeline import Moment, mark_absent, told_of, walk
from genetess_cli.values import Value

Views = Mapping[str, View]
"""What viewers see after a turn."""


class Past(msgspec.Struct):
    """All that the facts of turns take from earlier ones: how a game stood before the turn of a `number`."""

    number: int = 0
    position: Any = None  # that of the ruleset; None: the opening
    acts: list[AnyAct] = []  # the records of the GM's
    before: TurnFacts | None = None
    memories: dict[str, Any] = {}  # what each seat remembered then
    public_log: PublicLog = msgspec.field(default_factory=PublicLog)
    summary: GameSummary = msgspec.field(default_factory=GameSummary)


class Words(Value):
    """A turn as a viewer hears it."""

    said: list[str]  # in sentences
    notes: list[str] = []  # those of them that are of note
    order: tuple[str, str, str] | None = None  # its own text in the middle; None: the viewer is told of none
    marks: Marks = {}  # on the board
    moves: str = ""  # what is played on it


class ToldTurn(Value, kw_only=True):
    """A turn that led from the position `before` to `after`: all that its pages are made of."""

    facts: TurnFacts
    previous: TurnFacts | None = None  # the turns around it, None at the ends of the history
    next: TurnFacts | None = None
    game: GameFacts  # with the names of those who played then
    now: Present | None  # of the newest turn
    before: Any = None
    after: Any
    public: View  # what everybody sees after it
    said: list[str] = []  # what everybody was told
    words: dict[str, Words] = {}  # what the viewers of the replay were
    heard: dict[str, Heard]  # what each sheet tells
    memories: dict[str, Any] = {}  # what each seat remembers of what is out of its sight
    is_lifted: bool = False  # spectators see the whole board of this turn by now
    ends_page: bool = False  # a page of the log does with it
    log: list[LogLine] = []  # the lines of that page

    @property
    def is_newest(self) -> bool:
        return self.now is not None


class Story(Value):
    """The turns of a game whose pages may have changed, and the `past` that a next build needs."""

    turns: list[ToldTurn]
    past: Past
    summary: GameSummary
    recent: list[LogLine]
    undone: set[int]


def tell(league: League, setup: Setup, facts: GameFacts, now: Present, past: Past) -> Story:
    """Return the story of a game that has begun, from `past` on or, where an undo goes behind that, from the opening.

    Raises InvalidFile for a record that cannot be read, ValueError or LookupError where one does not fit.
    """
    records = [*told_of(league, setup.terms, past.number)]
    timeline = _timeline(past, records, facts)
    changed = timeline.undone ^ Timeline(past.acts).undone
    backs = {record.back_to for record in records if record.back_to is not None}
    is_hidden_again = bool(changed) and facts.secrecy.delay is not None
    if past.number and (is_hidden_again or any(number < past.number for number in changed | backs)):
        past = Past()
        records = [*told_of(league, setup.terms)]
        timeline = _timeline(past, records, facts)
    paths = [setup.paths.record(record.number, record.turn) for record in records]
    commits = league.births(paths)
    turns = [
        turn_of(setup.terms, record, record.number in timeline.undone, commits.get(path, ""))
        for record, path in zip(records, paths, strict=True)
    ]
    return _Teller(setup, facts, now, past, records, timeline, turns, past.memories).tell()


def _timeline(past: Past, records: Sequence[Record], facts: GameFacts) -> Timeline:
    acts = [record for record in past.acts if record.number < past.number]
    players = {seat: player.name for seat, player in facts.seats.items()}
    return Timeline([*acts, *(record for record in records if isinstance(record, Acted))], players)


class _Teller(msgspec.Struct):
    setup: Setup
    facts: GameFacts
    now: Present
    past: Past
    records: Sequence[Record]
    timeline: Timeline
    turns: Sequence[TurnFacts]
    memories: dict[str, Any]
    memories_before: dict[int, dict[str, Any]] = {}  # the turn of a number

    @property
    def traces(self) -> Traces:
        return traces(self.facts.ruleset)

    def tell(self) -> Story:
        past = self.past
        position = self.setup.opening()
        if past.position is not None:
            position = codec.load(self.setup.ruleset, self.setup.terms.settings, past.position)
        lifted = _lifted(self.turns, self.facts.secrecy.delay)
        begin = min([*(place for place, is_lifted in enumerate(lifted) if not is_lifted), len(lifted) - 1])
        turns: list[ToldTurn] = []
        for place, moment in enumerate(walk(self.setup.ruleset, self.timeline, self.records, position)):
            if place == begin:
                next_past = self._keep(place, moment)
            self.memories_before[moment.record.number] = self.memories
            turns.append(self._turn(place, moment, lifted[place]))
        return Story(turns, next_past, self.past.summary, self.past.public_log.recent(), self.timeline.undone)

    def _keep(self, place: int, moment: Moment) -> Past:
        self.past.public_log.forget(moment.record.number)
        return Past(
            moment.record.number,
            codec.dump(moment.before),
            [record for record in self.timeline.records if isinstance(record, Acted)],
            self._before(place),
            self.memories,
            self.past.public_log.copy(),
            copy(self.past.summary),
        )

    def _turn(self, place: int, moment: Moment, is_lifted: bool) -> ToldTurn:
        turn = self.turns[place]
        ruleset = self.facts.ruleset
        before = self._before(place)
        after = self.turns[place + 1] if place + 1 < len(self.turns) else None
        names = {seat: strip_controls(name) or seat for seat, name in moment.names.items()}
        told = self._hear(moment, PUBLIC)
        voice = Voice(PUBLIC, names)
        news = [*besides(turn, voice), *what_happened(ruleset, turn, told, voice)]
        by_gm = entered(turn, voice)
        said = [*news, *by_gm]
        self.past.public_log.note(turn, told, said, names)
        view = self.setup.ruleset.view(moment.after, PUBLIC)
        starts = dict(filter(None, map(self.traces.start, told)))
        is_dear = any(map(self.traces.is_dear, told))
        self.past.summary.note(turn, news, by_gm, view, self._notes(told, voice), starts, is_dear)
        heard = {}
        told_in = {"": self._everybody(turn, moment, told, said, names)}
        back_to = moment.record.back_to
        memories = self.memories if back_to is None else self.memories_before[back_to]
        self.memories = {}
        for seat in self.facts.seats:
            own = self._hear(moment, seat)
            heard[seat] = self.past.public_log.hear(ruleset, turn, seat, own, names)
            self.memories[seat] = self._remember(seat, moment, own, memories.get(seat))
            if seat in scene_sets(self.facts):
                told_in[seat] = self._seat(seat, turn, own, heard[seat], names)
        is_last_of_page = after is None or after.number // PAGE_OF_LOG > turn.number // PAGE_OF_LOG
        log = self.past.public_log.page(turn.number) if is_last_of_page else []
        if is_last_of_page:
            self.past.public_log.forget(turn.number)
        now = None if after else self.now
        led_from = moment.before if back_to is None else moment.after
        return ToldTurn(
            facts=turn,
            previous=before,
            next=after,
            game=self._game(names),
            now=now,
            before=led_from,
            after=moment.after,
            public=view,
            said=said,
            words=told_in,
            heard=heard,
            memories=self.memories,
            is_lifted=is_lifted,
            ends_page=is_last_of_page,
            log=log,
        )

    def _before(self, place: int) -> TurnFacts | None:
        return self.turns[place - 1] if place else self.past.before

    def _remember(self, seat: str, moment: Moment, told: Sequence[Told], memory: object) -> object:
        if self.facts.hides_nothing:
            return None
        view = self.setup.ruleset.view(moment.after, seat)
        return self.setup.ruleset.remember(self.setup.board, memory, view, told)

    def _everybody(
        self, turn: TurnFacts, moment: Moment, told: list[Told], said: list[str], names: Names
    ) -> Words:
        facts = self.facts
        viewer = facts.spectator
        voice = Voice(viewer, names)
        if viewer != PUBLIC:
            told = self._hear(moment, viewer)
            if not facts.secrecy.is_together:
                said = account(facts.ruleset, turn, told, voice)
        # What was ordered is told where the turn's page tells it.
        shows = (
            (viewer == REFEREE or facts.hides_nothing)
            and not turn.is_private
            and not facts.secrecy.is_together
        )
        order = None
        if shows and turn.order:
            order = (f"{turn.seat} ordered ", escape_controls(turn.order), ".")
        return Words(said, self._notes(told, voice), order, self.traces.marks(told), self.traces.moves(told))

    def _seat(self, seat: str, turn: TurnFacts, told: Iterable[Told], heard: Heard, names: Names) -> Words:
        """Return what a seat heard of a turn, with its own order and what came of it."""
        if self.facts.secrecy.is_hushed:
            return Words([])
        player = self.facts.seats[seat].name
        is_you = names[seat] == player
        order = None
        if turn.seat == seat and not turn.act and turn.outcome != "timed out":
            who = "You" if is_you else names[seat]
            if turn.order is None:
                order = (f"{who} sent an order file that cannot be read: ", "", turn.fault)
            else:
                end = "."
                if turn.outcome == "failed":
                    end = f": it failed. {turn.reason}"
                order = (f"{who} ordered ", escape_controls(turn.order), end)
        viewer = seat if is_you else PUBLIC
        notes = self._notes(told, Voice(viewer, names))
        for last in heard.since[-1:]:
            if last.number == turn.number:
                return Words(last.told(player), notes, order, last.marks, last.moves)
        return Words([], notes, order)

    def _notes(self, told: Iterable[Told], voice: Voice) -> list[str]:
        noted = filter(self.traces.is_noted, told)
        return [sentence(self.facts.ruleset, event, voice) for event in noted]

    def _hear(self, moment: Moment, viewer: str) -> list[Told]:
        return mark_absent(self.setup.ruleset.tell(moment.before, moment.events, viewer), moment.absent)

    def _game(self, names: Names) -> GameFacts:
        seats = self.facts.seats
        fates = self.past.public_log.fates
        if not fates and all(player.name == names[seat] for seat, player in seats.items()):
            return self.facts
        named = {seat: player.replace(name=names[seat]) for seat, player in seats.items()}
        return self.facts.replace(seats=named, fates=fates)


def _lifted(turns: Sequence[TurnFacts], delay: int | None) -> list[bool]:
    """Return whether spectators see the board of each turn by now: so many turns have to end after it."""
    lifted = []
    passed = 0
    for turn in reversed(turns):
        lifted.append(delay is None or passed >= delay)
        passed += turn.passes
    return lifted[::-1]
