"""The sentences of Genie of the Lamp's events; those that every ruleset has are in `sentences.py`."""

from __future__ import annotations

from genetess_cli.rules.genie.events import (
    Accepted,
    Began,
    Claimed,
    Event,
    Left,
    Moved,
    Offered,
    Resigned,
    Took,
)
from genetess_cli.rules.genie.game import PIECES
from genetess_cli.rules.turn import Common, Lapsed, TimedOut
from genetess_cli.rules.voice import Voice
from genetess_cli.site.games import sentences

_SIGNS = {"+": ", giving check", "#": ", checkmate"}


def say(told: Event | Common, voice: Voice) -> str:
    match told:
        case Began():
            return "the game began, white to move."
        case Moved():
            sign = _SIGNS.get(told.san[-1], "")
            return f"{voice.seat(told.seat)} {_what(told)}{sign} ({told.san})."
        case Took():
            return f"{voice.seat(told.seat)} took the {PIECES[told.piece]} on {told.at}."
        case Offered():
            return f"{voice.seat(told.seat)} offered a draw."
        case Accepted():
            return f"{voice.seat(told.seat)} accepted the draw."
        case Claimed():
            move = f" with {told.san}" if told.san else ""
            return f"{voice.seat(told.seat)} claimed a draw{move}."
        case Resigned():
            return f"{voice.seat(told.seat)} resigned."
        case TimedOut() | Lapsed():
            return f"{sentences.miss(told.seat, voice)}."
        case Left():
            return f"{voice.seat(told.seat)} left the game."
        case _:
            return sentences.say(told, voice)


def _what(move: Moved) -> str:
    if move.start == move.end:
        return f"flipped the pawn on {move.end}: the Genie entered"
    if move.san.startswith("O-O"):
        return f"castled, the king going from {move.start} to {move.end}"
    became = f", where it became a {PIECES[move.became]}" if move.became else ""
    return f"moved the {PIECES[move.piece]} from {move.start} to {move.end}{became}"
