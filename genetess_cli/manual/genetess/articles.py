"""The articles of Genetess: its codes, orders, specials and topics.

The words come from the tables beside this file; prices, actions, spelling and parameters come from the rules.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from genetess_cli.manual.article import Article, Block, Entry, Line, Part, compose, lines, plain, rest
from genetess_cli.manual.figure import Figure
from genetess_cli.manual.genetess.boards import BOARDS, figure
from genetess_cli.manual.genetess.codes import CODES
from genetess_cli.manual.genetess.conduct import CONDUCT
from genetess_cli.manual.genetess.orders import ORDERS
from genetess_cli.manual.genetess.specials import SPECIALS
from genetess_cli.manual.genetess.topics import TOPICS
from genetess_cli.rules.genetess import body as bodies
from genetess_cli.rules.genetess import codes as genetics
from genetess_cli.rules.genetess.order import USAGES, usage
from genetess_cli.rules.genetess.specials import NAMES
from genetess_cli.rules.genetess.specials import SPECIALS as KINDS
from genetess_cli.rules.genetess.specials.fields import PARAMETERS

SERIES = "G"
SHAPED: dict[str, str] = {}
RULED = {
    1: "BOARD", 2: "VIEW", 3: "VIEW", 4: "VIEW", 5: "PHASED", 6: "ELIMINATION", 7: "COST", 8: "INCOME", 9: "G",
    10: "L", 11: "W", 12: "CREATE", 13: "MOVE", 14: "FAILED", 15: "CREATE", 16: "CREATE", 17: "DIVIDE", 18: "TRANSFER",
    19: "RADIATE", 20: "PETRIFY", 21: "PHASE", 22: "CONVERT", 23: "REPULSE", 24: "FLARE", 25: "HOME", 26: "CHARGE",
    27: "ORDERS", 28: "SPECIALS", 29: "SPECIALS", 30: "SPECIALS", 31: "KINGS", 32: "S11", 33: "S13", 34: "S16",
    35: "S17", 36: "S20", 37: "S21", 38: "S22", 39: "ROUND 0", 40: "TURN", 41: "ELIMINATION", 42: "END", 43: "PUBLIC",
    44: "FAILED", 45: "LUCK", 46: "PIECE", 47: "W", 48: "RONIN", 49: "ORDERS",
}  # fmt: skip
LEAD = (
    "What every code, order and special square does, and how a game goes. `genetess explain S16` prints the same "
    "words, and `genetess explain ABBBD` what a piece can do and what it costs. In the diagrams Red’s pieces are "
    "square and Green’s are round; bricks are interior wall, grey is out of sight, and lines show where something goes."
)


ENTRIES = CODES | ORDERS | SPECIALS | TOPICS


def parts() -> list[Part]:
    """All articles, by kind."""
    return [
        Part("topics", "The game", ("Topic", "What it is about"), topics()),
        Part("orders", "Orders", ("Order", "What it does"), orders()),
        Part("codes", "Codes", ("Code", "What it gives a piece"), codes(), folded=True),
        Part("specials", "Special squares", ("Special", "What it does"), specials(), folded=True),
    ]


def boards() -> dict[str, Figure]:
    """The boards of the page of rules, their orders carried out."""
    return {name: figure(name) for name in BOARDS}


def codes() -> list[Article]:
    """An article for each code, A to Z."""
    return [_code(code) for code in genetics.CODES.values()]


def orders() -> list[Article]:
    """An article for each order that the rules know."""
    return [_order(verb) for verb in USAGES]


def specials() -> list[Article]:
    """An article for each special, S1 to S22."""
    return [_special(special) for special in NAMES]


def topics() -> list[Article]:
    """An article for each topic, those first that tell how a game goes."""
    order = {**CONDUCT, **TOPICS}
    return [_compose(name, name, entry, plain(entry)) for name, entry in order.items()]


def article(name: str) -> Article:
    """The article of a code, order, special or topic. Raises KeyError for any other word."""
    if name in genetics.CODES:
        return _code(genetics.CODES[name])
    if name in USAGES:
        return _order(name)
    if name in NAMES:
        return _special(name)
    return _compose(name, name, TOPICS[name], plain(TOPICS[name]))


def price(code: genetics.Code) -> str:
    """What a code adds to the prices of a sequence, in words; a piece of it costs more (ruling G7)."""
    return "cannot be bought" if code.price is None else f"{code.price} E"


_SHORT = 20
"""Codes up to which a sum is written without spaces."""


def cost(codes: str) -> str:
    """The cost of a sequence with its sum and product, `8 E = (2+2) + (2×2)`; pieces.js writes it in the same way."""
    prices = [str(each) for each in bodies.prices(codes)]
    if not prices:
        return "0 E, for K alone costs nothing"
    # A long sum needs places where its line may break.
    plus, times = ("+", "×") if len(prices) <= _SHORT else (" + ", " × ")
    return f"{bodies.cost(codes):,} E = ({plus.join(prices)}) + ({times.join(prices)})"


def when(special: str) -> str:
    """When a special fires, in a sentence that names both editions (ruling G28)."""
    if KINDS[special].always:
        return "It is looked at whenever anybody’s turn begins, in both editions."
    if KINDS[special].on_entry:
        return (
            'In games with `specials: "1.00"` it fires as soon as a piece arrives on it; '
            'with "1.02" at the start of each turn of the piece’s owner.'
        )
    return "It fires at the start of each turn of the piece’s owner, in both editions."


# The four kinds


def _compose(name: str, title: str, entry: Entry, blocks: Iterator[Block]) -> Article:
    see = tuple(other for other in entry.see if other not in ORDERS or other in USAGES)
    return compose(name, title, msgspec.structs.replace(entry, see=see), blocks, SERIES)


def _code(code: genetics.Code) -> Article:
    entry = CODES[code.letter]
    told = price(code)
    if code.price is not None:
        told += " in a sequence"
        entry = msgspec.structs.replace(entry, see=(*dict.fromkeys((*entry.see, "COST")),))
    return _compose(code.letter, f"{code.letter}: {code.name}, {told}", entry, _of_code(code, entry))


def _of_code(code: genetics.Code, entry: Entry) -> Iterator[Block]:
    yield Block("", lines(*entry.says, *_worth(code), *_traits(code)))
    yield Block("Actions", tuple(Line(ORDERS[verb].brief, usage(verb)) for verb in code.verbs))
    yield from rest(entry)


def _worth(code: genetics.Code) -> Iterator[str]:
    """What the smallest piece with a code costs, for no piece costs what its codes are priced at."""
    if code.letter == "A":
        yield f"Alone: {cost('A')}."
    elif code.price is not None:
        yield f"With an A alone: {cost(bodies.sequence(f'A{code.letter}'))}."


def _traits(code: genetics.Code) -> Iterator[str]:
    if code.spent:
        yield "A copy is used up each time; more copies last longer."
    else:
        yield "More copies do more." if code.stacks else "More copies do no more than one."


def _order(verb: str) -> Article:
    entry = ORDERS[verb]
    return _compose(verb, usage(verb), entry, _of_order(verb, entry))


def _of_order(verb: str, entry: Entry) -> Iterator[Block]:
    needed = [code.letter for code in genetics.CODES.values() if verb in code.verbs]
    says = [entry.brief, *entry.says]
    if needed and "at" in USAGES[verb][0]:
        says.append(f"A piece can do it with {' or '.join(needed)}.")
    if USAGES[verb][1:]:
        says.append("The parts may stand in the other order as well.")
    yield Block("", lines(*says))
    yield from rest(entry)


def _special(special: str) -> Article:
    entry = SPECIALS[special]
    return _compose(special, f"{special}: {NAMES[special]}", entry, _of_special(special, entry))


def _of_special(special: str, entry: Entry) -> Iterator[Block]:
    yield Block("", lines(entry.brief, *entry.says))
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
    rules = PARAMETERS[special]
    for name, meaning in entry.parameters.items():
        need = (
            "may be left out"
            if name in rules.optional
            else "one of the two"
            if name in rules.either
            else "needed"
        )
        yield Line(f"{meaning} ({need}).", name)
    if not rules.names:
        yield Line("None of its own.")
    yield Line("what players read at the square (may be left out; then it is composed).", "text")
