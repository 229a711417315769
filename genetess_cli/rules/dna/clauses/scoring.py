"""Scoring the strands of a placed piece, and capturing for the score (rulings D10 and D11)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from genetess_cli.rules.board import Square
from genetess_cli.rules.dna import strands
from genetess_cli.rules.dna.clauses import captures
from genetess_cli.rules.dna.clauses.captures import Ware
from genetess_cli.rules.dna.events import Captured, Counted, Play
from genetess_cli.rules.dna.game import Game, Piece, Strand
from genetess_cli.rules.dna.order import (
    SCORE,
    WHICH_COLOUR,
    Capture,
    Scoring,
    count_points,
    did_you_mean,
    no_colour,
    stock_words,
    store,
    which_colour,
    whose,
)
from genetess_cli.rules.problems import Problem, join_words

TAKES_TOO_MUCH, TAKES_TOO_LITTLE = "takes-too-much", "takes-too-little"
"""The mistakes that tell what the strands score."""


def score(turn: Play, placed: Square | None, clause: Scoring, sure: bool) -> list[Problem]:
    """Score the piece on `placed` as the board stands, and take the captures; or say why it cannot be done.

    `sure`: nothing was wrong up to here. Behind a mistake, captures are held to what is true of them in any case.
    """
    if placed is None or not sure:
        named = [_names(turn, capture, f"take {at}") for at, capture in enumerate(clause.captures, start=1)]
        return [problem for problem in named if problem]
    formed = strands.strands(turn.game.pieces, placed)
    points = strands.points(formed)
    if formed:
        turn.emit(Counted(turn.seat, formed, points))
    best = captures.greatest(captures.wares(turn.game, turn.seat), points)
    taken, problems = _take(turn, clause)
    if taken > points:
        return [_too_much(formed, taken, best, not problems), *problems]
    return problems or ([_too_little(formed, taken, best)] if taken < best else [])


def _take(turn: Play, clause: Scoring) -> tuple[int, list[Problem]]:
    taken, problems = 0, list[Problem]()
    for number, capture in enumerate(clause.captures, start=1):
        ware = _ware(turn, capture, f"take {number}")
        if isinstance(ware, Ware):
            taken += ware.price
            turn.emit(
                Captured(turn.seat, Piece(ware.size, ware.colour), ware.owner, ware.archive, ware.price)
            )
        elif not (
            problems and ware.slug == WHICH_COLOUR
        ):  # an earlier one, mended, may leave a single colour
            problems.append(ware)
    return taken, problems


def _names(turn: Play, capture: Capture, about: str) -> Problem | None:
    problem = _owner(turn.game, turn.seat, capture, f"{about} owner")
    return problem or no_colour(turn.game, capture.colour, f"{about} colour")


def _ware(turn: Play, capture: Capture, about: str) -> Ware | Problem:
    game = turn.game
    if problem := _names(turn, capture, about):
        return problem
    possible = captures.possible_wares(captures.wares(game, turn.seat), capture)
    if len(possible) > 1:
        named = replace(capture, colour=possible[0].colour)
        return which_colour(capture.size, [ware.colour for ware in possible], str(named), about)
    return possible[0] if possible else _missing(game, turn.seat, capture, about)


def _owner(game: Game, seat: str, capture: Capture, about: str) -> Problem | None:
    owner = capture.owner
    rivals = [other for other in game.still_in() if other != seat]
    hint = f"You can take from {join_words(rivals, 'or')}."
    if owner in rivals:
        return None
    if owner == seat:
        return Problem("own-piece", "Nobody captures from themselves.", hint=hint, about=about)
    if owner in game.players:
        message = f"{owner} has left the game, and nobody can take its pieces."
        return Problem("nobodys", message, hint=hint, about=about)
    if of := game.owners().get(owner):
        message = f"{owner} is no seat: its gene pool is {'yours' if of == seat else f'{of}’s'}."
        hint = hint if of == seat else f"Write {replace(capture, colour=owner, owner=of)}."
        return Problem("no-seat", message, hint=hint, about=about)
    if owner in game.pools:
        message = f"{owner} is neutral: nobody captures from its gene pool."
        return Problem("neutral", message, hint=hint, about=about)
    message = f"There is no seat {owner} in this game."
    return Problem("no-seat", message, hint=f"{did_you_mean(owner, rivals)}{hint}", about=about)


def _missing(game: Game, seat: str, capture: Capture, about: str) -> Problem:
    place = f"{whose(capture.owner, seat)} {store(game, capture.owner, capture.archive)}"
    stocks = game.archives[capture.owner] if capture.archive else game.own_pools(capture.owner)
    wanted = f"{capture.size} {capture.colour}".strip()
    hint = f"There you find {stock_words(stocks)}."
    return Problem("no-piece", f"There is no {wanted} in {place}.", hint=hint, about=about)


def _too_much(formed: Sequence[Strand], taken: int, best: int, is_all: bool) -> Problem:
    """`is_all`: every capture could be counted."""
    message = (
        f"The captures come to {'' if is_all else 'at least '}{count_points(taken)}, more than the score: "
        f"{strands.describe_strands(formed)}."
    )
    hint = f"They must come to {count_points(best)}." if best else "There is nothing to take."
    return Problem(TAKES_TOO_MUCH, message, hint=hint, about=SCORE)


def _too_little(formed: Sequence[Strand], taken: int, best: int) -> Problem:
    message = (
        f"The captures come to {count_points(taken)}; they must come to {best}, "
        f"the most that the score reaches: {strands.describe_strands(formed)}."
    )
    return Problem(TAKES_TOO_LITTLE, message, about=SCORE)
