"""The sentences of the events that only this game has. What is hidden from the reader is None."""

from __future__ import annotations

from genetess_cli.rules.turn import Common
from genetess_cli.rules.voice import Voice
from genetess_cli.site.games import sentences
from tic_tac_toe import Heard, SeenBumped, SeenMarked


def say(told: Heard | Common, voice: Voice) -> str:
    match told:
        case SeenMarked():
            where = told.at or "a square"
            return f"{voice.seat(told.seat)} marked {where}."
        case SeenBumped():
            where = told.at or "a square"
            return f"{voice.seat(told.seat)} tried {where}, which was taken, and lost the turn."
        case _:
            return sentences.say(told, voice)
