"""Setting a field of a file that a person wrote, and leaving every other character of it as it was.

The library says where a value begins and ends, and only those characters are replaced; a new field becomes a
line of its own at the end. A file for which that does not come out right (all of it in one pair of braces,
say) goes through the library's round trip, which keeps comments and order but may change spaces.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any

from genetess_cli.errors import InvalidFile, Refused
from genetess_cli.store.dump import dump
from genetess_cli.store.limits import HUMAN
from genetess_cli.store.parsing import decode, parse

_BOM = "\ufeff"


def with_fields(data: bytes, fields: Mapping[str, Any], where: str) -> bytes:
    """The file with top-level `fields` set: text, numbers, booleans or nothing.

    Raises InvalidFile where the file cannot be read, Refused where no way of writing keeps what it says.
    """
    before = parse(data, where, HUMAN)[0]
    if not isinstance(before, dict):
        raise InvalidFile([f"{where}:1: expected a mapping of `key: value`"])
    wanted = {**before, **fields}
    changed = {name: value for name, value in fields.items() if name not in before or before[name] != value}
    if not changed:
        return data
    for write in (_splice, _round_trip):
        written = write(data, changed, where)
        if _says(written, where) == wanted:
            return written
    names = ", ".join(f"`{name}`" for name in changed)
    raise Refused(
        f"{where}: cannot set {names} without changing the rest; write one field a line, and try again"
    )


def _says(data: bytes, where: str) -> Any:
    try:
        return parse(data, where, HUMAN)[0]
    except InvalidFile:
        return None


def _splice(data: bytes, fields: Mapping[str, Any], where: str) -> bytes:
    """The file with the characters of changed values replaced, and new fields as lines at the end."""
    text = decode(data, where, HUMAN)
    end = "\r\n" if "\r\n" in text else "\n"
    spans, column = _spans(text)
    new = ""
    for name, value in fields.items():
        if name not in spans:
            new += " " * column + dump({name: value}).replace("\n", end)
    for name in sorted(spans.keys() & fields.keys(), key=lambda name: spans[name], reverse=True):
        first, last = spans[name]
        space = "" if text[first - 1 : first] == " " else " "
        text = f"{text[:first]}{space}{dump(fields[name]).rstrip()}{text[last:]}"
    if new and not text.endswith(("\n", "\r")):
        text += end
    mark = _BOM if data.startswith(_BOM.encode()) else ""
    return f"{mark}{text}{new}".encode()


def _spans(text: str) -> tuple[dict[str, tuple[int, int]], int]:
    """First and last character of every scalar at the top level, by its key; and the keys' column."""
    from ruamel.yaml import YAML

    spans: dict[str, tuple[int, int]] = {}
    depth, column, key = 0, 0, None
    for event in YAML(typ="safe", pure=True).parse(text):
        name = type(event).__name__
        if name == "MappingStartEvent" and depth == 0:
            column = event.start_mark.column
        if depth == 1 and name == "ScalarEvent" and key is not None:
            spans[key] = (event.start_mark.index, event.end_mark.index)
        if depth == 1 and name in ("ScalarEvent", "MappingStartEvent", "SequenceStartEvent"):
            key = event.value if key is None and name == "ScalarEvent" else None
        depth += name.endswith(("MappingStartEvent", "SequenceStartEvent"))
        depth -= name.endswith(("MappingEndEvent", "SequenceEndEvent"))
    return spans, column


def _round_trip(data: bytes, fields: Mapping[str, Any], where: str) -> bytes:
    from ruamel.yaml import YAML

    yaml = YAML(typ="rt")
    yaml.preserve_quotes = True
    yaml.width = 1 << 20  # a long line stays one line
    text = decode(data, where, HUMAN)
    document = yaml.load(text.replace("\r\n", "\n"))
    document.update(fields)
    out = io.StringIO()
    yaml.dump(document, out)
    return out.getvalue().replace("\n", "\r\n" if "\r\n" in text else "\n").encode()
