"""Eleven rooms upon values, one direction: a room imports only what stands left of it, and no module is in a circle."""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from genetess_cli.rules import RULESETS
from tests.house.tree import PACKAGE, imports, inner_imports, modules, name, outer_imports, tree

ROOMS = (
    "values",
    "errors",
    "rules",
    "manual",
    "store",
    "turns",
    "site",
    "admin",
    "browser",
    "notices",
    "intake",
    "cli",
)
SITE = (
    *("words", "position", "board", "facts", "games", "places", "banner", "lexer", "gather", "past", "write"),
    *("assets", "templates", "replay", "pages", "league", "game_pages", "build"),
)
"""The rooms of the site, in the same order."""
DUNDERS = {"__init__", "__main__"}
MOST_MODULES = 12
"""In one package, `__init__` and cli not counted: more can nobody have in mind."""

# heavy or impure library -> where alone it may be imported
LIBRARIES: dict[str, tuple[str, ...]] = {
    "git": ("store.git",),
    "ruamel": ("store.yaml",),
    "click": ("cli",),
    "jinja2": ("site", "admin.new_league"),
    "rich": ("cli",),
    "pygments": ("site", "cli"),
    "subprocess": ("store.git", "store.forges.gh", "cli"),
    "random": (),
    "chess": ("rules.genie", "site.games.genie"),
}

LATE = {"genetess_cli.site.lexer": "Pygments", "genetess_cli.site.templates": "Jinja2"}
"""Modules of ours that are classes of a library, and may be imported where that library may: in the function."""
TABLES = {
    *("rules", "manual.books", "manual.genetess.articles", "site.games"),
    *(f"{room}.{game}" for room in ("rules", "manual", "site.games") for game in RULESETS),
}
"""Modules that say what there is of each game, and load a part of it where it is asked for: one game of several."""

# What the standard library has that knows no file, no clock, no luck and no other process.
PURE = {
    "__future__", "abc", "array", "bisect", "collections", "contextlib", "copy", "dataclasses", "difflib", "enum",
    "fractions", "functools", "hashlib", "heapq", "hmac", "itertools", "json", "math", "operator", "re", "string",
    "struct", "textwrap", "types", "typing", "unicodedata",
}  # fmt: skip

RULE_LIBRARIES = {"msgspec"}
RULE_EXCEPTIONS = {
    "rules.packages": {"importlib"},  # it finds what other packages offer
    "rules.genie": {"chess"},
}


def _room(module: str) -> str:
    return module.partition(".")[0]


def _within(module: str, places: tuple[str, ...]) -> bool:
    return any(module == place or module.startswith(f"{place}.") for place in places)


def _rules() -> Iterator[Path]:
    return (path for path in modules() if _room(name(path)) == "rules")


def test_the_package_has_eleven_rooms_and_what_all_values_are() -> None:
    assert {_room(name(path)) for path in modules()} == {*ROOMS, *DUNDERS}


def test_a_room_imports_only_what_stands_left_of_it() -> None:
    upward = [
        f"{name(path)} imports {module}"
        for path in modules()
        if _room(name(path)) in ROOMS
        for module in inner_imports(path)
        if _room(module) != "__init__" and ROOMS.index(_room(module)) > ROOMS.index(_room(name(path)))
    ]
    assert not upward


def test_a_room_of_the_site_imports_only_what_stands_left_of_it() -> None:
    upward = [
        f"{name(path)} imports {module}"
        for path in modules()
        if _room(name(path)) == "site" and name(path) != "site.__init__"
        for module in inner_imports(path)
        if _room(module) == "site" and _place_in_site(module) > _place_in_site(name(path))
    ]
    assert not upward


def _place_in_site(module: str) -> int:
    """Return where the room of a module stands among those of SITE."""
    return SITE.index(module.split(".")[1])


def test_no_module_is_in_a_circle() -> None:
    graph = {name(path): {*inner_imports(path)} - {name(path)} for path in modules()}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        raise AssertionError(" -> ".join(error.args[1])) from None


def test_a_package_has_at_most_a_dozen_modules() -> None:
    packages: dict[Path, list[Path]] = defaultdict(list)
    for path in modules():
        if path.name != "__init__.py":
            packages[path.parent].append(path)
    large = {
        folder.name: len(files)
        for folder, files in packages.items()
        if len(files) > MOST_MODULES and folder != PACKAGE / "cli"
    }
    assert not large


def test_only_a_command_loads_a_module_of_ours_late() -> None:
    late = [
        f"{name(path)}:{node.lineno}"
        for path in modules()
        if _room(name(path)) not in {"cli", "__main__"} and name(path) not in TABLES
        for function in ast.walk(tree(path))
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.ImportFrom) and _room(node.module or "") == "genetess_cli"
        if not {node.module, *(f"{node.module}.{each.name}" for each in node.names)} & LATE.keys()
    ]
    assert not late


def test_a_library_is_imported_only_in_its_place() -> None:
    astray = [
        f"{name(path)} imports {library}"
        for path in modules()
        for library in sorted({_room(module) for module in outer_imports(path)} & LIBRARIES.keys())
        if not _within(name(path), LIBRARIES[library])
    ]
    assert not astray


def test_every_module_imports_by_full_name() -> None:
    relative = [name(path) for path in modules() if "" in {module for module, _ in imports(path)}]
    assert not relative


def test_rules_import_nothing_impure() -> None:
    impure = {
        name(path): others
        for path in _rules()
        if (
            others := {_room(module) for module in outer_imports(path)}
            - PURE
            - RULE_LIBRARIES
            - RULE_EXCEPTIONS.get(".".join(name(path).split(".")[:2]), set())
        )
    }
    assert not impure


def test_rules_of_one_ruleset_know_nothing_of_another() -> None:
    for path in _rules():
        if name(path) == "rules":
            continue
        own = {ruleset for ruleset in RULESETS if _within(name(path), (f"rules.{ruleset}",))}
        known = {
            ruleset
            for ruleset in RULESETS
            for module in inner_imports(path)
            if _within(module, (f"rules.{ruleset}",))
        }
        assert known <= own, name(path)


def test_the_site_never_names_a_game() -> None:
    """Secrets pass one door: the site is handed a View and what was Told, never a position."""
    for path in modules():
        if _room(name(path)) == "site":
            imported = {imported for module, imported in imports(path) if ".rules" in module}
            read = {node.attr for node in ast.walk(tree(path)) if isinstance(node, ast.Attribute)}
            assert "Game" not in imported | read, name(path)


def test_pure_names_only_the_standard_library() -> None:
    assert sys.stdlib_module_names >= PURE
