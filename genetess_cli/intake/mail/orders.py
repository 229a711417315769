"""What one line of a message is: an order, with a mistake or without, something that could be one, or talk.

People greet, tell of their holidays, and sign with the number of their home. An order begins with a word of its own
and names something, or is that word alone. What has such a word further on, and names a square besides, is asked back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import pairwise
from typing import Final

import msgspec

from genetess_cli.intake.mail.addressing import Place, says_any, says_game
from genetess_cli.rules import orders
from genetess_cli.rules.base import Reading, Ruleset
from genetess_cli.rules.orders import HOLIDAY, PASS, Entry, Word, nearest

CLEAR: Final = "CLEAR"
"""The line that clears a queue; an order in no game."""
LONGEST: Final = 1_000
"""Letters of a line that can hold an order."""
_SENTENCE: Final = 30
_LIKE: Final = 0.75
_VERY_LIKE: Final = 0.8
_SQUARE: Final = re.compile(r"[A-Za-z]{0,3}[-x:]?[A-Za-z]\d{1,2}(?!\d)\S{0,4}")
"""A square, with what may stand around it in a word: `B2`, `Nbd7`, `e2-e4`, `e8=Q`."""
_TURNED: Final = re.compile(r"\d{1,2}[A-Za-z]")
_STEP: Final = "(?:NE|NW|SE|SW|N|E|S|W)"
_WAY: Final = re.compile(rf"{_STEP}(-{_STEP})*|(?i:{_STEP}(-{_STEP})+)")
"""Directions; a small `n` alone is any letter."""
_FIGURES: Final = re.compile(r"[\d+()-]+")
_FEWEST_DIALLED: Final = 6
_JOINED: Final = re.compile(r"([A-Za-z]{4,})(?!:[\d()+-]+\Z).*\d.*")
"""A word and what should stand behind it in one: `MOVE(B2,S)`, and not `Home:0123`."""
_HEADING: Final = re.compile(r"\*?\s*[^\W\d]+\s*:")
_MOST_BARE: Final = 3
_FEWEST_BEFORE: Final = 4
_AROUND: Final = " *.!"
_LEADS_ON: Final = re.compile(r".*\w")
_EITHER: Final = re.compile(r"(either|or|entweder|oder|ou)\W*", re.IGNORECASE)
_NOT: Final = re.compile(
    r".*\b(not|don['’]?t|never|nicht|kein\w*|nie(mals)?|pas|jamais)\b.*:\s*", re.IGNORECASE
)


class Kind(Enum):
    """What a line is: DOUBTFUL is an order among other words, of which nobody can tell what is meant."""

    ORDER = "order"
    CLEAR = "clear"
    DOUBTFUL = "doubtful"
    OTHER = "other"


def kind_of(rules: Ruleset, line: str) -> Kind:
    """What a line is."""
    if line.upper().strip(_AROUND) == CLEAR:
        return Kind.CLEAR
    if begins_an_order(rules, line):
        return Kind.DOUBTFUL if _is_open(rules, line) else Kind.ORDER
    return Kind.DOUBTFUL if _holds_an_order(rules, line) else Kind.OTHER


def begins_an_order(rules: Ruleset, line: str) -> bool:
    """Whether a line is meant as an order, be it one or not: its first words are those of one."""
    entries = _entries(line)
    if not entries or not entries[0].words:
        return False
    first = entries[0]
    reading = rules.parse(first)
    if reading.order:
        return not _is_behind_words(reading, first)
    if _is_verb(rules, first.words[0]):
        return _is_whole(rules, first.words[0]) or _is_meant(first, reading)
    return _begins_otherwise(rules, first) or _is_misspelt(rules, first) or _is_bare(first)


def _entries(line: str) -> list[Entry]:
    return orders.entries(line) if len(line) <= LONGEST else []


def _is_behind_words(reading: Reading, entry: Entry) -> bool:
    """Whether an order stands behind words that are none of it: `I hope you PASS`."""
    return reading.ignored is not None and reading.ignored.start <= entry.words[0].span.start


def _verbs(rules: Ruleset) -> set[str]:
    """The words that orders begin with; PASS and HOLIDAY are known to people from other games."""
    return {*rules.VERBS, PASS, HOLIDAY}


def _is_verb(rules: Ruleset, word: Word) -> bool:
    return word.text.upper() in _verbs(rules)


def _is_whole(rules: Ruleset, word: Word) -> bool:
    """Whether a word is an order alone."""
    return any(rules.parse(entry).order for entry in orders.entries(word.text))


def goes_on(above: str, line: str) -> bool:
    """Whether an order may be the rest of what the line above it begins, which is none by itself.

    So is one behind `or`, or behind `Do not do this:`; and where a sentence is wrapped, a word of it in small letters
    that is an order alone, such as `resign.`.
    """
    if _EITHER.fullmatch(above) or _NOT.fullmatch(above):
        return True
    is_word = line[:1].islower() and not any(map(str.isdigit, line))
    return is_word and len(above.split()) >= _FEWEST_BEFORE and bool(_LEADS_ON.fullmatch(above))


# An order with a mistake


def _is_meant(entry: Entry, reading: Reading) -> bool:
    """Whether words behind a verb are more than talk: none, something of an order, or the verb is in capitals.

    `Home: 0123 4567` is none, and neither is `Move it is then!`.
    """
    verb, *rest = entry.words
    if not rest:
        return not _HEADING.fullmatch(entry.text)
    if _is_number(rest) or len(entry.words) > _SENTENCE:
        return False
    if reading.problem and reading.problem.slug == "incomplete":
        return True  # all that is there fits
    if _names(rest) or _TURNED.fullmatch(rest[0].text) or (len(rest) == 1 and _is_way(rest[0].text.upper())):
        return True
    return verb.text.isupper() and not entry.text[verb.span.end - entry.span.start :].startswith(":")


def _is_number(words: Sequence[Word]) -> bool:
    """Whether words end in the number of a telephone, and name nothing."""
    figures = "".join(word.text for word in words if _FIGURES.fullmatch(word.text))
    return sum(map(str.isdigit, figures)) >= _FEWEST_DIALLED and not _names(words)


def _begins_otherwise(rules: Ruleset, entry: Entry) -> bool:
    """Whether the first word is an order that has no verb, such as a move of chess; no number of a telephone."""
    first, *rest = entry.words
    if rest and all(_FIGURES.fullmatch(word.text) for word in (first, rest[0])):
        return False
    return _is_whole(rules, first)


def _is_misspelt(rules: Ruleset, entry: Entry) -> bool:
    """Whether the first word is nearly a verb, with a square behind it or in it; or alone, and in capitals."""
    first, *rest = entry.words
    joined = _JOINED.fullmatch(first.text)
    if nearest(joined[1] if joined else first.text, _verbs(rules), _LIKE) is None:
        return False
    if joined:
        return True
    if rest:
        return any(_SQUARE.fullmatch(word.text) for word in rest[:2])
    return first.text.isupper() and nearest(first.text, _verbs(rules), _VERY_LIKE) is not None


def _is_bare(entry: Entry) -> bool:
    """Whether there is nothing but a square or two, and directions: the verb was forgotten, or the square is none."""
    squares = [bool(_SQUARE.fullmatch(word.text)) for word in entry.words]
    if len(squares) > _MOST_BARE or not squares[0]:
        return False
    return all(one or _is_way(word.text) for one, word in zip(squares, entry.words, strict=True))


def _names(words: Sequence[Word]) -> bool:
    """Whether a square or directions are among some words."""
    return any(_SQUARE.fullmatch(word.text) or _is_way(word.text) for word in words)


def _is_way(text: str) -> bool:
    return bool(_WAY.fullmatch(text))


# An order among other words


def _is_open(rules: Ruleset, line: str) -> bool:
    """Whether an order has words beside it, `Pass on my regards`, is a question, or a heading such as `Holiday:`."""
    return any(
        reading.ignored or (reading.order and (entry.text.endswith("?") or _HEADING.fullmatch(entry.text)))
        for entry in _entries(line)
        for reading in [rules.parse(entry)]
    )


def _holds_an_order(rules: Ruleset, line: str) -> bool:
    """Whether a line that begins otherwise has in it an order that names something, or a verb and a square.

    A word such as PASS alone is one of any sentence, and so is `move`.
    """
    entries = [entry for entry in _entries(line) if len(entry.words) <= _SENTENCE]
    return any(_has_verb_and_place(rules, entry) or _has_order(rules, entry) for entry in entries)


def _has_verb_and_place(rules: Ruleset, entry: Entry) -> bool:
    """Whether there is a verb that names something, and a square anywhere, or directions right behind it."""
    has_square = any(_SQUARE.fullmatch(word.text) for word in entry.words)
    return any(
        (has_square or (behind is not None and _is_way(behind.text))) and not _is_whole(rules, word)
        for word, behind in pairwise([*entry.words, None])
        if word is not None and _is_verb(rules, word)
    )


def _has_order(rules: Ruleset, entry: Entry) -> bool:
    """Whether an order that names a square or a stake, or castling in letters, stands anywhere."""
    return any(
        each.order and (any(map(str.isdigit, str(each.order))) or _is_joined(word))
        for word, each in _tails(rules, entry)
        if any(map(str.isalpha, word.text))
    )


def _is_joined(word: Word) -> bool:
    return "-" in word.text


def _tails(rules: Ruleset, entry: Entry) -> Iterator[tuple[Word, Reading]]:
    """What an entry says from each of its words on."""
    for word in entry.words:
        for rest in orders.entries(entry.text[word.span.start - entry.span.start :])[:1]:
            yield word, rules.parse(rest)


_SEALED: Final = re.compile(r"genetess/v1 sealed order [a-z0-9 -]{1,200}")
_BASE64: Final = re.compile(r"(?=.)[A-Za-z0-9+/]*={0,2}")
_MOST_TOLD: Final = 20
_LONGEST_NAMES: Final = 200
_MARKS: Final = re.compile(r"[^\w\s:,.#()-]")
"""What people put around a heading: brackets, `/`, stars, quotes."""
_LISTED: Final = re.compile(r"(?:\(?\d{1,3}[.)](?![.\d])|[-\u2022\u00b7])\s*")
"""What stands in front of the items of a list. A `*` does not: it is the star of an order."""
_DASHES: Final = str.maketrans(
    dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d", "-")
)
"""What mail programs make of a hyphen, and the eye cannot tell from one."""
_ITEM: Final = re.compile(rf"(^|/)\s*(?:{_LISTED.pattern})+")


class Found(msgspec.Struct, frozen=True):
    """The lines of a message: those that are orders, those that are none, and those that could be either.

    `clears` says that there is a line of the word CLEAR alone.
    """

    orders: list[str]
    others: list[str]
    doubtful: list[str]
    clears: bool = False

    @property
    def is_none(self) -> bool:
        """Whether no line has anything to do with orders."""
        return not (self.orders or self.doubtful or self.clears)


def found_in(place: Place, rows: Sequence[str]) -> Found:
    """What of a sender's own lines are orders for a seat."""
    lines = [(row, _bare(place, _hyphened(row))) for row in rows]
    kinds = [kind_of(place.hosted.ruleset, line) for _, line in lines]
    for index, (above, (row, line)) in enumerate(pairwise(lines), start=1):
        if (kinds[index - 1], kinds[index]) == (Kind.OTHER, Kind.ORDER) and goes_on(above[0], line):
            kinds[index], lines[index] = Kind.DOUBTFUL, (f"{above[0]} {row}", line)
    found = {kind: [each for each, one in zip(lines, kinds, strict=True) if one == kind] for kind in Kind}
    return Found(
        [line for _, line in found[Kind.ORDER]],
        [row for row, line in found[Kind.OTHER] if line][:_MOST_TOLD],
        [row for row, _ in found[Kind.DOUBTFUL]][:_MOST_TOLD],
        bool(found[Kind.CLEAR]),
    )


def sealed_in(text: str, attached: Sequence[bytes]) -> bytes | None:
    """The sealed orders of a message: a file that came with it, or else the lines of its text that are one."""
    for data in attached:
        if _SEALED.fullmatch(data.partition(b"\n")[0].rstrip().decode("ascii", "replace")):
            return data.replace(b"\r\n", b"\n")
    rows = [row.strip() for row in text.split("\n")]
    first = next((index for index, row in enumerate(rows) if _SEALED.fullmatch(row)), None)
    if first is None:
        return None
    body = []
    for row in rows[first + 1 :]:
        if not _BASE64.fullmatch(row):
            break
        body.append(row)
    return "\n".join([rows[first], *body, ""]).encode()


def for_another(place: Place, mine: Sequence[Place], rows: Sequence[str]) -> tuple[str, list[Place]] | None:
    """The first line that says nothing but that what follows is for others of a sender's seats, and these seats.

    What could be meant for `place` is not among them, and neither is an order: a game may be called `pass`.
    """
    others = [each for each in mine if each is not place]
    for row in rows if others else ():
        if len(row) > _LONGEST_NAMES or _is_for(place, row) or begins_an_order(place.hosted.ruleset, row):
            continue
        if named := [each for each in others if _is_for(each, row) and _says_which(place, each, row)]:
            return row, named
    return None


def _is_for(place: Place, row: str) -> bool:
    """Whether a line has no words but those that say for whom it is: `Game: cave`, `[cave/red]`, `cave, red`."""
    line = _MARKS.sub(" ", row).strip()
    return bool(line) and not _address(place, line)


def _says_which(place: Place, other: Place, row: str) -> bool:
    """Whether what tells another seat from `place` is in a line: its game, or in the same game itself."""
    is_near = other.hosted.slug == place.hosted.slug
    return says_any(row, [other.player.seat]) if is_near else says_game(row, other)


def _hyphened(row: str) -> str:
    """A line with hyphens for other dashes; its comment stays."""
    text, mark, comment = row.partition("#")
    return text.translate(_DASHES) + mark + comment


def _bare(place: Place, row: str) -> str:
    """A line without the marks of a list, and without the names in front of it that say for whom it is."""
    if len(row) > LONGEST:
        return row
    line = _unlisted(row)
    return line if begins_an_order(place.hosted.ruleset, line) else _unlisted(_address(place, line))


def _unlisted(row: str) -> str:
    """A line without the marks of a list, `2.` or `-`, in front of each of its orders."""
    text, mark, comment = row.partition("#")
    return _ITEM.sub(lambda found: "/ " if found[1] else "", text) + mark + comment


def _address(place: Place, row: str) -> str:
    """A line without the names in front of it of the game, the seat or its player."""
    player = place.player
    names = [each for each in (*place.names, player.seat, player.name) if not each.isdecimal()]
    name = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    called = rf"(?:game|seat|orders?)?[\s:,.#()-]*(?:{name})(?![\w-])"
    numbered = rf"|[\s:,.()-]*{place.number}" if place.number else ""
    return re.sub(rf"^(?:(?:{called}{numbered})[\s:,.()-]*)+", "", row, flags=re.IGNORECASE)
