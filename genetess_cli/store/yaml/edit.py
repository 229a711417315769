"""Setting a field of a file that a person wrote, and leaving every other character of it as it was.

The library says where a value begins and ends, and only those characters are replaced; a new field becomes a
line of its own at the end. A file for which that does not come out right (all of it in one pair of braces,
say) goes through the library's round trip, which keeps comments and order but may change spaces.
"""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from genetess_cli.errors import Finding, InvalidFile, Refused
from genetess_cli.store.yaml.read import HUMAN, decode, parse
from genetess_cli.store.yaml.write import dump

_BOM = "\ufeff"


def with_fields(data: bytes, fields: Mapping[str, Any], where: str) -> bytes:
    """The file with top-level `fields` set: text, numbers, booleans or nothing.

    Raises InvalidFile where the file cannot be read, Refused where no way of writing keeps what it says.
    """
    before = parse(data, where, HUMAN)[0]
    if not isinstance(before, dict):
        raise InvalidFile(Finding(where, "expected a mapping of `key: value`", 1))
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
        raise InvalidFile(Finding(where, f"expected a mapping at {name}[{index}]")) from None
    if not changed:
        return data
    wanted = {**before, name: [*before[name][:index], {**item, **changed}, *before[name][index + 1 :]]}
    beside = next((key for key in fields if key in item), next(iter(item), ""))
    for written in (
        _splice_item(data, name, index, changed, beside, where),
        _round_trip_item(data, name, index, changed, where),
    ):
        if written is not None and _fill(_says(written, where), name, index) == _fill(wanted, name, index):
            return written
    names = ", ".join(f"`{key}`" for key in changed)
    raise Refused(f"{where}: cannot set {names} of {name}[{index}] without changing the rest; do it by hand")


def _fill(tree: Any, name: str, index: int) -> Any:
    """What a file says, but for fields of the mapping that are nothing: to be nothing is as good as not to be there."""
    if tree is None:
        return None
    items = list(tree[name])
    items[index] = {key: value for key, value in items[index].items() if value is not None}
    return {**tree, name: items}


def _splice_item(
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


def _round_trip_item(data: bytes, name: str, index: int, fields: Mapping[str, Any], where: str) -> bytes:
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


def with_list(data: bytes, name: str, rows: Sequence[Mapping[str, Any]], where: str) -> bytes:
    """The file with the list `name` holding `rows`, and every other character as it was.

    Raises InvalidFile where the file cannot be read or has no such list, Refused where the list is not written as one
    line or more for each mapping, or empty as `[]`.
    """
    before: Any = parse(data, where, HUMAN)[0]
    if not isinstance(before, dict) or not isinstance(before.get(name), list):
        raise InvalidFile(Finding(where, f"expected a list at {name}"))
    written = _write(decode(data, where, HUMAN), name, before[name], rows)
    mark = _BOM if data.startswith(_BOM.encode()) else ""
    found = f"{mark}{written}".encode()
    if _says(found, where) != {**before, name: [*rows]}:
        raise Refused(f"{where}: cannot write {name}; write it with a line for each, or as `{name}: []`")
    return found


def _write(text: str, name: str, there: Sequence[Any], rows: Sequence[Mapping[str, Any]]) -> str:
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


_END: Final = re.compile(r"\r\n|\r|\n")
_ROW: Final = re.compile(r"\s*(name|seat)\s*[:=\uff1a]\s*(.*?)\s*", re.IGNORECASE)
_LOOSE: Final = re.compile(r"[\s#{*-]*[\"']?(name|seat)\b[\"']?\s*[:=\uff1a]*\s*(.*)", re.IGNORECASE)
_SEAT_TOO: Final = re.compile(r"[\s,;]+seat\s*[:=\uff1a]", re.IGNORECASE)
_COMMENT: Final = re.compile(r"(?:^|\s+)#.*")
_GUARDED: Final = re.compile(r"[\"'&*!|>\[{%]|[-?:](?:\s|$)|(?:~|null)$|---|\.\.\.", re.IGNORECASE)
_READ: Final = 2_000


def tidied(data: bytes) -> bytes:
    """The file with its lines `name` and `seat` written as YAML has them; as it is where that is nothing to mend."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data
    return "\n".join(map(_tidy, _END.split(text))).encode()


def _tidy(line: str) -> str:
    found = _ROW.fullmatch(line)
    if found is None:
        return line
    key, value = found[1].lower(), _COMMENT.sub("", found[2])
    if value in ("", '""', "''") or (key, value) == ("seat", "-"):
        return f"{key}:"
    return f"{key}: {value if _GUARDED.match(value) else msgspec.json.encode(value).decode()}"


def is_silent(data: bytes) -> bool:
    """Whether there is nothing in a file but comments."""
    return all(not row or row.startswith("#") for row in _rows(data))


def is_on_one_line(data: bytes) -> bool:
    """Whether a seat stands behind the name, on its line; a name in quotes may hold anything."""
    rows = map(_ROW.fullmatch, _rows(data))
    return any(row and not _GUARDED.match(row[2]) and _SEAT_TOO.search(row[2]) for row in rows)


def stray(data: bytes) -> list[int]:
    """The lines, counted from 1, that are mere words beside a name; none where anything else may be meant."""
    rows = [*enumerate(_rows(data), start=1)]
    plain = [(line, row) for line, row in rows if row and not row.startswith("#") and ":" not in row]
    found = [line for line, row in plain if not _ROW.fullmatch(row)]
    is_clear = any(_ROW.fullmatch(row) for _, row in rows) and not any(
        _GUARDED.match(row) for _, row in plain
    )
    return found if is_clear else []


def unread(data: bytes) -> str | None:
    """What stands behind a name and is no part of it, as it looks like a comment and hardly is one: `#2`."""
    for row in _rows(data):
        found = _ROW.fullmatch(row)
        if found and found[1].lower() == "name" and not _GUARDED.match(found[2]):
            behind = re.search(r"(?:^|\s)(#[^\s#].*)", found[2])
            if behind:
                return behind[1]
    return None


def meant(data: bytes, seats: Sequence[str]) -> tuple[list[str], str | None]:
    """What may be meant as the name in a file that cannot be read, the likeliest first, and which of `seats`."""
    names: list[str] = []
    wishes: list[str] = []
    others: list[str] = []
    for row in sorted(_rows(data), key=lambda row: row.startswith("#")):
        found = _LOOSE.fullmatch(row)
        if found is None:
            others += [] if row.startswith("#") else [row]
        elif found[1].lower() == "seat":
            wishes.append(found[2])
        else:
            name, *rest = _SEAT_TOO.split(found[2], maxsplit=1)
            names.append(name)
            wishes += rest
    words = [word for wish in wishes for word in re.findall(r"[a-z0-9-]+", wish.lower())]
    return [*names, *others], next((word for word in words if word in seats), None) or _near(words, seats)


def _near(words: Sequence[str], seats: Sequence[str]) -> str | None:
    import difflib  # for slips alone

    near = (found for word in words for found in difflib.get_close_matches(word, seats, 1, cutoff=0.7))
    return next(near, None)


def _rows(data: bytes) -> Iterator[str]:
    return (row.strip() for row in _END.split(_text(data[:_READ])))


def _text(data: bytes) -> str:
    """Text in whatever encoding people's editors save it."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")
