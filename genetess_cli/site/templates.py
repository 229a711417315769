"""The templates of pages, compiled once: classes of Jinja2."""

from __future__ import annotations

import operator
import sys
from collections.abc import Hashable, MutableMapping
from functools import cache, lru_cache
from typing import Any

from jinja2 import (
    Environment,
    FileSystemLoader,
    ModuleLoader,
    StrictUndefined,
    Template,
    nodes,
    pass_context,
)
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context
from markupsafe import Markup, escape

from genetess_cli.rules.base import View, round_of
from genetess_cli.site.banner import banner_of, card_line, gm_line, home_line, names, state_words, who, won
from genetess_cli.site.board.design import colour
from genetess_cli.site.facts import GameFacts
from genetess_cli.site.games import drawing, pages_of
from genetess_cli.site.places import keys_of, place, scene_of
from genetess_cli.site.words import date_words, standing_words
from genetess_cli.site.write import made
from genetess_cli.store import resources


class Direct(CodeGenerator):
    """Compiles fields and calls to those of Python, where Jinja2 would look at each time what it has before it.

    So what is in a mapping is read as `rules["genetess"]`, and what is called gets no context.
    """

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802
        self.visit(node.node, frame)
        self.write(f".{node.attr}")

    def visit_Call(  # noqa: N802
        self, node: nodes.Call, frame: Frame, forward_caller: bool = False
    ) -> None:
        extra = {"caller": "caller"} if forward_caller else {}
        self.write("environment.call(")
        self.visit(node.node, frame)
        self.signature(node, frame, extra)
        self.write(")")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: object) -> None:
        self.write("environment.escaped(")


def _escaped(value: object) -> str:
    if type(value) is Markup or (type(value) is str and value.isalnum()):
        return value
    return escape(value)


# Never let go: `sys.modules` would have what is no more, and fail whoever looks at all modules just then.
_modules_in = cache(ModuleLoader)


class Compiled(FileSystemLoader):
    """Loads templates as modules of Python that were compiled before, and compiles the others."""

    def __init__(self) -> None:
        super().__init__([resources.templates() / folder for folder in ("pages", "parts")])
        place = str(made.folder())
        sys.path_importer_cache.pop(place, None)  # an earlier build of this process may have written there
        self._modules = _modules_in(place)

    def load(
        self, environment: Environment, name: str, globals: MutableMapping[str, Any] | None = None
    ) -> Template:
        try:
            return self._modules.load(environment, name, globals)
        except (OSError, LookupError, SyntaxError, ValueError, EOFError):
            pass  # it is not there, cannot be read, or is none
        text, file, _ = self.get_source(environment, name)
        module = environment.compile(text, name, file, raw=True, defer_init=True)
        made.keep(ModuleLoader.get_module_filename(name), module)
        code = compile(module, file, "exec")
        return environment.template_class.from_code(environment, code, globals or {})


class Templates(Environment):
    """The templates, ready to be printed."""

    code_generator_class = Direct
    call = operator.call
    escaped = staticmethod(_escaped)

    def __init__(self) -> None:
        super().__init__(
            loader=Compiled(),
            undefined=StrictUndefined,
            autoescape=True,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
            cache_size=-1,  # all of them stay
        )

        @lru_cache(maxsize=4096)
        def print_once(part: str, **facts: Hashable) -> Markup:
            return Markup(self.get_template(part).render(facts))

        @pass_context
        def once(context: Context, part: str, **facts: Hashable) -> Markup:
            """Print a part of these facts and of no others. With the context, it is never done where one compiles."""
            return print_once(part, **facts)

        self.filters["once"] = once
        self.globals |= {
            "stands": standing_words,
            "day": date_words,
            "drawing": drawing,
            "colour": colour,
            "game_pages": pages_of,
            "round_of": round_of,
            "banner_of": banner_of,
            "card_line": card_line,
            "gm_line": gm_line,
            "home_line": home_line,
            "keys_of": keys_of,
            "scene_of": scene_of,
            "state_words": state_words,
            "tables_of": tables_of,
            "names": names,
            "who": who,
            "won": won,
        }

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **(d or {})}  # no chain of mappings: parts of a page look through them


def tables_of(game: GameFacts, view: View, root: str) -> dict[str, Any]:
    """Return what the panel of a game shows on a page with this way to the site's top."""
    rules = root + place("rules", ruleset=game.ruleset)
    replay = root + place("replay", slug=game.slug)
    return drawing(game.ruleset).tables(view, game.seats, rules, replay)
