"""Which lines of a message are its sender's own, and which of these are orders: those that begin as one does.

Quotations, signatures and forwarded messages are left out: what is marked by `>`, wherever it stands, and all below a
line that leads to a message that is not marked. Everything else is prose, and goes back to its sender.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import dropwhile, takewhile

import msgspec

from genetess_cli.rules import orders
from genetess_cli.rules.ruleset import AnyRuleset
from genetess_cli.turns.acts.asked import misread
from genetess_cli.turns.wishes.lines import verb_of

CLEAR = "CLEAR"
"""The line that clears a queue; an order in no game."""
SAY = "SAY"
"""Opens what a player says to all."""
END = "END"
LONGEST = 1_000
"""Letters of a line that can hold an order."""
_FEWEST_BEFORE = 4
_SEALED = re.compile(r"genetess/v1 sealed order [a-z0-9 -]{1,200}")
_BASE64 = re.compile(r"(?=.)[A-Za-z0-9+/]*={0,2}")
_ADDRESS = r"[<\[(]\n?(?:mailto:)?[^<>()\[\]\s@]+@[^<>()\[\]\s@]+[>\])]"
_WHEN = (
    r"(?:\d ?[:.h時시] ?\d\d|\d ?[AaPp]\.?[Mm]\b"
    r"|\d ?[-./] ?\d{1,2} ?[-./] ?\d|(?<!\w)20\d\d(?!\w)|\d ?[月월])"
)
_NAME = r"\**[^\W\d_][^\s:：]*(?: [^\s:：]+){0,2}[^\S\n]?"
SIGNATURE = re.compile("-- ?|-----BEGIN PGP SIGNATURE-----")
_LEAD = re.compile(
    rf"(?:^(?:{SIGNATURE.pattern}"
    r"|_{20,}|-{4,} ?(?!BEGIN PGP )\w.*-{4}"  # Outlook's rule, with words or without
    rf"|{_NAME}[:：].*{_ADDRESS}.*|(?:{_NAME}(?:：.*|:(?:[*\t \xa0].*)?)\n){{2,}}{_NAME}[:：].*"  # headers
    rf"|(?=.*(?:{_ADDRESS}|{_WHEN})).*[:：]\**"  # a sentence on whom it quotes, or when that was
    rf"|(?=.*{_WHEN})(?=.{{60}}|.*\n?.*{_ADDRESS}).*\n.*[:：]\**"  # such a sentence, wrapped
    r")(?:\n|\Z))+",
    re.MULTILINE,
)
"""What leads to an older message, in any language: `From: …`, `Gwen a écrit à 18:00 :`; or to a signature."""
_QUOTED = re.compile(r"^>.*\n?", re.MULTILINE)


def split(text: str) -> tuple[list[str], list[str]]:
    """Return the lines that a message's sender wrote for it, and those from where these end; blank ones are left out.

    Among the first, "" is where lines were left out that are marked as quoted, below a lead to them.
    """
    said = "\n".join(filter(None, map(str.strip, text.split("\n"))))
    ends = (lead.start() for lead in _LEAD.finditer(said) if not said.startswith(">", lead.end()))
    end = next(ends, len(said))
    own = _QUOTED.sub("", _LEAD.sub("\n", said[:end]))
    return own.strip("\n").split("\n"), said[end:].split("\n")


def say_in(rows: Sequence[str]) -> tuple[list[str], str | None]:
    """Return the lines of a message without what it says to all, and that: from `SAY`, in capitals, to `END`."""
    left: list[str] = []
    said: list[str] = []
    is_said = False
    for row in rows:
        if re.match(rf"{SAY}(?![\w-])", row):
            is_said = True
            said.append(row.removeprefix(SAY).lstrip(" :"))
        elif is_said and row == END:
            is_said = False
        else:
            (said if is_said else left).append(row)
    return left, "\n".join(said) if said else None


class Lines(msgspec.Struct):
    """The lines of a message, sorted."""

    orders: list[str] = []
    prose: list[str] = []
    doubtful: list[str] = []  # nobody can tell whether an order is meant
    apart: list[str] = []  # orders below others and a line that may lead to an older message, `Gwen wrote:`
    clears: bool = False  # whether there is a line of the word CLEAR alone

    @property
    def is_none(self) -> bool:
        return not (self.orders or self.doubtful or self.clears)


def sort_lines(rules: AnyRuleset, rows: Sequence[str]) -> Lines:
    lines = Lines()
    is_apart = False
    for number, line in enumerate(rows):
        above = rows[number - 1] if number else ""
        if [word.text.upper() for entry in _entries(line) for word in entry.words] == [CLEAR]:
            lines.clears = True
        elif not begins_an_order(rules, line) and not _is_misspelt(rules, line):
            lines.prose.extend(filter(None, [line]))
            is_apart |= bool(lines.orders) and (not line or ":" in line or "：" in line)
        elif begins_an_order(rules, line) and _is_open(rules, line):
            lines.doubtful.append(line)
        elif above in lines.prose[-1:] and _goes_on(above, line):
            lines.doubtful.append(f"{above} {line}")
        else:
            lines.orders.append(line)
            lines.apart.extend([line] * is_apart)
    return lines


def begins_an_order(rules: AnyRuleset, line: str) -> bool:
    """Say whether a line begins as an order does: with a star, or a word that orders of the game begin with.

    Where an order needs no such word, it is one that the game reads, or that its first word is alone. A word with `:`
    behind it is a heading.
    """
    entry = next(map(orders.in_latin, _entries(line)), None)  # so a letter that only looks right is told
    if entry is None or not entry.words or entry.text.split()[0].endswith(":"):
        return False
    if entry.starred or entry.words[0].text.upper() in rules.verbs or _is_wish(entry):
        return True
    reading = rules.parse(entry)
    alone = _entries(entry.words[0].text)
    return bool(reading.order and not reading.ignored) or any(rules.parse(part).order for part in alone)


def _is_wish(entry: orders.Entry) -> bool:
    """Say whether an entry is a wish or is meant as one; `Give me two more days` is not."""
    first, *more = (word.text for word in entry.words)
    is_meant = first.isupper() or any(word[0].isdigit() for word in more[:1])
    return bool(verb_of(entry)) and (is_meant or not misread([entry]))


def _is_misspelt(rules: AnyRuleset, line: str) -> bool:
    """Say whether a line is an order with a slip in its first word: `MOOVE B2 E`."""
    first, _, rest = line.partition(" ")
    verb = orders.nearest(first, rules.verbs)
    return bool(verb and rest) and any(rules.parse(entry).order for entry in _entries(f"{verb} {rest}"))


def _entries(line: str) -> list[orders.Entry]:
    return orders.entries(line) if len(line) <= LONGEST else []


def _is_open(rules: AnyRuleset, line: str) -> bool:
    """Say whether an order of a line has words beside it, `MOVE B2 S please`, or ends in `?` or `:`."""
    return any(entry.text.endswith(("?", ":")) or rules.parse(entry).ignored for entry in _entries(line))


def _goes_on(above: str, line: str) -> bool:
    """Say whether an order may be the end of the sentence above it, such as `resign.`: a word in small letters."""
    is_word = line[:1].islower() and not any(map(str.isdigit, line))
    return is_word and len(above.split()) >= _FEWEST_BEFORE and above[-1].isalnum()


def find_sealed_orders(text: str) -> bytes | None:
    """Return the sealed orders in the text of a message: the lines of it that are one."""
    rows = dropwhile(lambda row: not _SEALED.fullmatch(row), map(str.strip, text.split("\n")))
    first = next(rows, None)
    return None if first is None else "\n".join([first, *takewhile(_BASE64.fullmatch, rows), ""]).encode()
