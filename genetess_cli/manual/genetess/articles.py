"""The articles of Genetess: its codes, orders, specials and topics, and what a sequence makes of a piece.

The words come from the files beside this one; prices, actions, spelling, parameters and numbers come from the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import ClassVar

from genetess_cli.manual.article import Article, Block, Explanation, Paragraph, lines, plain, rest
from genetess_cli.manual.book import OwnBook
from genetess_cli.rules.genetess import codes as genetics
from genetess_cli.rules.genetess.codes import Body
from genetess_cli.rules.genetess.game import MOST_HELD
from genetess_cli.rules.genetess.order import MOST_CODES, USAGES, usage
from genetess_cli.rules.genetess.specials import NAMES
from genetess_cli.rules.genetess.specials import SPECIALS as KINDS
from genetess_cli.rules.problems import count_words


class Genetess(OwnBook):
    """The book of Genetess, in which words are joined to what the rules know."""

    values: ClassVar[Mapping[str, str]] = {
        **OwnBook.values,
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
            return f"{name}: {code.name} ({price(code)})"
        if name in USAGES:
            return usage(name)
        return f"{name}: {NAMES[name]}" if name in NAMES else name

    def blocks(self, name: str, entry: Explanation) -> Iterator[Block]:
        if name in genetics.CODES:
            return self._of_code(genetics.CODES[name], entry)
        if name in USAGES:
            return _of_order(name, entry)
        return _of_special(name, entry) if name in NAMES else plain(entry)

    def _of_code(self, code: genetics.Code, entry: Explanation) -> Iterator[Block]:
        yield Block("", lines(entry.says, *_worth(code), *_traits(code)))
        yield Block("Actions", tuple(Paragraph(self.entries[verb].brief, usage(verb)) for verb in code.verbs))
        yield from rest(entry)


BOOK = Genetess(1, "genetess")


def price(code: genetics.Code) -> str:
    """Return what a code adds to the prices of a sequence, in words; a piece of it costs more (ruling G7)."""
    return "cannot be bought" if code.price is None else f"price {code.price}"


_SHORT = 20
"""Codes up to which a sum is written without spaces."""


def cost(codes: str) -> str:
    """Return the cost of a sequence with its sum and product, as pieces.js does: `8 E = (2+2) + (2×2)`."""
    prices = [*map(str, genetics.prices(codes))]
    if not prices:
        return "0 E, because K alone costs nothing"
    # A long sum needs places where its line may break.
    plus, times = ("+", "×") if len(prices) <= _SHORT else (" + ", " × ")
    return f"{genetics.cost(codes):,} E = ({plus.join(prices)}) + ({times.join(prices)})"


def when(special: str) -> str:
    """Return when a special fires, in both editions if they differ (ruling G28)."""
    if KINDS[special].always:
        return "It works whenever anybody’s turn begins."
    if KINDS[special].on_entry:
        return 'It fires as soon as a piece arrives; with "1.02" when a turn of the piece’s owner begins.'
    return "It fires at the start of each turn of the piece’s owner."


def _worth(code: genetics.Code) -> Iterator[str]:
    """Yield what the smallest piece with a code costs, for no piece costs what its codes are priced at."""
    if code.letter == "A":
        yield f"Alone: {cost('A')}."
    elif code.price is not None:
        yield f"With an A alone: {cost(genetics.sequence(f'A{code.letter}'))}."


def _traits(code: genetics.Code) -> Iterator[str]:
    if code.spent:
        yield "Each use costs one copy; more copies last longer."
    elif code.stacks:
        yield "More copies do more."
    else:
        yield "More copies do no more than one."


def _of_order(verb: str, entry: Explanation) -> Iterator[Block]:
    needed = [code.letter for code in genetics.CODES.values() if verb in code.verbs]
    says = [entry.brief, entry.says]
    if needed and "at" in USAGES[verb][0]:
        says.append(f"A piece can do it with {' or '.join(needed)}.")
    if USAGES[verb][1:]:
        says.append("You can write the square and the codes either way round.")
    yield Block("", lines(*says))
    yield from rest(entry)


def _of_special(special: str, entry: Explanation) -> Iterator[Block]:
    yield Block("", lines(entry.brief, entry.says))
    yield Block("When", lines(when(special), *_exceptions(special)))
    yield Block("Parameters in board.yaml", tuple(_parameters(special, entry)))
    yield from rest(entry)


def _exceptions(special: str) -> Iterator[str]:
    if KINDS[special].on_entry:
        yield "A piece arrives if it ends any movement there or is put there: see SPECIALS."
        if special == "S8":
            yield "If it was blocked, it tries again whenever a turn of the piece’s owner begins."
        else:
            yield 'With "1.00", a piece that stays there does not set it off again.'
    if not KINDS[special].always:
        yield "An orphan does not set it off."


def _parameters(special: str, entry: Explanation) -> Iterator[Paragraph]:
    kind = KINDS[special]
    needs = dict.fromkeys(kind.optional, "may be left out") | dict.fromkeys(kind.either, "one of the two")
    for name, meaning in entry.parameters.items():
        yield Paragraph(f"{meaning} ({needs.get(name, 'needed')}).", name)
    if not kind.parameters:
        yield Paragraph("None of its own.")
    yield Paragraph("what players read at the square (may be left out; the program then writes one).", "text")


# Pieces


def piece(codes: str) -> Article:
    body = genetics.body(codes)
    wide = 2 * body.radius + 1
    view = Paragraph(f"{count_words(body.radius, 'square')} to every side ({wide} × {wide}).", "View")
    blocks = [Block("", lines(*_at_all(body))), Block("", (view,))]
    if "MOVE" in body.verbs:
        blocks.append(Block(_heading("MOVE"), lines(*_move(body))))
    blocks += [
        _action(verb, body)
        for verb in USAGES
        if verb in body.verbs and verb != "MOVE" and not (verb == "PETRIFY" and body.kings)
    ]
    blocks.append(Block("Codes", tuple(_letters(codes))))
    if body.viable:
        blocks.append(Block("What it cannot do", lines(*_cannot(body))))
    title = f"{codes}: {cost(codes)}"
    return Article(codes, title, title, tuple(block for block in blocks if block.lines))


def _heading(verb: str) -> str:
    return f"Action: {usage(verb)}"


def _at_all(body: Body) -> Iterator[str]:
    if not body.viable:
        yield "A piece needs an A or a K to live."
    if body.kings:
        yield "It cannot be bought, because it has K. When another player takes it, its owner is out of the game."
        yield f"It earns its owner the income of {count_words(body.kings, 'King')}, every turn."


def _move(body: Body) -> Iterator[str]:
    ways = "straight or diagonal" if body.has("C") else "north, east, south or west"
    yield f"Moves exactly {count_words(body.steps, 'step')}, {ways}."
    if body.steps > 1:
        # Straight steps come back in pairs, diagonal ones in any number.
        returns = body.steps % 2 == 0 or body.has("C")
        back = ", and can end where it began" if returns else ", but cannot end where it began"
        yield f"All {body.steps} must be taken. It may go back and forth{back}."
        if body.has("E"):
            yield "It jumps over other pieces on the way; walls on the way stop it."
        else:
            yield "Every square on the way must be floor and empty."
    yield f"The last step may end on empty floor{_ends(body)}."
    if body.has("G"):
        yield "Taking an enemy piece pays what that piece costs."
    if body.has("L"):
        if lacking := "".join(letter for letter in genetics.LETTERS if not body.has(letter)):
            yield f"When it takes an enemy piece, it gains what that has of {lacking}, one copy each."
        else:
            yield "It lacks no code to gain."


def _ends(body: Body) -> str:
    ends = ["an enemy piece, which is taken"]
    if body.has("I"):
        ends.append("your own piece without K, which is removed")
    if body.has("O"):
        ends.append("interior wall, which becomes floor")
    return "".join(f", on {end}" for end in ends[:-1]) + f", or on {ends[-1]}"


def _action(verb: str, body: Body) -> Block:
    entry = BOOK.entries[verb]
    legs = f"At most {count_words(body.legs, 'leg')} in one order." if verb == "CHARGE" else ""
    return Block(_heading(verb), lines(entry.brief, legs, entry.limits))


def _letters(codes: str) -> Iterator[Paragraph]:
    for letter in sorted(set(codes)):
        code = genetics.CODES[letter]
        copies = codes.count(letter)
        times = f" × {copies}" if copies > 1 else ""
        often = {1: "once", 2: "twice"}.get(copies, f"{copies} times")
        spent = f" It can be used {often}." if code.spent else ""
        yield Paragraph(f"{BOOK.entries[letter].brief}{spent}", f"{letter}{times} {code.name}")


def _cannot(body: Body) -> Iterator[str]:
    yield f"It must move exactly {count_words(body.steps, 'step')}, neither more nor fewer."
    if not body.has("C"):
        yield "It cannot go diagonally."
    if not body.has("E") and body.steps > 1:
        yield "It cannot pass other pieces on its way."
    if body.has("O"):
        yield "It cannot pass walls, nor open exterior wall."
    else:
        yield "It cannot enter walls."
    own = "your own pieces with K" if body.has("I") else "your own pieces"
    yield f"It cannot take {own}."
    if not body.has("F"):
        yield "It does not read the codes of enemy pieces."
    if not body.has("W"):
        yield "It has no shield against being moved or changed."
    if body.has("Q") and body.has("K"):
        yield "It cannot PETRIFY, because it has K."
    if not body.has("P"):
        yield "It becomes an orphan when its owner is eliminated."
