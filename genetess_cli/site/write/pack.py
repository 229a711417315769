"""Files that only grow: the rows of fifty records, deflated one behind the other, as scripts that pages load.

A row is a list in JSON whose first value is the number of its record. All rows of a file are one stream of deflate,
flushed behind each: so a line never changes when another is added, and can be read with those before it. They are
scripts, as a page can load these from a folder on one's own disk, too; `site_templates/scripts/rows.js` reads them.

The row of a past turnsheet has it as its difference from the one before. Its text is cut before each `<`, `,` and `;`,
so that elements and the parts of what is said of a board are pieces; behind the number stand texts that are new, and
pairs of numbers: how many pieces of the sheet before are passed over, less than none to go back, and how many stand
here too.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterable, Sequence

import msgspec

Row = bytes
_RAW = -15  # zlib's number for a stream without a header
_END = b"\x03\x00"  # an empty last block
_CUT = b"\xff"
"""A byte that UTF-8 has nowhere."""
_SHORT = 12
"""Characters of a piece up to which it is shorter written out than named, if it stands alone."""


def script(whose: str, file: int, rows: Iterable[Row]) -> str:
    """Return the text of a file: its rows as lines of base64, for the page's `addRows`.

    `whose` tells the files on a page apart that have the same number.
    """
    packer = zlib.compressobj(zlib.Z_BEST_COMPRESSION, zlib.DEFLATED, _RAW)
    lines = [packer.compress(row) + packer.flush(zlib.Z_SYNC_FLUSH) for row in rows]
    return _call(whose, file, "[\n" + "".join(f'"{_base64(line)}",\n' for line in lines) + "]")


def rows_of(text: str) -> list[Row]:
    """Return the rows of such a text."""
    lines = [base64.b64decode(line[1:-2]) for line in text.split("\n")[1:-2]]
    return zlib.decompress(b"".join(lines) + _END, _RAW).splitlines(keepends=True)


def sealed_script(file: int, sealed: bytes) -> str:
    """Return the text of a file whose rows are sealed as a whole; it is as long for all seats."""
    return _call("", file, f'"{_base64(sealed)}"')


def sealed_of(text: str) -> bytes:
    """Return what is sealed in such a text."""
    return base64.b64decode(text.rpartition(' "')[2].partition('"')[0])


def _call(whose: str, file: int, lines: str) -> str:
    return f'addRows("{whose}", {file}, {lines});\n'


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


class _Numbered(msgspec.Struct, array_like=True):
    number: int


def before(rows: Iterable[Row], number: int) -> list[Row]:
    """Return those of earlier records than the one of a number."""
    return [row for row in rows if msgspec.json.decode(row, type=_Numbered).number < number]


# Past sheets


class Sheets:
    """The past sheets of one seat in one file."""

    def __init__(self, rows: Iterable[Row] = ()) -> None:
        self.rows = [*rows]
        self._pieces: list[bytes] = []
        for row in self.rows:
            _, *line = msgspec.json.decode(row)
            self._pieces = _pieces(self._pieces, line)

    def add(self, number: int, text: str) -> None:
        pieces = _cut(text)
        self.rows.append(msgspec.json.encode([number, *_difference(self._pieces, pieces)]) + b"\n")
        self._pieces = pieces


def _cut(text: str) -> list[bytes]:
    """Return the pieces of a text, as UTF-8."""
    told = text.encode()
    for sign in (b"<", b",", b";"):
        told = told.replace(sign, _CUT + sign)
    pieces = told.split(_CUT)
    return pieces if pieces[0] else pieces[1:]


def _pieces(before: Sequence[bytes], line: Iterable[int | str]) -> list[bytes]:
    """Return the pieces of a sheet, from those of the one before and what its row says."""
    pieces: list[bytes] = []
    onward = 0
    parts = iter(line)
    for part in parts:
        if isinstance(part, str):
            pieces += _cut(part)
            continue
        start = onward + part
        onward = start + int(next(parts))
        pieces += before[start:onward]
    return pieces


def _difference(before: Sequence[bytes], now: Sequence[bytes]) -> list[int | str]:
    """Return what the row of a sheet says, from its pieces and those of the one before."""
    last = len(before) - 1
    places = dict(zip(reversed(before), range(last, -1, -1), strict=True))
    line: list[int | str] = []
    new = b""
    at = onward = 0
    while at < len(now):
        piece = now[at]
        goes_on = onward <= last and before[onward] == piece
        start = onward if goes_on else places.get(piece, last + 1)
        count = _alike(before, start, now, at)
        if not count or (count == 1 and not goes_on and len(piece.decode()) <= _SHORT):
            new += piece
            at += 1
            continue
        if new:
            line.append(new.decode())
            new = b""
        line += [start - onward, count]
        at += count
        onward = start + count
    return [*line, new.decode()] if new else line


def _alike(before: Sequence[bytes], start: int, now: Sequence[bytes], at: int) -> int:
    """Return how many pieces are the same from two places on."""
    most = min(len(before) - start, len(now) - at)
    for count in range(most):
        if before[start + count] != now[at + count]:
            return count
    return most
