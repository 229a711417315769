"""The style sheet and the scripts that pages load."""

from __future__ import annotations

from collections.abc import Hashable, MutableMapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from genetess_cli.rules import letters, orders
from genetess_cli.rules.base import round_of
from genetess_cli.rules.board import NAME, Direction
from genetess_cli.site.banner import card_line, gm_line, home_line, names, state_words, who, won
from genetess_cli.site.board.design import colour, define
from genetess_cli.site.games import drawing, pages_of
from genetess_cli.site.places import STYLES, keys_of
from genetess_cli.site.words import date_words, standing_words
from genetess_cli.store import resources

if TYPE_CHECKING:
    from jinja2 import Environment


@cache
def style(files: tuple[str, ...]) -> str:
    """Return a style sheet made of these files, minified, behind the tokens that `style.css` does not define."""
    from rcssmin import cssmin

    rules = _rules(files)
    shared = _rules(STYLES["style.css"])
    known = "" if rules == shared else shared
    return str(cssmin(define(rules, known) + rules))


def _rules(files: Sequence[str]) -> str:
    folder = resources.templates() / "styles"
    return "".join((folder / f"{name}.css").read_text(encoding="utf-8") for name in files)


@cache
def script(files: tuple[str, ...]) -> str:
    from rjsmin import jsmin

    folder = resources.templates() / "scripts"
    texts = ((folder / file).read_text(encoding="utf-8") for file in files)
    return f'"use strict";{jsmin("".join(texts))}\n'


@cache
def grammar(ruleset: str) -> str:
    """Return the script from which the others have how orders of a ruleset are written, and what things cost."""
    tables = {
        "most": {"bytes": orders.LARGEST_QUEUE, "orders": orders.MOST_ORDERS},
        "wrapping": orders.WRAPPING,
        "holiday": orders.HOLIDAY,
        "nothing": orders.NOTHING,
        "letters": {"signs": letters.SIGNS, "lookalikes": letters.ALPHABETS},
        "directions": {direction.name: (direction.right, direction.down) for direction in Direction},
        "square": NAME.pattern,
        ruleset: pages_of(ruleset).grammar(),
    }
    return f"const Grammar = {msgspec.json.encode(tables).decode()};\n"


def environment(compiled: Path | None) -> Environment:
    """Return the templates, ready to be printed; `compiled` is a folder to keep them compiled in (None: nowhere)."""
    from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    class Templates(Environment):
        def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
            return {**self.globals, **(d or {})}  # no chain of mappings: parts of a page look through them

    @lru_cache(maxsize=4096)
    def once(part: str, **facts: Hashable) -> Markup:
        return Markup(templates.get_template(part).render(facts))

    cache = None
    if compiled is not None:
        compiled.mkdir(parents=True, exist_ok=True)
        cache = FileSystemBytecodeCache(str(compiled))
    templates = Templates(
        loader=FileSystemLoader([resources.templates() / folder for folder in ("pages", "parts")]),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        bytecode_cache=cache,
    )
    templates.globals |= {
        "stands": standing_words,
        "day": date_words,
        "drawing": drawing,
        "colour": colour,
        "game_pages": pages_of,
        "round_of": round_of,
        "card_line": card_line,
        "gm_line": gm_line,
        "home_line": home_line,
        "keys_of": keys_of,
        "state_words": state_words,
        "names": names,
        "who": who,
        "won": won,
    }
    templates.filters["once"] = once
    return templates
