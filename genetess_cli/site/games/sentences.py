"""One sentence for each thing that a viewer was told: plain, exact and kind. Markup is not made here.

What is hidden from the viewer is None among the facts; then the sentence does without it.
"""

from __future__ import annotations

from functools import cache

from genetess_cli.rules import RULESETS
from genetess_cli.rules.base import Told
from genetess_cli.rules.packages import load
from genetess_cli.rules.problems import count_words
from genetess_cli.rules.voice import Facts, Voice, capital, on_square
from genetess_cli.site.words import Sentences, ending_words


def sentence(ruleset: str, told: Told, voice: Voice) -> str:
    """Return what was told, as one whole sentence."""
    if make := sentences(ruleset).get(told.kind):
        text = make(told.facts, voice)
    else:
        text = f"something happened ({told.kind}){on_square(at) if (at := told.facts.get('at')) else ''}."
    return capital(text)


def _time_out(facts: Facts, voice: Voice) -> str:
    lost = "no gamble counted" if facts.get("together") else "the turn was skipped"
    if facts.get("left"):
        return f"{voice.seat(facts['seat'])} left the game, so {lost}."
    return miss(facts, voice, f"; {lost}")


def miss(facts: Facts, voice: Voice, ending: str = "") -> str:
    """Return that a seat missed its deadline, and what came of it."""
    whose = "your" if facts["seat"] == voice.viewer else "the"
    return f"{voice.seat(facts['seat'])} missed {whose} deadline{ending}."


def _eliminate(facts: Facts, voice: Voice) -> str:
    out = f"{voice.seat(facts['seat'])} {'are' if facts['seat'] == voice.viewer else 'is'} out of the game"
    return f"{out}: {voice.seat(facts['by'])} took {voice.whose(facts['seat'])} King."


def _end(facts: Facts, voice: Voice) -> str:
    text = ending_words(facts["reason"], [voice.seat(seat) for seat in facts["winners"]])
    survivor = facts.get("survivor")
    if survivor and facts["winners"] != [survivor]:
        text += f", and {voice.seat(survivor)} survived"
    return f"{text}."


SENTENCES: Sentences = {
    "turn began": lambda facts, voice: f"{voice.whose(facts['seat'])} turn began (round {facts['round']}).",
    "timed out": _time_out,
    "eliminated": _eliminate,
    "dropped": lambda facts, voice: f"{voice.whose(facts['seat'])} pieces belong to nobody any more.",
    "scored": lambda facts, voice: (
        f"{voice.seat(facts['seat'])} scored {count_words(facts['points'], 'point')}."
    ),
    "ended": _end,
    "passed": lambda facts, voice: f"{voice.seat(facts['seat'])} passed.",
}
"""How the sentence of each kind of event is made that every ruleset has."""


@cache
def sentences(ruleset: str) -> Sentences:
    """Return how the sentence of each kind of event of a ruleset is made.

    Before the own kinds of another package stands its name.
    """
    own = getattr(load("site.games", ruleset, "words"), "SENTENCES", {})
    prefix = "" if ruleset in RULESETS else f"{ruleset}:"
    return SENTENCES | {f"{prefix}{kind}": make for kind, make in own.items()}
