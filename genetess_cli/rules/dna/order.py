"""A DNA order as a value, and how it is written (ruling D5). How it is read is in `reading.py`."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from genetess_cli.rules.board import Square
from genetess_cli.rules.dna.game import SIZES, Piece
from genetess_cli.rules.orders import HOLIDAY

PLACE, MUTATE, SCORE, TAKE, TO, FROM, ARCHIVE = "PLACE", "MUTATE", "SCORE", "TAKE", "TO", "FROM", "ARCHIVE"
USAGES = {
    PLACE: "PLACE size [colour] square [FROM ARCHIVE]",
    MUTATE: "MUTATE square TO colour-or-size, …",
    SCORE: "SCORE TAKE size [colour] FROM seat [ARCHIVE], …",
    HOLIDAY: "HOLIDAY",
}
"""Every clause of an order, and the one order that is none."""
KEYWORDS = (PLACE, MUTATE, SCORE, TAKE, TO, FROM, ARCHIVE, HOLIDAY)
"""Words that are no colour's name."""


class Step(msgspec.Struct, frozen=True):
    """One step of a mutation: the square of the piece, and its new size or colour."""

    at: Square
    to: str

    @property
    def is_resize(self) -> bool:
        return self.to in SIZES

    def on(self, piece: Piece) -> Piece:
        """What the step makes of a piece."""
        return Piece(self.to, piece.colour) if self.is_resize else Piece(piece.size, self.to)

    def __str__(self) -> str:
        return f"{self.at} {TO} {self.to}"


class Capture(msgspec.Struct, frozen=True):
    """One piece to capture: its size, its colour ("": the only one there), whose it is, and from where."""

    size: str
    colour: str
    owner: str
    archive: bool = False

    def __str__(self) -> str:
        words = (self.size, self.colour, FROM, self.owner, ARCHIVE if self.archive else "")
        return " ".join(word for word in words if word)


class Mutation(msgspec.Struct, frozen=True):
    """A `MUTATE` clause; without steps where nothing is mutated."""

    steps: tuple[Step, ...] = ()

    @property
    def parts(self) -> tuple[Step, ...]:
        return self.steps

    def only(self, numbers: Iterable[int]) -> Mutation:
        """The clause with some of its steps alone, counted from 0."""
        return Mutation(tuple(self.steps[number] for number in numbers))

    def __str__(self) -> str:
        return f"{MUTATE} {', '.join(map(str, self.steps))}".rstrip()


class Scoring(msgspec.Struct, frozen=True):
    """A `SCORE` clause; without captures where nothing is taken."""

    captures: tuple[Capture, ...] = ()

    @property
    def parts(self) -> tuple[Capture, ...]:
        return self.captures

    def only(self, numbers: Iterable[int]) -> Scoring:
        """The clause with some of its captures alone, counted from 0."""
        return Scoring(tuple(self.captures[number] for number in numbers))

    def __str__(self) -> str:
        taken = f" {TAKE} {', '.join(map(str, self.captures))}" if self.captures else ""
        return SCORE + taken


Clause = Mutation | Scoring


class Order(msgspec.Struct, frozen=True):
    """A whole turn: the piece (colour "": the only one that it can be), its square, and the clauses as given.

    A HOLIDAY has nothing but its verb.
    """

    verb: str
    size: str = ""
    colour: str = ""
    at: Square = Square(0, 0)
    archive: bool = False
    clauses: tuple[Clause, ...] = ()

    def __str__(self) -> str:
        if self.verb == HOLIDAY:
            return HOLIDAY
        source = f"{FROM} {ARCHIVE}" if self.archive else ""
        placing = " ".join(word for word in (PLACE, self.size, self.colour, str(self.at), source) if word)
        return "; ".join([placing, *map(str, self.clauses)])

    def in_turn(self) -> tuple[Clause, ...]:
        """Both clauses in the order in which they are carried out: one that is left out has nothing to do.

        Where one is left out, scoring comes last (ruling D5).
        """
        if len(self.clauses) == 2:
            return self.clauses
        mutation = next((clause for clause in self.clauses if isinstance(clause, Mutation)), Mutation())
        scoring = next((clause for clause in self.clauses if isinstance(clause, Scoring)), Scoring())
        return mutation, scoring
