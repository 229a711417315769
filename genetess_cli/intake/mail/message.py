"""A message as values: who sent it, what it says, and whether a program may answer it (RFC 5322, RFC 3834).

Every byte of it is a stranger's: it is measured before it is parsed, and nothing of it is trusted, run or repeated.
"""

from __future__ import annotations

import codecs
import hashlib
import mailbox
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from email import policy
from email.errors import MessageError
from email.header import decode_header
from email.message import Message
from email.parser import BytesHeaderParser, BytesParser
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, Final, TypeVar

import msgspec

from genetess_cli.errors import Refused, WrongUsage

_Made = TypeVar("_Made")
LARGEST: Final = 1024 * 1024
"""Bytes of a message that is read."""
ADDRESS: Final = r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*"
_NAMED: Final = re.compile(rf'\s*(?:"(?:[^"\\]|\\.)*"|[^<>@,;:"\\]*)\s*<({ADDRESS})>\s*')
_BARE: Final = re.compile(rf"\s*({ADDRESS})\s*(?:\([^()]*\)\s*)?")
_ID: Final = re.compile(r"<[!-;=?-~]{1,250}>")
_MOST_PARENTS: Final = 10
_ROBOTS: Final = re.compile(r"(mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?([-+].*)?)@.*", re.I)
_KIND: Final = re.compile(rb"^content-(?:type|disposition):.*(?:\n[ \t].*)*", re.IGNORECASE | re.MULTILINE)
_LONGEST_KIND: Final = 2_000
_HEADERS_END: Final = re.compile(rb"\r\n?\r\n?|\n\r?\n")
_LISTS: Final = ("List-Id", "List-Post", "List-Unsubscribe", "List-Help", "Mailing-List", "X-Loop")


class Unread(Refused):
    """A message of which nothing can be made; its text says why, for the GM alone."""


class Letter(msgspec.Struct, frozen=True):
    """A message: `sender` is its address, as it is read in small letters, `mark` tells it from every other one.

    `text` has what it says, quotations and all, and `sealed` the files of sealed text that came with it. `parents` are
    the ids that an answer names. `is_large`: it is larger than what is read of a message.
    """

    sender: str
    subject: str
    text: str
    mark: str
    sealed: list[bytes] = []
    parents: list[str] = []
    is_large: bool = False


class Cover(msgspec.Struct, frozen=True):
    """What the headers alone say of a message: who sent it, in small letters, and why no program may answer it."""

    sender: str
    no_answer: str | None = None


def cover(data: bytes) -> Cover:
    """Read who sent a message, from its headers. Nothing else is looked at: a stranger's costs next to nothing.

    Raise Unread for what is no message or has no single sender.
    """
    return _parse(lambda message: Cover(_sender(message), _why_silent(message)), BytesHeaderParser, data)


def read(data: bytes) -> Letter:
    """Read a message. Raise Unread for what is none or has no single sender."""
    return _parse(lambda message: _letter(message, data), BytesParser, data)


def _parse(
    make: Callable[[Message], _Made], parser: type[BytesParser | BytesHeaderParser], data: bytes
) -> _Made:
    """Return what is made of a message. Raise Unread, whatever is wrong with it."""
    head = data[:LARGEST]
    # What follows in such a header is looked at once for each of its semicolons, and again each time that it is asked.
    lines = head.replace(b"\r", b"\n").replace(b"\n\n", b"\n")
    if any(len(kind[0]) > _LONGEST_KIND for kind in _KIND.finditer(lines)):
        raise Unread("its content type is too long")
    if len(data) > LARGEST and not _HEADERS_END.search(head):
        raise Unread(f"its headers have more than {LARGEST // 1024} KiB")
    try:
        if head.startswith((b"From ", b">From ")):  # a line of the mailbox, or of who hands it over
            head = head.partition(b"\n")[2]
        # The older policy keeps headers as they are: what is parsed of them is parsed here, and strictly.
        return make(parser(policy=policy.compat32).parsebytes(head))
    except (MessageError, RecursionError, LookupError, ValueError, TypeError, AttributeError):
        raise Unread("it is not a readable message") from None


def _letter(message: Message, data: bytes) -> Letter:
    sender, text = _sender(message), text_of(message)
    subject = " ".join(_decode(_header(message, "Subject")).split())[:500]
    name = _header(message, "Message-ID").strip()
    known = f"{sender}\0{name}\0{text}" if name else data.decode("latin-1")
    mark = hashlib.sha256(known.encode("utf-8", "surrogatepass")).hexdigest()[:32]
    parents, is_large = _parents(message, name), len(data) > LARGEST
    return Letter(sender, subject, text, mark, attachments(message), parents, is_large)


def _header(message: Message, name: str) -> str:
    """Return a header on one line, "" where there is none; of two the first."""
    return re.sub(r"[\x00-\x1f\x7f]+", " ", str(message.get(name, "")))[:2_000]


def _sender(message: Message) -> str:
    """Return the one address that a message is from. Raise Unread where there is none, or more than one."""
    senders = message.get_all("From", [])
    if len(senders) != 1:
        raise Unread("it has no sender" if not senders else "it has more than one sender")
    line = re.sub(r"\s+", " ", _header(message, "From"))  # of many blanks each could be anybody's
    match = _NAMED.fullmatch(line) or _BARE.fullmatch(line)
    if match is None or len(match[1]) > 254:
        raise Unread("its sender is not one plain address")
    return match[1].lower()


def _decode(text: str) -> str:
    """Return a header with its encoded words (RFC 2047) as text, and nothing in it that is not seen."""
    parts: list[tuple[Any, str | None]]
    try:
        parts = decode_header(text)
    except (MessageError, ValueError):
        parts = [(text, None)]
    words = (part if isinstance(part, str) else decode(part, charset) for part, charset in parts)
    return "".join(letter if letter.isprintable() else " " for letter in "".join(words))


def _parents(message: Message, name: str) -> list[str]:
    """Return the ids of what an answer belongs to, the message's own last; only what is surely an id."""
    parents = _ID.findall(f"{_header(message, 'References')} ")[-_MOST_PARENTS:]
    own = [name] if _ID.fullmatch(name) else []
    return [*dict.fromkeys([*(parent for parent in parents if parent not in own), *own])]


def _why_silent(message: Message) -> str | None:
    """Return why a message is not answered: it came from a program, or to many at once."""
    if _word(message, "Auto-Submitted") not in ("", "no"):
        return "it is an automatic message"
    if _word(message, "Precedence") in ("bulk", "junk", "list") or any(name in message for name in _LISTS):
        return "it came from a mailing list"
    is_bounce = _header(message, "Return-Path").strip() == "<>" or _ROBOTS.fullmatch(_sender(message))
    if is_bounce or message.get_content_type() in ("multipart/report", "message/delivery-status"):
        return "it is a mail server's report"
    return None


def _word(message: Message, name: str) -> str:
    return re.split(r"[\s;(]", _header(message, name).strip().lower(), maxsplit=1)[0]


class Box(msgspec.Struct, frozen=True):
    """Messages in the order in which they lie there, each cut where it is too large; `is_one`: it was one alone.

    `letters` begins with the first of them each time, and holds one at a time. It raises WrongUsage for what cannot
    be read.
    """

    letters: Callable[[], Iterator[bytes]]
    is_one: bool


def read_messages(name: str) -> Box:
    """Read the messages of a file or folder, `-` for standard input. Raise WrongUsage for what cannot be read."""
    if name == "-":
        return _box_of_one(sys.stdin.buffer)
    path = Path(name)
    with _reading(path):
        if not path.is_dir():
            with path.open("rb") as file:
                if file.peek(5)[:5] != b"From ":
                    return _box_of_one(file)
    return Box(partial(_iterate, path), is_one=False)


def _box_of_one(file: BinaryIO) -> Box:
    data = file.read(LARGEST + 1)
    return Box(lambda: iter([data]), is_one=True)


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:
        raise WrongUsage(f"{path} cannot be read: {error}") from None


def _iterate(path: Path) -> Iterator[bytes]:
    """Yield the messages of a mailbox, the oldest first: names in a Maildir begin with the time when they came."""
    with _reading(path):
        is_maildir = path.is_dir()
        if is_maildir and not ((path / "new").is_dir() and (path / "cur").is_dir()):
            raise WrongUsage(f"{path} is not a Maildir: it has no folders new and cur")
        kind = mailbox.Maildir if is_maildir else mailbox.mbox
        with closing(kind(path, create=False)) as box:
            for key in sorted(box.keys()):
                with box.get_file(key) as file:
                    yield bytes(file.read(LARGEST + 1))


_MOST_PARTS: Final = 50
_LARGEST_SEALED: Final = 16 * 1024
_SEALED: Final = b"genetess/v1 sealed "
_CHARSETS: Final = re.compile(
    r"ascii|utf-(8|16|32)(-[bl]e)?|iso8859-\d+|cp\d{3,4}|koi8-[ru]|gb\w+|big5\w*|euc_\w+|shift_jis\w*|iso2022_\w+|mac-\w+"
)


def text_of(message: Message) -> str:
    """Return what a message says: its first plain text that says anything."""
    for part in _parts(message):
        if part.get_content_type() == "text/plain" and not _is_file(part) and (text := _text(part)).strip():
            return _unwrap(text) if part.get_param("format") == "flowed" else text
    return ""


def attachments(message: Message) -> list[bytes]:
    """Return the files of sealed text that came with a message."""
    bodies = [_bytes(part) for part in _parts(message)]
    return [data for data in bodies if data.startswith(_SEALED) and len(data) <= _LARGEST_SEALED]


def decode(data: bytes, charset: str | None) -> str:
    """Return bytes as text. What no usual character set is named for, or does not fit it, is taken for UTF-8."""
    try:
        name = codecs.lookup(charset or "utf-8").name
        if _CHARSETS.fullmatch(name):
            return data.decode(name, "replace")
    except (LookupError, ValueError):
        pass
    return data.decode("utf-8", "replace")


def _parts(message: Message) -> Iterator[Message]:
    """Return the leaves of a message in their order; what is a message in a message is nobody's own words."""
    pending, looked = [message], 0
    while pending and looked < _MOST_PARTS:
        part, looked = pending.pop(), looked + 1
        held = part.get_payload()
        if isinstance(held, str):
            yield part
        elif part.get_content_maintype() == "multipart" and isinstance(held, list):
            pending += [inner for inner in reversed(held) if isinstance(inner, Message)]


def _is_file(part: Message) -> bool:
    """Say whether a part is a file, and none of the text: some programs call a file that they show `inline`."""
    name = part.get_param("filename", header="content-disposition")
    return part.get_content_disposition() == "attachment" or name is not None


def _text(part: Message) -> str:
    try:
        charset = part.get_content_charset()
    except (LookupError, ValueError):
        charset = None
    return decode(_bytes(part), charset).replace("\r\n", "\n").replace("\r", "\n")


def _bytes(part: Message) -> bytes:
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""


def _unwrap(text: str) -> str:
    """Join text that was wrapped to be unwrapped again (RFC 3676): a line that ends in a blank goes on in the next."""
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
