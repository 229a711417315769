"""Specials that strike pieces, and often a King's whole side: S6, S7, S9, S15, S19, S21."""

from __future__ import annotations

from collections.abc import Iterable

from genetess_cli.rules.board import Direction, Square
from genetess_cli.rules.genetess import effects
from genetess_cli.rules.genetess.effects import Play


def piece_killer(turn: Play, square: Square) -> None:
    """S6: destroys the pieces on `squares`."""
    with turn.at_once():
        _kill(turn, map(Square.named, turn.game.specials[square].details["squares"]))


def detonation(turn: Play, square: Square) -> None:
    """S7: destroys the piece, and in each direction the first piece before a wall.

    Its codes shape the blast: C sends it diagonally too, E through pieces up to the wall, O opens the interior wall
    at its end (ruling G32).
    """
    piece = turn.game.pieces[square]
    hit, ends = [square], []
    for direction in piece.body.directions:
        struck, end = _jet(turn, square, direction, through=piece.has("E"))
        hit += struck
        ends.append(end)
    with turn.at_once():
        _kill(turn, hit)
        for end in ends if piece.has("O") else []:
            effects.open_wall(turn, end)


def _jet(turn: Play, origin: Square, direction: Direction, through: bool) -> tuple[list[Square], Square]:
    """Return the pieces that a jet hits and the square that ends it; it passes over specials."""
    hit = []
    square = origin.step(direction)
    while not turn.game.is_wall(square):
        if square in turn.game.pieces:
            hit.append(square)
            if not through:
                break
        square = square.step(direction)
    return hit, square


def radiation(turn: Play, square: Square) -> None:
    """S9: every piece in the view of the one that entered loses a random code, even its last A (ruling G19)."""
    with turn.at_once():
        for near in _with_kings_sides(turn, turn.game.in_view_of(square)):
            effects.irradiate(turn, near, last_a=True, why="S9")


def conversion(turn: Play, square: Square) -> None:
    """S15: the enemy pieces in view change sides, all but those with K."""
    enemies = [near for near in turn.game.in_view_of(square) if turn.game.pieces[near].owner != turn.seat]
    with turn.at_once():
        for near in _with_kings_sides(turn, enemies):
            if not turn.game.pieces[near].has("K"):
                effects.convert(turn, near, turn.seat)


def fuse(turn: Play, square: Square) -> None:
    """S19: destroys every piece with the codes of the one here, whose so ever, and that one; none with K."""
    with turn.at_once():
        _destroy(turn, turn.game.alike(square))


def rockfall(turn: Play, square: Square) -> None:
    """S21: floor in view becomes interior wall, and pieces on it are destroyed; Kings' squares stay (ruling G37)."""
    area = turn.game.grid.area(square, turn.game.pieces[square].body.radius)
    with turn.at_once():
        for near in turn.game.grid.of(area):
            piece = turn.game.pieces.get(near)
            if turn.game.is_wall(near) or (piece and piece.has("K")):
                continue
            if piece:
                effects.destroy(turn, near)
            effects.close_wall(turn, near)


def _with_kings_sides(turn: Play, hit: Iterable[Square]) -> list[Square]:
    """Return the pieces that are hit, and of every King's owner among them all pieces, once, in row order (G31)."""
    struck = {square for square in hit if square in turn.game.pieces}
    sides = {piece.owner for square in struck if (piece := turn.game.pieces[square]).has("K")}
    return sorted(struck | {square for square, piece in turn.game.pieces.items() if piece.owner in sides})


def _kill(turn: Play, hit: Iterable[Square]) -> None:
    """Destroy the pieces that are hit; a King is not, but all its owner's other pieces are (ruling G31)."""
    _destroy(turn, _with_kings_sides(turn, hit))


def _destroy(turn: Play, squares: Iterable[Square]) -> None:
    """Destroy pieces, sparing those with K (ruling G31)."""
    for square in squares:
        if not turn.game.pieces[square].has("K"):
            effects.destroy(turn, square)
