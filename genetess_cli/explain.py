"""The rules in answer to one word: a piece's codes, a code, an action, a special square.

What is counted comes from the ruleset itself; the words of the rules are in `glossary.py`.
"""

from __future__ import annotations

import difflib
import re

from genetess_cli.errors import Refused
from genetess_cli.glossary import ACTIONS, CODES, SPECIALS
from genetess_cli.rules.genetess import body as bodies
from genetess_cli.rules.genetess import codes as genetics
from genetess_cli.rules.genetess.order import MOST_CODES, USAGES, usage
from genetess_cli.rules.genetess.specials import NAMES

_SURE = 0.75


def explain(what: str) -> list[str]:
    """Lines that explain a word, in either case.

    Raises Refused, naming the nearest words, for one that is neither codes nor an action nor a special.
    """
    word = " ".join(what.split()).upper()
    if word in USAGES:
        return _action(word)
    special = _special_meant(word)
    if special:
        return _special(special)
    if len(word) == 1 and word in CODES:
        return _code(word)
    if re.fullmatch("[A-Z]+", word) and len(word) <= MOST_CODES and _is_sequence(word):
        return _piece(bodies.sequence(word))
    if re.fullmatch("[A-Z]+", word) and len(word) > MOST_CODES:
        raise Refused(f"a piece is explained by at most {MOST_CODES} letters, and these are {len(word)}")
    raise Refused(_unknown(what, word))


def overview() -> list[str]:
    """Lines that name every word that can be explained: codes, actions, specials."""
    codes = [f"  {letter:<3} {code.name}" for letter, code in genetics.CODES.items() if letter in CODES]
    actions = [f"  {usage(verb)}" for verb in USAGES]
    specials = [f"  {special:<3} {name}" for special, name in NAMES.items()]
    return [
        "Codes", *codes, "Actions", *actions, "Specials", *specials,
        "Ask for one of them, or for a piece by its codes: `genetess explain ABBBD`.",
    ]  # fmt: skip


def _is_sequence(word: str) -> bool:
    """Whether letters are meant as codes, and not as an action or a special that is misspelt."""
    known = [*USAGES, *(name.upper() for name in NAMES.values())]
    return bodies.body(bodies.sequence(word)).viable or not difflib.get_close_matches(
        word, known, cutoff=_SURE
    )


def _special_meant(word: str) -> str | None:
    if word in NAMES:
        return word
    return next((special for special, name in NAMES.items() if name.upper() == word), None)


def _unknown(what: str, word: str) -> str:
    known = [*USAGES, *NAMES, *(name.upper() for name in NAMES.values())]
    near = difflib.get_close_matches(word, known, n=3)
    meant = f" Did you mean {' or '.join(near)}?" if near else ""
    shown = what if len(what) <= 40 else f"{what[:37]}..."
    return (
        f"“{shown}” is no piece, code, action or special.{meant} "
        f"Ask for codes like ABBBD, a code like W, an action like CHARGE, or S1 to S22."
    )


def _action(verb: str) -> list[str]:
    needed = [code.letter for code in genetics.CODES.values() if verb in code.verbs]
    forms = [" ".join([verb, *slots]) for slots in USAGES[verb][1:]]
    lines = [f"{usage(verb)}", f"  {ACTIONS[verb][0]}", f"  Example: {ACTIONS[verb][1]}"]
    if needed:
        lines.append(f"  A piece can do it with {' or '.join(needed)}.")
    if forms:
        lines.append("  The parts may stand in the other order as well.")
    return lines


def _special(special: str) -> list[str]:
    return [f"{special}: {NAMES[special]}", f"  {SPECIALS[special]}"]


def _code(letter: str) -> list[str]:
    code = genetics.CODES[letter]
    price = "cannot be bought" if code.price is None else f"{code.price} E"
    return [f"{letter}: {code.name}, {price}", f"  {CODES[letter]}", *_traits(code)]


def _traits(code: genetics.Code) -> list[str]:
    lines = [f"  Action: {usage(verb)}" for verb in code.verbs]
    lines.append("  More copies do more." if code.stacks else "  More copies do no more than one.")
    return [*lines, "  A copy is used up each time."] if code.spent else lines


def _piece(codes: str) -> list[str]:
    body = bodies.body(codes)
    lines = [f"{codes}: {_cost(codes)}"]
    if not body.viable:
        lines.append("  It cannot live: a piece needs an A or a K.")
    if body.kings:
        lines.append("  It cannot be bought: K is in it. Whoever loses it is out of the game.")
    lines.append(
        f"  View: {_squares(body.radius)} to every side ({2 * body.radius + 1} × {2 * body.radius + 1})."
    )
    if "MOVE" in body.verbs:
        lines.append(f"  Moves exactly {body.steps} {'step' if body.steps == 1 else 'steps'}, {_ways(body)}.")
    lines += [
        f"  {letter}{_count(codes, letter)} {genetics.CODES[letter].name}: {CODES[letter]}"
        for letter in sorted(set(codes))
    ]
    return lines + [f"  Action: {usage(verb)}" for verb in USAGES if verb in body.verbs]


def _squares(count: int) -> str:
    return "1 square" if count == 1 else f"{count} squares"


def _ways(body: bodies.Body) -> str:
    return "straight or diagonal" if body.has("C") else "north, east, south or west"


def _count(codes: str, letter: str) -> str:
    return f" × {codes.count(letter)}" if codes.count(letter) > 1 else ""


def _cost(codes: str) -> str:
    """The cost with its sum and product: `8 E = (2+2) + (2×2)`."""
    prices = [str(price) for price in bodies.prices(codes)]
    if not prices:
        return "0 E, for K alone costs nothing"
    return f"{bodies.cost(codes)} E = ({'+'.join(prices)}) + ({'×'.join(prices)})"
