"""A message as values: who sent it, what it says, and whether a program may answer it (RFC 5322, RFC 3834).

Every byte of it is a stranger's: it is measured before it is parsed, and nothing of it is trusted, run or repeated.
"""

from __future__ import annotations

import hashlib
import mailbox
import re
import sys
from collections.abc import Mapping
from contextlib import closing
from email import policy
from email.errors import MessageError
from email.header import decode_header, make_header
from email.message import Message
from email.parser import BytesHeaderParser, BytesParser
from pathlib import Path
from typing import Final

import msgspec

from genetess_cli.errors import Refused, WrongUsage

LARGEST: Final = 1024 * 1024
"""Bytes of a message that is read."""
_ADDRESS: Final = r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*"
_NAMED: Final = re.compile(rf'(?:"(?:[^"\\]|\\.)*"|[^<>@,;:"\\]*) ?<({_ADDRESS})>')
_BARE: Final = re.compile(rf"({_ADDRESS})(?: ?\([^()]*\))?")
_ID: Final = re.compile(r"<[!-;=?-~]{1,250}>")
_LONGEST_HEADER: Final = 2_000
_MOST_PARTS: Final = 50
_KIND: Final = re.compile(rb"^content-(?:type|disposition):.*(?:\n[ \t].*)*", re.IGNORECASE | re.MULTILINE)
_ROBOTS: Final = re.compile(r"(mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?([-+].*)?)@.*", re.I)
_UNREADABLE: Final = (MessageError, RecursionError, LookupError, ValueError, TypeError, AttributeError)


class Unread(Refused):
    """A message of which nothing can be made; its text says why, for the GM alone."""


class Letter(msgspec.Struct, frozen=True):
    """What the headers of a message say: `sender` is its address, as it is read in small letters.

    `id` is its `Message-ID`, if that is one. `no_answer` says why no program may answer it. `data` is what is read of
    it; `is_large`: there is more. A stranger's costs next to nothing, as its text is not looked at.
    """

    sender: str
    subject: str
    id: str
    no_answer: str | None
    data: bytes
    is_large: bool


def read(data: bytes) -> Letter:
    """Read the headers of a message. Raise Unread for what is none or has no single sender."""
    head = data[:LARGEST]
    # What follows in such a header is looked at once for each of its semicolons, and again each time that it is asked.
    lines = head.replace(b"\r", b"\n").replace(b"\n\n", b"\n")
    if any(len(kind[0]) > _LONGEST_HEADER for kind in _KIND.finditer(lines)):
        raise Unread("its content type is too long")
    if head.startswith((b"From ", b">From ")):  # a line of the mailbox, or of who hands it over
        head = head.partition(b"\n")[2]
    # Headers are taken as they are: what is parsed of them is parsed here, and strictly.
    given = [
        (name.lower(), " ".join(value[:_LONGEST_HEADER].split()))
        for name, value in BytesHeaderParser(policy=policy.compat32).parsebytes(head).raw_items()
    ]
    headers = dict(reversed(given))
    sender = _sender([value for name, value in given if name == "from"])
    subject, id_ = _decode(headers.get("subject", "")), headers.get("message-id", "")
    own_id, no_answer = id_ if _ID.fullmatch(id_) else "", _why_silent(headers, sender)
    return Letter(sender, subject, own_id, no_answer, head, len(data) > LARGEST)


def text_of(letter: Letter) -> str | None:
    """Return what a message says, quotations and all: its first plain text; None where it cannot be read.

    It is UTF-8, or else as Windows has it: orders are ASCII in any case.
    """
    try:
        body, is_flowed = _first_plain(BytesParser(policy=policy.compat32).parsebytes(letter.data))
    except _UNREADABLE:
        return None
    try:
        text = body.decode()
    except UnicodeDecodeError:
        text = body.decode("cp1252", "replace")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _unwrap(text) if is_flowed else text


def _unwrap(text: str) -> str:
    """Join text that was wrapped to be unwrapped again (RFC 3676): a line that ends in a blank goes on in the next."""
    rows: list[str] = []
    is_open = False
    for line in text.split("\n"):
        row = line.removeprefix(" ")
        is_own = not row.startswith(">") and row != "-- "
        if is_open and is_own:
            rows[-1] += row
        else:
            rows.append(row)
        is_open = is_own and row.endswith(" ")
    return "\n".join(rows)


def _first_plain(message: Message) -> tuple[bytes, bool]:
    """Return the first part that is plain text and no file, and whether it is `flowed`.

    What is a message in a message is nobody's own words.
    """
    pending, looked = [message], 0
    while pending and looked < _MOST_PARTS:
        part, looked = pending.pop(), looked + 1
        kind = part.get_content_type()
        if part.is_multipart():
            held = part.get_payload()
            if isinstance(held, list) and kind.startswith("multipart/"):
                pending += [inner for inner in reversed(held) if isinstance(inner, Message)]
        elif kind == "text/plain" and part.get_param("filename", header="content-disposition") is None:
            body = part.get_payload(decode=True)
            if part.get_content_disposition() != "attachment" and isinstance(body, bytes) and body.strip():
                return body, part.get_param("format") == "flowed"
    return b"", False


def mark_of(letter: Letter, text: str | None) -> str:
    """Return what tells a message from every other one; the same one may come on several ways."""
    known = f"{letter.sender}\0{letter.id}\0{text}".encode("utf-8", "surrogatepass")
    return hashlib.sha256(letter.data if text is None or not letter.id else known).hexdigest()[:32]


def _sender(lines: list[str]) -> str:
    """Return the one address that a message is from. Raise Unread where there is none, or more than one."""
    if len(lines) != 1:
        raise Unread("it has no sender" if not lines else "it has more than one sender")
    match = _NAMED.fullmatch(lines[0]) or _BARE.fullmatch(lines[0])
    if match is None or len(match[1]) > 254:
        raise Unread("its sender is not one plain address")
    return match[1].lower()


def _decode(text: str) -> str:
    """Return a header with its encoded words (RFC 2047) as text, where they can be read."""
    try:
        return str(make_header(decode_header(text)))
    except _UNREADABLE:
        return text


def _why_silent(headers: Mapping[str, str], sender: str) -> str | None:
    """Return why a message is not answered: it came from a program, or to many at once."""
    if not (headers.get("auto-submitted") or "no").lower().startswith("no"):
        return "it is an automatic message"
    is_list = any(name.startswith("list-") or name in ("mailing-list", "x-loop") for name in headers)
    if is_list or headers.get("precedence", "").lower().startswith(("bulk", "junk", "list")):
        return "it came from a mailing list"
    if headers.get("return-path") == "<>" or _ROBOTS.fullmatch(sender):
        return "it is a mail server's report"
    return None


def read_messages(name: str) -> tuple[list[bytes], bool]:
    """Return the messages of a file or folder (`-`: standard input), the oldest first; and whether it is a mailbox.

    Each is cut where it is too large. Raise WrongUsage for what cannot be read.
    """
    path = Path(name)
    try:
        if name == "-":
            return [sys.stdin.buffer.read(LARGEST + 1)], False
        if path.is_dir():
            return _letters(mailbox.Maildir(path, create=False)), True
        with path.open("rb") as file:
            start = file.read(LARGEST + 1)
        return (
            (_letters(mailbox.mbox(path, create=False)), True) if start[:5] == b"From " else ([start], False)
        )
    except (OSError, ValueError) as error:
        raise WrongUsage(f"{path} cannot be read: {error}") from None


def _letters(box: mailbox.Maildir | mailbox.mbox) -> list[bytes]:
    letters = []
    with closing(box):
        for key in sorted(box.keys()):  # names in a Maildir begin with the time when they came
            with box.get_file(key) as file:
                letters.append(bytes(file.read(LARGEST + 1)))
    return letters
