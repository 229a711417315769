"""What differs between two values, in words."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any, Final

import msgspec

# What a changed record makes the rules raise.
MISFITS: Final = (
    ArithmeticError, AssertionError, AttributeError, LookupError, RecursionError, TypeError, ValueError,
)  # fmt: skip


class Unplayable(Exception):
    """A record that cannot be played again; the text says which field, what was expected and what was found."""


_NOTHING: Final = object()
_WIDEST: Final = 120


def difference(expected: Any, found: Any, path: str = "") -> str | None:
    """The first place in which two plain values differ, in words; None where they are equal."""
    for name, one, other in _parts(expected, found, path):
        if words := difference(one, other, name):
            return words
    if _whole(expected) == _whole(found):
        return None
    return f"{path}: expected {_quote(expected)}, found {_quote(found)}".removeprefix(": ")


def _parts(expected: Any, found: Any, path: str) -> Iterator[tuple[str, Any, Any]]:
    """What two values of the same kind consist of, side by side; none where they have to be compared whole."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in dict.fromkeys([*expected, *found]):
            yield f"{path}.{key}".lstrip("."), expected.get(key, _NOTHING), found.get(key, _NOTHING)
    elif isinstance(expected, list | tuple) and isinstance(found, list | tuple):
        for index, (one, other) in enumerate(zip_longest(expected, found, fillvalue=_NOTHING)):
            yield f"{path}[{index}]", one, other


def _whole(value: Any) -> Any:
    """A value so that it equals another one of its kind alone: true is not 1, and a list is a tuple's equal."""
    if isinstance(value, list | tuple):
        return "list", None
    return ("mapping", None) if isinstance(value, dict) else (type(value), value)


def _quote(value: Any) -> str:
    if value is _NOTHING:
        return "nothing"
    text = value if isinstance(value, str) and value else msgspec.json.encode(value).decode()
    return text if len(text) <= _WIDEST else f"{text[: _WIDEST - 1]}…"
