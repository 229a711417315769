"""Imports point one way. The tables here are the map of the package; a new room gets a row."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

from tests.house.tree import imports, inner_imports, modules, name, outer_imports, tree

# room -> the rooms it may import, besides itself and the version. A room is what lies directly in the package.
ROOMS: dict[str, set[str]] = {
    "__init__": set(),
    "__main__": {"cli"},
    "errors": set(),
    "problems": set(),
    "whole": set(),
    "forge": set(),
    "resources": {"errors"},
    "clock": {"rules", "errors", "problems"},
    "zones": {"errors"},
    "quiet": {"zones", "errors"},
    "rules": {"problems"},
    "seal": {"errors"},
    "store": {"rules", "seal", "quiet", "zones", "errors", "problems", "whole"},
    "glossary": {"rules"},
    "site": {"rules", "problems", "resources", "glossary", "whole"},
    "messages": {"store"},
    "queues": {"store", "rules", "clock", "problems", "errors"},
    "table": {"messages", "queues", "store", "rules", "clock", "problems", "errors"},
    "muster": {"history", "queues", "carried", "table", "store", "rules", "clock", "problems", "errors"},
    "lateness": {"table", "store", "rules", "clock"},
    "holidays": {"table", "store", "rules", "clock", "problems"},
    "carried": {"table", "store", "rules", "clock", "problems"},
    "folding": {"queues", "table", "store", "errors"},
    "granted": {"store", "errors"},
    "referee": {
        "carried", "folding", "granted", "history", "holidays", "lateness", "muster", "table", "store", "rules",
        "clock", "problems", "errors",
    },
    "namesakes": {"store", "errors"},
    "links": {"namesakes", "referee", "table", "store", "seal", "errors"},
    "seating": {"groundwork", "referee", "table", "store", "errors"},
    "start": {
        "edits", "groundwork", "namesakes", "seating", "referee", "queues", "table", "store", "rules", "clock", "seal",
        "errors",
    },
    "dropping": {"queues", "table", "store", "errors"},
    "tick": {"dropping", "referee", "table", "store", "errors"},
    "edits": {"store"},
    "agreement": {"table", "rules", "clock", "errors"},
    "acts": {"table", "store", "rules", "clock"},
    "desk": {"acts", "agreement", "edits", "links", "queues", "referee", "table", "store", "rules", "clock", "errors"},
    "undo": {
        "acts", "desk", "edits", "history", "links", "messages", "queues", "referee", "table", "store", "rules",
        "clock", "errors",
    },
    "reminders": {"muster", "queues", "table", "store", "rules"},
    "simulate": {"referee", "table", "store", "rules", "problems", "errors"},
    "history": {"store", "rules", "errors"},
    "replay": {"store", "rules"},
    "evidence": {"replay", "store", "errors"},
    "recount": {
        "acts", "carried", "clock", "desk", "history", "holidays", "lateness", "muster", "queues", "replay",
        "rules", "sources", "start", "store", "table", "undo",
    },
    "sources": {"carried", "clock", "queues", "replay", "rules", "store", "table"},
    "timekeeping": {"evidence", "queues", "recount", "replay", "store", "table"},
    "verify": {"timekeeping", "evidence", "history", "replay", "store", "rules", "seal", "errors"},
    "briefing": {"store", "rules", "clock", "site", "errors"},
    "sealing": {"store", "seal", "errors"},
    "position": {"history", "queues", "clock", "store", "rules", "errors"},
    "homes": {"position", "store", "rules", "site"},
    "checkpoint": {"history", "sealing", "site"},
    "story": {"briefing", "checkpoint", "homes", "sealing", "history", "store", "rules", "site", "errors"},
    "drafts": {"store"},
    "boardfile": {"store", "rules", "errors"},
    "exposed": {"store", "errors"},
    "readmes": set(),
    "origin": {"store"},
    "founding": {
        "drafts", "exposed", "naming", "origin", "readmes", "rulewishes", "store", "rules", "seal", "resources",
        "forge", "errors",
    },
    "forms": {"errors", "seal", "store"},
    "submissions": {"store"},
    "apart": {"errors"},
    "answered": {"submissions", "store", "errors"},
    "listings": {"errors"},
    "pulls": {"answered", "apart", "changes", "listings", "submissions", "table", "store", "errors"},
    "issues": {"answered", "apart", "changes", "checks", "listings", "submissions", "store", "errors"},
    "intake": {
        "answered", "apart", "naming", "outlook", "queues", "referee", "submissions", "table", "wishes", "store",
        "errors",
    },
    "addresses": {"site", "store"},
    "mail": {
        "addresses", "apart", "checks", "intake", "outlook", "submissions", "submit", "table", "tidings", "store",
        "rules", "site", "errors",
    },
    "telling": {"briefing", "history", "store", "rules", "site"},
    "tidings": {
        "addresses", "errors", "history", "muster", "outlook", "queues", "reminders", "submit", "table", "telling",
        "store", "rules", "site",
    },
    "threads": {"answers", "tidings", "site"},
    "answers": {
        "addresses", "admission", "apart", "checks", "errors", "intake", "outlook", "site", "submissions", "store",
        "table",
    },
    "admission": {"addresses", "site", "submissions", "table", "store", "errors"},
    "advice": {"astray", "changes", "checks", "submissions", "store"},
    "outlook": {"submissions", "submit", "store", "rules", "problems", "errors"},
    "changes": {"astray", "checks", "outlook", "submissions", "table", "wishes", "store", "rules", "errors"},
    "naming": {"store", "errors"},
    "rulewishes": {"rules", "store", "errors"},
    "wishes": {"naming", "submissions", "store", "errors"},
    "astray": {"store"},
    "groundwork": {"naming", "rules", "store", "errors"},
    "whereabouts": {"store", "errors"},
    "checks": {
        "astray", "exposed", "folding", "forms", "granted", "groundwork", "muster", "namesakes", "store", "table",
        "rules",
        "problems", "errors", "whereabouts",
    },
    "submit": {"checks", "clock", "muster", "queues", "referee", "table", "store", "rules", "problems", "errors"},
    "explain": {"glossary", "rules", "errors"},
    "publish": {"story", "history", "resources", "store", "rules", "clock", "site", "errors"},
    "demo": {"founding", "publish", "referee", "start", "store", "resources", "seal", "errors"},
    "cli": {
        "answers", "apart", "intake", "issues", "listings", "mail", "pulls", "telling", "threads", "tidings",
        "advice", "boardfile", "briefing", "checks", "clock", "demo", "desk", "drafts", "errors", "explain",
        "folding", "forms", "founding", "glossary", "history", "links", "messages", "naming", "position", "problems",
        "publish", "queues", "referee", "reminders", "resources", "rules", "seal", "simulate", "site", "start", "store",
        "submissions", "submit", "table", "tick", "undo", "verify", "whereabouts", "zones",
    },
}  # fmt: skip

# heavy or impure library -> where alone it may be imported
LIBRARIES: dict[str, tuple[str, ...]] = {
    "git": ("store.git",),
    "ruamel": ("store.parsing", "store.edit", "store.items", "store.rows"),
    "click": ("cli",),
    "jinja2": ("site",),
    "rich": ("cli",),
    "pygments": ("site", "cli"),
    "subprocess": ("store.plumbing", "cli"),
    "random": (),
    "chess": ("rules.genie", "site.svg.genie", "site.svg.chessmen"),
}

# What the standard library has that knows no file, no clock, no luck and no other process.
PURE = {
    "__future__", "abc", "array", "bisect", "collections", "contextlib", "copy", "dataclasses", "difflib", "enum",
    "fractions", "functools", "hashlib", "heapq", "hmac", "itertools", "json", "math", "operator", "re", "string",
    "struct", "textwrap", "types", "typing", "unicodedata",
}  # fmt: skip

RULE_LIBRARIES = {"msgspec"}
RULE_EXCEPTIONS = {
    "rules": {"importlib"},  # RULESETS loads only the ruleset that a game is played by
    "rules.genie": {"chess"},
}
RULESETS = ("genetess", "dna", "genie")

EVERY_MODULE = pytest.mark.parametrize("path", modules(), ids=name)
EVERY_RULE = pytest.mark.parametrize(
    "path", [path for path in modules() if name(path).startswith("rules")], ids=name
)


def _within(module: str, rooms: tuple[str, ...]) -> bool:
    return any(module == room or module.startswith(f"{room}.") for room in rooms)


@EVERY_MODULE
def test_a_room_imports_only_the_rooms_it_may(path: Path) -> None:
    room = name(path).partition(".")[0]
    assert room in ROOMS, f"{room} is a new room: give it a row in ROOMS and in docs/architecture.md"
    others = {module.partition(".")[0] for module in inner_imports(path)} - {room, "__init__"}
    assert others <= ROOMS[room]


@EVERY_MODULE
def test_a_library_is_imported_only_in_its_place(path: Path) -> None:
    libraries = {module.partition(".")[0] for module in outer_imports(path)}
    astray = {
        library for library in libraries & LIBRARIES.keys() if not _within(name(path), LIBRARIES[library])
    }
    assert not astray


@EVERY_MODULE
def test_every_module_imports_by_full_name(path: Path) -> None:
    assert "" not in {module for module, _ in imports(path)}, "relative import: name the module in full"


@EVERY_RULE
def test_rules_import_nothing_impure(path: Path) -> None:
    allowed = PURE | RULE_LIBRARIES | RULE_EXCEPTIONS.get(".".join(name(path).split(".")[:2]), set())
    assert {module.partition(".")[0] for module in outer_imports(path)} <= allowed


@EVERY_RULE
def test_rules_of_one_ruleset_know_nothing_of_another(path: Path) -> None:
    own = [ruleset for ruleset in RULESETS if _within(name(path), (f"rules.{ruleset}",))]
    known = [
        ruleset for ruleset in RULESETS if any(_within(m, (f"rules.{ruleset}",)) for m in inner_imports(path))
    ]
    assert name(path) == "rules" or known in ([], own)


@pytest.mark.parametrize("path", [path for path in modules() if name(path).startswith("site")], ids=name)
def test_the_site_never_names_a_game(path: Path) -> None:
    """Secrets pass one door: the site is handed a View and what was Told, never a position."""
    imported = {name for _, name in imports(path)}
    read = {node.attr for node in ast.walk(tree(path)) if isinstance(node, ast.Attribute)}
    assert "Game" not in imported | read


def test_pure_names_only_the_standard_library() -> None:
    assert sys.stdlib_module_names >= PURE
