"""Plain values to YAML text: the same values always give the same text, one piece of a position a line.

An emitter of our own, because carrying out a turn has no time for the YAML library: importing it
takes longer than everything else that is done. Whatever any loader could take for something other than
text stands in quotes, so that YAML 1.1 and 1.2 read the same values back.
"""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

WIDTH = 100
_LARGEST = 10**18  # the loader takes 18 digits
_LONGEST_KEY = 1_000  # loaders give up looking for the `:` of a key after 1,024 characters

_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_./+()'!*<>=@&%$;-]*(?: [A-Za-z0-9_./+()'!*<>=@&%$;-]+)*")
_WORDS = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null"))
_LAST = "\ud7ff"  # what lies beyond it, older loaders take for an error or for two characters


def dump(value: object) -> str:
    """YAML text for dict, list, tuple, str, int, bool and None, however nested.

    Raise TypeError for any other value or a key that is not text, ValueError for a key of more than
    1,000 characters, for a number of more than 18 digits, or for text that is not Unicode (half of a surrogate pair).
    """
    return "\n".join(_block(value)) + "\n"


def _block(value: object) -> list[str]:
    if isinstance(value, dict) and value:
        return [line for key, item in value.items() for line in _entry(f"{_key(key)}:", " ", item)]
    if isinstance(value, list | tuple) and value:
        return [line for item in value for line in _entry("-", "", item)]
    return [flow(value)]


def _entry(lead: str, space: str, item: object) -> list[str]:
    """Return a value behind its key or dash; `space` is empty where the value's first line joins the dash."""
    if isinstance(item, str) and "\n" in item and (rows := _literal(item)):
        return [f"{lead} {rows[0]}", *rows[1:]]
    if _flat(item):
        line = f"{lead} {flow(item)}"
        if len(line) <= WIDTH or not isinstance(item, dict | list | tuple) or not item:
            return [line]
    inner = _indented(_block(item))
    return [lead, *inner] if space else [f"- {inner[0][2:]}", *inner[1:]]


def _flat(item: object) -> bool:
    """Return whether a value is small enough in kind for one line: scalars, and lists or one mapping of them."""
    if isinstance(item, dict):
        return all(not isinstance(part, dict) and _flat(part) for part in item.values())
    if isinstance(item, list | tuple):
        return not any(isinstance(part, dict | list | tuple) for part in item)
    return True


def flow(value: object) -> str:
    """Return a value on one line. Raise what `dump` raises."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(key)}: {flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(flow(item) for item in value) + "]"
    if isinstance(value, str):
        return _text(value)
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        if abs(value) >= _LARGEST:
            raise ValueError("a number of more than 18 digits is not read back")
        return str(int(value))
    raise TypeError(f"no YAML is made of {type(value).__name__}")


def _key(key: object) -> str:
    if not isinstance(key, str):
        raise TypeError(f"a key must be text, not {type(key).__name__}")
    text = _text(key)
    if len(text) > _LONGEST_KEY:
        raise ValueError(f"a key of {len(text)} characters; at most {_LONGEST_KEY}")
    return text


@lru_cache(4_096)  # most texts of a position stand there many times
def _text(text: str) -> str:
    if _PLAIN.fullmatch(text) and text.lower() not in _WORDS:
        return text
    quoted = msgspec.json.encode(text).decode()
    return quoted if _is_plain_scalar(quoted) else "".join(map(_escape, quoted))


def _is_plain_scalar(text: str) -> bool:
    """Return whether every loader takes every character as it stands: no pattern, which would take long to compile."""
    return text.isprintable() and (text.isascii() or max(text) <= _LAST)


def _escape(letter: str) -> str:
    code = ord(letter)
    if _is_plain_scalar(letter):
        return letter
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _literal(text: str) -> list[str]:
    """Return text as the rows of a `|` block; [] where that could change a character of it."""
    whole = text if text.endswith("\n") else f"{text}\n"
    rows = whole[:-1].split("\n")
    if (
        not rows[0]
        or not rows[-1]
        or not all(_is_plain_scalar(row) and row[:1].isascii() and row[:1] != " " for row in rows)
    ):
        return []
    sign = "|" if whole is text else "|-"
    return [sign, *_indented(rows)]


def _indented(rows: list[str]) -> list[str]:
    return ["  " * bool(row) + row for row in rows]
