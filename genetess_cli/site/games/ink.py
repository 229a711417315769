"""How the orders of a game are inked: what its lexer is made of, and what these parts are written with."""

from __future__ import annotations

from pygments.token import Error, Name, Punctuation, Text

from genetess_cli.values import Value

END = r"(?=[\s,;/#]|$)"
SQUARE = (rf"[A-Z]{{1,3}}[1-9][0-9]{{0,3}}{END}", Name.Label)
WRONG = (r"[^\s,;/#]+", Error)


class Ink(Value):
    """The rules by which Pygments marks a game's orders."""

    # What may follow each verb, by verb.
    states: dict[str, list[object]]
    # Orders without a verb, and what is read where no verb stands.
    orders: list[object]


PLAIN = Ink({}, [SQUARE, (r"[^\s,;/#]+", Text)])
"""Of words that are not known here none is wrong."""


def behind(*rules: object) -> list[object]:
    """Return what may follow a keyword, to the end of its order; any other word is wrong."""
    return [
        (r"(?=[/#\n])", Text, "#pop"),
        (r"[ \t\r\f\v]+", Text),
        (r"[,;]", Punctuation),
        *rules,
        WRONG,
    ]
