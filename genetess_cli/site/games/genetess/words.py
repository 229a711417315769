"""The sentences of Genetess's events; how squares and sequences look is decided here alone."""

from __future__ import annotations

from genetess_cli.rules.genetess.specials import NAMES
from genetess_cli.rules.problems import join_words
from genetess_cli.rules.voice import Facts, Voice, on_square
from genetess_cli.site.words import Sentences


def _earn(facts: Facts, voice: Voice) -> str:
    amount = f"{facts['amount']} E"
    if facts["why"] == "income":
        return f"{voice.whose(facts['seat'])} turn began, with an income of {amount}."
    source = {"digest": " by digesting what was taken"}.get(facts["why"], f" from {special(facts['why'])}")
    return f"{voice.seat(facts['seat'])} gained {amount}{source}."


def _pay(facts: Facts, voice: Voice) -> str:
    who, amount = voice.seat(facts["seat"]), f"{facts['amount']} E"
    if facts["why"] == "S12":
        return f"{who} lost {amount} to {special('S12')} that an enemy holds."
    purpose = {"create": "a new piece", "S14": "the doubling of a piece"}.get(facts["why"], facts["why"])
    return f"{who} paid {amount} for {purpose}."


def special(number: str) -> str:
    """Return a special by its number and name: `an S7 (Detonation)`."""
    name = NAMES.get(number)
    return f"an {number} ({name})" if name else number


def _overview(facts: Facts, voice: Voice) -> str:
    who, sees = voice.seat(facts["seat"]), "see" if facts["seat"] == voice.viewer else "sees"
    if not facts["how"]:
        return f"{who} no longer {sees} the whole board by {special('S5')}."
    codes = ", codes and all" if facts["how"] == "decoded" else ""
    return f"{who} {sees} the whole board by {special('S5')}{codes}."


def _reveal(facts: Facts, voice: Voice) -> str:
    what = "Kings" if facts["special"] == "S17" else "pieces with the same codes"
    shown = f"{special(facts['special'])} shows {voice.seat(facts['seat'])} the enemy {what}"
    return f"{shown} on {join_words(facts['squares'])} until {voice.whose(facts['seat'])} next turn."


def _displace(facts: Facts, voice: Voice) -> str:
    piece, origin, target = facts["piece"], facts["at"], facts["to"]
    own_turn = piece is None or piece.get("owner") == facts["by"]
    verb = "moved" if own_turn else "was driven"
    what = voice.piece(piece)
    if origin and target:
        return f"{what} {verb} from {origin} to {target}."
    if target:
        return f"{what} {'came' if own_turn else 'was driven'} into sight on {target}."
    return f"{what}{on_square(origin) if origin else ''} {verb} out of sight."


def _swap(facts: Facts, voice: Voice) -> str:
    first = f"{voice.piece_on(facts)}"
    return f"{first} and {voice.piece(facts['other'])}{on_square(facts['to'])} changed places."


def _take(facts: Facts, voice: Voice) -> str:
    own = facts["piece"] is not None and facts["piece"].get("owner") == facts["by"] != voice.viewer
    what = f"{'a piece of the same colour, ' if own else ''}{voice.piece_on(facts)}"
    return f"{voice.seat(facts['by'])} took {what}."


_CHANGES: dict[tuple[str, str], str] = {
    ("radiate", "lost"): "lost {codes} to radiation",
    ("shield", "lost"): "resisted an effect and spent {codes} as its shield",
    ("subsume", "gained"): "gained {codes} from what it took",
    ("divide", "lost"): "divided and gave off {codes}",
    ("transfer", "lost"): "spent {codes} on a transfer",
    ("transfer", "gained"): "gained {codes} by a transfer",
    ("phase", "lost"): "spent {codes} to phase",
    ("flare", "lost"): "spent {codes} to flare",
    ("convert", "gained"): "gained {codes} and is a ronin now",
    ("S4", "gained"): "gained {codes} from the special here",
    ("S9", "lost"): "lost {codes} to an S9 (Radiation)",
    ("S14", "gained"): "doubled and gained {codes}",
    ("S22", "gained"): "became a King by an S22 (Monkey)",
}
"""What became of a piece, by the reason and by whether it lost or gained the codes."""


def _mutate(facts: Facts, voice: Voice) -> str:
    why, ways = facts["why"], [way for way in ("lost", "gained") if facts[way]]
    changes = [_CHANGES.get((why, way), f"{way} {{codes}} ({why})").format(codes=facts[way]) for way in ways]
    return f"{voice.piece_on(facts)} {join_words(changes or ['stayed as it was'])}."


def _phase(facts: Facts, voice: Voice) -> str:
    own = facts["piece"] is not None and facts["piece"].get("owner") == voice.viewer
    ending = "phased: only you see it now" if own else "vanished"
    return f"{voice.piece_on(facts)} {ending}."


def _surface(facts: Facts, voice: Voice) -> str:
    cause = "because it was bumped into" if facts["bumped"] else "as it acted"
    return f"{voice.piece_on(facts)} became visible {cause}."


def _convert(facts: Facts, voice: Voice) -> str:
    became = "yours" if facts["to"] == voice.viewer else voice.whose(facts["to"])
    return f"{voice.piece_on(facts)} was converted and is {became} now."


def _flare(facts: Facts, voice: Voice) -> str:
    owner = (facts["piece"] or {}).get("owner")
    whose = "your" if owner == voice.viewer else "its owner’s"
    return f"{voice.piece_on(facts)} lit the whole board until {whose} next turn."


def _block(facts: Facts, voice: Voice) -> str:
    ending = "will not try again" if facts["ended"] else "found no empty square to send it to"
    return f"the S8 under {voice.piece_on(facts)} {ending}."


def _shift(facts: Facts, voice: Voice) -> str:
    what = special(facts["special"])
    if facts["at"] and facts["to"]:
        return f"{what} moved from {facts['at']} to {facts['to']}."
    return f"{what} moved {'into sight on ' + facts['to'] if facts['to'] else 'out of sight'}."


_PRIZES = {"order": "place in the order of play", "start": "start", "colour": "colour"}


def _gamble(facts: Facts, voice: Voice) -> str:
    bids = [f"{bid['stake']} E on {', '.join(bid['preferences'])}" for bid in facts["bids"]]
    return f"{voice.seat(facts['seat'])} gambled {join_words(bids)}."


def _allot(facts: Facts, voice: Voice) -> str:
    what = f"the {facts['got']} {_PRIZES[facts['prize']]}"
    if facts["prize"] != "order":
        what = f"the {_PRIZES[facts['prize']]} {facts['got']}"
    return f"{voice.seat(facts['seat'])} got {what}{_bid(facts)}."


def _bid(facts: Facts) -> str:
    if not facts.get("preferences"):
        return (" (by lot)" if facts["lot"] else " (no bid)") if "lot" in facts else ""
    bid = f"{facts['stake']} E on {', '.join(facts['preferences'])}"
    if facts["lot"]:
        return f" (by lot; {bid} won nothing)"
    return f" (for {bid}{', drawn among equal stakes' if facts.get('tied') else ''})"


SENTENCES: Sentences = {
    "gambled": _gamble,
    "allotted": _allot,
    "seated": lambda facts, voice: (
        f"the order of play is {join_words(voice.seat(seat) for seat in facts['order'])}."
    ),
    "earned": _earn,
    "paid": _pay,
    "overviewed": _overview,
    "revealed": _reveal,
    "displaced": _displace,
    "swapped": _swap,
    "taken": _take,
    "destroyed": lambda facts, voice: f"{voice.piece_on(facts)} was destroyed.",
    "created": lambda facts, voice: f"{voice.piece(facts['piece'])} appeared{on_square(facts['at'])}.",
    "mutated": _mutate,
    "phased": _phase,
    "surfaced": _surface,
    "converted": _convert,
    "flared": _flare,
    "wall opened": lambda facts, voice: f"the wall{on_square(facts['at'])} became floor.",
    "wall closed": lambda facts, voice: f"the floor{on_square(facts['at'])} became interior wall.",
    "fired": lambda facts, voice: f"{voice.piece_on(facts)} set off {special(facts['special'])}.",
    "blocked": _block,
    "shifted": _shift,
}
"""Every kind of event and how its sentence is made, in the order of the rules' own list."""
