"""What board.yaml may say: what is wrong with its map and with each special, and the text that players read there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeGuard

from genetess_cli.rules.base import SetupFault
from genetess_cli.rules.board import LARGEST, Grid, Square, find_square
from genetess_cli.rules.genetess.codes import LETTERS, sequence
from genetess_cli.rules.genetess.game import EXTERIOR, FLOOR, INTERIOR
from genetess_cli.rules.genetess.order import MOST_CODES
from genetess_cli.rules.genetess.specials import ALL, RANDOM, SPECIALS

_LONGEST_SHOWN = 40


def map_faults(lines: Sequence[str]) -> Iterator[SetupFault]:
    if not lines or len(lines) > LARGEST:
        yield SetupFault(("map",), f"a map has 1 to {LARGEST} rows, not {len(lines)}")
        return
    width = len(lines[0])
    if not 1 <= width <= LARGEST:
        yield SetupFault(("map", 0), f"a row has 1 to {LARGEST} squares, not {width}")
    for row, line in enumerate(lines):
        strange = next((letter for letter in line if letter not in EXTERIOR + INTERIOR + FLOOR), None)
        if strange is not None:
            column = line.index(strange) + 1
            message = f"row {row + 1}, column {column}: a map is made of # + and ., not {strange!r}"
            yield SetupFault(("map", row), message)
        if len(line) != width:
            yield SetupFault(("map", row), f"row {row + 1} has {len(line)} squares and the first has {width}")


def find(name: object, lines: Sequence[str]) -> tuple[Square | None, str]:
    """Return the square that board.yaml names on a map without faults, or what is wrong with the name."""
    square = find_square(name) if isinstance(name, str) else None
    if square is None:
        return None, f"{quote_value(name)} is no square; write it like B2"
    if square not in Grid(len(lines[0]), len(lines)):
        return None, f"{square} is off the map, which has {len(lines[0])} columns and {len(lines)} rows"
    return square, ""


def find_inside(name: object, lines: Sequence[str]) -> tuple[Square | None, str]:
    """Return the same for what cannot be in exterior wall."""
    square, wrong = find(name, lines)
    if square is not None and lines[square.row][square.column] == EXTERIOR:
        return None, f"{square} is exterior wall"
    return square, wrong


def quote_value(value: object) -> str:
    """Return what somebody wrote, as a fault quotes it: cut where it is long."""
    words = {list: "a list", dict: "a mapping", type(None): "nothing"}
    text = words.get(type(value)) or repr(value)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"


# Specials


COMMON = ("at", "type", "text")
"""What every special may say."""
LARGEST_AMOUNT = 1_000_000
LARGEST_PERCENT = 1_000
MOST_RANDOM_WALLS = 100
MOST_SQUARES = 200
LONGEST_TEXT = 200


def faults(specials: Sequence[Mapping[str, Any]], lines: Sequence[str]) -> Iterator[SetupFault]:
    taken: set[Square] = set()
    for index, given in enumerate(specials):
        for key, message in _of_one(given, lines, taken):
            yield SetupFault(("specials", index, *key), message)


_Found = Iterator[tuple[tuple[str, ...], str]]
"""Mistakes in one special: the key at fault, () for the whole, and the message."""


def _of_one(given: Mapping[str, Any], lines: Sequence[str], taken: set[Square]) -> _Found:
    square, wrong = find_inside(given.get("at", ""), lines)
    if square in taken:
        wrong = f"{square} has a special already"
    if square is not None:
        taken.add(square)
    if "at" not in given:
        yield (), "a special needs `at:` with its square"
    elif wrong:
        yield ("at",), wrong
    note = given.get("text", "")
    if not (isinstance(note, str) and len(note) <= LONGEST_TEXT and note.isprintable()):
        yield ("text",), f"expected one line of at most {LONGEST_TEXT} printable characters"
    type_ = given.get("type")
    if "type" not in given:
        yield (), f"a special needs `type:` with one of {ALL}"
    elif not isinstance(type_, str) or type_ not in SPECIALS:
        yield ("type",), f"expected one of {ALL}, not {quote_value(type_)}"
    else:
        yield from _of_type(type_, given, lines)


def _of_type(type_: str, given: Mapping[str, Any], lines: Sequence[str]) -> _Found:
    kind = SPECIALS[type_]
    for key in given:
        if key not in COMMON + kind.parameters:
            known = f"it takes {', '.join(kind.parameters)}" if kind.parameters else "it takes no parameters"
            yield (key,), f"{type_} has no {quote_value(key)}; {known}"
    for key in kind.needed:
        if key not in given:
            yield (), f"{type_} needs `{key}:`"
    chosen = [key for key in kind.either if key in given]
    if kind.either and len(chosen) != 1:
        choice = " or ".join(f"`{key}:`" for key in kind.either)
        ending = ", not both" if chosen else ""
        yield tuple(chosen[-1:]), f"{type_} needs {choice}{ending}"
    for key in kind.parameters:
        if key in given and (wrong := _wrong(key, given[key], lines)):
            yield (key,), wrong
    if type_ == "S4" and not _fits(given.get("codes"), given.get("max", "")):
        yield ("max",), "`max` can limit only what `codes` adds"


def _fits(codes: object, most: object) -> bool:
    """Return whether the codes of a maximum are among those added, as far as both are codes at all."""
    if not is_codes(codes) or not is_codes(most) or codes == RANDOM:
        return True
    return set(most.upper()) <= set(codes.upper())


# What is wrong with a value


def _wrong(key: str, value: object, lines: Sequence[str]) -> str:
    """Return what is wrong with a parameter, given the rows of the map; "" for a good one."""
    match key:
        case "amount":
            return _number(value, 0, LARGEST_AMOUNT)
        case "percent":
            return _number(value, 0, LARGEST_PERCENT)
        case "random":
            return _number(value, 1, MOST_RANDOM_WALLS)
        case "of":
            return "" if value in ("own", "all") else f"expected own or all, not {quote_value(value)}"
        # In capitals its letters would be codes.
        case "codes" if isinstance(value, str) and value.lower() == RANDOM:
            return "" if value == RANDOM else f"write {RANDOM} in small letters, or other codes"
        case "codes" | "max":
            words = f"{quote_value(value)} is no genetic codes; write letters, like BB, in quotes if need be"
            return "" if is_codes(value) else words
        case "target":
            return find_inside(value, lines)[1]
        case _:
            return _squares(value, lines)


def _number(value: object, least: int, most: int) -> str:
    # A boolean is an int to Python, and not to whoever wrote it.
    if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
        return ""
    return f"expected a whole number from {least} to {most:,}"


def is_codes(value: object) -> TypeGuard[str]:
    # Only ASCII: the upper case of some other letters is two of these.
    return (
        isinstance(value, str)
        and 0 < len(value) <= MOST_CODES
        and value.isascii()
        and not set(value.upper()) - set(LETTERS)
    )


def _squares(value: object, lines: Sequence[str]) -> str:
    if not isinstance(value, list) or not 1 <= len(value) <= MOST_SQUARES:
        return f"expected a list of 1 to {MOST_SQUARES} squares, like [B2, C3]"
    return next((wrong for name in value if (wrong := find_inside(name, lines)[1])), "")


# What a good special holds and says


def tidy(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters of a special without faults, squares and codes as everything else writes them."""
    return {key: _tidy(key, value) for key, value in given.items() if key not in COMMON}


def _tidy(key: str, value: object) -> object:
    if isinstance(value, list):
        return [name.upper() for name in value]
    if not isinstance(value, str) or value == RANDOM:
        return value
    if key == "target":
        return value.upper()
    return sequence(value) if key in ("codes", "max") else value


def describe(given: Mapping[str, Any]) -> str:
    """Return what players read at a special without faults, as board.yaml has it: its own text or a composed one."""
    return str(given.get("text") or text(given["type"], tidy(given)))


def text(type_: str, details: Mapping[str, Any]) -> str:
    if says := SPECIALS[type_].says:
        lists = {key: ", ".join(value) for key, value in details.items() if isinstance(value, list)}
        return says.format_map({**details, **lists})
    return _compose(type_, details)


def _compose(type_: str, details: Mapping[str, Any]) -> str:
    match type_, details:
        case "S2", {"percent": percent, "of": of}:
            whose = "your own E" if of == "own" else "the E of all players"
            return f"{percent}% of {whose} for each K you have"
        case "S4", {"codes": codes}:
            limit = f", up to {details['max']}" if "max" in details else ""
            added = "a random code" if codes == RANDOM else codes
            return f"Adds {added} to the piece here{limit}"
        case "S8", {"targets": targets}:
            one_of = "one of " if len(targets) > 1 else ""
            return f"Sends the piece to {one_of}{', '.join(targets)}"
        case "S10", {"walls": walls}:
            return f"Opens the interior wall on {', '.join(walls)}"
        case "S10", {"random": number}:
            noun = "wall" if number == 1 else "walls"
            return f"Opens {number} interior {noun} at random"
        case "S12", {"amount": amount}:
            return f"All your enemies lose {amount} E"
        case _:
            return f"All your enemies lose {details['percent']}% of their E"
