"""YAML text to plain values, line by line known, and the guard against what nobody should write.

One walk over the parser's events does all three: it refuses what the guard forbids before anything is built
of it, makes the values, and notes the lines. The parser behind the events never recurses, so that no
input can exhaust memory or stack. What the values mean is said in `store/schema.py`; nothing here reads files.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NoReturn, Protocol

import msgspec
from msgspec.structs import replace

from genetess_cli.errors import Finding, InvalidFile, short
from genetess_cli.rules.problems import MERGED, merge_mark
from genetess_cli.values import Value

# Patterns as text: a command whose files were parsed before compiles none of them.
_UNPRINTABLE = "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]"
_NULL = frozenset(("", "~", "null", "Null", "NULL"))
_BOOL = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_INT = r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+"
_FLOAT = r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?"
_ENDLESS = r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
_LOOK = "write `key: value`, indent with spaces, close quotes and brackets, put text with signs in quotes"
DIGITS = 18  # what fits a 64-bit number whatever its digits are


class Node(msgspec.Struct):
    """The place of a value, and how it was written."""

    line: int  # that of its key or of itself
    row: int  # that of the value
    text: str | None = None  # as it stands there without quotes
    literal: bool = False
    parts: dict[str, Node] | list[Node] | None = None


def decode(data: bytes, where: str, limits: Limits) -> str:
    """Return a file's text without byte order mark. Raise InvalidFile: too large, not UTF-8, or not for YAML."""
    if len(data) > limits.size:
        _stop(where, 0, f"the file has {len(data):,} bytes; at most {limits.size:,} are read")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        _stop(where, line, f"byte {error.start + 1} is not UTF-8; save the file as UTF-8")
    text = text.removeprefix("\ufeff")
    if mark := merge_mark(text):
        _stop(where, mark, f"the line {MERGED}")
    for row, words in enumerate(text.splitlines(), 1):
        if words.startswith("%"):
            _stop(where, row, "a `%` directive; delete this line")
        if words.strip() and not words.lstrip().startswith("#"):
            break
    if match := re.search(_UNPRINTABLE, text):
        line = text.count("\n", 0, match.start()) + 1
        _stop(where, line, f"the invisible character U+{ord(match[0]):04X}; delete it or save as UTF-8")
    return text


def parse(data: bytes, where: str, limits: Limits) -> tuple[Plain, Node]:
    """Return the values of a file and where each stands. Raise InvalidFile for all but one document of plain values."""
    return _Walk(decode(data, where, limits), where, limits).document()


def _stop(where: str, line: int, message: str) -> NoReturn:
    raise InvalidFile(Finding(where, message, line))


def _events(text: str, where: str) -> Iterator[_Event]:
    """Return the parser's events; its complaints become InvalidFile."""
    from ruamel.yaml.error import MarkedYAMLError, YAMLError
    from ruamel.yaml.scanner import ScannerError

    try:
        parser = _parser()(text)
        while parser.check_event():
            yield parser.get_event()
    except MarkedYAMLError as error:
        begins = isinstance(error, ScannerError) and error.context_mark  # where the key or the quote stands
        mark = begins or error.problem_mark
        row = mark.line if mark else 0
        line = min(row, text.rstrip().count("\n")) + 1
        _stop(where, line, f"{error.problem or error.context or 'not YAML'}; {_LOOK}")
    except (YAMLError, ValueError, OverflowError) as error:
        _stop(where, 1, f"{str(error).partition(chr(10))[0] or 'not YAML'}; {_LOOK}")


def _parser() -> Callable[[str], Any]:
    """Return the parser in C, which is a dependency of ours; a browser has the same one in Python."""
    # `YAML` makes a class for each text, which takes three times as long.
    try:
        from ruamel.yaml.cyaml import CSafeLoader
    except ImportError:
        from ruamel.yaml.loader import SafeLoader

        return SafeLoader
    return CSafeLoader


class _Row(Protocol):
    line: int


class _Event(Protocol):
    """What is read of the parser's events; each kind has some of it."""

    start_mark: _Row
    anchor: str | None
    tag: str | None
    value: str
    implicit: tuple[bool, bool]
    style: str | None


class _Walk:
    """One walk over the events of a text, which builds values and marks as it goes."""

    def __init__(self, text: str, where: str, limits: Limits) -> None:
        self.where = where
        self.limits = limits
        self.text = text
        self.events = _events(text, where)
        self.nodes = 0

    def document(self) -> tuple[Plain, Node]:
        found: tuple[Plain, Node] | None = None
        for event in self.events:
            if type(event).__name__ == "DocumentStartEvent":
                if found:
                    self._stop(
                        event, "a second document begins here; a file holds one: delete the line `---`"
                    )
                found = self._value(next(self.events), 0)
        if found is None or (found[0] is None and not found[1].text):
            _stop(self.where, 1, "the file is empty")
        return found

    def _stop(self, event: _Event, message: str) -> NoReturn:
        _stop(self.where, event.start_mark.line + 1, message)

    def _refuse(self, event: _Event) -> None:
        if type(event).__name__ == "AliasEvent":
            self._stop(
                event, f"`*{event.anchor}` refers to another value; write the value out, or quote the text"
            )
        if event.anchor is not None:
            self._stop(event, f"`&{event.anchor}` names a value; delete the name, or put the text in quotes")
        if event.tag is not None:
            self._stop(event, f"the tag `{event.tag}`; delete it, or put the text in quotes")
        if re.search("[\ud800-\udfff]", getattr(event, "value", "")):
            self._stop(event, "an escape of no character; write the character itself")
        self.nodes += 1
        if self.nodes > self.limits.nodes:
            self._stop(event, f"more than {self.limits.nodes:,} values; split or shorten the file")

    def _value(self, event: _Event, depth: int) -> tuple[Plain, Node]:
        self._refuse(event)
        name = type(event).__name__
        row = event.start_mark.line + 1
        if name == "ScalarEvent":
            if not event.implicit[0]:
                return event.value, Node(row, row, literal=event.style == "|")
            return self._plain(event), Node(row, row, event.value)
        if depth >= self.limits.depth:
            self._stop(event, f"more than {self.limits.depth} values within values")
        if name == "MappingStartEvent":
            return self._mapping(row, depth + 1)
        items = [self._value(item, depth + 1) for item in self._inside()]
        return [value for value, _ in items], Node(row, row, parts=[mark for _, mark in items])

    def _mapping(self, row: int, depth: int) -> tuple[Plain, Node]:
        values: dict[str, Plain] = {}
        parts: dict[str, Node] = {}
        for event in self._inside():
            key = self._key(event, parts)
            values[key], parts[key] = self._value(next(self.events), depth)
            parts[key].line = event.start_mark.line + 1
        return values, Node(row, row, parts=parts)

    def _inside(self) -> Iterator[_Event]:
        """Yield what begins each part of the list or mapping that has begun; the parts themselves are taken between."""
        for event in self.events:
            if type(event).__name__ in ("MappingEndEvent", "SequenceEndEvent"):
                return
            yield event

    def _key(self, event: _Event, parts: dict[str, Node]) -> str:
        self._refuse(event)
        if type(event).__name__ != "ScalarEvent":
            self._stop(event, "a list or mapping cannot be a key; write a word before the `:`")
        key: str = event.value
        if event.implicit[0] and not isinstance(self._plain(event), str):
            shown = key or '""'
            self._stop(event, f'the key {shown} is no text; put it in quotes: "{key}"')
        if key in parts:
            self._stop(
                event, f"`{short(key)}` is given twice, first in line {parts[key].line}; keep one of them"
            )
        return key

    def _plain(self, event: _Event) -> str | int | float | bool | None:
        text: str = event.value
        if text in _NULL:
            return None
        if text in _BOOL:
            return _BOOL[text]
        if re.fullmatch(_INT, text):
            if len(text.lstrip("+-")) > DIGITS:
                self._stop(event, f"a number of {len(text)} digits; put it in quotes if it is text")
            return int(text, 0) if text[:2] in ("0o", "0x") else int(text)
        if re.fullmatch(_FLOAT, text):
            number = float(text)
            if number - number == 0:
                return number
        elif not re.fullmatch(_ENDLESS, text):
            return text
        self._stop(event, f'`{short(text)}` is no number that counts; put it in quotes: "{short(text)}"')


Path = Sequence[str | int]


class Tree(msgspec.Struct, eq=False):
    """What a file says, in plain values (dict, list, str, int, float, bool, None)."""

    data: Plain
    source: bytes
    where: str  # the file's name in messages
    limits: Limits
    root: Node | None = None  # made when a line is asked for, where the values come from the cache

    def with_values(self, values: dict[str, Plain]) -> Tree:
        """Return the tree with further values of a mapping, which stand in no line of the file."""
        return self.with_data({**self.data, **values}) if isinstance(self.data, dict) else self

    def with_data(self, data: Plain) -> Tree:
        """Return the tree with other values than the file's own."""
        return replace(self, data=data)

    def line(self, path: Path) -> int:
        """Return the line, counted from 1, of the key or element at `path`; of the nearest one above where missing.

        The rows of a `|` text count as its elements: `("map", 3)` is the line of its fourth row.
        """
        mark, missing = self._mark(path)
        if mark.literal and len(missing) == 1 and isinstance(missing[0], int):
            return mark.row + 1 + missing[0]
        return mark.line

    def raw_text(self, path: Path) -> str | None:
        """Return how the value at `path` was written, where it stands there without quotes; else None."""
        mark, missing = self._mark(path)
        return None if missing else mark.text

    def _mark(self, path: Path) -> tuple[Node, Path]:
        """Return the mark of the longest part of `path` that exists, and what is left of it."""
        if self.root is None:
            self.root = parse(self.source, self.where, self.limits)[1]
        mark = self.root
        for depth, step in enumerate(path):
            part = _step(mark.parts, step)
            if part is None:
                return mark, path[depth:]
            mark = part
        return mark, ()


def _step(parts: dict[str, Node] | list[Node] | None, step: str | int) -> Node | None:
    if isinstance(parts, dict) and isinstance(step, str):
        return parts.get(step)
    if isinstance(parts, list) and isinstance(step, int) and 0 <= step < len(parts):
        return parts[step]
    return None


def value_at(data: Plain, path: Path) -> Any:
    value: Any = data
    for step in path:
        value = value[step]
    return value


def join_path(path: Path) -> str:
    """Return a path for people: `players[0].seat`."""
    return "".join(map(_join_step, path)).removeprefix(".")


def _join_step(step: str | int) -> str:
    return f"[{step}]" if isinstance(step, int) else f".{step}"


def fault(tree: Tree, path: Path, message: str) -> Finding:
    """Return a mistake with its place: `games/riot/game.yaml:7: players[0].seat: message`."""
    return Finding(tree.where, message, tree.line(path), join_path(path))


Plain = dict[str, Any] | list[Any] | str | int | float | bool | None


class Limits(Value):
    """Limits of a file, by whom it is from: bytes, values within values, values in all."""

    name: str
    size: int
    depth: int
    nodes: int


HUMAN = Limits("human", size=256 * 1024, depth=12, nodes=20_000)
PROGRAM = Limits("program", size=4 * 1024 * 1024, depth=24, nodes=400_000)
