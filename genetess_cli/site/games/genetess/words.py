"""The sentences of Genetess's events; how squares and sequences look is decided here alone."""

from __future__ import annotations

from genetess_cli.rules.genetess.events import (
    Earned,
    Ended,
    Gambled,
    Overviewed,
    Paid,
    Passed,
    Revealed,
    Seated,
)
from genetess_cli.rules.genetess.sight.told import (
    Allotment,
    GenetessTold,
    Glimpse,
    Means,
    SeenBlocked,
    SeenConverted,
    SeenCreated,
    SeenDestroyed,
    SeenDisplaced,
    SeenFired,
    SeenFlared,
    SeenMutated,
    SeenPhased,
    SeenPiece,
    SeenShifted,
    SeenSurfaced,
    SeenSwapped,
    SeenTaken,
    SeenWallClosed,
    SeenWallOpened,
)
from genetess_cli.rules.genetess.specials import NAMES
from genetess_cli.rules.problems import join_words
from genetess_cli.rules.turn import Common
from genetess_cli.rules.voice import Voice, on_square
from genetess_cli.site.games import sentences


def say(told: GenetessTold | Common, voice: Voice) -> str:
    match told:
        case Gambled():
            return _gambled(told, voice)
        case Allotment():
            return _allotted(told, voice)
        case Seated():
            return f"the order of play is {join_words(voice.seat(seat) for seat in told.order)}."
        case Earned():
            return _earned(told, voice)
        case Paid():
            return _paid(told, voice)
        case Overviewed():
            return _overviewed(told, voice)
        case Revealed():
            return _revealed(told, voice)
        case Passed():
            return sentences.passed(told.seat, voice)
        case Ended():
            return _ended(told, voice)
        case SeenDisplaced():
            return _displaced(told, voice)
        case SeenSwapped():
            other = f"{_piece(told.other, voice)}{on_square(told.to)}"
            return f"{_piece_on(told, voice)} and {other} changed places."
        case SeenTaken():
            return _taken(told, voice)
        case SeenDestroyed():
            return f"{_piece_on(told, voice)} was destroyed."
        case SeenCreated():
            return f"{_piece(told.piece, voice)} appeared{on_square(told.at)}."
        case SeenMutated():
            return _mutated(told, voice)
        case SeenPhased():
            ending = "phased: only you see it now" if told.piece.owner == voice.viewer else "vanished"
            return f"{_piece_on(told, voice)} {ending}."
        case SeenSurfaced():
            cause = "because it was bumped into" if told.bumped else "as it acted"
            return f"{_piece_on(told, voice)} became visible {cause}."
        case SeenConverted():
            became = "yours" if told.to == voice.viewer else voice.whose(told.to)
            return f"{_piece_on(told, voice)} was converted and is {became} now."
        case SeenFlared():
            whose = "your" if told.piece.owner == voice.viewer else "its owner’s"
            return f"{_piece_on(told, voice)} lit the whole board until {whose} next turn."
        case SeenWallOpened():
            return f"the wall{on_square(told.at)} became floor."
        case SeenWallClosed():
            return f"the floor{on_square(told.at)} became interior wall."
        case SeenFired():
            return f"{_piece_on(told, voice)} set off {special(told.special)}."
        case SeenBlocked():
            ending = "will not try again" if told.ended else "found no empty square to send it to"
            return f"the S8 under {_piece_on(told, voice)} {ending}."
        case SeenShifted():
            return _shifted(told)
        case _:
            return sentences.say(told, voice)


def _piece(piece: Glimpse, voice: Voice) -> str:
    """Return a piece: `your AB`, `Gwen’s AB`, `a green piece` where its codes are hidden, `a piece`."""
    if piece.codes:
        return f"{voice.whose(piece.owner)} {piece.codes}"
    if piece.owner is None:
        return "a piece"
    if piece.owner == voice.viewer:
        return "a piece of yours"
    article = "an" if piece.owner[0] in "aeiou" else "a"
    return f"{article} {piece.owner} piece"


def _piece_on(told: SeenPiece, voice: Voice) -> str:
    """Return the piece that something happened to, and its square as far as the viewer knows them."""
    return f"{_piece(told.piece, voice)}{on_square(told.at)}"


def special(number: str) -> str:
    """Return a special by its number and name: `an S7 (Detonation)`."""
    name = NAMES.get(number)
    return f"an {number} ({name})" if name else number


# Round 0


_PRIZES = {"order": "place in the order of play", "start": "start", "colour": "colour"}


def _gambled(told: Gambled, voice: Voice) -> str:
    bids = [f"{bid.stake} E on {', '.join(bid.preferences)}" for bid in told.bids]
    return f"{voice.seat(told.seat)} gambled {join_words(bids)}."


def _allotted(told: Allotment, voice: Voice) -> str:
    what = f"the {told.got} {_PRIZES[told.prize]}"
    if told.prize != "order":
        what = f"the {_PRIZES[told.prize]} {told.got}"
    how = _how(told.means) if told.means else ""
    return f"{voice.seat(told.seat)} got {what}{how}."


def _how(means: Means) -> str:
    if not means.preferences:
        return " (by lot)" if means.lot else " (no bid)"
    bid = f"{means.stake} E on {', '.join(means.preferences)}"
    if means.lot:
        return f" (by lot; {bid} won nothing)"
    drawn = ", drawn among equal stakes" if means.tied else ""
    return f" (for {bid}{drawn})"


# What one seat hears


def _earned(told: Earned, voice: Voice) -> str:
    amount = f"{told.amount} E"
    if told.why == "income":
        return f"{voice.whose(told.seat)} turn began, with an income of {amount}."
    source = " by digesting what was taken" if told.why == "digest" else f" from {special(told.why)}"
    return f"{voice.seat(told.seat)} gained {amount}{source}."


_PURPOSES = {"create": "a new piece", "S14": "the doubling of a piece"}


def _paid(told: Paid, voice: Voice) -> str:
    who = voice.seat(told.seat)
    if told.why == "S12":
        return f"{who} lost {told.amount} E to {special('S12')} that an enemy holds."
    return f"{who} paid {told.amount} E for {_PURPOSES.get(told.why, told.why)}."


def _overviewed(told: Overviewed, voice: Voice) -> str:
    who = voice.seat(told.seat)
    sees = "see" if told.seat == voice.viewer else "sees"
    if not told.how:
        return f"{who} no longer {sees} the whole board by {special('S5')}."
    codes = ", codes and all" if told.how == "decoded" else ""
    return f"{who} {sees} the whole board by {special('S5')}{codes}."


def _revealed(told: Revealed, voice: Voice) -> str:
    what = "Kings" if told.special == "S17" else "pieces with the same codes"
    shown = f"{special(told.special)} shows {voice.seat(told.seat)} the enemy {what}"
    return f"{shown} on {join_words(map(str, told.squares))} until {voice.whose(told.seat)} next turn."


# What all hear, or those who see it


def _ended(told: Ended, voice: Voice) -> str:
    text = sentences.ended(told.reason, told.winners, voice)
    if told.survivor and told.winners != (told.survivor,):
        text += f", and {voice.seat(told.survivor)} survived"
    return f"{text}."


def _displaced(told: SeenDisplaced, voice: Voice) -> str:
    own_turn = told.piece.owner == told.by
    verb = "moved" if own_turn else "was driven"
    what = _piece(told.piece, voice)
    if told.at and told.to:
        return f"{what} {verb} from {told.at} to {told.to}."
    if told.to:
        came = "came" if own_turn else "was driven"
        return f"{what} {came} into sight on {told.to}."
    where = f" on {told.at}" if told.at else ""
    return f"{what}{where} {verb} out of sight."


def _taken(told: SeenTaken, voice: Voice) -> str:
    is_own = told.piece.owner == told.by != voice.viewer
    kin = "a piece of the same colour, " if is_own else ""
    return f"{voice.seat(told.by)} took {kin}{_piece_on(told, voice)}."


_LOST = {
    "radiate": "lost {} to radiation",
    "shield": "resisted an effect and spent {} as its shield",
    "divide": "divided and gave off {}",
    "transfer": "spent {} on a transfer",
    "phase": "spent {} to phase",
    "flare": "spent {} to flare",
    "S9": "lost {} to an S9 (Radiation)",
}
_GAINED = {
    "subsume": "gained {} from what it took",
    "transfer": "gained {} by a transfer",
    "convert": "gained {} and is a ronin now",
    "S4": "gained {} from the special here",
    "S14": "doubled and gained {}",
    "S22": "became a King by an S22 (Monkey)",
}
"""What became of a piece that lost or gained codes, by the reason."""


def _mutated(told: SeenMutated, voice: Voice) -> str:
    changes = []
    if told.lost:
        changes.append(_LOST.get(told.why, f"lost {{}} ({told.why})").format(told.lost))
    if told.gained:
        changes.append(_GAINED.get(told.why, f"gained {{}} ({told.why})").format(told.gained))
    return f"{_piece_on(told, voice)} {join_words(changes or ['stayed as it was'])}."


def _shifted(told: SeenShifted) -> str:
    what = special(told.special)
    if told.at and told.to:
        return f"{what} moved from {told.at} to {told.to}."
    where = f"into sight on {told.to}" if told.to else "out of sight"
    return f"{what} moved {where}."
