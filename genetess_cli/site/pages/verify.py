"""The page on which a visitor verifies a game, and what it shows once that is done."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from genetess_cli.rules.base import REFEREE
from genetess_cli.site.facts import GameFacts
from genetess_cli.site.games import drawing
from genetess_cli.site.gather import seats_of
from genetess_cli.site.pages.page import Page, Printed
from genetess_cli.turns.state import GameState
from genetess_cli.values import Value


class VerifyPage(Page):
    """The page on which games are verified."""

    TEMPLATE = "verify.html"

    games: Sequence[tuple[GameFacts, int]]  # those that have begun, with how many files they are verified by


class Differing(Value):
    """The record in which a game differs from what the rules make of it."""

    number: int
    turn: str
    board: Markup  # before it, whole


def differing(state: GameState) -> Differing:
    """Return such a record by how the game stands before it."""
    clock = state.clock
    view = state.terms.ruleset.view(state.game, REFEREE)
    seats = seats_of(state.terms.file.names, view)
    board = drawing(state.terms.file.ruleset).board(view, seats, f"The board before turn {clock.turn}")
    return Differing(clock.number, clock.turn, board.svg())


class Verification(Printed):
    """What came of verifying a game."""

    TEMPLATE = "verified.html"

    commit: str  # the newest one that was verified
    records: int  # how many were played again
    line: str  # what was compared
    notes: Sequence[str]
    difference: str | None
    place: Differing | None  # where that is, if in a record
