"""Specials that make pieces more, or more of a piece: S3, S4, S14, S22."""

from __future__ import annotations

from genetess_cli.rules.board import Square
from genetess_cli.rules.genetess import effects
from genetess_cli.rules.genetess.effects import Play
from genetess_cli.rules.genetess.game import MOST_HELD, Piece

RANDOM = "random"
"""As the `codes` of an S4: a code drawn anew each time."""


def duplication(turn: Play, square: Square) -> None:
    """S3: a copy of the piece on `target`, if that is empty floor; phase and flare are not copied (ruling G32)."""
    piece = turn.game.pieces[square]
    copy = Square.named(turn.game.specials[square].details["target"])
    if turn.game.is_vacant(copy):
        effects.create(turn, copy, Piece(piece.owner, piece.codes))


def code_adder(turn: Play, square: Square) -> None:
    """S4: one more of each of `codes`, a random one where they are random, up to as many as `max` has (ruling G32)."""
    details = turn.game.specials[square].details
    held, most = turn.game.pieces[square].codes, details.get("max", "")
    gained = ""
    for code in _codes_offered(turn, square, details["codes"]):
        if code not in most or (held + gained).count(code) < most.count(code):
            gained += code
    effects.mutate(turn, square, gained=gained, why="S4")


def _codes_offered(turn: Play, square: Square, codes: str) -> str:
    if codes != RANDOM:
        return codes
    available = sorted(set(turn.game.settings.codes) - {"K"})
    return turn.dice.choice(available, f"code gained on {square}") if available else ""


def double_up(turn: Play, square: Square) -> None:
    """S14: twice every code but K, for what the piece costs as it stands, if the player has that much (ruling G33)."""
    piece = turn.game.pieces[square]
    gained = piece.codes.replace("K", "")
    too_dear = piece.body.cost > turn.game.players[turn.seat].e
    too_long = len(piece.codes) + len(gained) > MOST_HELD
    if gained and not too_dear and not too_long and not effects.shielded(turn, square):
        effects.pay(turn, turn.seat, piece.body.cost, "S14")
        effects.mutate(turn, square, gained=gained, why="S14", own=True)


def monkey(turn: Play, square: Square) -> None:
    """S22: the pieces nearest to each starting square gain a K, those that have one excepted (ruling G38)."""
    nearest = {near for start in turn.game.starts for near in _nearest(turn, start)}
    for near in sorted(nearest):
        if not turn.game.pieces[near].has("K"):
            effects.mutate(turn, near, gained="K", why="S22")


def _nearest(turn: Play, start: Square) -> list[Square]:
    """Return the occupied squares nearest to one by straight line; several where they tie."""
    least = min(start.apart(square) for square in turn.game.pieces)
    return [square for square in turn.game.pieces if start.apart(square) == least]
