"""Specials that show what the fog hides: S5, S17, S18. How it is shown is in `sight.py`."""

from __future__ import annotations

from genetess_cli.rules.board import Square
from genetess_cli.rules.genetess import effects
from genetess_cli.rules.genetess.effects import Play


def map_view(turn: Play, square: Square) -> None:
    """S5: whoever has a piece on one sees the whole board until any next turn begins, decoded with F (ruling G24)."""
    for seat in turn.game.players:
        effects.overview(turn, seat, _overview(turn, seat))


def _overview(turn: Play, seat: str) -> str:
    pieces = [turn.game.pieces.get(square) for square in turn.game.specials_of("S5")]
    own = [piece for piece in pieces if piece and turn.game.controls(seat, piece)]
    if any(piece.has("F") for piece in own):
        return "decoded"
    return "plain" if own else ""


def target(turn: Play, square: Square) -> None:
    """S17: shows every enemy King (ruling G35)."""
    enemies = (other for other, piece in turn.game.in_row_order() if piece.owner != turn.seat)
    effects.reveal(turn, [other for other in enemies if turn.game.pieces[other].has("K")], "S17")


def synergy(turn: Play, square: Square) -> None:
    """S18: shows every enemy piece with the codes of the one here (ruling G35)."""
    alike = turn.game.alike(square)
    effects.reveal(turn, [other for other in alike if turn.game.pieces[other].owner != turn.seat], "S18")


def open_wall(turn: Play, square: Square) -> None:
    """S10: the interior walls on `walls`, or as many `random` ones, become floor."""
    details = turn.game.specials[square].details
    for name in details.get("walls", ()):
        effects.open_wall(turn, Square.named(name))
    for _ in range(details.get("random", 0)):
        walls = turn.game.grid.of(turn.game.map.interior)
        if walls:
            effects.open_wall(turn, turn.dice.choice(walls, "wall that opens"))
