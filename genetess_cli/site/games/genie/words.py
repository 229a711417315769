"""The sentences of Genie of the Lamp's events; those that every ruleset has are in `words.py`."""

from __future__ import annotations

from genetess_cli.rules.voice import Facts, Voice
from genetess_cli.site.games.sentences import miss
from genetess_cli.site.words import Sentences

_SIGNS = {"+": ", giving check", "#": ", checkmate"}


def _move(facts: Facts, voice: Voice) -> str:
    sign = _SIGNS.get(facts["san"][-1], "")
    return f"{voice.seat(facts['seat'])} {_what(facts)}{sign} ({facts['san']})."


def _what(facts: Facts) -> str:
    start, end = facts["start"], facts["end"]
    if start == end:
        return f"flipped the pawn on {end}: the Genie entered"
    if facts["san"].startswith("O-O"):
        return f"castled, the king going from {start} to {end}"
    became = f", where it became a {facts['became']}" if facts["became"] else ""
    return f"moved the {facts['piece']} from {start} to {end}{became}"


def _claim(facts: Facts, voice: Voice) -> str:
    move = f" with {facts['san']}" if facts["san"] else ""
    return f"{voice.seat(facts['seat'])} claimed a draw{move}."


SENTENCES: Sentences = {
    "began": lambda facts, voice: "the game began, white to move.",
    "moved": _move,
    "took": lambda facts, voice: f"{voice.seat(facts['seat'])} took the {facts['piece']} on {facts['at']}.",
    "offered": lambda facts, voice: f"{voice.seat(facts['seat'])} offered a draw.",
    "accepted": lambda facts, voice: f"{voice.seat(facts['seat'])} accepted the draw.",
    "claimed": _claim,
    "resigned": lambda facts, voice: f"{voice.seat(facts['seat'])} resigned.",
    "timed out": miss,
    "left": lambda facts, voice: f"{voice.seat(facts['seat'])} left the game.",
}
"""Every kind of event that only this game has, in the order of the rules' own list."""
