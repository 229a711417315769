"""The articles of Genetess: its codes, orders, specials and topics.

The words come from the files beside this one; prices, actions, spelling and parameters come from the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import ClassVar

from genetess_cli.manual.article import Block, Entry, Line, lines, plain, rest
from genetess_cli.manual.book import Book
from genetess_cli.rules.genetess import codes as genetics
from genetess_cli.rules.genetess.game import MOST_HELD
from genetess_cli.rules.genetess.order import MOST_CODES, USAGES, usage
from genetess_cli.rules.genetess.specials import NAMES
from genetess_cli.rules.genetess.specials import SPECIALS as KINDS


class Genetess(Book):
    """The book of Genetess, in which words are joined to what the rules know."""

    values: ClassVar[Mapping[str, str]] = {
        **Book.values,
        "most_codes": str(MOST_CODES),
        "most_held": f"{MOST_HELD:,}",
        "last_special": [*NAMES][-1],
    }

    @cached_property
    def words(self) -> dict[str, str]:
        codes = {code.name.upper(): code.letter for code in genetics.CODES.values()}
        specials = {name.upper(): special for special, name in NAMES.items()}
        return {**codes, **specials, **super().words}

    def names(self, part: str) -> Sequence[str]:
        return [*USAGES] if part == "orders" else super().names(part)

    def title(self, name: str) -> str:
        if name in genetics.CODES:
            code = genetics.CODES[name]
            return f"{name}: {code.name}, {price(code)}{'' if code.price is None else ' in a sequence'}"
        if name in USAGES:
            return usage(name)
        return f"{name}: {NAMES[name]}" if name in NAMES else name

    def blocks(self, name: str, entry: Entry) -> Iterator[Block]:
        if name in genetics.CODES:
            return self._of_code(genetics.CODES[name], entry)
        if name in USAGES:
            return _of_order(name, entry)
        return _of_special(name, entry) if name in NAMES else plain(entry)

    def _of_code(self, code: genetics.Code, entry: Entry) -> Iterator[Block]:
        yield Block("", lines(entry.says, *_worth(code), *_traits(code)))
        yield Block("Actions", tuple(Line(self.entries[verb].brief, usage(verb)) for verb in code.verbs))
        yield from rest(entry)


BOOK = Genetess("genetess")


def price(code: genetics.Code) -> str:
    """Return what a code adds to the prices of a sequence, in words; a piece of it costs more (ruling G7)."""
    return "cannot be bought" if code.price is None else f"{code.price} E"


_SHORT = 20
"""Codes up to which a sum is written without spaces."""


def cost(codes: str) -> str:
    """Return the cost of a sequence with its sum and product, as pieces.js does: `8 E = (2+2) + (2×2)`."""
    prices = [*map(str, genetics.prices(codes))]
    if not prices:
        return "0 E, for K alone costs nothing"
    # A long sum needs places where its line may break.
    plus, times = ("+", "×") if len(prices) <= _SHORT else (" + ", " × ")
    return f"{genetics.cost(codes):,} E = ({plus.join(prices)}) + ({times.join(prices)})"


def when(special: str) -> str:
    """Return when a special fires, in a sentence that names both editions (ruling G28)."""
    if KINDS[special].always:
        return "It is looked at whenever anybody’s turn begins, in both editions."
    if KINDS[special].on_entry:
        return (
            'In games with `specials: "1.00"` it fires as soon as a piece arrives on it; '
            'with "1.02" at the start of each turn of the piece’s owner.'
        )
    return "It fires at the start of each turn of the piece’s owner, in both editions."


def _worth(code: genetics.Code) -> Iterator[str]:
    """Yield what the smallest piece with a code costs, for no piece costs what its codes are priced at."""
    if code.letter == "A":
        yield f"Alone: {cost('A')}."
    elif code.price is not None:
        yield f"With an A alone: {cost(genetics.sequence(f'A{code.letter}'))}."


def _traits(code: genetics.Code) -> Iterator[str]:
    if code.spent:
        yield "A copy is used up each time; more copies last longer."
    else:
        yield "More copies do more." if code.stacks else "More copies do no more than one."


def _of_order(verb: str, entry: Entry) -> Iterator[Block]:
    needed = [code.letter for code in genetics.CODES.values() if verb in code.verbs]
    says = [entry.brief, entry.says]
    if needed and "at" in USAGES[verb][0]:
        says.append(f"A piece can do it with {' or '.join(needed)}.")
    if USAGES[verb][1:]:
        says.append("You can write the square and the codes either way round.")
    yield Block("", lines(*says))
    yield from rest(entry)


def _of_special(special: str, entry: Entry) -> Iterator[Block]:
    yield Block("", lines(entry.brief, entry.says))
    yield Block("When", lines(when(special), *_exceptions(special)))
    yield Block("Parameters in board.yaml", tuple(_parameters(special, entry)))
    yield from rest(entry)


def _exceptions(special: str) -> Iterator[str]:
    if KINDS[special].on_entry:
        yield "To arrive is to end any movement there or to be put there: see SPECIALS."
        if special == "S8":
            yield "Where it was blocked it has another try whenever a turn of the piece’s owner begins."
        else:
            yield 'With "1.00" a piece that stays there does not set it off again.'
    if not KINDS[special].always:
        yield "An orphan does not set it off."


def _parameters(special: str, entry: Entry) -> Iterator[Line]:
    kind = KINDS[special]
    needs = dict.fromkeys(kind.optional, "may be left out") | dict.fromkeys(kind.either, "one of the two")
    for name, meaning in entry.parameters.items():
        yield Line(f"{meaning} ({needs.get(name, 'needed')}).", name)
    if not kind.parameters:
        yield Line("None of its own.")
    yield Line("what players read at the square (may be left out; then it is composed).", "text")
