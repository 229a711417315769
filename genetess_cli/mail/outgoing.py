"""Messages that go out: put together so that nothing of a person's can become a header, and written for `sendmail`."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Mapping, Sequence
from email import policy
from email.generator import BytesGenerator
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import formatdate
from pathlib import Path
from typing import Final

import msgspec

from genetess_cli.errors import Refused
from genetess_cli.site.words import shown, visible
from genetess_cli.store import League
from genetess_cli.table import Note

_POLICY: Final = policy.default.clone(max_line_length=78)  # its lines end in LF, as `sendmail` takes them


class Post(msgspec.Struct, frozen=True):
    """A message to go out: to which addresses, about what, its text; `mark` makes its id, the same for the same mail.

    `parents` are ids of what it answers, `kind` is what RFC 3834 calls what a program sends by itself, `stem` is for
    the name of its file.
    """

    to: Sequence[str]
    name: str
    subject: str
    text: str
    mark: str
    kind: str = "auto-generated"
    parents: Sequence[str] = ()
    stem: str = "answer"

    @property
    def print(self) -> str:
        """What tells the message from every other one, as 32 hexadecimal digits."""
        return hashlib.sha256(self.mark.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def sender_of(league: League) -> str:
    """The league's own address. Raises Refused where its settings have none."""
    address = league.settings.mail
    if address is None:
        raise Refused(
            "genetess.yaml does not say where mail comes from: write `mail: games@example.org` into it first"
        )
    return address


def composed(post: Post, sender: str, title: str, now: int) -> bytes:
    """A message as bytes, its lines ending in LF, as `sendmail -t` takes them."""
    message = EmailMessage(policy=_POLICY)
    user, _, domain = sender.rpartition("@")
    message["From"] = Address(_line(title), user, domain)
    message["To"] = [Address(_line(post.name), *_halves(each)) for each in post.to]
    message["Subject"] = _line(post.subject)
    message["Date"] = formatdate(now, usegmt=True)
    message["Message-ID"] = f"<{post.print}@{domain}>"
    message["Auto-Submitted"] = post.kind
    if post.kind != "auto-replied":
        message["Precedence"] = "bulk"
    if post.parents:
        message["In-Reply-To"] = post.parents[-1]
        message["References"] = " ".join(post.parents)
    message.set_content(_text(post.text), charset="utf-8", cte="quoted-printable")
    return _bytes(message)


def _line(text: str) -> str:
    """A person's words for a header: one line, nothing in it that is not seen or turns what stands around it."""
    return " ".join("".join(shown(text)).encode("utf-8", "replace").decode("utf-8").split())[:150]


def _text(text: str) -> str:
    return visible(text).encode("utf-8", "replace").decode("utf-8")


def _halves(address: str) -> tuple[str, str]:
    user, _, domain = address.rpartition("@")
    return user, domain


def _bytes(message: EmailMessage) -> bytes:
    written = io.BytesIO()
    BytesGenerator(written, mangle_from_=False, policy=_POLICY).flatten(message)
    return written.getvalue()


def tell_unwritten(note: Note, what: str, fault: str) -> None:
    """Tell of a message that the program fails on; the others go out."""
    note(f"{what} could not be written: the program has a fault, {fault}; report it")


def as_box(messages: Sequence[bytes]) -> bytes:
    """Messages as an mbox, in which a line that begins with `From ` is quoted."""
    rows = []
    for message in messages:
        body = message.replace(b"\nFrom ", b"\n>From ")
        rows.append(b"From genetess Thu Jan  1 00:00:00 1970\n" + body.rstrip(b"\n") + b"\n\n")
    return b"".join(rows)


def into_folder(folder: Path, messages: Mapping[str, bytes]) -> None:
    """Write messages into a folder by their names, without an ending, each there in full or not at all.

    Raises Refused where that cannot be.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, message in messages.items():
            (folder / f".{name}").write_bytes(message)
            (folder / f".{name}").replace(folder / f"{name}.eml")
    except (OSError, ValueError) as error:
        raise Refused(f"{folder}: the messages cannot be written: {error}; name another folder") from None
