"""A Genetess order as a value, its grammar, and how it is read from words. Whether it can be done is not asked here."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from itertools import takewhile
from typing import Any

from genetess_cli.rules.base import Reading, refuse_lookalikes
from genetess_cli.rules.board import Direction, Square, find_square
from genetess_cli.rules.colours import COLOURS
from genetess_cli.rules.genetess.codes import sequence
from genetess_cli.rules.orders import HOLIDAY, Entry, Word, nearest, no_words, unclear
from genetess_cli.rules.problems import Problem, Sentences, Span, problem_of
from genetess_cli.values import Value

MOST_CODES = 200
"""Codes in one order; more than any purse can pay."""
LONGEST_STAKE = 9
"""Digits of a stake; more than any purse can pay."""

PASS = "PASS"
GAMBLE = "GAMBLE"

USAGES: dict[str, tuple[tuple[str, ...], ...]] = {
    PASS: ((),),
    HOLIDAY: ((),),
    GAMBLE: (("stake", "preferences"),),
    "MOVE": (("at", "path"),),
    "CREATE": (("to", "codes"), ("codes", "to")),
    "DIVIDE": (("at", "codes", "to"), ("at", "to", "codes")),
    "TRANSFER": (("at", "code", "to"),),
    "RADIATE": (("at",),),
    "TELEPORT": (("at", "to"),),
    "PETRIFY": (("at",),),
    "PHASE": (("at",),),
    "CONVERT": (("at",),),
    "REPULSE": (("at",),),
    "FLARE": (("at",),),
    "HOME": (("at", "to"),),
    "ATTRACT": (("at",),),
    "SANCTUARY": (("at", "to"),),
    "CHARGE": (("at", "path"),),
}
"""Every order and the parts that follow its keyword; the first form is the one that is printed."""
EXAMPLES = ("MOVE G4 E", "* PASS")
ALONE = tuple(verb for verb, usages in USAGES.items() if usages == ((),))
"""Orders that are no more than their keyword: among other words they are none."""


class Order(Value):
    """An order: the piece's square, the target square, codes and steps, as far as its verb has them.

    A gamble has a stake in E and preferences, the best first: `1st`, the name of a start in capitals, a colour, and
    last perhaps `don't care`.
    """

    verb: str
    at: Square | None = None
    to: Square | None = None
    codes: str = ""
    path: tuple[Direction, ...] = ()
    stake: int = 0
    preferences: tuple[str, ...] = ()

    def squares(self) -> list[Square]:
        return [square for square in (self.at, self.to) if square is not None]

    def __str__(self) -> str:
        parts: dict[str, Any] = {
            "at": self.at,
            "to": self.to,
            "codes": self.codes,
            "code": self.codes,
            "path": "-".join(direction.name for direction in self.path),
            "stake": f"{self.stake}E on",
            "preferences": ", ".join(self.preferences),
        }
        return " ".join([self.verb, *(str(parts[slot]) for slot in USAGES[self.verb][0])])


@refuse_lookalikes
def parse(entry: Entry) -> Reading[Order]:
    """Return the first valid order among an entry's words (ruling G27), or the problem of the likeliest attempt."""
    failures = []
    for index, word in enumerate(entry.words):
        verb = word.text.upper()
        if verb in USAGES and (verb not in ALONE or len(entry.words) == 1):
            reading = _read(verb, entry, index)
            if reading.order:
                return reading
            failures.append(reading)
    return failures[0] if failures else Reading(problem=unclear(entry, ALONE) or _no_keyword(entry))


def _read(verb: str, entry: Entry, index: int) -> Reading[Order]:
    if verb == GAMBLE:
        return read_gamble(entry, index)
    attempts = [_attempt(verb, usage, entry, index) for usage in USAGES[verb]]
    return max(attempts, key=lambda attempt: (attempt.problem is None, len(attempt.places)))


def _attempt(verb: str, usage: tuple[str, ...], entry: Entry, index: int) -> Reading[Order]:
    values: dict[str, Any] = {}
    places: dict[str, Span] = {"verb": entry.words[index].span}
    used = index + 1
    for slot in usage:
        word = entry.words[used] if used < len(entry.words) else None
        value = _SLOTS[slot](word.text) if word else None
        name = "codes" if slot == "code" else slot
        if word is None or value is None:
            return Reading(problem=misfit(verb, slot, word, entry), places=places)
        values[name] = value
        places[name] = word.span
        used += 1
    if verb == "CHARGE":
        used = _more_legs(entry, used, values)
    return among(entry, index, used, Order(verb, **values), places)


def among(entry: Entry, first: int, behind: int, order: Order, places: Mapping[str, Span]) -> Reading[Order]:
    """Return the reading of the order that the words from `first` to before `behind` make up (ruling G27)."""
    before = _stretch(entry.words[:first])
    after = _stretch(entry.words[behind:])
    return Reading(order, places=places, ignored=before or after, ignored_after=after)


def _more_legs(entry: Entry, used: int, values: dict[str, Any]) -> int:
    """Take `CHARGE N` words that go on a charge (ruling G26)."""
    words = entry.words
    while used + 1 < len(words) and words[used].text.upper() == "CHARGE":
        path = _path(words[used + 1].text)
        if path is None:
            break
        values["path"] += path
        used += 2
    return used


def _stretch(words: tuple[Word, ...]) -> Span | None:
    return Span(words[0].span.line, words[0].span.start, words[-1].span.end) if words else None


def _codes(text: str) -> str | None:
    return sequence(text) if text.isascii() and text.isalpha() and len(text) <= MOST_CODES else None


def _code(text: str) -> str | None:
    return _codes(text) if len(text) == 1 else None


def stake(text: str) -> int | None:
    """Return the E of a stake, written with its E or without; None where a word is none."""
    digits = text[:-1] if text[-1:] in "Ee" else text
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= LONGEST_STAKE else None


def _path(text: str) -> tuple[Direction, ...] | None:
    try:
        return tuple(Direction[step] for step in re.split("-+", text.upper()))
    except KeyError:
        return None


_SLOTS: Mapping[str, Callable[[str], Any]] = {
    "at": find_square,
    "to": find_square,
    "codes": _codes,
    "code": _code,
    "path": _path,
    "stake": stake,
}
EXPECTED = {
    "at": "the square of the piece, like G4",
    "to": "a square, like G4",
    "codes": f"genetic codes, like ABBC (letters only, at most {MOST_CODES})",
    "code": "one genetic code, like B",
    "path": "directions joined by hyphens, like N or E-NE-S",
    "stake": "the stake, like 3E or 0E",
    "preferences": "what you want, the best first, like 1st, 2nd or K1, K2",
}
SENTENCES: Sentences = {
    "blocked": "A piece stands in the way on {at}, and only a piece with E can jump it.",
    "blocked/at-once": "A charge {direction} from {at} is blocked at once.",
    "exterior": "{at} is exterior wall, which nothing can open.",
    "exterior/off-board": "The MOVE leads off the board.",
    "hidden": "Something that you cannot see was in the way.",
    "hidden/king": "You cannot see why: something was in the way, or no King of yours was there.",
    "hidden/phased": "A phased piece was in the way on {at}; it is revealed.",
    "in-already": "Your gambles are drawn already and cannot be changed.",
    "king": "A piece with K cannot petrify.",
    "king-code": "K cannot be bought.",
    "king-code/transfer": "K cannot be transferred.",
    "mixed": "“{wish}” does not go with “{first}”: one gamble is for {prize} alone.",
    "no-create": "This game allows no CREATE.",
    "no-create/eliminated": "An eliminated player cannot create pieces.",
    "no-diagonals": "A piece without C cannot {verb} {direction}.",
    "no-king": "{to} is not beside another King of yours.",
    "no-king/create": "None of your Kings is beside {to}.",
    "no-king/sanctuary": "There is no other King of yours on {to}.",
    "no-order": "“{word}” is no order.",
    "no-piece": "You have no piece on {at}.",
    "no-piece/transfer": "There is no other piece on {to}.",
    "no-prize": "“{wish}” is no {prizes:or} to gamble for in this game.",
    "not-held": "{codes} is not part of {piece}.",
    "not-held/transfer": "{piece} has no {code} to transfer.",
    "not-held/j": "{piece} has no J to transfer besides the J that is spent.",
    "not-viable": "{codes} cannot live: a new piece needs an A.",
    "not-viable/divide": "{piece} would divide into {rest} and {codes}: each half needs an A or a K.",
    "not-viable/transfer": "Without {code}, {piece} could not live: it needs an A or a K.",
    "occupied": "A piece stands on {at} already.",
    "off-grid": "{at} is off the board.",
    "orphan": "Your piece on {at} is an orphan: without P it takes no more orders.",
    "out-of-view": "{to} is not in the view of the piece on {at}.",
    "own-king": "Your own King stands on {at}; it can never be taken.",
    "own-king/create": "Your own King stands on {to}; it can never be replaced.",
    "own-piece": "Your own piece stands on {at}, and only a piece with I can take it.",
    "round-zero": "{verb} is no order for round 0, in which everybody gambles at the same time.",
    "too-dear": "{codes} costs {cost} E, and you have {purse} E.",
    "too-dear/stakes": "Your stakes come to {stakes} E, and you have {purse} E.",
    "too-far": "{to} is not beside {at}.",
    "too-late": "Round 0 is over; nobody gambles any more.",
    "too-late/never": "Nobody gambles in this game: it has no round 0.",
    "too-many-legs": "The {piece} on {at} can charge {legs:time} in one order, not {given:time}.",
    "twice": "There is another gamble for {prize} in your file; each kind is gambled for once.",
    "unable": "The {piece} on {at} has no {code} ({name}), which {verb} needs.",
    "unavailable": "This game does not sell {codes}.",
    "wall": "There is a wall on {at}.",
    "wall/closed": "There is a wall on {at}, and only a piece with O can open it.",
    "wall/midway": "There is a wall on {at}: no step but the last can enter one.",
    "wrong-steps": "The {piece} on {at} must move exactly {steps:step}, not {given}.",
    **{f"incomplete/{at}": f"{{verb}} needs {it}, but the order ends here." for at, it in EXPECTED.items()},
    **{f"misfit/{at}": f"{{verb}}: expected {it}, found “{{word}}”." for at, it in EXPECTED.items()},
}
"""What is said of each problem, by the key that records keep."""
problem_in = partial(problem_of, SENTENCES)


def usage(verb: str) -> str:
    """Return how an order is written, for people: `MOVE square directions`."""
    words = {"at": "square", "to": "square", "path": "directions", "stake": "nE"}
    return " ".join([verb, *(words.get(slot, slot) for slot in USAGES[verb][0])])


def misfit(verb: str, slot: str, word: Word | None, entry: Entry) -> Problem:
    """Return the problem of a word that does not fit a part of an order, or of one that is missing there (None)."""
    hint = f"Written like this: {usage(verb)}"
    if word is None:
        return problem_in(f"incomplete/{slot}", span=entry.end, hint=hint, verb=verb)
    span = word.behind(_fitting(slot, word.text))
    return problem_in(f"misfit/{slot}", span=span, hint=hint, verb=verb, word=word.text)


def _fitting(slot: str, text: str) -> int:
    read = _SLOTS[slot]
    if slot == "path":
        steps = takewhile(Direction.__members__.__contains__, text.upper().split("-"))
        good = sum(len(step) + 1 for step in steps)
        return min(good, len(text) - 1)
    tails = {"at": "1", "to": "1"}
    for length in range(len(text), 0, -1):
        if read(text[:length] + tails.get(slot, "")) is not None or read(text[:length]) is not None:
            return min(length, len(text) - 1)
    return 0


def _no_keyword(entry: Entry) -> Problem:
    if not entry.words:
        return no_words(entry, _KEYWORDS)
    meant = next(filter(None, (nearest(word.text, USAGES) for word in entry.words)), None)
    hint = f"Did you mean {meant}? Written: {usage(meant)}" if meant else _KEYWORDS
    word = entry.words[0]
    return problem_in("no-order", span=word.span, hint=hint, word=word.text)


_KEYWORDS = f"An order begins with one of {', '.join(USAGES)}."

DONT_CARE = "don't care"
START = "start"
ORDER = "order"
COLOUR = "colour"
PRIZES = (START, ORDER, COLOUR)
"""What can be bid for, in the order in which it is drawn, whatever order the settings name them in."""
WORDS = {START: "starts", ORDER: "places in the order of play", COLOUR: "colours"}
"""What each kind of prize is called."""
FILLERS = ("ON", "FOR", "THEN", "AND", "OR")
"""Words that stand between preferences, and before the first."""

SPELLED = ("FIRST", "SECOND", "THIRD", "FOURTH", "FIFTH", "SIXTH", "SEVENTH", "EIGHTH", "NINTH", "TENTH")
_ORDINAL = re.compile(r"(\d{1,4})(?:st|nd|rd|th)", re.IGNORECASE | re.ASCII)
DONT = ("DON'T", "DON’T", "DON`T", "DONT")
SPELLING = {"fillers": FILLERS, "places": SPELLED, "dont": DONT, "dont_care": DONT_CARE}
"""How preferences are written, for scripts."""


def ordinal(number: int) -> str:
    """Return a place in the order of play as people write it: `1st`, `12th`, `22nd`."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _place(text: str) -> int | None:
    """Return the place in the order of play that a word names, with digits or, up to the tenth, spelled out."""
    if text.upper() in SPELLED:
        return SPELLED.index(text.upper()) + 1
    match = _ORDINAL.fullmatch(text)
    return int(match[1]) if match else None


def kind_of(preference: str) -> str:
    """Return what a preference is for: a place in the order of play, a colour, and else a start."""
    if _place(preference) is not None:
        return ORDER
    return COLOUR if preference.lower() in COLOURS else START


def read_gamble(entry: Entry, index: int) -> Reading[Order]:
    """Return the gamble whose keyword is the word at `index`, or the problem with it."""
    words = entry.words
    places: dict[str, Span] = {"verb": words[index].span}
    used = index + 2
    word = words[index + 1] if used <= len(words) else None
    amount = stake(word.text) if word else None
    if word is None or amount is None:
        return Reading(problem=misfit(GAMBLE, "stake", word, entry))
    places["stake"] = word.span
    if used < len(words) and words[used].text.upper() == "E" and word.text.isdigit():
        used += 1
    behind, preferences = _preferences(entry, used, places)
    if not preferences or preferences == [DONT_CARE]:  # which alone does not say what it is for
        return Reading(problem=misfit(GAMBLE, "preferences", None, entry))
    order = Order(GAMBLE, stake=amount, preferences=tuple(preferences))
    return among(entry, index, behind, order, places)


def _preferences(entry: Entry, first: int, places: dict[str, Span]) -> tuple[int, list[str]]:
    """Return the preferences from a word on, and the index of the word behind the last of them.

    Each one's place is put into `places`. The list goes on behind a comma or a filler; without one, only with a word
    that can hardly be anything else.
    """
    preferences: list[str] = []
    behind = first
    joined = True
    for index in range(first, len(entry.words)):
        word = entry.words[index]
        joined = joined or word.parted
        if word.text.upper() in FILLERS:
            joined = True
            continue
        if _is_dont_care(entry, index):
            return index + 2, [*preferences, DONT_CARE]
        if word.text.upper() == GAMBLE or not _goes_on(preferences, word.text, joined):
            break  # another gamble of the same line is no part of this one (ruling G27)
        places[f"preference {len(preferences)}"] = word.span
        preferences.append(_tidy(word.text))
        behind = index + 1
        joined = False
    return behind, preferences


def _goes_on(preferences: list[str], text: str, joined: bool) -> bool:
    """Return whether a word is one more preference, and not the first of the words behind the order (ruling G27).

    Where the first preference is a place or a colour, a plain word is no preference, comma or not.
    """
    plain = kind_of(text) == START and not any(map(str.isdecimal, text))
    if not preferences or not plain:
        return True
    return joined and kind_of(preferences[0]) == START


def _is_dont_care(entry: Entry, index: int) -> bool:
    following = [word.text.upper() for word in entry.words[index : index + 2]]
    return len(following) == 2 and following[0] in DONT and following[1] == "CARE"


def _tidy(text: str) -> str:
    """Return a preference as it is printed: `1ST` and `first` are `1st`, `Red` is `red`, `k1` is `K1`."""
    place = _place(text)
    if place is not None:
        return ordinal(place)
    return text.lower() if kind_of(text) == COLOUR else text.upper()
