"""The sentences of DNA's events; those that every ruleset has, and how a viewer is spoken to, are in `words.py`."""

from __future__ import annotations

from genetess_cli.rules.problems import count_words, join_words
from genetess_cli.rules.voice import Facts, Voice
from genetess_cli.site.words import Sentences

CENTRE = ("D4", "E4", "D5", "E5")


def _piece(piece: Facts) -> str:
    return f"{piece['size']} {piece['colour']}"


def _lay(facts: Facts, voice: Voice) -> str:
    if facts["pieces"] is None:
        return f"the game began with a small {join_words(facts['colours'])} on {join_words(CENTRE)}."
    pieces = [f"an {_piece(piece)} on {at}" for at, piece in facts["pieces"].items()]
    return f"the game began with {join_words(pieces, none='an empty board')}."


def _place(facts: Facts, voice: Voice) -> str:
    source = f" from {voice.whose(facts['seat'])} archive" if facts["archive"] else ""
    return f"{voice.seat(facts['seat'])} placed an {_piece(facts['piece'])} on {facts['at']}{source}."


def _alter(facts: Facts, voice: Voice) -> str:
    change = f"the {_piece(facts['piece'])} on {facts['at']} into an {_piece(facts['to'])}"
    return f"{voice.seat(facts['seat'])} mutated {change} ({count_words(facts['cost'], 'point')})."


def _count(facts: Facts, voice: Voice) -> str:
    strands = "; ".join(map(_strand, facts["strands"]))
    return f"{voice.seat(facts['seat'])} scored {count_words(facts['points'], 'point')}: {strands}."


def _strand(strand: Facts) -> str:
    reasons = [f"the strand {'-'.join(strand['squares'])}", *strand.get("bonuses", [])]
    return ", ".join(f"1 for {reason}" for reason in reasons)


def _capture(facts: Facts, voice: Voice) -> str:
    store = "archive" if facts["archive"] else "gene pool"
    source = f"{voice.whose(facts['owner'])} {store} ({count_words(facts['price'], 'point')})"
    return f"{voice.seat(facts['seat'])} captured an {_piece(facts['piece'])} from {source}."


SENTENCES: Sentences = {
    "laid": _lay,
    "had nothing": lambda facts, voice: f"{voice.seat(facts['seat'])} had nothing to place.",
    "placed": _place,
    "altered": _alter,
    "counted": _count,
    "captured": _capture,
    "ran out": lambda facts, voice: "no player has a piece left in a gene pool, so this round is the last.",
}
"""Every kind of event that only DNA has, in the order of the rules' own list."""
