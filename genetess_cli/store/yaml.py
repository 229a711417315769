"""YAML in and out: one loader, one dumper. What the rest of the program uses of YAML is named here.

    tree = read(data, "games/riot/game.yaml", cache)      what a person wrote
    game = convert(tree, GameFile)                        its values, typed
    state = read_program(data, "games/riot/state.yaml")   what `dump` wrote

The guard and the walk are in `parsing.py`, lines in `tree.py`, types in `shape.py`, writing in `dump.py`,
setting single fields in `edit.py`. The YAML library is imported when something has to be parsed, not before.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from genetess_cli.errors import InvalidFile, mend
from genetess_cli.store.dump import dump
from genetess_cli.store.limits import HUMAN, PROGRAM, Limits, Plain
from genetess_cli.store.parsed import keep, recall
from genetess_cli.store.shape import convert, nearest
from genetess_cli.store.tree import Tree, fault

__all__ = [
    "Plain", "Tree", "convert", "dump", "fault", "nearest", "read", "read_program", "remember", "with_fields",
    "with_item", "with_list",
]  # fmt: skip

# The guards differ in their limits: what passed the wider one must not count as having passed the narrower.
_HUMAN: Final = "human"
_PROGRAM: Final = "program"


def read(data: bytes, where: str, cache: Path | None = None) -> Tree:
    """What a person wrote. `where` is the file's name in messages, `cache` the folder of what was parsed before.

    Raises InvalidFile, naming file and line, for more than 256 KiB, other text than UTF-8, an alias, anchor,
    tag or directive, a second document, a key given twice or that is no text, too many or too deep values,
    or no YAML at all.
    """
    return _read(data, where, cache, _HUMAN, HUMAN)


def read_program(data: bytes, where: str, cache: Path | None = None) -> Tree:
    """What the program wrote: the same guard with room for 4 MiB.

    Raises InvalidFile as `read` does, and how the file is got back.
    """
    try:
        return _read(data, where, cache, _PROGRAM, PROGRAM)
    except InvalidFile as broken:
        raise InvalidFile([*broken.faults, f"{where}: {mend(where)}"]) from None


def remember(cache: Path | None, data: bytes, values: Plain) -> None:
    """Note that `data`, which `dump` made, says `values`, so that the next command need not parse it."""
    keep(cache, _PROGRAM, data, values)


def with_fields(data: bytes, fields: Mapping[str, str | int | bool | None], where: str) -> bytes:
    """A file that a person wrote with top-level `fields` set, every other character as it was.

    Raises InvalidFile where it cannot be read, Refused where it cannot be written without other changes.
    """
    from genetess_cli.store import edit

    return edit.with_fields(data, fields, where)


def with_item(
    data: bytes, name: str, index: int, fields: Mapping[str, str | int | None], where: str
) -> bytes:
    """A file that a person wrote with `fields` of one mapping of the list `name` set, all else as it was.

    Raises what `with_fields` raises.
    """
    from genetess_cli.store import items

    return items.with_item(data, name, index, fields, where)


def with_list(data: bytes, name: str, rows: list[dict[str, str | int]], where: str) -> bytes:
    """A file that a person wrote with the list `name` of mappings as `rows` are, all else as it was.

    Raises what `with_fields` raises.
    """
    from genetess_cli.store import rows as lists

    return lists.with_list(data, name, rows, where)


def _read(data: bytes, where: str, cache: Path | None, kind: str, limits: Limits) -> Tree:
    if len(data) <= limits.size and (known := recall(cache, kind, data)):
        return Tree(known[0], data, where, limits)
    from genetess_cli.store.parsing import parse

    values, root = parse(data, where, limits)
    keep(cache, kind, data, values)
    return Tree(values, data, where, limits, root)
