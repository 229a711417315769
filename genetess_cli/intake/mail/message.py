"""A message as values: who sent it, what it says, and whether a program may answer it (RFC 5322, RFC 3834).

Every byte of it is a stranger's: it is measured before it is parsed, and nothing of it is trusted, run or repeated.
"""

from __future__ import annotations

import hashlib
import mailbox
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from email import policy
from email.errors import MessageError
from email.header import decode_header, make_header
from email.message import Message
from email.parser import BytesHeaderParser, BytesParser
from itertools import islice
from pathlib import Path

from genetess_cli.errors import Refused, WrongUsage
from genetess_cli.values import Value

LARGEST = 1024 * 1024
"""Bytes of a message that is read."""
_ADDRESS = r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*"
_NAMED = re.compile(rf'(?:"(?:[^"\\]|\\.)*"|[^<>@,;:"\\]*) ?<({_ADDRESS})>')
_BARE = re.compile(rf"({_ADDRESS})(?: ?\([^()]*\))?")
_ID = re.compile(r"<[!-;=?-~]{1,250}>")
_QUIET = re.compile(r"image/.*|application/.*-signature")
_LONGEST_HEADER = 2_000
_MOST_PARTS = 50
_KIND = re.compile(rb"^content-(?:type|disposition):.*(?:\n[ \t].*)*", re.IGNORECASE | re.MULTILINE)
_ROBOTS = re.compile(
    r"(mailer-daemon|postmaster|(no|do[-._]?not|auto)[-._]?reply|auto[-._]?respon\w*|bounces?)([-+].*)?@.*"
)
_PROGRAM = re.compile(
    r"""auto-submitted:\ (?!no).+ | x-auto-?(?:re|gen|sub)[a-z-]*:(?!\ no) | delivered-to:\ autoresponder
    | precedence:\ (?:auto.?reply|bulk|junk|list) | (?:list-|mailing-list:|x-loop:|x-mailing-list:)
    | return-path:\ <> | x-failed-recipients:
    | content-type:\ (?:multipart/report|message/(?:delivery-status|disposition-notification))""",
    re.VERBOSE,
)
"""The headers by which a program or a list shows itself (RFC 2076, 3834, 8098, and what programs write besides).

Feedback-ID is not among them: some providers put it into everybody's mail.
"""
_CHARSETS = re.compile(
    r"big5.*|euc-.*|gb.*|hz|iso-(?!8859-1$).*|koi8-.*|ks_c.*|shift_jis|utf-16.*|windows-\d+"
)
_UNREADABLE = (MessageError, RecursionError, LookupError, ValueError, TypeError, AttributeError)


class Unread(Refused):
    """A message of which nothing can be made; its text says why, for the GM alone."""


class Letter(Value):
    """What the headers of a message say. A stranger's costs next to nothing, as its text is not looked at."""

    sender: str  # its address, in small letters
    subject: str
    id: str  # its `Message-ID`; "" where that is none
    no_answer: str | None  # why no program may answer it
    data: bytes  # what is read of it
    is_large: bool  # whether there is more


def read(data: bytes) -> Letter:
    """Read the headers of a message. Raise Unread for what is no message or has no single sender."""
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
    subject = _decode(headers.get("subject", ""))
    own_id = headers.get("message-id", "")
    if not _ID.fullmatch(own_id):
        own_id = ""
    return Letter(sender, subject, own_id, _why_silent(given, sender), head, len(data) > LARGEST)


class Said(Value):
    """What a message says, quotations and all."""

    text: str
    unread: Sequence[str]  # the names of files, and of text that is not plain; pictures are not named


def said_in(letter: Letter) -> Said | None:
    """Return what all plain text of a message says that is no file, in order; None where it cannot be read."""
    try:
        message = BytesParser(policy=policy.compat32).parsebytes(letter.data)
        if len([*islice(message.walk(), _MOST_PARTS + 1)]) > _MOST_PARTS:
            return None
        parts = [*_parts(message)]
        texts = map(_text, filter(_is_plain, parts))
        unread = filter(_is_unread, parts)
        names = [_decode(part.get_filename() or part.get_content_type()) for part in unread]
        return Said("\n".join(texts), names)
    except _UNREADABLE:
        return None


def _parts(message: Message) -> Iterator[Message]:
    """Yield what a message is made of; of an alternative the first that has plain text, and all files.

    What is a message in a message is nobody's own words.
    """
    if not (message.is_multipart() and message.get_content_maintype() == "multipart"):
        yield message
        return
    inner = [[*_parts(part)] for part in message.get_payload() if isinstance(part, Message)]
    is_choice = message.get_content_subtype() == "alternative"
    read = next((parts for parts in inner if is_choice and any(map(_is_plain, parts))), None)
    for parts in inner:
        chosen = parts if read in (None, parts) else filter(_is_file, parts)
        yield from chosen


def _is_file(part: Message) -> bool:
    return part.get_filename() is not None or part.get_content_disposition() == "attachment"


def _is_plain(part: Message) -> bool:
    return part.get_content_type() == "text/plain" and not _is_file(part) and bool(_bytes(part).strip())


def _is_unread(part: Message) -> bool:
    """Say whether there are words in a part that nobody reads."""
    is_quiet = _is_plain(part) or _QUIET.fullmatch(part.get_content_type())
    return not is_quiet and (part.is_multipart() or bool(_bytes(part).strip()))


def _bytes(part: Message) -> bytes:
    body = part.get_payload(decode=True)
    return body if isinstance(body, bytes) else b""


def _text(part: Message) -> str:
    """Return a part as text: in the letters that it says, or UTF-8, or else as Windows has it; orders are ASCII."""
    said = _param(part, "charset")
    name = said if _CHARSETS.fullmatch(said) else "utf-8"
    try:
        text = _bytes(part).decode(name)
    except (UnicodeError, LookupError):
        text = _bytes(part).decode("cp1252", "replace")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _unwrap(text, _param(part, "delsp") == "yes") if _param(part, "format") == "flowed" else text


def _param(part: Message, name: str) -> str:
    return str(part.get_param(name)).lower()


def _unwrap(text: str, drops_blank: bool) -> str:
    """Join text that was wrapped to be unwrapped again (RFC 3676): a line that ends in a blank goes on in the next.

    `drops_blank`: that blank does not belong to the text.
    """
    rows: list[str] = []
    is_open = False
    for line in text.split("\n"):
        row = line.removeprefix(" ")
        is_own = not row.startswith(">") and row != "-- "
        if is_open and is_own:
            rows[-1] = rows[-1][:-1] + row if drops_blank else rows[-1] + row
        else:
            rows.append(row)
        is_open = is_own and row.endswith(" ")
    return "\n".join(rows)


def mark_of(letter: Letter, text: str | None) -> str:
    """Return what tells a message from every other one; the same one may come on several ways."""
    known = letter.data
    if letter.id and text is not None:
        known = f"{letter.sender}\0{letter.id}\0{text}".encode("utf-8", "surrogatepass")
    return hashlib.sha256(known).hexdigest()[:32]


def _sender(lines: list[str]) -> str:
    """Return the one address that a message is from. Raise Unread where there is none, or more than one."""
    if len(lines) != 1:
        count = "more than one" if lines else "no"
        raise Unread(f"it has {count} sender")
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


def _why_silent(headers: Iterable[tuple[str, str]], sender: str) -> str | None:
    """Return why a message is not answered: it came from a program, or to many at once."""
    if _ROBOTS.fullmatch(sender):
        return "its sender is a program"
    marks = (name for name, value in headers if _PROGRAM.match(f"{name}: {value}".lower()))
    return next((f"its header {mark} says that a program sent it" for mark in marks), None)


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
