"""What a message says: its plain text, or the text of its HTML, and the files that came with it (RFC 2045, 2183).

Parts are looked at one after the other and up to a number; what lies in them is only ever decoded.
"""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Iterator
from email.message import Message
from html import unescape
from typing import Final

_MOST_PARTS: Final = 50
_LARGEST_SEALED: Final = 16 * 1024
_SEALED: Final = b"genetess/v1 sealed "
_CHARSETS: Final = re.compile(
    r"ascii|utf-(8|16|32)(-[bl]e)?|iso8859-\d+|cp\d{3,4}|koi8-[ru]|gb\w+|big5\w*|euc_\w+|shift_jis\w*|iso2022_\w+|mac-\w+"
)
_DROPPED: Final = {"head", "style", "script", "title", "template", "blockquote"}
_LINES: Final = {"br", "p", "div", "li", "tr", "table", "ul", "ol", "h1", "h2", "h3", "h4", "pre", "hr"}
_EMPTY: Final = {"br", "hr", "img", "input", "meta", "link", "col", "area", "base", "wbr", "source", "embed"}
_PIECE: Final = re.compile(
    r"""<!--(?:.*?-->|.*)
    | <(?:script|style)\b(?:.*?</(?:script|style)\b[^>]*>?|.*)
    | <(?P<end>/?)(?P<tag>[a-z][a-z0-9:-]*)(?P<rest>(?:"[^"]*"|'[^']*'|[^>])*+)>?
    | <[!?/][^>]*>?
    | (?P<text>[^<]+|<)""",
    re.IGNORECASE | re.DOTALL | re.VERBOSE,
)
"""The pieces of a page. What is never closed goes to the end: nothing is looked for twice."""
_NAMES: Final = re.compile(r"\b(?:class|id)\s*+=\s*+(\"[^\"]*\"|'[^']*'|[^\s\"']+)", re.IGNORECASE)
_QUOTES: Final = re.compile(r"\b(gmail_quote|yahoo_quoted|moz-cite-prefix|protonmail_quote)\b")


def text_of(message: Message) -> str:
    """What a message says, its first plain text that says anything; else that of its HTML."""
    pages = []
    for part in _parts(message):
        kind = part.get_content_type()
        if _is_file(part) or kind not in ("text/plain", "text/html"):
            continue
        text = _text(part)
        if kind == "text/html":
            pages.append(text)
        elif text.strip():
            return _unwrapped(text) if part.get_param("format") == "flowed" else text
    return next(filter(str.strip, map(from_html, pages)), "")


def files_of(message: Message) -> tuple[list[str], int]:
    """The texts of the plain text files that came with a message, and how many files of other kinds."""
    parts = [part for part in _parts(message) if _is_file(part) and not _bytes(part).startswith(_SEALED)]
    plain = [_text(part).removeprefix("\ufeff") for part in parts if _is_plain(part)]
    return plain, len(parts) - len(plain)


def attachments(message: Message) -> list[bytes]:
    """The files of sealed text that came with a message."""
    bodies = [_bytes(part) for part in _parts(message)]
    return [data for data in bodies if data.startswith(_SEALED) and len(data) <= _LARGEST_SEALED]


def without_the_last(message: Message) -> None:
    """Empty the last part of a message that was cut: nobody can tell how it went on."""
    while isinstance(held := message.get_payload(), list) and held and isinstance(held[-1], Message):
        message = held[-1]
    message.set_payload("")


def decoded(data: bytes, charset: str | None) -> str:
    """Bytes as text. What no usual character set is named for, or does not fit it, is taken for UTF-8."""
    try:
        name = codecs.lookup(charset or "utf-8").name
        if _CHARSETS.fullmatch(name):
            return data.decode(name, "replace")
    except (LookupError, ValueError):
        pass
    return data.decode("utf-8", "replace")


def _parts(message: Message) -> Iterator[Message]:
    """The leaves of a message in their order; what is a message in a message is nobody's own words."""
    pending, looked = [message], 0
    while pending and looked < _MOST_PARTS:
        part, looked = pending.pop(), looked + 1
        held = part.get_payload()
        if isinstance(held, str):
            yield part
        elif part.get_content_maintype() == "multipart" and isinstance(held, list):
            pending += [each for each in reversed(held) if isinstance(each, Message)]


def _is_file(part: Message) -> bool:
    """Whether a part is a file, and none of the text: some programs call a file that they show `inline`."""
    name = part.get_param("filename", header="content-disposition")
    return part.get_content_disposition() == "attachment" or name is not None


def _is_plain(part: Message) -> bool:
    """Whether a file is plain text: it says so, or has such a name and holds nothing else.

    Many programs send what they do not know, or any file, as bytes of no kind.
    """
    if part.get_content_type() == "text/plain":
        return True
    if not (part.get_filename() or "").lower().endswith(".txt"):
        return False
    try:
        return "\0" not in _bytes(part).decode("utf-8")
    except UnicodeDecodeError:
        return False


def _text(part: Message) -> str:
    return decoded(_bytes(part), _charset(part)).replace("\r\n", "\n").replace("\r", "\n")


def _bytes(part: Message) -> bytes:
    found = part.get_payload(decode=True)
    return found if isinstance(found, bytes) else b""


def _charset(part: Message) -> str | None:
    try:
        return part.get_content_charset()
    except (LookupError, ValueError):
        return None


def _unwrapped(text: str) -> str:
    """Text that was wrapped to be unwrapped again (RFC 3676): a line that ends in a blank goes on in the next."""
    rows: list[str] = []
    open_ = False
    for line in text.split("\n"):
        own = line[1:] if line.startswith(" ") else line
        if open_ and not own.startswith(">") and own != "-- ":
            rows[-1] += own
        else:
            rows.append(own)
        open_ = own.endswith(" ") and own != "-- " and not own.startswith(">")
    return "\n".join(rows)


def from_html(page: str) -> str:
    """The text of a page, a line for each of its lines, without what it quotes.

    Each of its letters is looked at once: a page that somebody made to be slow is read as fast as any other.
    """
    found = "".join(_texts(page))
    return "\n".join(" ".join(row.split()) for row in found.split("\n"))


def _texts(page: str) -> Iterator[str]:
    inside = _Inside()
    for piece in _PIECE.finditer(page):
        tag = (piece["tag"] or "").lower()
        if piece["text"] is not None:
            yield "" if inside.tags else re.sub(r"\s+", " ", unescape(piece["text"]))
        elif inside.tags and tag:
            inside.leave(tag) if piece["end"] else inside.enter(tag)
        elif tag and not piece["end"] and _is_dropped(tag, piece["rest"]):
            inside.enter(tag)
        elif tag in _LINES:
            yield "\n"


class _Inside:
    """The elements around a place, from the first that is left out."""

    def __init__(self) -> None:
        self.tags: list[str] = []
        self._count: Counter[str] = Counter()

    def enter(self, tag: str) -> None:
        if tag not in _EMPTY:
            self.tags.append(tag)
            self._count[tag] += 1

    def leave(self, tag: str) -> None:
        """Leave the innermost element of a name, and all in it."""
        left = "" if self._count[tag] else tag
        while left != tag:
            left = self.tags.pop()
            self._count[left] -= 1


def _is_dropped(tag: str, rest: str) -> bool:
    """Whether what stands in an element is none of the message's own words."""
    if tag in _EMPTY:
        return False
    return tag in _DROPPED or any(_QUOTES.search(each[1]) for each in _NAMES.finditer(rest))
