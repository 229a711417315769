"""Turn notices as messages, and any message of ours as bytes, ready for `sendmail`.

Whatever repeats orders in them is quoted: where a mail program puts what is answered below the answer, each line as it
was, nothing of it is taken for an order once more.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from email import policy
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import formatdate
from pathlib import Path
from urllib.parse import quote as quoted

from genetess_cli.errors import Refused
from genetess_cli.notices.notice import (
    Addressee,
    DeadlineNear,
    GameOver,
    Mover,
    News,
    Notice,
    OnHold,
    OthersMove,
    RulesOpen,
    StoredOrder,
    YourMove,
    move_of,
)
from genetess_cli.rules.letters import escape_controls, strip_controls
from genetess_cli.rules.problems import join_words
from genetess_cli.store.layout import Layout
from genetess_cli.store.league import League
from genetess_cli.values import Value

_MOST_TOLD = 200
_MORE = (
    "Text after # is a comment. The league's file {} has more; ask your GM for it. With the program, "
    "genetess explain tells what each order does."
)


def posts(found: Iterable[Notice]) -> list[Post]:
    """Return the messages of notices to players who have addresses; each goes to all of them."""
    made = []
    for notice in found:
        reader = notice.reader
        if isinstance(reader, Addressee) and reader.mail:
            post = Post(
                to=reader.mail,
                name=reader.player,
                subject=_subject(notice, reader),
                text="\n\n".join(parts_of(notice)) + "\n",
                mark=f"notice {notice.mark}",
                stem=f"{notice.game}-{reader.seat}",
                tag=tag(notice.game, reader.seat),
            )
            made.append(post)
    return made


def daily(found: Sequence[Post]) -> list[Post]:
    """Return one message for all that goes to the same reader."""
    by_reader: defaultdict[tuple[str, ...], list[Post]] = defaultdict(list)
    for post in found:
        by_reader[tuple(post.to)].append(post)
    return [_whole(several) for several in by_reader.values()]


def _whole(several: Sequence[Post]) -> Post:
    first = several[0]
    if len(several) == 1:
        return first
    parts = [f"{post.subject}\n\n{post.text}" for post in several]
    marks = " ".join(post.mark for post in several)
    lead = "To send orders, put the game's [mark] from below into the subject of your answer.\n\n"
    subject = f"What is new in {len(several)} games"
    return first.replace(subject=subject, text=lead + "\n\n".join(parts), mark=marks, stem="daily")


def _subject(notice: Notice, reader: Addressee) -> str:
    where = f"{tag(notice.game, reader.seat)} {notice.name} {notice.turn}"
    stands = _stands(notice.news, reader)
    match notice.news:
        case DeadlineNear(left=left):
            return f"{where}: {left} to your deadline"
        case YourMove(stored=StoredOrder(is_starred=True)):
            return f"{where}: {stands}, and your priority order runs now"
        case YourMove(stored=StoredOrder()):
            return f"{where}: {stands}, and an order of yours is stored"
        case OthersMove() if notice.act:
            return f"{where}: {notice.act}"
        case GameOver() | OnHold() | RulesOpen() | YourMove() | OthersMove():
            return f"{where}: {'. '.join(filter(None, [stands, notice.act]))}"


def _stands(news: News, reader: Addressee) -> str:
    failing = f"{reader.failing}; " if reader.failing else ""
    match news:
        case GameOver():
            return "the game is over"
        case OnHold():
            return news.words
        case RulesOpen():
            return "the game waits for the GM to choose the rules"
        case YourMove() | DeadlineNear():
            return f"{failing}it is your turn"
        case OthersMove(to_move=movers):
            are = "is" if len(movers) == 1 else "are"
            return f"{failing}{join_words(map(_who, movers))} {are} to move"


def _who(mover: Mover) -> str:
    return mover.seat if mover.name.lower() == mover.seat else f"{mover.name} ({mover.seat})"


def parts_of(notice: Notice) -> Iterator[str]:
    """Yield the paragraphs of the message to its reader."""
    reader = notice.reader
    assert isinstance(reader, Addressee)
    move = move_of(notice.news)
    is_held = isinstance(notice.news, OnHold | RulesOpen)
    until = move.until if move else ""
    yield f"{notice.name}, turn {notice.turn}: {_stands(notice.news, reader)}{until}."
    match move:
        case OthersMove(is_next=True):
            yield "Your turn comes next."
        case YourMove(is_last=True) | DeadlineNear(is_last=True):
            yield "You are the last: everybody else has ordered."
        case _:
            pass
    stored = move.stored if isinstance(move, YourMove | DeadlineNear) else None
    if stored and stored.order:
        when = "" if is_held else stored.when
        yield f"The first order in your file:\n\n{quote([stored.order])}\n\n{when}".rstrip()
    if notice.told:
        heading = "Public news" if notice.sealed else "What happened, as you saw it"
        yield f"{heading}:\n\n{quote(notice.told_lines(_MOST_TOLD))}"
    if notice.link:
        yield f"Your turnsheet: {notice.link}"
    if notice.commit:
        yield f"The turn's commit: {notice.commit}"
    if notice.guide and notice.is_early and move:
        yield f"How to play here: {notice.guide}"
    if move:
        yield _how(notice, move)
    if reader.example and not is_held:
        more = _MORE.format(Layout(notice.game).orders_note)
        yield f"An order is written like this:\n\n{quote([reader.example])}\n\n{more}"


def quote(texts: Iterable[str]) -> str:
    """Return texts as quotations, line by line: no line of them is an order where it comes back."""
    return "\n".join(f"> {row[:300]}" for text in texts for row in text.split("\n"))


def _how(notice: Notice, move: YourMove | OthersMove | DeadlineNear) -> str:
    is_others = isinstance(move, OthersMove)
    orders = "orders for your next turn" if is_others else "your orders"
    how = f"Answer this message with {orders}, each on its own line, above the quoted text."
    if notice.sealed:
        how = "Build and seal your orders on your turnsheet. Then paste the sealed text into an answer to this message."
    if isinstance(notice.news, OnHold):
        end = notice.news.end or "the GM resumes the game"
        how = f"You need not do anything now. No order runs and no deadline passes until {end}."
    if isinstance(notice.news, RulesOpen):
        return f"Nothing is played until then, and orders are kept. {how}"
    return f"{how} To get mail only for your own turns, answer NOTICES own." if is_others else how


_POLICY = policy.default.clone(max_line_length=78)  # its lines end in LF, as `sendmail` takes them


class Post(Value):
    """A message to go out."""

    to: Sequence[str]  # addresses
    name: str
    subject: str
    text: str
    mark: str  # its id is made of it: the same for the same mail
    kind: str = "auto-generated"  # what RFC 3834 calls what a program sends by itself
    parent: str = ""  # the id of what it answers
    stem: str = "answer"  # of the name of its file
    tag: str = ""  # the reader's seat, which an answer names; "": who reads it has none
    reply_to: str = ""  # the address that an answer goes to, where that is not the league's

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
    if post.tag:
        message["List-Unsubscribe"] = f"<mailto:{sender}?subject={quoted(post.tag)}&body=NOTICES%20none>"
    if post.reply_to:
        message["Reply-To"] = post.reply_to
    if post.parent:
        message["In-Reply-To"] = message["References"] = post.parent
    text = escape_controls(post.text).encode("utf-8", "replace").decode("utf-8")
    message.set_content(text, charset="utf-8", cte="quoted-printable")
    return message.as_bytes()


def _line(text: str) -> str:
    """Return a person's words for a header: one line, nothing in it that is not seen or turns what stands around it."""
    return " ".join("".join(strip_controls(text)).encode("utf-8", "replace").decode("utf-8").split())[:150]


def as_box(messages: Sequence[bytes]) -> bytes:
    bodies = (message.replace(b"\nFrom ", b"\n>From ").rstrip(b"\n") for message in messages)
    return b"".join(b"From genetess Thu Jan  1 00:00:00 1970\n%s\n\n" % body for body in bodies)


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
