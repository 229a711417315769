"""Files of a site that only grow (`site/write/pack.py`), read as the scripts of its pages read them.

What is looked for in a site must be looked for in what its files have `said`: the bytes of a pack say nothing.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Callable
from typing import Any

Row = list[Any]
_CALL = re.compile(rb'addRows\("([^"]*)", (\d+), (?:"(.*)"|\[\n(.*)\])\);\n', re.DOTALL)
_END = b"\x03\x00"  # an empty last block of deflate


def lines(data: bytes | str, opened: Callable[[int, bytes], bytes] | None = None) -> list[bytes]:
    """The rows of a file as they were packed; `opened` gives what is sealed in the file of a number."""
    call = _CALL.fullmatch(data.encode() if isinstance(data, str) else data)
    assert call, "this is no file of rows"
    _, file, sealed, packed = call.groups()
    if sealed is not None:
        assert opened, "these rows are sealed"
        text = opened(int(file), base64.b64decode(sealed, validate=True))
    else:
        parts = [base64.b64decode(line[1:-2], validate=True) for line in packed.splitlines()]
        text = zlib.decompress(b"".join(parts) + _END, -15)
    assert not text or text.endswith(b"\n")
    return text.split(b"\n")[:-1]


def rows(data: bytes | str, opened: Callable[[int, bytes], bytes] | None = None) -> list[Row]:
    """The same as what they say."""
    return [json.loads(line) for line in lines(data, opened)]


def sheets(found: list[Row]) -> dict[int, str]:
    """The texts of past sheets, by the numbers of their records."""
    texts: dict[int, str] = {}
    pieces: list[str] = []
    for number, *parts in found:
        before, pieces, onward = pieces, [], 0
        while parts:
            part = parts.pop(0)
            if isinstance(part, str):
                pieces += [piece for piece in re.split("(?=[<,;])", part) if piece]
                continue
            start = onward + part
            onward = start + parts.pop(0)
            pieces += before[start:onward]
        texts[number] = "".join(pieces)
    return texts


def is_packed(data: bytes) -> bool:
    """Whether a file has rows that everybody can read."""
    call = _CALL.fullmatch(data)
    return call is not None and call[3] is None


def said(data: bytes) -> bytes:
    """What a file of a site says to everybody: of a pack, its scenes as they are and its past sheets made whole."""
    if not is_packed(data):
        return data
    found = rows(data)
    if any(isinstance(part, dict) for _, *parts in found for part in parts):
        return b"\n".join(lines(data))
    return "\n".join(sheets(found).values()).encode()
