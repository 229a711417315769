"""What must hold after any turn of Genetess."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from genetess_cli.rules.base import Outcome, plain
from genetess_cli.rules.genetess.codes import LETTERS
from genetess_cli.rules.genetess.effects import MOST_E, POINTS_FOR_STAYING, POINTS_FOR_TAKING
from genetess_cli.rules.genetess.events import Dropped, Eliminated, Event, Surfaced, TurnBegan
from genetess_cli.rules.genetess.game import Game, Player


def flaws(before: Game, outcome: Outcome[Game, Event]) -> list[str]:
    after: Game = outcome.game
    sentences = [*_of_walls(before, after), *_of_pieces(after), *_of_specials(before, after)]
    sentences += [*_of_players(before, after), *_of_scores(before, outcome), *_of_end(after)]
    return [*sentences, *(_of_failure(before, outcome) if outcome.problem else _of_order(before, outcome))]


def _of_walls(before: Game, after: Game) -> Iterator[str]:
    if before.map[:2] != after.map[:2]:
        yield "the board's size or an exterior wall has changed"  # ruling G1
    if after.map.exterior & after.map.interior:
        yield "a square is both kinds of wall"


def _of_pieces(game: Game) -> Iterator[str]:
    for square, piece in game.in_row_order():
        if game.is_wall(square):
            yield f"the {piece.codes} on {square} stands in a wall or off the board"
        is_sequence = list(piece.codes) == sorted(piece.codes) and set(piece.codes) <= set(LETTERS)
        if not is_sequence or not piece.body.viable or piece.owner not in game.players:
            yield f"the {piece.codes} on {square} is no sequence that can live, or has no owner"


def _of_specials(before: Game, after: Game) -> Iterator[str]:
    for square in after.specials:
        if square not in after.grid:
            yield f"the special on {square} is off the board"
    if before.specials != after.specials and _specials(before) != _specials(after):
        yield "a special was lost, made or changed"


def _specials(game: Game) -> Counter[str]:
    return Counter(str(plain(special)) for special in game.specials.values())


def _of_players(before: Game, after: Game) -> Iterator[str]:
    if before.to_move is not None and list(before.players) != list(after.players):
        yield "the seats or their order have changed"
    crowned = {piece.owner for piece in after.pieces.values() if piece.has("K")}
    for seat, player in after.players.items():
        if not 0 <= player.e <= MOST_E:
            yield f"{seat} has {player.e} E"
        if player.eliminated and player.e:
            yield f"{seat} is eliminated and has {player.e} E"  # ruling G41
        if not player.eliminated and not after.round_zero and seat not in crowned:
            yield f"{seat} is in and has no King"  # ruling G31
        if before.players[seat].eliminated and not player.eliminated:
            yield f"{seat} was eliminated and is in again"


def _of_scores(before: Game, outcome: Outcome[Game, Event]) -> Iterator[str]:
    """Hold scores to ruling G41: 10 for whom took the King, 1 for everybody still in."""
    scores = {seat: player.score for seat, player in before.players.items()}
    still_in = before.still_in()
    for event in outcome.events:
        if isinstance(event, Eliminated | Dropped):
            still_in = [seat for seat in still_in if seat != event.seat]
        if isinstance(event, Eliminated):
            scores[event.by] += POINTS_FOR_TAKING
            for seat in still_in:
                scores[seat] += POINTS_FOR_STAYING
    players: dict[str, Player] = outcome.game.players
    for seat, player in players.items():
        if player.score != scores[seat]:
            yield f"{seat} has {player.score} points; the eliminations make it {scores[seat]}"
    if outcome.game.still_in() != [seat for seat in outcome.game.players if seat in still_in]:
        yield "who is still in does not follow from the eliminations"


def _of_end(game: Game) -> Iterator[str]:
    remaining = len(game.still_in())
    if not remaining:
        yield "nobody is still in"
    if (game.result is not None) != (remaining == 1):
        yield f"the game is {'over' if game.result else 'not over'} with {remaining} still in"  # ruling G42


def _of_failure(before: Game, outcome: Outcome[Game, Event]) -> Iterator[str]:
    """Hold a failure to ruling G14: nothing changes but phased pieces that were run into."""
    if not all(isinstance(event, Surfaced) and event.bumped for event in outcome.events):
        yield "an order that failed did more than reveal phased pieces"
    if (before.to_move, before.round) != (outcome.game.to_move, outcome.game.round):
        yield "the turn went on after an order that failed"


def _of_order(before: Game, outcome: Outcome[Game, Event]) -> Iterator[str]:
    """Hold an order to ruling G40: the turn moves on, unless the game is over or round 0 still waits (G39)."""
    after: Game = outcome.game
    if after.to_move is None or after.result or _is_still_the_turn(before, outcome):
        return
    begun = [event.seat for event in outcome.events if isinstance(event, TurnBegan)]
    if begun[-1:] != [after.to_move] or _moment(after) <= _moment(before):
        yield f"{before.label} was followed by {after.label}, and turns began of {begun}"
    if any(after.plays(seat) for seat in begun[:-1]):
        yield f"of {begun} one could play that was passed over"
    if not after.plays(after.to_move):
        yield f"{after.to_move} is to move and has nothing to order with"


def _is_still_the_turn(before: Game, outcome: Outcome[Game, Event]) -> bool:
    """Return whether nothing was ordered, but a player left who was not to move."""
    left = [event.seat for event in outcome.events if isinstance(event, Dropped)]
    return bool(left) and before.to_move not in left


def _moment(game: Game) -> tuple[int, int]:
    seats = list(game.players)
    return game.round, -1 if game.to_move is None else seats.index(game.to_move)
