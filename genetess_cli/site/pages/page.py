"""What a page is, what all pages of a site can name, and the printer that turns one into text.

A page is a struct: its fields are all that its template sees beside the names of `Site`. What several pages show in
the same way is a struct of its own, a part, which is a field of theirs.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any, ClassVar

import msgspec
from markupsafe import Markup, escape

from genetess_cli.rules.letters import escape_controls, strip_controls
from genetess_cli.site import lexer, places
from genetess_cli.site.facts import GameFacts
from genetess_cli.site.games import pages_of
from genetess_cli.store.forges import ForgeAddress
from genetess_cli.store.schema import GmFile
from genetess_cli.values import Value


class Site(Value):
    """What every page of a site can name beside its own fields."""

    league: str  # its title
    address: str | None = None  # where the site lies, if that is known
    forge: ForgeAddress | None = None  # where the league does, if on one
    mail: str | None = None  # where orders are mailed to, if anywhere
    here: bool = False  # what serves the pages carries orders out
    plays: bool = False  # the site has play/
    verifies: bool = False  # it has what games are verified by
    gms: Sequence[GmFile] = ()
    about: str = ""  # about.md
    pushes: bool = False  # commands of the GM's push by themselves

    @property
    def tries(self) -> bool:
        """Return whether there is a page where things are tried out."""
        return self.here or self.plays


class Printed(Value, kw_only=True):
    """Something that a template prints: it sees the fields, those of `Site`, and the rulesets of the site."""

    TEMPLATE: ClassVar[str]

    def finish(self, text: str) -> str:
        """Return what the template made as the file has it."""
        return f"{text}\n"


_NAMED = {"game": "slug", "seat": "seat", "turn": "stem"}
"""What of a field names the files of a page that has it."""


class Page(Printed):
    """A page of PAGES: its template sees the way to the site's top besides."""

    def finish(self, text: str) -> str:
        return text

    @property
    def kind(self) -> str:
        """Return its row in PAGES, which is called as its template is."""
        return self.TEMPLATE.removesuffix(".html")

    @property
    def place(self) -> str:
        """Return where it lies below the site's folder, by its fields."""
        parts = _names(self)
        named = {name: getattr(parts[field], name) for field, name in _NAMED.items() if field in parts}
        return places.place(self.kind, **parts | named)

    @property
    def root(self) -> str:
        return places.root(self.kind)


class GamePage(Page, kw_only=True):
    """A page of one game."""

    game: GameFacts
    has_begun: bool = True  # there are pages of turns


class PageRenderer:
    """Prints the pages of one league."""

    def __init__(self, site: Site) -> None:
        from genetess_cli.site.templates import Templates

        self.site = site
        self.titles = places.TITLES
        self._templates = Templates()
        self._templates.filters |= {
            "anchor": anchor,
            "marked": to_markup,
            "prose": prose,
            "orders": order_markup,
            "yaml": yaml_markup,
            "seen": strip_controls,
            "ical": ical,
        }
        issues = site.forge.issues if site.forge else None
        self._templates.globals |= _names(site) | {
            "pieces": places.PIECES,
            "lessons": places.LESSONS,
            "boards": places.BOARDS,
            "issues": issues,
        }

    def compile(self) -> None:
        """Compile all templates, so that nobody has to any more."""
        for name in self._templates.list_templates():
            self._templates.get_template(name)

    def admit(self, ruleset: str) -> None:
        """Let the league's pages name a ruleset; those of this package are on every site."""
        if ruleset not in self.titles:
            others = sorted({*self.titles, ruleset} - places.TITLES.keys())
            self.titles = places.TITLES | {other: pages_of(other).title for other in others}

    def render(self, page: Printed) -> str:
        names = _names(page) | {"rules": places.places_of("rules", self.titles), "titles": self.titles}
        if isinstance(page, Page):
            names["root"] = page.root
        return page.finish(self._templates.get_template(page.TEMPLATE).render(names))


def _names(struct: msgspec.Struct) -> dict[str, Any]:
    return {name: getattr(struct, name) for name in struct.__struct_fields__}


def data(value: object) -> Markup:
    """Return data for a script of the page, as JSON that can stand between its tags."""
    return Markup(msgspec.json.encode(value).decode().replace("<", "\\u003c"))


def order_markup(text: str, ruleset: str, root: str) -> Markup:
    """Return the text of orders as HTML that leads to the rules, from a page with this way to the site's top."""
    rules = root + places.place("rules", ruleset=ruleset)
    return Markup(lexer.orders(escape_controls(text), ruleset, rules))


def yaml_markup(text: str) -> Markup:
    return Markup(lexer.yaml(escape_controls(text)))


def anchor(name: str) -> str:
    """Return the id of an article on the page, by the name that one asks `explain` for: `S16`, `MOVE`, `ROUND-0`."""
    return name.replace(" ", "-")


@cache
def to_markup(text: str) -> Markup:
    """Return a sentence as HTML: what stands between backticks is code."""
    return Markup(re.sub("`([^`]+)`", r"<code>\1</code>", str(escape(text))))


def prose(text: str) -> Markup:
    """Return the lines of what a GM wrote as HTML; those that begin with `#` are headings."""
    lines = map(strip_controls, text.strip().splitlines())
    heading = Markup("<b>{}</b>")
    return Markup("<br>").join(
        heading.format(line.lstrip("# ")) if line.startswith("#") else to_markup(line) for line in lines
    )


_ESCAPES = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "<": "‹", ">": "›"})
"""Some calendars take a description for markup, so that the signs of tags become quotes."""


def ical(text: str) -> Markup:
    """Return a value of the type TEXT: characters that structure lines escaped, controls left out."""
    return Markup(strip_controls(text).translate(_ESCAPES))
