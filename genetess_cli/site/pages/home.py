"""A game's home, and the picture that goes with links to it or to the league."""

from __future__ import annotations

import shlex
from collections.abc import Container, Mapping, Sequence

from markupsafe import Markup

from genetess_cli.rules.base import View
from genetess_cli.rules.ruleset import BoardFile
from genetess_cli.site import places
from genetess_cli.site.banner import state_words
from genetess_cli.site.board import Seats
from genetess_cli.site.board.layers import NO_BOARD, Board, Thumbnail, shared
from genetess_cli.site.board.seats import SeatFacts
from genetess_cli.site.board.tokens import token_on
from genetess_cli.site.facts import LogLine, Present
from genetess_cli.site.games import drawing as drawing_of
from genetess_cli.site.games import pages_of
from genetess_cli.site.pages.ending import Aftermath, ending
from genetess_cli.site.pages.page import GamePage, Printed
from genetess_cli.site.past.summary import GameSummary, Listed, TurningPoint
from genetess_cli.site.write import preview
from genetess_cli.site.write.preview import Inset
from genetess_cli.values import Value

Moments = Sequence[tuple[TurningPoint, Thumbnail]]
"""What decided a game, each with the board in small."""


class HomeBoards(Value):
    """The boards of a home."""

    definitions: Markup  # what they define
    board: Markup  # what everybody sees
    blank: Markup  # the skeleton alone, of a board in the fog
    story: Moments  # the moments that decided the game


class GameHome(GamePage):
    """A game's home."""

    TEMPLATE = "game.html"

    now: Present
    view: View | None  # the public one; None: the game has not begun
    summary: GameSummary
    recent: Sequence[LogLine]  # the newest of the public log
    log: str  # the page of the log that has it
    boards: HomeBoards
    starts: Mapping[str, Sequence[str]]
    pool: str  # what all see together, in the replay
    rematch: str  # the command for it
    ending: Aftermath | None  # None: it is not over, or still sealed


def game_home(
    listed: Listed,
    view: View | None,
    files: BoardFile | None,
    boards: HomeBoards,
    recent: list[LogLine],
    last: int,
) -> GameHome:
    """Return a game's home, with the public view (None: it has not begun); `last` is the number of the newest turn."""
    game = listed.game
    now = listed.now
    summary = listed.summary
    pool = ""
    if game.is_pooled and summary.notes:
        pool = f"{summary.notes[-1].turn}.{last}/{places.POOL}"
    rematch = shlex.join(["genetess", "new", f"{game.slug}-2", "--like", game.slug]) if summary.result else ""
    return GameHome(
        game=game,
        has_begun=view is not None,
        now=now,
        view=view,
        summary=summary,
        recent=recent,
        log=f"{last // places.PAGE_OF_LOG + 1:02}",
        boards=boards,
        starts=_starts(listed, files),
        pool=pool,
        rematch=rematch,
        ending=ending(game, summary, view, last) if view else None,
    )


def home_boards(board: Board, is_blank: bool, story: Moments) -> HomeBoards:
    """Return the boards of a home; `story` has the moments that decided the game, where everybody sees their boards."""
    drawn, blank = (NO_BOARD, board) if is_blank else (board, NO_BOARD)
    return HomeBoards(
        definitions=shared([drawn, *(each for _, each in story)]),
        board=drawn.svg(is_shared=True),
        blank=blank.svg(),
        story=story,
    )


def _starts(listed: Listed, files: BoardFile | None) -> dict[str, list[str]]:
    if not files:
        return {}
    found = drawing_of(listed.game.ruleset).starts(files, listed.summary.starts)
    return found | listed.now.settings.starts


def public_board(listed: Listed, view: View | None, files: BoardFile | None) -> Board:
    """Return the board that everybody may see; without a view of it the skeleton of `files`: its walls and starts.

    On the skeleton each start has the token of the seat that began there.
    """
    game = listed.game
    drawing = drawing_of(game.ruleset)
    if view:
        return drawing.board(view, game.seats, f"The board of {game.name}")
    if not files:
        return NO_BOARD
    blank = drawing.blank(files, game.seats, f"The board of {game.name} at the start")
    return with_starts(blank, game.seats, _starts(listed, files), listed.summary.out)


def with_starts(
    blank: Board,
    seats: Seats,
    starts: Mapping[str, Sequence[str]],
    out: Container[str] = (),
) -> Board:
    """Return a board without pieces with a token on each start that one seat has, whether it is `out` or not."""
    tokens = [
        token_on(square, seats[seat].ink, seats[seat].mark, seat in out)
        for seat, (square, *others) in starts.items()
        if not others
    ]
    return blank.marked(marks=tokens)


class Picture(Printed):
    """The picture that goes with links to a page, as SVG."""

    TEMPLATE = "preview.svg"

    title: str
    board: Inset | None
    logo: str
    about: str
    state: str = ""
    lines: Sequence[tuple[SeatFacts, str]] = ()  # with the points
    step: int = 0  # from line to line
    size: int = 0  # of their letters


def game_picture(listed: Listed, board: Board, title: str) -> Picture:
    """Return the picture that goes with links to a game, with the board that everybody may see.

    `title` is that of its ruleset.
    """
    game = listed.game
    now = listed.now
    summary = listed.summary
    ranked = sorted(game.seats.values(), key=lambda seat: -summary.scores.get(seat.seat, 0))
    points: dict[str, str] = {}
    if any(summary.scores.values()):
        points = {seat: f"{score:g}" for seat, score in summary.scores.items()}
    about = [title]
    if not summary.result:
        points |= dict.fromkeys(summary.out, "out")
        if now.round:
            about.append(f"{pages_of(game.ruleset).each} {now.round}")
    if not (game.hides_nothing or game.secrecy.is_full):
        about.append("in fog")
    step = 47 if len(ranked) < 5 else 208 // len(ranked)
    return Picture(
        title=game.name,
        board=preview.place_board(board),
        logo=preview.logo(),
        about=" · ".join(about),
        state=state_words(game, now),
        lines=[(seat, points.get(seat.seat, "")) for seat in ranked],
        step=step,
        size=min(28, step - 6),
    )


def league_picture(league: str) -> Picture:
    board = preview.place(preview.logo(), preview.LOGO_SIDE, preview.LOGO_SIDE)
    return Picture(title=league, board=board, logo=preview.logo(), about="Games by mail")
