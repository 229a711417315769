"""What differs between two values, in words."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any, Final

import msgspec

# What the rules raise for what they never expected: a changed record, or a mistake of the program's.
MISFITS: Final = (
    ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError,
)  # fmt: skip


class Unplayable(Exception):
    """A record that cannot be played again; the text says which field, what was expected and what was found."""


_NOTHING: Final = object()
_WIDEST: Final = 120


def difference(expected: Any, actual: Any, path: str = "") -> str | None:
    """Return the first place in which two plain values differ, in words; None where they are equal."""
    for name, left, right in _parts(expected, actual, path):
        if words := difference(left, right, name):
            return words
    if _whole(expected) == _whole(actual):
        return None
    return f"{path}: expected {_quote(expected)}, found {_quote(actual)}".removeprefix(": ")


def _parts(expected: Any, actual: Any, path: str) -> Iterator[tuple[str, Any, Any]]:
    """Yield what two values of the same kind consist of, side by side; none where they have to be compared whole."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        for key in dict.fromkeys([*expected, *actual]):
            yield f"{path}.{key}".lstrip("."), expected.get(key, _NOTHING), actual.get(key, _NOTHING)
    elif isinstance(expected, list | tuple) and isinstance(actual, list | tuple):
        for index, (left, right) in enumerate(zip_longest(expected, actual, fillvalue=_NOTHING)):
            yield f"{path}[{index}]", left, right


def _whole(value: Any) -> Any:
    """Return a value that equals another one of its kind alone: true is not 1, and a list is a tuple's equal."""
    if isinstance(value, list | tuple):
        return "list", None
    return ("mapping", None) if isinstance(value, dict) else (type(value), value)


def _quote(value: Any) -> str:
    if value is _NOTHING:
        return "nothing"
    text = value if isinstance(value, str) and value else msgspec.json.encode(value).decode()
    return text if len(text) <= _WIDEST else f"{text[: _WIDEST - 1]}…"
