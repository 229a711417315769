"""What of a text is the sender's own: without quotations, what introduces them, signatures and forwarded messages."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import Final

from genetess_cli.notices import mail

_QUOTED: Final = re.compile(r"\s*[>|]")
_ENDS: Final = re.compile(
    r"""-{2,}\ ?(original|forwarded|ursprüngliche|weitergeleitete|message\ d['’]origine)\b.*
    | -{4,}\s?(?!BEGIN\ PGP\ SIGNED)[^\W\d_].*-{4,}  # a heading in any language
    | _{20,} | -- | —""",
    re.IGNORECASE | re.VERBOSE,
)
_HEADER: Final = re.compile(r"\*?[^\W\d_][\w .'’-]{0,30}\*?[:：]\*?\s*\S.*")
_ADDRESS: Final = re.compile(r"[\w-]@[\w-]+\.\w")
_FEWEST_HEADERS: Final = 3
_LOOKED_AT: Final = 12
_HEADERS: Final = re.compile(r"\*?(from|von|de|sent|gesendet|envoyé)\s*:\*?\s.*", re.IGNORECASE)
_MORE_HEADERS: Final = re.compile(
    r"\*?(to|an|à|date|datum|subject|betreff|objet|sent|gesendet|envoyé)\s*:.*", re.IGNORECASE
)
_INTRODUCED: Final = re.compile(
    r".*(wrote|schrieb|écrit|writes|escribió|scritto|schreef)\b.{0,100}:\s*", re.IGNORECASE
)


def own(text: str) -> list[str]:
    """The lines of a text that its sender wrote for it, blank ones left out."""
    rows = text.split("\n")
    kept: list[str] = []
    for index, row in enumerate(rows):
        if _is_end(rows, index):
            break
        if _QUOTED.match(row):
            continue
        if row.strip() and not _introduces(rows, index):
            kept.append(row.strip())
    return kept


def _is_end(rows: list[str], index: int) -> bool:
    """Whether all behind a line is a signature, or somebody's message."""
    row = rows[index].rstrip()
    if _ENDS.fullmatch(row) or mail.are_ours(row) or _is_cover(rows[index : index + _LOOKED_AT]):
        return True
    # What a program introduces and does not mark is somebody's all the same.
    return bool(_INTRODUCED.fullmatch(row)) and not any(map(_QUOTED.match, rows[index + 1 :]))


def _is_cover(rows: list[str]) -> bool:
    """Whether lines begin with the headers of a message: two in words that are known, or three, one with an address."""
    first, *more = map(str.strip, rows)
    if _HEADERS.fullmatch(first) and any(map(_MORE_HEADERS.fullmatch, more[:3])):
        return True
    found = list(takewhile(_HEADER.fullmatch, filter(None, [first, *more])))
    return len(found) >= _FEWEST_HEADERS and any(map(_ADDRESS.search, found))


def _introduces(rows: list[str], index: int) -> bool:
    """Whether a line, or it and the next one, says whose words the quotation below them are."""
    row = rows[index].strip()
    if _INTRODUCED.fullmatch(row):
        return True
    following = [each.strip() for each in rows[index + 1 : index + 4] if each.strip()]
    if row.endswith(":") and following and _QUOTED.match(following[0]):
        return True
    return (
        bool(following)
        and row.lower().startswith(("on ", "am ", "le "))
        and bool(_INTRODUCED.fullmatch(f"{row} {following[0]}"))
    )
