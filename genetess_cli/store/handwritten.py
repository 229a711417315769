"""A sign-up as people write it by hand: read where it can mean but one thing, though it is not quite YAML.

Only the writing of the lines `name` and `seat` is mended. What they say and every other line is left to the YAML
guard, and so is a value that begins with a sign that means something there.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

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
