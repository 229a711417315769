"""Turn notices as messages, and any message of ours as bytes, ready for `sendmail`.

Whatever repeats orders in them is quoted: where a mail program puts what is answered below the answer, each line as it
was, nothing of it is taken for an order once more.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from email import policy
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import formatdate
from pathlib import Path

import msgspec

from genetess_cli.errors import Refused
from genetess_cli.notices.notice import Mover, Notice
from genetess_cli.rules.letters import escape_controls, strip_controls
from genetess_cli.rules.problems import join_words
from genetess_cli.store.layout import Layout
from genetess_cli.store.league import League

_MOST_TOLD = 200
_MORE = (
    "Text after # is a comment. The league's file {} has more; ask your GM for it. With the program, "
    "genetess explain tells what each order does."
)
_STORED = {
    "stored": ", and an order of yours is stored",
    "starred": ", and your priority order runs now",
}


def posts(found: Sequence[Notice]) -> list[Post]:
    """Return the messages of notices to players who have addresses; each goes to all of them."""
    return [
        Post(
            to=notice.mail,
            name=notice.player or "",
            subject=_subject(notice),
            text="\n\n".join(_parts(notice)) + "\n",
            mark=f"notice {notice.mark}",
            stem=f"{notice.game}-{notice.seat}",
        )
        for notice in found
        if notice.mail and notice.seat
    ]


def _subject(notice: Notice) -> str:
    where = f"{tag(notice.game, notice.seat or '')} {notice.name} {notice.turn}"
    if notice.kind == "reminder":
        return f"{where}: {notice.left} to your deadline"
    return f"{where}: {_standing(notice)}{'' if notice.paused else _STORED.get(notice.kind, '')}"


def _standing(notice: Notice) -> str:
    if notice.kind == "over":
        return "the game is over"
    if notice.paused:
        return "the game is paused"
    failing = f"{notice.failing}; " if notice.failing else ""
    if notice.kind != "other":
        return f"{failing}it is your turn"
    who = join_words(map(_who, notice.to_move))
    return f"{failing}{who} {'is' if len(notice.to_move) == 1 else 'are'} to move"


def _who(mover: Mover) -> str:
    return f"{mover.name} ({mover.seat})" if mover.name.lower() != mover.seat else mover.seat


def _parts(notice: Notice) -> Iterator[str]:
    until = f", until {notice.until}" if notice.until else ""
    yield f"{notice.name}, turn {notice.turn}: {_standing(notice)}{until}."
    if notice.order:
        when = "" if notice.paused else notice.when or ""
        yield f"The first order in your file:\n\n{quote([notice.order])}\n\n{when}".rstrip()
    if notice.told:
        yield f"What happened, as you saw it:\n\n{quote(notice.told_lines(_MOST_TOLD))}"
    if notice.link:
        yield f"Your turnsheet: {notice.link}"
    if notice.commit:
        yield f"The turn's commit: {notice.commit}"
    if notice.guide and notice.is_early and notice.kind != "over":
        yield f"How to play here: {notice.guide}"
    if notice.kind != "over":
        yield _how(notice)
    if notice.example and not notice.paused:
        more = _MORE.format(Layout(notice.game).orders_note)
        yield f"An order is written like this:\n\n{quote([notice.example])}\n\n{more}"


def quote(texts: Iterable[str]) -> str:
    """Return texts as quotations, line by line: no line of them is an order where it comes back."""
    return "\n".join(f"> {row[:300]}" for text in texts for row in text.split("\n"))


def _how(notice: Notice) -> str:
    orders = "orders for your next turn" if notice.kind == "other" else "your orders"
    how = f"Answer this message with {orders}, each on its own line, above the quoted text."
    if notice.sealed:
        how = "Build and seal your orders on your turnsheet. Then paste the sealed text into an answer to this message."
    if notice.paused:
        how = "You need not do anything now. No order runs and no deadline passes until the GM resumes the game."
    off = " To get mail only for your own turns, ask your GM." if notice.kind == "other" else ""
    return f"{how}{off}"


_POLICY = policy.default.clone(max_line_length=78)  # its lines end in LF, as `sendmail` takes them


class Post(msgspec.Struct, frozen=True):
    """A message to go out: to which addresses, about what, its text; `mark` makes its id, the same for the same mail.

    `parent` is the id of what it answers, `kind` is what RFC 3834 calls what a program sends by itself, `stem` is for
    the name of its file.
    """

    to: Sequence[str]
    name: str
    subject: str
    text: str
    mark: str
    kind: str = "auto-generated"
    parent: str = ""
    stem: str = "answer"

    @property
    def print(self) -> str:
        """Return what tells the message from every other one, as 32 hexadecimal digits."""
        return hashlib.sha256(self.mark.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def sender_of(league: League) -> str:
    """Return the league's own address. Raise Refused where its settings have none."""
    address = league.settings.mail
    if address is None:
        raise Refused(
            "genetess.yaml does not say where mail comes from: add `mail: games@example.org` to it first"
        )
    return address


def compose(post: Post, sender: str, title: str, now: int) -> bytes:
    """Return a message as bytes, its lines ending in LF, as `sendmail -t` takes them."""
    message = EmailMessage(policy=_POLICY)
    user, _, domain = sender.rpartition("@")
    message["From"] = Address(_line(title), user, domain)
    message["To"] = [Address(_line(post.name), *address.rpartition("@")[::2]) for address in post.to]
    message["Subject"] = _line(post.subject)
    message["Date"] = formatdate(now, usegmt=True)
    message["Message-ID"] = f"<{post.print}@{domain}>"
    # What keeps other programs from answering ours (RFC 3834, RFC 2076, and what Exchange reads).
    message["Auto-Submitted"] = post.kind
    message["Precedence"] = "bulk"
    message["X-Auto-Response-Suppress"] = "DR, RN, NRN, OOF, AutoReply"
    if post.parent:
        message["In-Reply-To"] = message["References"] = post.parent
    text = escape_controls(post.text).encode("utf-8", "replace").decode("utf-8")
    message.set_content(text, charset="utf-8", cte="quoted-printable")
    return message.as_bytes()


def _line(text: str) -> str:
    """Return a person's words for a header: one line, nothing in it that is not seen or turns what stands around it."""
    return " ".join("".join(strip_controls(text)).encode("utf-8", "replace").decode("utf-8").split())[:150]


def as_box(messages: Sequence[bytes]) -> bytes:
    rows = []
    for message in messages:
        body = message.replace(b"\nFrom ", b"\n>From ")
        rows.append(b"From genetess Thu Jan  1 00:00:00 1970\n" + body.rstrip(b"\n") + b"\n\n")
    return b"".join(rows)


def into_folder(folder: Path, messages: Mapping[str, bytes]) -> None:
    """Write messages into a folder by name, without the ending, each in full or not at all. Raise Refused."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, message in messages.items():
            (folder / f".{name}").write_bytes(message)
            (folder / f".{name}").replace(folder / f"{name}.eml")
    except (OSError, ValueError) as error:
        raise Refused(f"{folder}: the messages cannot be written: {error}; name another folder") from None


def tag(slug: str, seat: str) -> str:
    """Return what stands in front of the subjects of all that is written to a seat, and comes back with an answer."""
    return f"[{slug}/{seat}]"
