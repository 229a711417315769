"""One sentence for each thing that a viewer was told: plain, exact and kind. Markup is not made here.

What is hidden from the viewer is None among the facts; then the sentence does without it. A ruleset's events
get a row each in SENTENCES; how squares and sequences look is decided here alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from genetess_cli.rules import RULESETS, load
from genetess_cli.rules.base import Told
from genetess_cli.site.words import Voice, count_words, ending_words, on_square

Facts = Mapping[str, Any]


def sentence(told: Told, viewer: str, names: Mapping[str, str]) -> str:
    """Return what was told, as one whole sentence for `viewer`; `names` are the players' names by seat."""
    voice = Voice(viewer, names)
    make = SENTENCES.get(told.kind) or _of_package(told.kind)
    text = make(told.facts, voice)
    return text[:1].upper() + text[1:]


def _timed_out(facts: Facts, voice: Voice) -> str:
    if facts.get("left"):
        return f"{voice.was(facts['seat'])} timed out, having left the game."
    whose, were = ("your", "were") if facts["seat"] == voice.viewer else ("the", "was")
    return f"{voice.seat(facts['seat'])} missed {whose} deadline and {were} timed out."


def _eliminated(facts: Facts, voice: Voice) -> str:
    out = f"{voice.seat(facts['seat'])} {'are' if facts['seat'] == voice.viewer else 'is'} out of the game"
    return f"{out}: {voice.seat(facts['by'])} took {voice.whose(facts['seat'])} King."


def _scored(facts: Facts, voice: Voice) -> str:
    return f"{voice.seat(facts['seat'])} scored {count_words(facts['points'], 'point')}."


def _ended(facts: Facts, voice: Voice) -> str:
    text = ending_words(facts["reason"], [voice.seat(seat) for seat in facts["winners"]])
    survivor = facts.get("survivor")
    if survivor and facts["winners"] != [survivor]:
        text += f", and {voice.seat(survivor)} survived"
    return f"{text}."


def _of_package(kind: str) -> Callable[[Facts, Voice], str]:
    """Return how the sentence of a kind is made that a ruleset of another package has, named before the colon."""
    ruleset, colon, own = kind.partition(":")
    known = getattr(load("site.games", ruleset, "words"), "SENTENCES", {}) if colon else {}
    make: Callable[[Facts, Voice], str] = known.get(own, _unknown(kind))
    return make


def _unknown(kind: str) -> Callable[[Facts, Voice], str]:
    return lambda facts, voice: (
        f"something happened ({kind}){on_square(facts['at']) if facts.get('at') else ''}."
    )


SENTENCES: dict[str, Callable[[Facts, Voice], str]] = {
    "turn began": lambda facts, voice: f"{voice.whose(facts['seat'])} turn began (round {facts['round']}).",
    "timed out": _timed_out,
    "eliminated": _eliminated,
    "scored": _scored,
    "ended": _ended,
    "passed": lambda facts, voice: f"{voice.seat(facts['seat'])} passed.",
    **{kind: make for name in RULESETS for kind, make in load("site.games", name, "words").SENTENCES.items()},
}
"""How the sentence of each kind of event is made: those of every ruleset, then those of one."""
