"""Messages of `collect --mail` and `post`: read, accepted, and written ready to go out."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from genetess_cli.cli.terminal import complain, fault_of, note, put_json
from genetess_cli.errors import Busy, NothingDue

if TYPE_CHECKING:
    from collections.abc import Sequence

    from genetess_cli.intake.collect import Collected
    from genetess_cli.intake.mail.source import Judged
    from genetess_cli.notices.mail import Post
    from genetess_cli.store.league import League


def collect(here: League, name: str, answers: str | None, now: int, push: bool, as_json: bool) -> int:
    """Take in the orders of a message or a mailbox and write the answers; gives the exit status.

    Raise NothingDue where nobody sent orders, Busy where some have to wait, and what `intake.collect` raises.
    """
    from genetess_cli.intake import collect as intake
    from genetess_cli.intake.mail import message as boxes
    from genetess_cli.intake.mail.replies import replies
    from genetess_cli.intake.mail.source import Letters
    from genetess_cli.notices.mail import sender_of

    sender_of(here)
    box = boxes.read_messages(name)
    source = Letters(here, box.letters)
    collected = intake.collect(here, [source], now, push, note)
    _tell(collected, source.judged)
    posts = replies(collected, source.judged, complain)
    if as_json:
        put_json(_report(collected, source.judged))
    if answers or not as_json:
        write(here, posts, answers, now, as_one=box.is_one)
    told = {taking.delivery.mark for taking in collected.taken} | {
        delivery.mark for delivery in (*collected.refused, *collected.passed)
    }
    if source.judged.keys() - told:
        raise Busy("some messages were not processed; run this again with them")
    if source.waiting:
        raise Busy(_rest(source.waiting))
    if not (collected.taken or collected.refused):
        raise NothingDue("nobody sent orders")
    return 0 if collected.taken else 1


def write(here: League, posts: Sequence[Post], folder: str | None, now: int, as_one: bool = False) -> None:
    """Write messages ready for `sendmail`: into a folder, or to standard output, a single one or an mbox."""
    from functools import partial
    from pathlib import Path

    from genetess_cli.intake.guard import guard
    from genetess_cli.notices.mail import as_box, compose, into_folder, sender_of, tell_unwritten

    sender = sender_of(here) if posts else ""
    messages: dict[str, bytes] = {}
    for number, post in enumerate(posts, start=1):
        message = guard(
            partial(compose, post, sender, here.settings.title, now),
            partial(tell_unwritten, complain, f"a message, {post.stem} {number},"),
        )
        if message is not None:
            messages[f"{number:04}-{post.stem}-{post.print[:12]}"] = message
    if folder is not None:
        into_folder(Path(folder), messages)
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(b"".join(messages.values()) if as_one else as_box([*messages.values()]))
    sys.stdout.flush()


def _tell(collected: Collected, judged: dict[str, Judged]) -> None:
    """Return what became of each message; why orders were refused is for their player alone."""
    for taking in collected.taken:
        ending = " before" if taking.earlier else "; a newer one counts instead" if taking.replaced else ""
        note(f"{_name(judged[taking.delivery.mark])}: accepted{ending}")
    for delivery in collected.refused:
        complain(f"{_name(judged[delivery.mark])}: refused; the answer says why{fault_of(delivery)}")
    for delivery in collected.passed:
        note(f"{delivery.words}: passed over, {judged[delivery.mark].passed}")


def _rest(number: int) -> str:
    from genetess_cli.intake.mail.source import MOST

    return f"{MOST} messages of players were read. Run this again with the messages from number {number} on"


def _name(judged: Judged) -> str:
    place = judged.place
    return judged.delivery.words + (f" of {place.player.seat} in {place.folder.slug}" if place else "")


def _report(collected: Collected, judged: dict[str, Judged]) -> object:
    def row(mark: str, **more: object) -> dict[str, object]:
        place = judged[mark].place
        return {
            "message": judged[mark].delivery.name,
            "game": place.folder.slug if place else None,
            "seat": place.player.seat if place else None,
            **more,
        }

    return {
        "taken": [
            row(
                taking.delivery.mark,
                replaced_by=taking.replaced and taking.replaced.words,
                earlier=taking.earlier,
            )
            for taking in collected.taken
        ],
        "refused": [
            row(delivery.mark, reasons=[*map(str, delivery.findings)]) for delivery in collected.refused
        ],
        "passed": [
            row(delivery.mark, reason=judged[delivery.mark].passed, sender=judged[delivery.mark].sender)
            for delivery in collected.passed
        ],
    }
