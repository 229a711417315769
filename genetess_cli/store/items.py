"""Setting fields of one mapping of a list in a file that a person wrote, such as a player of game.yaml.

As in `edit.py`, only the characters of the values are replaced: a field that is not there yet joins the line, or the
lines, of its mapping, and one that is to be nothing leaves them. What that does not do right goes through the library's
round trip.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any

import msgspec

from genetess_cli.errors import InvalidFile, Refused
from genetess_cli.store.dump import dump
from genetess_cli.store.limits import HUMAN
from genetess_cli.store.parsing import decode, parse

_BOM = "\ufeff"


class _Place(msgspec.Struct, frozen=True):
    """A scalar's first and last character, where its key begins, its column, and whether its mapping is in braces."""

    key: int
    first: int
    last: int
    column: int
    in_braces: bool


def with_item(
    data: bytes, name: str, index: int, fields: Mapping[str, str | int | None], where: str
) -> bytes:
    """The file with `fields` of the mapping number `index` in the list `name` set; one that is None is taken out.

    Where more than the field stands on its line, `null` is written instead.

    Raises InvalidFile where the file cannot be read or has no such mapping, Refused where no way of writing keeps
    everything else that it says.
    """
    before: Any = parse(data, where, HUMAN)[0]
    try:
        item = before[name][index]
        changed = {key: value for key, value in fields.items() if item.get(key) != value}
    except (AttributeError, LookupError, TypeError):
        raise InvalidFile([f"{where}: expected a mapping at {name}[{index}]"]) from None
    if not changed:
        return data
    wanted = {**before, name: [*before[name][:index], {**item, **changed}, *before[name][index + 1 :]]}
    beside = next((key for key in fields if key in item), next(iter(item), ""))
    for written in (
        _splice(data, name, index, changed, beside, where),
        _round_trip(data, name, index, changed, where),
    ):
        if written is not None and _filled(_says(written, where), name, index) == _filled(
            wanted, name, index
        ):
            return written
    names = ", ".join(f"`{key}`" for key in changed)
    raise Refused(f"{where}: cannot set {names} of {name}[{index}] without changing the rest; do it by hand")


def _says(data: bytes, where: str) -> Any:
    try:
        return parse(data, where, HUMAN)[0]
    except InvalidFile:
        return None


def _filled(tree: Any, name: str, index: int) -> Any:
    """What a file says, but for fields of the mapping that are nothing: to be nothing is as good as not to be there."""
    if tree is None:
        return None
    items = list(tree[name])
    items[index] = {key: value for key, value in items[index].items() if value is not None}
    return {**tree, name: items}


def _splice(
    data: bytes, name: str, index: int, fields: Mapping[str, Any], beside: str, where: str
) -> bytes | None:
    """The file with values replaced, and new fields behind the one named `beside`; None where it is no scalar."""
    text = decode(data, where, HUMAN)
    places = _places(text, name, index)
    if beside not in places:
        return None
    edits = [_edit(text, places, key, value, places[beside]) for key, value in fields.items()]
    for first, last, new in sorted(edits, reverse=True):
        text = text[:first] + new + text[last:]
    mark = _BOM if data.startswith(_BOM.encode()) else ""
    return f"{mark}{text}".encode()


def _edit(
    text: str, places: Mapping[str, _Place], key: str, value: str | int | None, beside: _Place
) -> tuple[int, int, str]:
    """The characters to replace, first and last, and by what; a new field goes behind `beside`."""
    if key in places and value is None and (span := _span(text, places[key])):
        return *span, ""
    if key in places:
        return places[key].first, places[key].last, dump(value).rstrip()
    field = dump({key: value}).rstrip()
    if beside.in_braces:
        return beside.last, beside.last, f", {field}"
    end = text.find("\n", beside.last)
    end = len(text) if end < 0 else end
    line = "\r\n" if text[:end].endswith("\r") else "\n"
    end -= line == "\r\n"
    return end, end, f"{line}{' ' * beside.column}{field}"


def _span(text: str, place: _Place) -> tuple[int, int] | None:
    """The characters that go with a field; None where it is not all by itself, behind a comma or on its line."""
    before = text[: place.key].rstrip(" ")
    if place.in_braces:
        return (len(before) - 1, place.last) if before.endswith(",") else None
    end = text.find("\n", place.last)
    end = len(text) if end < 0 else end
    alone = before.endswith("\n") and not text[place.last : end].strip()
    return (_line_end(text, len(before) - 1), _line_end(text, end)) if alone else None


def _line_end(text: str, at: int) -> int:
    """Where a line ends whose new line is `at`: before it, and before the carriage return that belongs to it."""
    return at - text[:at].endswith("\r")


def _places(text: str, name: str, index: int) -> dict[str, _Place]:
    """Where each scalar of the mapping stands, by its key."""
    from ruamel.yaml import YAML

    document = YAML(typ="safe", pure=True).compose(text)
    items = next((value for key, value in document.value if key.value == name), None)
    node = items.value[index] if items is not None else None
    if node is None or node.id != "mapping":
        return {}
    return {
        key.value: _Place(
            key.start_mark.index,
            value.start_mark.index,
            value.end_mark.index,
            key.start_mark.column,
            bool(node.flow_style),
        )
        for key, value in node.value
        if value.id == "scalar"
    }


def _round_trip(data: bytes, name: str, index: int, fields: Mapping[str, Any], where: str) -> bytes:
    from ruamel.yaml import YAML

    yaml = YAML(typ="rt")
    yaml.preserve_quotes = True
    yaml.width = 1 << 20
    text = decode(data, where, HUMAN)
    document = yaml.load(text.replace("\r\n", "\n"))
    document[name][index].update(fields)
    out = io.StringIO()
    yaml.dump(document, out)
    return out.getvalue().replace("\n", "\r\n" if "\r\n" in text else "\n").encode()
