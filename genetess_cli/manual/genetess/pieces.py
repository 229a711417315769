"""What a sequence makes of a piece: its cost, its abilities in numbers, and what it cannot do."""

from __future__ import annotations

from collections.abc import Iterator

from genetess_cli.manual.article import Article, Block, Line, lines
from genetess_cli.manual.genetess.articles import BOOK, cost
from genetess_cli.rules.genetess import codes as genetics
from genetess_cli.rules.genetess.codes import Body
from genetess_cli.rules.genetess.order import USAGES, usage


def piece(codes: str) -> Article:
    body = genetics.body(codes)
    wide = 2 * body.radius + 1
    view = Line(f"{_count(body.radius, 'square')} to every side ({wide} × {wide}).", "View")
    blocks = [Block("", lines(*_at_all(body))), Block("", (view,))]
    if "MOVE" in body.verbs:
        blocks.append(Block(_heading("MOVE"), lines(*_move(body))))
    blocks += [
        _action(verb, body)
        for verb in USAGES
        if verb in body.verbs and verb != "MOVE" and not (verb == "PETRIFY" and body.kings)
    ]
    blocks += [
        Block("Codes", tuple(_letters(codes))),
        Block("What it cannot do", lines(*_cannot(body)) if body.viable else ()),
    ]
    title = f"{codes}: {cost(codes)}"
    return Article(codes, title, title, tuple(block for block in blocks if block.lines))


def _heading(verb: str) -> str:
    return f"Action: {usage(verb)}"


def _at_all(body: Body) -> Iterator[str]:
    if not body.viable:
        yield "A piece needs an A or a K to live."
    if body.kings:
        yield "It cannot be bought: K is in it. When another player takes it, its owner is out of the game."
        yield f"It brings its owner the income of {_count(body.kings, 'King')}, every turn."


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _move(body: Body) -> Iterator[str]:
    ways = "straight or diagonal" if body.has("C") else "north, east, south or west"
    yield f"Moves exactly {_count(body.steps, 'step')}, {ways}."
    if body.steps > 1:
        # Straight steps come back in pairs, diagonal ones in any number.
        returns = body.steps % 2 == 0 or body.has("C")
        back = ", and can end where it began" if returns else ", but cannot end where it began"
        yield f"All {body.steps} must be taken. It may go back and forth{back}."
        yield (
            "Other pieces on the way are jumped; walls on the way stop it."
            if body.has("E")
            else "Every square on the way must be floor and empty."
        )
    yield f"The last step may end on empty floor{_ends(body)}."
    if body.has("G"):
        yield "Taking an enemy piece pays what that piece costs."
    if body.has("L"):
        lacking = "".join(letter for letter in genetics.LETTERS if not body.has(letter))
        yield (
            f"Taking an enemy piece adds what that has of {lacking}."
            if lacking
            else "It lacks no code to gain."
        )


def _ends(body: Body) -> str:
    ends = ["an enemy piece, which is taken"]
    if body.has("I"):
        ends.append("an own piece without K, which is removed")
    if body.has("O"):
        ends.append("interior wall, which becomes floor")
    return "".join(f", on {end}" for end in ends[:-1]) + f", or on {ends[-1]}"


def _action(verb: str, body: Body) -> Block:
    entry = BOOK.entries[verb]
    legs = f"At most {_count(body.legs, 'leg')} in one order." if verb == "CHARGE" else ""
    return Block(_heading(verb), lines(entry.brief, legs, entry.limits))


def _letters(codes: str) -> Iterator[Line]:
    for letter in sorted(set(codes)):
        code, copies = genetics.CODES[letter], codes.count(letter)
        times = f" × {copies}" if copies > 1 else ""
        often = {1: "once", 2: "twice"}.get(copies, f"{copies} times")
        spent = f" It can be used {often}." if code.spent else ""
        yield Line(f"{BOOK.entries[letter].brief}{spent}", f"{letter}{times} {code.name}")


def _cannot(body: Body) -> Iterator[str]:
    yield f"It must move exactly {_count(body.steps, 'step')}, neither more nor fewer."
    if not body.has("C"):
        yield "It cannot go diagonally."
    if not body.has("E") and body.steps > 1:
        yield "It cannot pass other pieces on its way."
    yield "It cannot pass walls, nor open exterior wall." if body.has("O") else "It cannot enter walls."
    yield f"It cannot take an own piece{' with K' if body.has('I') else ''}."
    if not body.has("F"):
        yield "It does not read the codes of enemy pieces."
    if not body.has("W"):
        yield "It has no shield against being moved or changed."
    if body.has("Q") and body.has("K"):
        yield "It cannot PETRIFY, for it has K."
    if not body.has("P"):
        yield "It becomes an orphan when its owner is eliminated."
