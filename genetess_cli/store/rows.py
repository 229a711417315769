"""Writing a list of mappings anew in a file that a person wrote, such as the players of game.yaml.

The lines of mappings that stay are taken over as they are; a new one is a line of its own in braces.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from genetess_cli.errors import InvalidFile, Refused
from genetess_cli.store.dump import dump
from genetess_cli.store.limits import HUMAN
from genetess_cli.store.parsing import decode, parse

_BOM = "\ufeff"


def with_list(data: bytes, name: str, rows: Sequence[Mapping[str, Any]], where: str) -> bytes:
    """The file with the list `name` holding `rows`, and every other character as it was.

    Raises InvalidFile where the file cannot be read or has no such list, Refused where the list is not written as one
    line or more for each mapping, or empty as `[]`.
    """
    before: Any = parse(data, where, HUMAN)[0]
    if not isinstance(before, dict) or not isinstance(before.get(name), list):
        raise InvalidFile([f"{where}: expected a list at {name}"])
    written = _written(decode(data, where, HUMAN), name, before[name], rows)
    mark = _BOM if data.startswith(_BOM.encode()) else ""
    found = f"{mark}{written}".encode()
    if _says(found, where) != {**before, name: [*rows]}:
        raise Refused(f"{where}: cannot write {name}; write it with a line for each, or as `{name}: []`")
    return found


def _says(data: bytes, where: str) -> Any:
    try:
        return parse(data, where, HUMAN)[0]
    except InvalidFile:
        return None


def _written(text: str, name: str, there: Sequence[Any], rows: Sequence[Mapping[str, Any]]) -> str:
    end = "\r\n" if "\r\n" in text else "\n"
    node, lines = _node(text, name), text.splitlines(keepends=True)
    if not there:
        new = "".join(_line("  ", row, end) for row in rows)
        rest = text[node.end_mark.index :]
        return text[: node.start_mark.index].rstrip() + _behind(rest, end) + new + _below(rest)
    first, last = node.value[0].start_mark.line, _last(node.value[-1]) + 1
    indent = lines[first].partition("-")[0]
    if last == len(lines) and not lines[-1].endswith("\n"):
        lines[-1] += end
    starts = [item.start_mark.line for item in node.value]
    kept = ["".join(lines[a:b]) for a, b in zip(starts, [*starts[1:], last], strict=True)]
    found = [kept[there.index(row)] if row in there else _line(indent, row, end) for row in rows]
    return "".join([*lines[:first], *found, *lines[last:]])


def _behind(rest: str, end: str) -> str:
    """What stands on the list's own line behind it: a comment, and the end of the line."""
    return rest.partition("\n")[0].rstrip() + end


def _below(rest: str) -> str:
    return rest.partition("\n")[2]


def _line(indent: str, row: Mapping[str, Any], end: str) -> str:
    fields = ", ".join(dump({key: value}).rstrip() for key, value in row.items())
    return f"{indent}- {{{fields}}}{end}"


def _node(text: str, name: str) -> Any:
    from ruamel.yaml import YAML

    document = YAML(typ="safe", pure=True).compose(text)
    return next(value for key, value in document.value if key.value == name)


def _last(node: Any) -> int:
    """The number of the line on which a mapping ends, comments behind it not counted."""
    if node.id == "scalar" or node.flow_style:
        return int(node.end_mark.line)
    parts = [part for pair in node.value for part in (pair if isinstance(pair, tuple) else (pair,))]
    return max(map(_last, parts), default=int(node.end_mark.line))
