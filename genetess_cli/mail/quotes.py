"""What of a text is the sender's own: without quotations, what introduces them, signatures and forwarded messages."""

from __future__ import annotations

import re
from typing import Final

_QUOTED: Final = re.compile(r"\s*[>|]")
_ENDS: Final = re.compile(
    r"-{2,} ?(original|forwarded|ursprüngliche|weitergeleitete|message d['’]origine)\b.*|_{20,}|--|-- |—",
    re.IGNORECASE,
)
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
    row = rows[index].rstrip("\r")
    if _ENDS.fullmatch(row) or _ENDS.fullmatch(row.rstrip()):
        return True
    return bool(_HEADERS.fullmatch(row.strip())) and any(
        _MORE_HEADERS.fullmatch(each.strip()) for each in rows[index + 1 : index + 4]
    )


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
