"""When special squares fire: as a piece comes to rest on one, and as a turn begins (rulings G28 to G30)."""

from __future__ import annotations

from genetess_cli.rules.board import Square
from genetess_cli.rules.genetess.events import Fired
from genetess_cli.rules.genetess.playing import Play
from genetess_cli.rules.genetess.specials import SPECIALS

ON_ENTRY, AT_START = "1.00", "1.02"
"""The editions of `rules.specials`: in the first some specials fire as they are entered, in the second none does."""


def on_entry(turn: Play, square: Square) -> None:
    """Let the special under a piece that has come to rest fire, each at most once for one order or turn's start."""
    special, piece = turn.game.specials.get(square), turn.game.pieces.get(square)
    if special is None or piece is None or turn.game.result or turn.game.settings.specials != ON_ENTRY:
        return
    home = turn.home(square)
    if SPECIALS[special.type].on_entry and home not in turn.fired and not turn.game.is_orphan(piece):
        turn.fired.add(home)
        _fire(turn, square)


def at_start(turn: Play) -> None:
    """Let the specials fire under the pieces of the seat whose turn begins: S1 to S22, by row within a type.

    Whether a piece is on one is looked at when its place comes, wherever it and the pieces have been moved by then.
    """
    present = {special.type for special in turn.game.specials.values()}
    for number in SPECIALS:
        if number in present:
            _each(turn, number)


def _each(turn: Play, number: str) -> None:
    """The specials of a type, one after the other by row; one that is moved meanwhile comes where it is then."""
    kind = SPECIALS[number]
    waiting = {turn.home(square) for square in turn.game.specials_of(number)}
    while waiting:
        home = min(waiting, key=turn.place)
        waiting.remove(home)
        square = turn.place(home)
        if kind.always:
            kind.effect(turn, square)
        elif _is_due(turn, square):
            _fire(turn, square)


def _is_due(turn: Play, square: Square) -> bool:
    """Whether the seat's turn start sets off a special; an S8 that was blocked on entry tries again (ruling G28)."""
    piece = turn.game.pieces.get(square)
    if piece is None or not turn.game.controls(turn.seat, piece):
        return False
    entered = SPECIALS[turn.game.specials[square].type].on_entry and turn.game.settings.specials == ON_ENTRY
    return not entered or piece.blocked


def _fire(turn: Play, square: Square) -> None:
    # Told whether or not it does anything, for that may be hidden from those who see the square.
    number = turn.game.specials[square].type
    turn.emit(Fired(square, turn.game.pieces[square], number))
    SPECIALS[number].effect(turn, square)
