"""A game as far as it has come, in numbers and moments: what homes, feeds and standings are made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from genetess_cli.rules.base import ResultView, View
from genetess_cli.rules.voice import time_left_words
from genetess_cli.site.facts import GameFacts, Present, TurnFacts
from genetess_cli.site.past.log import BY_ITSELF
from genetess_cli.store.records import Graced, Handover
from genetess_cli.store.times import to_time
from genetess_cli.turns.acts import holders_in
from genetess_cli.values import Value

MOST_NOTES = 20
"""Records that a feed tells of."""
MOST_MOMENTS = 6
"""Moments in the story of a finished game."""
LEAST_THOUGHT = 3
"""Turns of a seat from which on it is told how long they take on average."""


NoteKind = Literal["turn", "start", "end", "desk", "out", "open"]
"""What a record is for feeds: `desk` is an act of the GM's, `out` a player who is, `open` a seat that is."""


class Note(Value):
    """A record as everybody heard of it."""

    number: int
    stem: str  # of its page
    turn: str
    whose: str | None
    at: str
    sentences: list[str]  # the news of it
    entered: list[str]  # that the GM entered the order, which is for the game's feed and no news
    kind: NoteKind
    awaits: list[str]  # the seats whose turn began with it: none where the same turn goes on
    next: str  # the label of that turn
    back: bool = False  # it was taken back later
    commit: str = ""  # the one that brought it

    @property
    def by(self) -> list[str]:
        return [f"Commit {self.commit}."] if self.commit else []


class TurningPoint(Value):
    """A record that decided a game."""

    note: Note
    sentence: str
    leader: str | None = None  # the seat that went ahead of all others with it


class TurnSpan(Value):
    """A turn as calendars have it."""

    number: int  # of the record that it began with
    turn: str
    seats: list[str]
    at: str  # when the newest of its records was made
    changes: int = 0  # records after the first
    begun: str = ""  # when the first was made


Timely = tuple[int, int]
"""Turns of a player's whose order came before the deadline, and all that count."""


class Former(Value):
    """A player who had a seat up to a turn and has it no more."""

    seat: str
    name: str
    login: str | None
    turn: str
    person: str | None = None  # the ID in people/
    timely: Timely = (0, 0)


class GameSummary(msgspec.Struct):
    """A game as far as it has come."""

    began: str = ""
    ended: str | None = None
    result: ResultView | None = None
    scores: dict[str, float] = {}
    out: list[str] = []
    notes: list[Note] = []
    span: TurnSpan | None = None  # the turn that is being played; None: the game is over
    formers: list[Former] = []
    held: dict[str, int] = {}  # the record since which a seat has its player, where that is not the first
    starts: dict[str, str] = {}  # what seats got of those that were gambled for
    thought: dict[str, tuple[int, int]] = {}  # the turns that each seat ordered in itself, and their seconds
    # A player went out, a dear piece fell, another seat took the lead, the end.
    moments: list[TurningPoint] = []
    leader: str = ""  # the one seat that is ahead of all others
    timely: dict[str, Timely] = {}  # of the players who have the seats now
    graced: str = ""  # the turn in which the deadline was extended by the grace last
    absent: list[str] = []  # the seats whose players had left then
    named: list[str] = []  # the IDs of those who got or gave a seat, "" for whom none is known

    @property
    def last(self) -> str:
        """Return when anything was told of it last."""
        return self.notes[-1].at if self.notes else self.began

    def story(self) -> list[TurningPoint]:
        """Return the few moments that decided the game, in order: those that ended it for somebody before others."""
        ends = [each for each in self.moments if each.note.kind in ("out", "end")][-MOST_MOMENTS:]
        others = [each for each in self.moments if each.note.kind not in ("out", "end")]
        begin = max(0, len(others) + len(ends) - MOST_MOMENTS)
        return sorted([*others[begin:], *ends], key=lambda each: each.note.number)

    def decided(self) -> TurningPoint | None:
        """Return the moment since which the winner led; None where no such is known, or nobody won alone."""
        last = next((each for each in reversed(self.moments) if each.leader), None)
        wins = self.result is not None and self.result.winners == [self.leader]
        return last if last and wins and last.leader == self.leader else None

    def thinks(self, seat: str) -> str:
        """Return how long a seat takes for a turn on average, in its largest unit; "" while there were too few."""
        turns, seconds = self.thought.get(seat, (0, 0))
        if turns < LEAST_THOUGHT:
            return ""
        return " ".join(time_left_words(max(60, seconds // turns)).split()[:2])

    def note(
        self,
        turn: TurnFacts,
        sentences: list[str],
        entered: list[str],
        view: View,
        notable: Sequence[str],
        starts: Mapping[str, str],
        is_dear: bool,
    ) -> None:
        """Add a record of which everybody was told in these sentences, and after which the public sees `view`.

        `notable` are those of the sentences that tell most, `starts` what seats got by it of those that were gambled
        for. `is_dear`: a piece fell whose fall is a moment of the game.
        """
        self.began = self.began or turn.at
        kind = self._kind(turn, view)
        begins = self._pass(turn, view)
        self.scores = {seat: player.score for seat, player in view.players.items()}
        self.out = [seat for seat, player in view.players.items() if player.status == "eliminated"]
        self.ended = (self.ended or turn.at) if view.result else None
        self.result = view.result
        self.starts = {} if view.together else {**self.starts, **starts}
        self._swap(turn)
        self._time(turn)
        # When an order failed is its player's own matter, and nothing is told of it.
        if begins or ((sentences or entered) and not turn.is_private):
            awaits = list(view.to_move) if begins and not view.result else []
            where = turn.number, turn.stem, turn.turn, turn.whose, turn.at
            made = Note(*where, sentences, entered, kind, awaits, view.turn, turn.back, turn.commit)
            self.notes = [*self.notes, made][-MOST_NOTES:]
            if not turn.back:
                self._remember(made, [*sentences, *notable][-1:], is_dear)

    def _remember(self, note: Note, said: Sequence[str], is_dear: bool) -> None:
        most = max(self.scores.values(), default=0)
        ahead = [seat for seat, score in self.scores.items() if score == most]
        leader = ahead[0] if len(ahead) == 1 and ahead != [self.leader] else None
        self.leader = leader or self.leader
        if said and (leader or is_dear or note.kind in ("out", "end")):
            self.moments = [*self.moments, TurningPoint(note, said[-1], leader)]

    def _kind(self, turn: TurnFacts, view: View) -> NoteKind:
        if view.result and not self.ended:
            return "end"
        if turn.number == 0:
            return "start"
        if turn.act:
            return "desk"
        if turn.opened:
            return "open"
        out = sum(player.status == "eliminated" for player in view.players.values())
        return "out" if out > len(self.out) else "turn"

    def _pass(self, turn: TurnFacts, view: View) -> bool:
        """Let the turn that is played go on or, if another one is played now, pass; return whether one began."""
        span = self.span
        if span and not view.result and span.turn == view.turn and set(view.to_move) <= set(span.seats):
            self.span = span.replace(seats=list(view.to_move), at=turn.at, changes=span.changes + 1)
            return False
        if span:
            self._think(span, turn)
        self.span = None
        if not view.result:
            self.span = TurnSpan(turn.number, view.turn, list(view.to_move), turn.at, begun=turn.at)
        return True

    def _think(self, span: TurnSpan, turn: TurnFacts) -> None:
        """Count a turn that its seat ended by an order sent while it was on; one that ended by itself tells nothing."""
        if turn.seat and turn.passes and turn.source not in BY_ITSELF and span.begun:
            turns, seconds = self.thought.get(turn.seat, (0, 0))
            took = to_time(turn.at) - to_time(span.begun)
            self.thought = {**self.thought, turn.seat: (turns + 1, seconds + took)}

    def _time(self, turn: TurnFacts) -> None:
        """Count a turn of a player's: an order in the grace was late, the end of a holiday was no deadline to keep."""
        done = turn.act.done if turn.act else None
        if done and not turn.back:
            self.absent = sorted(done.absent_after(frozenset(self.absent)))
            if isinstance(done, Graced):
                self.graced = turn.turn
        seat = turn.seat
        if seat is None or not turn.passes or turn.rested or turn.source == "bot" or seat in self.absent:
            return
        kept, every = self.timely.get(seat, (0, 0))
        is_late = turn.outcome == "timed out" or self.graced == turn.turn
        self.timely = {**self.timely, seat: (kept + (not is_late), every + 1)}

    def _swap(self, turn: TurnFacts) -> None:
        given = turn.act.done if turn.act else None
        if given:
            self.named = sorted({*self.named, *(holder.person or "" for holder in holders_in(given))})
        if isinstance(given, Handover) and not turn.back:
            was = given.was
            timely = self.timely.get(given.seat, (0, 0))
            former = Former(given.seat, was.called, was.github, turn.turn, was.person, timely)
            self.formers = [*self.formers, former]
            self.timely = {**self.timely, given.seat: (0, 0)}
            self.thought = {**self.thought, given.seat: (0, 0)}
            # Whoever takes over a seat that is to move plays the turn that began before.
            number = turn.number
            if self.span and given.seat in self.span.seats:
                number = self.span.number
            self.held = {**self.held, given.seat: number}


class Listed(Value):
    """All that the league's own pages tell of a game."""

    game: GameFacts
    now: Present
    summary: GameSummary
