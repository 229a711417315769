"""Change values in a file that a person wrote, and leave every other character of it as it was.

The library says where a value begins and ends; only those characters are replaced, or lines added and taken out. What
is written is read again: where it says anything else than what was meant, the change is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Protocol

from genetess_cli.errors import Finding, InvalidFile, Refused
from genetess_cli.store.yaml.read import HUMAN, Path, decode, join_path, parse, value_at
from genetess_cli.store.yaml.write import dump, flow

_BOM = "\ufeff"


class _Mark(Protocol):
    index: int
    column: int


class _Node(Protocol):
    """What is read of a node of the library's."""

    id: str
    value: Any  # text, or the nodes of a list, or pairs of nodes
    flow_style: bool
    start_mark: _Mark
    end_mark: _Mark


_Edit = tuple[int, int, str]  # the characters to replace, first and last, and by what
_Row = Mapping[str, object]
_Fields = Mapping[str, str | int | Sequence[str] | None]


def with_fields(data: bytes, fields: _Fields, where: str, path: Path = ()) -> bytes:
    """Return the file with `fields` of the mapping at `path` set, or of the whole file; one that is None is taken out.

    A new field goes behind the first of `fields` that is there, in the whole file to its end. Where more than the field
    stands on its line, `null` is written instead. Raise InvalidFile where there is no such mapping, Refused where
    writing would change what else it says.
    """
    wanted: Any = parse(data, where, HUMAN)[0]
    try:
        item = value_at(wanted, path)
        changed = {name: value for name, value in fields.items() if item.get(name) != value}
    except (AttributeError, LookupError, TypeError):
        raise InvalidFile(Finding(where, f"expected a mapping at {join_path(path) or 'its top'}")) from None
    if not changed:
        return data
    text = decode(data, where, HUMAN)
    node = _node(text, path)
    pairs = {pair[0].value: pair for pair in node.value}
    beside = next((pairs[name] for name in fields if name in pairs), node.value[0])
    at = _field_end(text, *beside)
    if not path and not node.flow_style:
        at = len(text[: node.end_mark.index].removesuffix("\n"))
    names = sorted(
        changed, key=lambda name: name not in pairs
    )  # where one is filled, new ones come behind it
    edits = [_edit(text, node, pairs.get(name), {name: changed[name]}, at) for name in names]
    item.update(changed)
    what = ", ".join(f"`{name}`" for name in changed)
    if path:
        what = f"{what} of {join_path(path)}"
    return _write(data, text, edits, wanted, where, what)


def with_rows(data: bytes, name: str, rows: Sequence[_Row], where: str) -> bytes:
    """Return the file with the list `name` holding `rows`; one there keeps its lines. Raise as `with_fields`."""
    before: Any = parse(data, where, HUMAN)[0]
    if not isinstance(before, dict) or not isinstance(before.get(name), list):
        raise InvalidFile(Finding(where, f"expected a list at {name}"))
    text = decode(data, where, HUMAN)
    node = _node(text, (name,))
    present = before[name]
    wanted = {**before, name: [*rows]}
    if node.flow_style and present:
        return _write(data, text, [_in_brackets(text, node, present, rows)], wanted, where, name)
    starts = [_line_start(text, item.start_mark.index) for item in node.value]
    if present:
        stop = _line_end(text, _end(text, node))
        indent = text[: node.value[0].start_mark.index].rpartition("\n")[2].partition("-")[0]
    else:
        stop = _line_end(text, node.end_mark.index)
        indent = "  "
    kept = [text[a:b] for a, b in zip(starts, [*starts[1:], stop], strict=False)]
    start = f"{_newline(text)}{indent}"
    new = _rows(rows, present, kept, lambda row: start + start.join(dump([row]).splitlines()))
    edits = [(min([*starts, stop]), stop, "".join(new))]
    if not present:
        edits.append((len(text[: node.start_mark.index].rstrip()), node.end_mark.index, ""))
    return _write(data, text, edits, wanted, where, name)


def _rows(
    rows: Sequence[_Row], present: list[_Row], kept: Sequence[str], new: Callable[[_Row], str]
) -> list[str]:
    """Return the text of each row: the one that is `kept` where it is there."""
    texts = []
    for row in rows:
        text = kept[present.index(row)] if row in present else new(row)
        texts.append(text)
    return texts


def _in_brackets(text: str, node: _Node, present: list[_Row], rows: Sequence[_Row]) -> _Edit:
    """Return what sets the rows of a list in brackets; one there keeps its text. Raise Refused for comments between."""
    first = node.start_mark.index + 1
    last = node.end_mark.index - 1
    kept = [text[item.start_mark.index : item.end_mark.index] for item in node.value]
    if text[first:last].count("#") > "".join(kept).count("#"):
        raise Refused(
            "a list in brackets has comments between its rows; give each row a line with a dash, and try again"
        )
    return first, last, ", ".join(_rows(rows, present, kept, flow))


def _write(data: bytes, text: str, edits: Sequence[_Edit], wanted: object, where: str, what: str) -> bytes:
    ordered = sorted(edits, key=lambda edit: edit[:2])
    for first, last, new in reversed(ordered):
        text = text[:first] + new + text[last:]
    if data.startswith(_BOM.encode()):
        text = _BOM + text
    written = text.encode()
    with suppress(InvalidFile):
        if _filled(parse(written, where, HUMAN)[0]) == _filled(wanted):
            return written
    raise Refused(
        f"{where}: cannot write {what} without changing the rest; "
        "give each field, or each row of a list, a line of its own there, and try again"
    )


def _filled(value: object) -> object:
    """Return what a file says without fields that are nothing: to be nothing is as good as not to be there."""
    if isinstance(value, dict):
        return {name: _filled(part) for name, part in value.items() if part is not None}
    return [_filled(part) for part in value] if isinstance(value, list) else value


def _edit(text: str, node: _Node, pair: tuple[_Node, _Node] | None, field: _Fields, at: int) -> _Edit:
    """Return what sets a field of the mapping `node`; a new one goes `at` a place, or to the end of its line."""
    if pair is None and node.flow_style:
        return at, at, f", {dump(field).rstrip()}"
    if pair is None:
        at = _line_end(text, at)
        return at, at, f"{_newline(text)}{' ' * node.start_mark.column}{dump(field).rstrip()}"
    key, old = pair
    [new] = field.values()
    last = _field_end(text, key, old)
    if new is None and (span := _span(text, key.start_mark.index, last, node.flow_style)):
        return *span, ""
    first = min(old.start_mark.index, last)
    space = "" if text[first - 1] == " " else " "
    return first, last, f"{space}{flow(new)}"


def _field_end(text: str, key: _Node, value: _Node) -> int:
    """Return where a field ends; a value of nothing is said by the library to stand before whatever comes next."""
    is_nothing = value.start_mark.index == value.end_mark.index
    return text.index(":", key.end_mark.index) + 1 if is_nothing else _end(text, value)


def _span(text: str, first: int, last: int, in_braces: bool) -> tuple[int, int] | None:
    """Return the characters that go with a field; None where it is not all by itself, behind a comma or on its line."""
    before = text[:first].rstrip(" ")
    if in_braces:
        return (len(before) - 1, last) if before.endswith(",") else None
    end = _line_end(text, last)
    return (_line_start(text, first), end) if before.endswith("\n") and not text[last:end].strip() else None


def _node(text: str, path: Path) -> _Node:
    from ruamel.yaml import YAML

    node: _Node = YAML(typ="safe").compose(text)
    for step in path:
        parts = node.value
        if node.id != "sequence":
            parts = {key.value: part for key, part in parts}
        node = parts[step]
    return node


def _end(text: str, node: _Node) -> int:
    """Return where a value ends, comments and blank lines behind it not counted."""
    if node.id == "scalar" or node.flow_style:
        return int(node.end_mark.index)
    last = node.value[-1]
    return _field_end(text, *last) if node.id == "mapping" else _end(text, last)


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _line_start(text: str, index: int) -> int:
    at = text.rfind("\n", 0, index)
    return at - text[:at].endswith("\r")


def _line_end(text: str, index: int) -> int:
    at = text.find("\n", index)
    if at < 0:
        at = len(text)
    return at - text[:at].endswith("\r")
