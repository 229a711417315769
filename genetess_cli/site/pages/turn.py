"""What the pages of one turn have in common, and the one for everybody."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from genetess_cli.rules.base import View
from genetess_cli.site import places
from genetess_cli.site.board import Table
from genetess_cli.site.board import marks as traces
from genetess_cli.site.board.layers import NO_BOARD, Board
from genetess_cli.site.facts import Present, TurnFacts
from genetess_cli.site.games import drawing as drawing_of
from genetess_cli.site.pages.page import GamePage
from genetess_cli.site.past.story import ToldTurn


class TurnPage(GamePage):
    """A page of a turn as a viewer sees it."""

    turn: TurnFacts
    view: View
    previous: TurnFacts | None  # the turns around it, None at the ends of the history
    next: TurnFacts | None
    now: Present | None  # how the game is, of the newest turn


class PublicTurn(TurnPage):
    """A turn for everybody; where there is no fog, or it is lifted, with the board and what was ordered."""

    TEMPLATE = "turn.html"

    sentences: Sequence[str]
    order: str | None
    board: Markup
    has_small_board: bool
    beside: Sequence[Table]


def public_turn(turn: ToldTurn, whole: View | None) -> PublicTurn:
    """Return a turn for everybody; `whole` is what spectators see of all of a board in the fog (None: nothing yet)."""
    game = turn.game
    facts = turn.facts
    view = whole or turn.public
    drawing = drawing_of(game.ruleset)
    is_full = whole is not None or game.hides_nothing
    order = None
    if is_full and not facts.is_private and not game.secrecy.is_together:
        order = facts.order
    beside: Sequence[Table] = []
    if is_full and not game.hides_nothing:
        beside = drawing.beside(view, game.seats, places.rules_from("turn", game.ruleset))
    sentences = turn.words[""].said if whole else turn.said
    board = turn_board(turn, whole)
    return PublicTurn(
        game=game,
        turn=facts,
        view=view,
        previous=turn.previous,
        next=turn.next,
        now=turn.now,
        sentences=sentences,
        order=order,
        board=board.svg(),
        has_small_board=board.is_small,
        beside=beside,
    )


def turn_board(turn: ToldTurn, whole: View | None) -> Board:
    """Return the board on the page of a turn for everybody, where there is one."""
    game = turn.game
    if whole is None and not game.hides_nothing:
        return NO_BOARD
    label = f"The whole board after turn {turn.facts.turn}"
    board = drawing_of(game.ruleset).board(whole or turn.public, game.seats, label)
    if whole is None:
        return board
    return board.marked(*traces.draw_marks(turn.words[""].marks, game.seats))
