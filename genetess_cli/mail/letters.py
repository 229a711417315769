"""A message as values: who sent it, what it says, and whether a program may answer it (RFC 5322, RFC 3834).

Every byte of it is a stranger's: it is measured before it is parsed, and nothing of it is trusted, run or repeated.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from email import policy
from email.errors import MessageError
from email.header import decode_header
from email.message import Message
from email.parser import BytesHeaderParser, BytesParser
from typing import Any, Final, TypeVar

import msgspec

from genetess_cli.errors import Refused
from genetess_cli.mail.bodies import attachments, decoded, files_of, text_of, without_the_last

_Made = TypeVar("_Made")
LARGEST: Final = 256 * 1024
"""Bytes of a message that are read; a larger one is cut there."""
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

    `text` has what it says, quotations and all. Of the files that came with it `sealed` has those of sealed text,
    `files` the plain text of others, and `unread` is how many are of another kind. `parents` are the ids that an answer
    names. `is_cut`: it is larger than what was read of it, and what is not there in full was left out.
    """

    sender: str
    subject: str
    text: str
    mark: str
    sealed: list[bytes] = []
    files: list[str] = []
    unread: int = 0
    parents: list[str] = []
    is_cut: bool = False


class Cover(msgspec.Struct, frozen=True):
    """What the headers alone say of a message: who sent it, in small letters, and why no program may answer it."""

    sender: str
    no_answer: str | None = None


def cover(data: bytes) -> Cover:
    """Who sent a message, from its headers. Nothing else of it is looked at: a stranger's costs next to nothing.

    Raises Unread for what is no message or has no single sender.
    """
    return _guarded(_cover, BytesHeaderParser, data)


def read(data: bytes) -> Letter:
    """A message from its bytes. Raises Unread for what is none or has no single sender."""
    return _guarded(lambda message: _letter(message, data), BytesParser, data)


def _guarded(
    made: Callable[[Message], _Made], parser: type[BytesParser | BytesHeaderParser], data: bytes
) -> _Made:
    """What is made of a message. Raises Unread, whatever is wrong with it."""
    head = data[:LARGEST]
    # What follows in such a header is looked at once for each of its semicolons, and again each time that it is asked.
    lines = head.replace(b"\r", b"\n").replace(b"\n\n", b"\n")
    if any(len(found[0]) > _LONGEST_KIND for found in _KIND.finditer(lines)):
        raise Unread("a header says at too great a length what kind of message it is")
    if len(data) > LARGEST and not _HEADERS_END.search(head):
        raise Unread(f"its headers have more than {LARGEST // 1024} KiB")
    try:
        # The older policy keeps headers as they are: what is parsed of them is parsed here, and strictly.
        return made(parser(policy=policy.compat32).parsebytes(_without_envelope(head)))
    except (MessageError, RecursionError, LookupError, ValueError, TypeError, AttributeError):
        raise Unread("it is no message that can be read") from None


def _cover(message: Message) -> Cover:
    sender = _sender(message)
    return Cover(sender, _why_silent(message, sender))


def _without_envelope(data: bytes) -> bytes:
    """A message without the line that a mailbox, or who hands it over, puts in front of it."""
    return data.partition(b"\n")[2] if data.startswith((b"From ", b">From ")) else data


def _letter(message: Message, data: bytes) -> Letter:
    sender = _sender(message)
    if is_cut := len(data) > LARGEST:
        without_the_last(message)
    text = text_of(message)
    subject = " ".join(_decoded(_header(message, "Subject")).split())[:500]
    name = _header(message, "Message-ID").strip()
    known = f"{sender}\0{name}\0{text}" if name else data.decode("latin-1")
    mark = hashlib.sha256(known.encode("utf-8", "surrogatepass")).hexdigest()[:32]
    return Letter(
        sender,
        subject,
        text,
        mark,
        attachments(message),
        *files_of(message),
        _parents(message, name),
        is_cut,
    )


def _header(message: Message, name: str) -> str:
    """A header's text on one line, "" where there is none; of two the first."""
    return re.sub(r"[\x00-\x1f\x7f]+", " ", str(message.get(name, "")))[:2_000]


def _sender(message: Message) -> str:
    """The one address that a message is from. Raises Unread where there is none, or more than one."""
    found = message.get_all("From", [])
    if len(found) != 1:
        raise Unread("it does not say who it is from" if not found else "it has more than one sender")
    line = re.sub(r"\s+", " ", _header(message, "From"))  # of many blanks each could be anybody's
    match = _NAMED.fullmatch(line) or _BARE.fullmatch(line)
    if match is None or len(match[1]) > 254:
        raise Unread("who it is from is not one plain address")
    return match[1].lower()


def _decoded(text: str) -> str:
    """A header with its encoded words (RFC 2047) as text, and nothing in it that is not seen."""
    try:
        parts = [_part(words, charset) for words, charset in decode_header(text)]
    except (MessageError, ValueError):
        parts = [text]
    return "".join(letter if letter.isprintable() else " " for letter in "".join(parts))


def _part(words: Any, charset: str | None) -> str:
    return words if isinstance(words, str) else decoded(words, charset)


def _parents(message: Message, name: str) -> list[str]:
    """The ids of what an answer belongs to, the message's own last; only what is surely an id."""
    found = _ID.findall(f"{_header(message, 'References')} ")[-_MOST_PARENTS:]
    own = [name] if _ID.fullmatch(name) else []
    return [*dict.fromkeys([*(each for each in found if each not in own), *own])]


def _why_silent(message: Message, sender: str) -> str | None:
    """Why a message is passed over and not answered: it came from a program, or to many at once."""
    return next(_reasons(message, sender), None)


def _reasons(message: Message, sender: str) -> Iterator[str]:
    if _word(message, "Auto-Submitted") not in ("", "no"):
        yield "a program sent it by itself"
    if _word(message, "Precedence") in ("bulk", "junk", "list") or any(name in message for name in _LISTS):
        yield "it came by a mailing list"
    if _header(message, "Return-Path").strip() == "<>" or _ROBOTS.fullmatch(sender):
        yield "it is the report of a mail server"
    if message.get_content_type() in ("multipart/report", "message/delivery-status"):
        yield "it is the report of a mail server"


def _word(message: Message, name: str) -> str:
    return re.split(r"[\s;(]", _header(message, name).strip().lower(), maxsplit=1)[0]
