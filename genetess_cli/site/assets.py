"""The style sheet and the scripts that pages load."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import msgspec

from genetess_cli.rules import RULESETS, letters, orders
from genetess_cli.rules.board import NAME, Direction
from genetess_cli.site import places
from genetess_cli.site.board.design import define
from genetess_cli.site.games import pages_of
from genetess_cli.site.write import made
from genetess_cli.store import resources
from genetess_cli.turns.wishes.lines import WISHES


@cache
def style(files: tuple[str, ...]) -> str:
    """Return a style sheet made of these files, minified, behind the tokens that `style.css` does not define."""
    from rcssmin import cssmin

    rules = _rules(files)
    shared = _rules(places.STYLES["style.css"])
    known = "" if rules == shared else shared
    return str(cssmin(define(rules, known) + rules))


def _rules(files: Sequence[str]) -> str:
    return "".join(resources.template(f"styles/{name}.css") for name in files)


@cache
def script(files: tuple[str, ...]) -> str:
    from rjsmin import jsmin

    texts = (resources.template(f"scripts/{file}") for file in files)
    return f'"use strict";{jsmin("".join(texts))}\n'


@cache
def grammar(ruleset: str) -> str:
    """Return the script from which the others have how orders of a ruleset are written, and what things cost.

    That of this package's is made once, so that no rules are loaded of which there is no game.
    """
    if ruleset in RULESETS:
        return made.text(places.grammar(ruleset), lambda: _grammar(ruleset))
    return _grammar(ruleset)


def _grammar(ruleset: str) -> str:
    tables = {
        "most": {"bytes": orders.LARGEST_QUEUE, "orders": orders.MOST_ORDERS},
        "wrapping": orders.WRAPPING,
        "holiday": orders.HOLIDAY,
        "wishes": list(WISHES),
        "nothing": orders.NOTHING,
        "letters": {"signs": letters.SIGNS, "lookalikes": letters.ALPHABETS},
        "directions": {direction.name: (direction.right, direction.down) for direction in Direction},
        "square": NAME.pattern,
        ruleset: pages_of(ruleset).grammar(),
    }
    return f"const Grammar = {msgspec.json.encode(tables).decode()};\n"
