"""Words that refusals share: lists, stocks, and what is wrong with a name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from genetess_cli.problems import Problem
from genetess_cli.rules.board import Square
from genetess_cli.rules.dna.game import GRID, SIZES, Game, Stock
from genetess_cli.rules.dna.order import Mutation, Order
from genetess_cli.rules.orders import nearest

WHICH_COLOUR = "which-colour"
"""The mistake of a colour left out where it can be several."""


def listed(words: Iterable[str], joint: str = "and") -> str:
    """Words as people list them: `red, green and blue`; `nothing` where there are none."""
    *most, last = [*words] or ["nothing"]
    return f"{', '.join(most)} {joint} {last}" if most else last


def counted(points: int) -> str:
    """`1 point`, `2 points`."""
    return f"{points} point" if points == 1 else f"{points} points"


def stocked(stocks: Mapping[str, Stock]) -> str:
    """What lies in pools or an archive: `2 S green and 1 L red`."""
    return listed(
        f"{stock.of(size)} {size} {colour}"
        for colour, stock in stocks.items()
        for size in SIZES
        if stock.of(size)
    )


def whose(owner: str, seat: str) -> str:
    """A seat's possessive, for the player of `seat`: `your`, `green’s`."""
    return "your" if owner == seat else f"{owner}’s"


def store(game: Game, owner: str, archive: bool) -> str:
    """What a seat's store is called: `archive`, `gene pool`, `gene pools`."""
    return "archive" if archive else f"gene pool{'s'[: len(game.players[owner].colours) > 1]}"


def meant(word: str, among: Iterable[str]) -> str:
    """A question after the known word that a misspelt one most likely means, or nothing."""
    known = {name.upper(): name for name in among}
    found = nearest(word, known)
    return f"Did you mean {known[found]}? " if found else ""


def no_colour(game: Game, colour: str, about: str) -> Problem | None:
    """What is wrong with a colour's name; "" is no colour, and nothing is wrong with it."""
    if not colour or colour in game.pools:
        return None
    hint = f"{meant(colour, game.colours)}The colours are {listed(game.colours)}."
    return Problem("no-colour", f"There is no colour {colour} in this game.", hint=hint, about=about)


def off_grid(at: Square, about: str) -> Problem | None:
    """What is wrong with a square that the board does not have."""
    if at in GRID:
        return None
    message = f"{at} is off the board."
    return Problem("off-grid", message, hint="Squares are named A1 to H8, row 1 at the top.", about=about)


def outside(board: None, order: Order) -> Problem | None:
    """What is wrong with a square that an order names: every game has the same board."""
    steps = (clause.steps for clause in order.clauses if isinstance(clause, Mutation))
    places = [
        ("at", order.at),
        *((f"step {number}", step.at) for each in steps for number, step in enumerate(each)),
    ]
    return next((problem for about, at in places if (problem := off_grid(at, about))), None)


def which_colour(size: str, colours: Iterable[str], example: str, about: str) -> Problem:
    """The problem of a colour that was left out where it can be several."""
    message = f"The {size} can be {listed(colours, 'or')}."
    return Problem(WHICH_COLOUR, message, hint=f"Name its colour, like {example}.", about=about)
