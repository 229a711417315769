"""Prose: the TOML files that lie beside the code, as values.

A line break in a text is a space, and a blank line begins another paragraph; paragraphs keep it between them. A name in
braces stands for a value of the rules, or for a text at the head of the file.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")
FOLDER = Path(__file__).parent
_NAME = re.compile(r"\{([a-z_]+)\}")
_BLANK = re.compile(r"\n\s*\n")


def load(file: str) -> dict[str, Any]:
    """Return what a file below this folder has, as TOML gives it. Raise ValueError, naming it, where it is no TOML."""
    try:
        return tomllib.loads((FOLDER / file).read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as wrong:
        raise ValueError(f"{file}: {wrong}") from wrong


def tables(
    file: str, kind: type[T], values: Mapping[str, str] = {}, under: Mapping[str, dict[str, Any]] = {}
) -> dict[str, T]:
    """Return the tables of a file by name, each on top of the one of its name in `under`. Raises what `value` does."""
    contents = load(file)
    known = {**values, **{name: text for name, text in contents.items() if isinstance(text, str)}}
    return {
        name: value(under.get(name, {}) | table, kind, f"{file}: {name}", known)
        for name, table in contents.items()
        if not isinstance(table, str)
    }


def value(table: dict[str, Any], kind: type[T], place: str, values: Mapping[str, str] = {}) -> T:
    """Return what a table says. Raise ValueError, naming its place, where it does not fit the kind."""
    try:
        return msgspec.convert(_filled(table, values), kind)
    except ValueError as wrong:
        raise ValueError(f"{place}: {wrong}") from wrong


def _filled(data: object, values: Mapping[str, str]) -> object:
    """Return everything below, its texts without line breaks and with values in place of their names."""
    if isinstance(data, dict):
        return {key: _filled(item, values) for key, item in data.items()}
    if isinstance(data, list):
        return [_filled(item, values) for item in data]
    if not isinstance(data, str):
        return data
    unknown = set(_NAME.findall(data)) - values.keys()
    if unknown:
        raise ValueError(f"nothing is called {min(unknown)}")
    text = _NAME.sub(lambda name: values[name[1]], data)
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in _BLANK.split(text.strip()))
