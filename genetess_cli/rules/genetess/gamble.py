"""How a gamble is written and read: `GAMBLE 3E on 1st, 2nd, then don't care` (ruling G39).

Nothing here asks what a game's board and players are: whether a start or a place exists is found in `round_zero.py`.
"""

from __future__ import annotations

import re

from genetess_cli.problems import Problem, Span
from genetess_cli.rules.base import Reading
from genetess_cli.rules.colours import COLOURS
from genetess_cli.rules.genetess.order import GAMBLE, Order, among, misfit, stake, usage
from genetess_cli.rules.orders import Entry, Word

DONT_CARE = "don't care"
START, ORDER, COLOUR = "start", "order", "colour"
PRIZES = (START, ORDER, COLOUR)
"""What can be bid for, in the order in which it is drawn, whatever order the settings name them in."""
WORDS = {START: "starts", ORDER: "places in the order of play", COLOUR: "colours"}
"""What each kind of prize is called."""
FILLERS = ("ON", "FOR", "THEN", "AND", "OR")
"""Words that stand between preferences, and before the first."""

_SPELLED = ("FIRST", "SECOND", "THIRD", "FOURTH", "FIFTH", "SIXTH", "SEVENTH", "EIGHTH", "NINTH", "TENTH")
_ORDINAL = re.compile(r"(\d{1,4})(?:st|nd|rd|th)", re.IGNORECASE | re.ASCII)
_DONT = ("DON'T", "DON’T", "DON`T", "DONT")


def ordinal(number: int) -> str:
    """A place in the order of play as people write it: `1st`, `12th`, `22nd`."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _place(text: str) -> int | None:
    """The place in the order of play that a word names, with digits or, up to the tenth, spelled out."""
    if text.upper() in _SPELLED:
        return _SPELLED.index(text.upper()) + 1
    found = _ORDINAL.fullmatch(text)
    return int(found[1]) if found else None


def kind_of(preference: str) -> str:
    """What a preference is for: a place in the order of play, a colour, and else a start."""
    if _place(preference) is not None:
        return ORDER
    return COLOUR if preference.lower() in COLOURS else START


def read(entry: Entry, index: int) -> Reading:
    """The gamble whose keyword is the word at `index`, or the problem with it."""
    words = entry.words
    places: dict[str, Span] = {"verb": words[index].span}
    used = index + 1
    amount = stake(words[used].text) if used < len(words) else None
    if amount is None:
        return Reading(problem=misfit(GAMBLE, "stake", words[used] if used < len(words) else None, entry))
    places["stake"] = words[used].span
    used += 1
    if used < len(words) and words[used].text.upper() == "E" and words[used - 1].text.isdigit():
        used += 1
    behind, preferences = _preferences(entry, used, places)
    if not preferences:
        return Reading(problem=misfit(GAMBLE, "preferences", None, entry))
    if preferences == [DONT_CARE]:
        return Reading(problem=_for_what(entry, words[behind - 2], words[behind - 1]))
    order = Order(GAMBLE, stake=amount, preferences=tuple(preferences))
    return among(entry, index, behind, order, places)


def _for_what(entry: Entry, first: Word, last: Word) -> Problem:
    span = Span(entry.span.line, first.span.start, last.span.end)
    message = "“don't care” alone does not say what the gamble is for."
    hint = (
        "Name a place, a start or a colour first, or leave the gamble out: then it is drawn for you as well."
    )
    return Problem("misfit", message, span, f"{hint} Written like this: {usage(GAMBLE)}")


def _preferences(entry: Entry, first: int, places: dict[str, Span]) -> tuple[int, list[str]]:
    """The preferences from a word on, and the index of the word behind the last of them.

    Each one's place is put into `places`. The list goes on behind a comma or a filler; without one, only with a word
    that can hardly be anything else.
    """
    found: list[str] = []
    behind, joined = first, True
    for index in range(first, len(entry.words)):
        word = entry.words[index]
        joined = joined or _is_parted(entry, index)
        if word.text.upper() in FILLERS:
            joined = True
            continue
        if _is_dont_care(entry, index):
            return index + 2, [*found, DONT_CARE]
        if word.text.upper() == GAMBLE or not _goes_on(found, word.text, joined):
            break  # another gamble of the same line is no part of this one (ruling G27)
        places[f"preference {len(found)}"] = word.span
        found.append(_tidy(word.text))
        behind, joined = index + 1, False
    return behind, found


def _goes_on(found: list[str], text: str, joined: bool) -> bool:
    """Whether a word is one more preference, and not the first of the words behind the order (ruling G27).

    Where the first preference is a place or a colour, a plain word is no preference, comma or not.
    """
    plain = kind_of(text) == START and not any(letter.isdigit() for letter in text)
    if not found or not plain:
        return True
    return joined and kind_of(found[0]) == START


def _is_parted(entry: Entry, index: int) -> bool:
    """Whether a comma stands between a word and the one before it."""
    before, after = entry.words[index - 1].span.end, entry.words[index].span.start
    gap = entry.text[before - entry.span.start : after - entry.span.start]
    return "," in gap or ";" in gap


def _is_dont_care(entry: Entry, index: int) -> bool:
    following = [word.text.upper() for word in entry.words[index : index + 2]]
    return len(following) == 2 and following[0] in _DONT and following[1] == "CARE"


def _tidy(text: str) -> str:
    """A preference as it is printed: `1ST` and `first` are `1st`, `Red` is `red`, `k1` is `K1`."""
    place = _place(text)
    if place is not None:
        return ordinal(place)
    return text.lower() if kind_of(text) == COLOUR else text.upper()
