"""The sentences of DNA's events; those that every ruleset has are in `sentences.py`."""

from __future__ import annotations

from genetess_cli.rules.dna.events import Altered, Captured, Counted, Event, HadNothing, Laid, Placed, RanOut
from genetess_cli.rules.dna.game import Strand
from genetess_cli.rules.problems import count_words, join_words
from genetess_cli.rules.turn import Common
from genetess_cli.rules.voice import Voice
from genetess_cli.site.games import sentences

CENTRE = ("D4", "E4", "D5", "E5")


def say(told: Event | Common, voice: Voice) -> str:
    match told:
        case Laid():
            return _laid(told)
        case HadNothing():
            return f"{voice.seat(told.seat)} had nothing to place."
        case Placed():
            source = f" from {voice.whose(told.seat)} archive" if told.archive else ""
            return f"{voice.seat(told.seat)} placed an {told.piece} on {told.at}{source}."
        case Altered():
            change = f"the {told.piece} on {told.at} into an {told.to}"
            return f"{voice.seat(told.seat)} mutated {change} ({count_words(told.cost, 'point')})."
        case Counted():
            strands = "; ".join(map(_strand, told.strands))
            return f"{voice.seat(told.seat)} scored {count_words(told.points, 'point')}: {strands}."
        case Captured():
            store = "archive" if told.archive else "gene pool"
            source = f"{voice.whose(told.owner)} {store} ({count_words(told.price, 'point')})"
            return f"{voice.seat(told.seat)} captured an {told.piece} from {source}."
        case RanOut():
            return "no player has a piece left in a gene pool, so this round is the last."
        case _:
            return sentences.say(told, voice)


def _laid(told: Laid) -> str:
    if told.pieces is None:
        return f"the game began with a small {join_words(told.colours)} on {join_words(CENTRE)}."
    pieces = [f"an {piece} on {at}" for at, piece in told.pieces.items()]
    return f"the game began with {join_words(pieces, none='an empty board')}."


def _strand(strand: Strand) -> str:
    squares = "-".join(map(str, strand.squares))
    return ", ".join(f"1 for {reason}" for reason in (f"the strand {squares}", *strand.bonuses))
