"""A DNA order as a value, and how it is written (ruling D5). How it is read is in `reading.py`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from genetess_cli.rules.board import Square
from genetess_cli.rules.dna.game import ARCHIVE_EXTRA, GRID, SIZES, VALUES, Game, Piece, Stock
from genetess_cli.rules.orders import HOLIDAY, nearest
from genetess_cli.rules.problems import Problem, Sentences, join_words, problem_of
from genetess_cli.values import Value

PLACE = "PLACE"
MUTATE = "MUTATE"
SCORE = "SCORE"
TAKE = "TAKE"
TO = "TO"
FROM = "FROM"
ARCHIVE = "ARCHIVE"
USAGES = {
    PLACE: "PLACE size [colour] square [FROM ARCHIVE]",
    MUTATE: "MUTATE square TO colour-or-size, …",
    SCORE: "SCORE TAKE size [colour] FROM seat [ARCHIVE], …",
    HOLIDAY: "HOLIDAY",
}
"""Every clause of an order, and the one order that is none."""
EXAMPLES = (
    "PLACE L D3; MUTATE D4 TO green, E4 TO M",
    "* PLACE S D6; SCORE TAKE S FROM green; MUTATE D5 TO red",
)
KEYWORDS = (PLACE, MUTATE, SCORE, TAKE, TO, FROM, ARCHIVE, HOLIDAY)
"""Words that are no colour's name."""


class MutationStep(Value):
    """One step of a mutation: the square of the piece, and its new size or colour."""

    at: Square
    to: str

    @property
    def is_resize(self) -> bool:
        return self.to in SIZES

    def on(self, piece: Piece) -> Piece:
        return Piece(self.to, piece.colour) if self.is_resize else Piece(piece.size, self.to)

    def __str__(self) -> str:
        return f"{self.at} {TO} {self.to}"


class Capture(Value):
    """One piece to capture: its size, its colour ("": the only one there), whose it is, and from where."""

    size: str
    colour: str
    owner: str
    archive: bool = False

    def __str__(self) -> str:
        archive = ARCHIVE if self.archive else ""
        words = (self.size, self.colour, FROM, self.owner, archive)
        return " ".join(word for word in words if word)

    @property
    def price(self) -> int:
        """Return what it costs: the piece's value, and two points more from an archive (ruling D11)."""
        extra = ARCHIVE_EXTRA if self.archive else 0
        return VALUES[self.size] + extra


class Mutation(Value):
    """A `MUTATE` clause; without steps where nothing is mutated."""

    steps: tuple[MutationStep, ...] = ()

    def __str__(self) -> str:
        return f"{MUTATE} {', '.join(map(str, self.steps))}".rstrip()


class Scoring(Value):
    """A `SCORE` clause; without captures where nothing is taken."""

    captures: tuple[Capture, ...] = ()

    def __str__(self) -> str:
        taken = f" {TAKE} {', '.join(map(str, self.captures))}" if self.captures else ""
        return SCORE + taken


Clause = Mutation | Scoring


class Order(Value):
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
        """Return both clauses in the order in which they are carried out: one that is left out has nothing to do.

        Where one is left out, scoring comes last (ruling D5).
        """
        if len(self.clauses) == 2:
            return self.clauses
        mutation = next((clause for clause in self.clauses if isinstance(clause, Mutation)), Mutation())
        scoring = next((clause for clause in self.clauses if isinstance(clause, Scoring)), Scoring())
        return mutation, scoring


EXPECTED = {
    "size": "a size: S, M or L",
    "at": "a square, like D3",
    "to": "the new colour or the new size",
    "owner": "the seat to take it from",
    "archive": f"{ARCHIVE}: a piece that is not placed from the gene pool comes from there",
    "clause": f"{MUTATE}, {SCORE} or the end of the order",
    "change": f"{TO} and the new colour or size",
    "source": f"{FROM} and the seat to take it from",
}
"""What to ask for where a part of an order is missing."""
SENTENCES: Sentences = {
    "empty": "No piece stands on {at}.",
    "mutates-too-little": (
        "The mutation spends {spent:point}; here it must spend {most}, which is the most that it can."
    ),
    "mutates-too-much": "{step} costs {price:point}, {spent} with what came before; the {piece} has {most}.",
    "no-change": "The piece on {at} is {to} already.",
    "no-change/size": "The piece on {at} is an {to} already.",
    "no-colour": "There is no colour {colour} in this game.",
    "no-order": f"An order of DNA begins with {PLACE}, not with “{{word}}”.",
    "no-piece": "There is no {piece} in your {store}.",
    "no-piece/capture": "There is no {piece} in {owner}’s {store}.",
    "no-rival": "You cannot take anything from {owner}.",
    "no-rival/colour": "{owner} is a colour of {seat}’s, not a seat.",
    "no-swap": "The {colour} gene pool has no {size} to swap with.",
    "not-adjacent": "{at} is not next to {placed}.",
    "off-grid": "{at} is off the board.",
    "placed-piece": "The piece that was just placed on {at} does not mutate.",
    "recoloured-twice": "The piece on {at} was recoloured already, and none is recoloured twice in a turn.",
    "taken": "{at} is taken: an {piece} stands there.",
    "takes-too-little": (
        "The captures come to {taken:point}; they must come to {most}, the most that the score reaches: {score}."
    ),
    "takes-too-much": "The captures come to {taken:point}, more than the score: {score}.",
    "takes-too-much/at-least": "The captures come to at least {taken:point}, more than the score: {score}.",
    "twice": "A turn has one {clause}, and this is the second.",
    "up-and-down": "The piece on {at} was resized the other way, and none both grows and shrinks in a turn.",
    "which-colour": "The {size} can be {colours:or}.",
    **{
        f"incomplete/{part}": f"{{clause}} needs {it}, but the order ends here."
        for part, it in EXPECTED.items()
    },
    **{f"misfit/{part}": f"{{clause}}: expected {it}, found “{{word}}”." for part, it in EXPECTED.items()},
}
"""What is said of each problem, by the key that records keep."""
problem_in = partial(problem_of, SENTENCES)
WHICH_COLOUR = "which-colour"
"""The mistake of a colour left out where it can be several."""


def stock_words(stocks: Mapping[str, Stock]) -> str:
    """Return what lies in pools or an archive: `2 S green and 1 L red`."""
    return join_words(
        f"{stock.of(size)} {size} {colour}"
        for colour, stock in stocks.items()
        for size in SIZES
        if stock.of(size)
    )


def colours(stocks: Mapping[str, Stock]) -> list[str]:
    return [colour for colour, stock in stocks.items() if stock.pieces]


def store(game: Game, owner: str, archive: bool) -> str:
    return "archive" if archive else f"gene pool{'s'[: len(game.players[owner].colours) > 1]}"


def did_you_mean(word: str, among: Iterable[str]) -> str:
    known = {name.upper(): name for name in among}
    match = nearest(word, known)
    return f"Did you mean {known[match]}? " if match else ""


def no_colour(game: Game, colour: str, about: str, among: Iterable[str], what: str) -> Problem | None:
    """Return the problem of a colour that is none; `what` begins the sentence of those that it can be."""
    if not colour or colour in game.pools:
        return None
    hint = f"{did_you_mean(colour, among)}{what} {join_words(among)}."
    return problem_in("no-colour", about, hint=hint, colour=colour)


def off_grid(at: Square, about: str) -> Problem | None:
    if at in GRID:
        return None
    return problem_in("off-grid", about, hint="Squares are named A1 to H8, row 1 at the top.", at=at)


def outside(board: None, order: Order) -> Problem | None:
    """Return what is wrong with a square that an order names: every game has the same board."""
    mutations = (clause for clause in order.clauses if isinstance(clause, Mutation))
    places = [
        ("at", order.at),
        *(
            (f"step {number}", step.at)
            for mutation in mutations
            for number, step in enumerate(mutation.steps, start=1)
        ),
    ]
    return next((problem for about, at in places if (problem := off_grid(at, about))), None)


def which_colour(size: str, colours: Iterable[str], example: str, about: str) -> Problem:
    hint = f"Name its colour, like {example}."
    return problem_in(WHICH_COLOUR, about, hint=hint, size=size, colours=[*colours])
