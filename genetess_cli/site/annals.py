"""What everybody heard of a game, for what is told beyond its own pages: feeds, calendars and standings.

Like the chronicle it grows turn by turn, is plain data, and holds nothing that public pages do not show. It keeps the
newest alone: feeds are for those who come by often.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from genetess_cli.rules.base import ResultView, Told, View
from genetess_cli.site.facts import TurnFacts

Due = Callable[[str], str | None]
"""Gives the deadline of a turn that begins at a time (None: there is none)."""

MOST_NOTES = 20
"""Records that a feed tells of."""
MOST_PASSED = 10
"""Turns that are over whose deadlines a calendar takes back."""


class Note(msgspec.Struct, frozen=True):
    """What everybody heard of one record: its page's stem, its turn, when it was made, and the sentences.

    `awaits` are the seats whose turn, with the label `next`, began with it (none where the same turn goes on). `kind`
    is what it is for feeds: a `turn`, the `start` or `end` of the game, an act of the `desk`, a player who is `out`, or
    a seat that is `open`. `unsaid` are the places of those sentences that tell whose turn it is and nothing else.
    `commit` brought the record.
    """

    number: int
    stem: str
    turn: str
    whose: str | None
    at: str
    sentences: list[str]
    kind: str
    awaits: list[str]
    next: str
    unsaid: list[int] = []
    back: bool = False
    commit: str | None = None

    @property
    def news(self) -> list[str]:
        """The sentences but for those that only tell whose turn began."""
        return [text for place, text in enumerate(self.sentences) if place not in self.unsaid]


class Span(msgspec.Struct, frozen=True):
    """A turn as calendars have it: the record it began with, its label, seats, and deadline (None: there is none).

    `at` is when the newest of its records was made, and `changes` how many there were after the first.
    """

    number: int
    turn: str
    seats: list[str]
    at: str
    due: str | None
    changes: int = 0


class Former(msgspec.Struct, frozen=True):
    """A player who had a seat up to a turn and has it no more."""

    seat: str
    name: str
    login: str | None
    turn: str


class Annals(msgspec.Struct):
    """A game as far as it has come. `began` and `ended` are times, `scores` and `out` those of now.

    `held` is the record from which on turns of a seat are those of who has it now, where that is not the first.
    `span` is the turn that is being played (None: the game is over), `passed` those before it. `starts` are what seats
    got of those that were gambled for.
    """

    began: str = ""
    ended: str | None = None
    result: ResultView | None = None
    scores: dict[str, float] = {}
    out: list[str] = []
    notes: list[Note] = []
    span: Span | None = None
    passed: list[Span] = []
    formers: list[Former] = []
    held: dict[str, int] = {}
    starts: dict[str, str] = {}

    def note(
        self,
        turn: TurnFacts,
        told: Sequence[Told],
        sentences: list[str],
        unsaid: list[int],
        view: View,
        due: Due,
    ) -> None:
        """Add a record of which everybody was `told`, in these sentences, and after which the public sees `view`.

        `unsaid` are the places of the sentences that tell whose turn it is and nothing else.

        `due` gives the deadline of a turn that begins then.
        """
        self.began = self.began or turn.at
        kind = self._kind(turn, view)
        begins = self._pass(turn, view, due)
        self.scores = {seat: player.score for seat, player in view.players.items()}
        self.out = [seat for seat, player in view.players.items() if player.status == "eliminated"]
        self.ended = (self.ended or turn.at) if view.result else None
        self.result = view.result
        self.starts = {} if view.together else self.starts | _starts(told)
        self._swap(turn)
        # When an order failed is its player's own matter, and nothing is told of it.
        if begins or (sentences and not turn.is_private):
            awaits = list(view.to_move) if begins and not view.result else []
            made = (
                turn.number,
                turn.stem,
                turn.turn,
                turn.whose,
                turn.at,
                sentences,
                kind,
                awaits,
                view.turn,
                unsaid,
            )
            self.notes = [*self.notes, Note(*made, back=turn.back, commit=turn.commit)][-MOST_NOTES:]

    def _kind(self, turn: TurnFacts, view: View) -> str:
        if view.result and not self.ended:
            return "end"
        if turn.number == 0:
            return "start"
        if turn.deed:
            return "desk"
        if turn.opened:
            return "open"
        out = sum(player.status == "eliminated" for player in view.players.values())
        return "out" if out > len(self.out) else "turn"

    def _pass(self, turn: TurnFacts, view: View, due: Due) -> bool:
        """Let the turn that is played go on or, if another one is played now, pass; tells whether one began."""
        span = self.span
        if span and not view.result and span.turn == view.turn and set(view.to_move) <= set(span.seats):
            until = _put_off(turn.deed.now) if turn.deed and "deadline" in turn.deed.now else span.due
            self.span = Span(span.number, span.turn, list(view.to_move), turn.at, until, span.changes + 1)
            return False
        if span:
            gone = Span(span.number, span.turn, span.seats, turn.at, span.due, span.changes + 1)
            self.passed = [*self.passed, gone][-MOST_PASSED:]
        self.span = None
        if not view.result:
            self.span = Span(turn.number, view.turn, list(view.to_move), turn.at, due(turn.at))
        return True

    def _swap(self, turn: TurnFacts) -> None:
        deed = turn.deed
        if deed and deed.desk == "replace" and deed.seat and not turn.back:
            name, login = str(deed.was.get("name", "")), deed.was.get("github")
            self.formers = [*self.formers, Former(deed.seat, name, login and str(login), turn.turn)]
            # Whoever takes over a seat that is to move plays the turn that began before.
            span = self.span if self.span and deed.seat in self.span.seats else None
            self.held = {**self.held, deed.seat: span.number if span else turn.number}


def _starts(told: Sequence[Told]) -> dict[str, str]:
    """The start that each seat got, in what was told of it: nothing but in the draw of round 0 (ruling G39)."""
    got = (each.facts for each in told if each.kind == "allotted")
    return {facts["seat"]: facts["got"] for facts in got if facts["prize"] == "start"}


def _put_off(now: dict[str, Any]) -> str | None:
    """The deadline that an act of the desk led to."""
    due = now["deadline"]
    return None if due is None else str(due)
