"""What a player is told who mailed orders: as they were read, or why nothing was accepted.

An answer goes to the address that the player registered, whatever the message says of where to answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from genetess_cli.errors import Note
from genetess_cli.intake.collect import Collected
from genetess_cli.intake.mail.addressing import Place
from genetess_cli.intake.mail.orders import CLEAR
from genetess_cli.intake.mail.source import Judged
from genetess_cli.intake.rejections import REJECTIONS
from genetess_cli.intake.submission import Delivery, guard
from genetess_cli.notices.mail import Post, quote, tell_unwritten
from genetess_cli.notices.notice import link
from genetess_cli.site.words import strip_controls

_REPLACED = "What you sent for {whose} arrived together with a newer message of yours, which counts instead."
_HOW_ON = f"Your next mail replaces this. To clear your queue, mail the word {CLEAR}."
_MOST_CLEARED = 100


def replies(collected: Collected, judged: Mapping[str, Judged], note: Note) -> list[Post]:
    """Return the answers to messages that were accepted or refused, in the order in which they came.

    What had been accepted before was answered then. `note` is told of an answer that the program fails on.
    """
    words: dict[str, Callable[[], str]] = {}
    for accepted in collected.taken:
        if not accepted.earlier:
            mark = accepted.delivery.mark
            words[mark] = partial(_accept, judged[mark], is_replaced=accepted.replaced is not None)
    for delivery in collected.refused:
        words[delivery.mark] = partial(_refuse, delivery)
    made = (
        guard(
            partial(_reply, judged[mark], words[mark]),
            partial(tell_unwritten, note, f"the answer to {judged[mark].delivery.words}"),
        )
        for mark in sorted(words, key=lambda mark: judged[mark].delivery.order)
    )
    return [post for post in made if post]


def _reply(judged: Judged, words: Callable[[], str]) -> Post | None:
    letter, place = judged.letter, judged.place
    if letter is None or judged.passed:
        return None
    about, name = "Your orders", ""
    if place:
        about = f"{place.tag} {strip_controls(place.folder.file.name)}: your orders"
        name = place.player.name
    return Post(
        [letter.sender], name, about, words(), f"answer {letter.mark}", "auto-replied", letter.parents
    )


def _refuse(delivery: Delivery) -> str:
    reasons, advice = quote(map(str, delivery.findings)), REJECTIONS[delivery.rejection].mail
    return "\n\n".join(filter(None, ["Nothing in your message was accepted.", reasons, advice])) + "\n"


def _accept(judged: Judged, is_replaced: bool) -> str:
    """Say what became of a message; one that a newer one replaced is told nothing of what comes next."""
    place = judged.place
    if place is None:
        return ""
    whose = f"{place.player.seat} in {strip_controls(place.folder.file.name)} ({place.folder.slug})"
    parts = [_REPLACED.format(whose=whose) if is_replaced else _confirm(judged, place, whose)]
    if judged.orders:
        rows = [f"{number}. {order}" for number, order in enumerate(judged.orders, 1)]
        parts.append(f"Your orders as read:\n\n{quote(rows)}")
    if judged.cleared and not is_replaced:
        parts.append(f"Removed:\n\n{quote(judged.cleared[:_MOST_CLEARED])}")
    if judged.prose:
        parts.append(f"These lines are not orders and were ignored:\n\n{quote(judged.prose)}")
    parts += [quote(judged.warnings)]
    if not is_replaced:
        sheet = link(place.folder, place.player.seat)
        parts += [judged.when, f"Your turnsheet: {sheet}" if sheet else "", _HOW_ON if judged.orders else ""]
    parts.append("If you did not send this, tell the GM: anybody can forge a sender's address.")
    return "\n\n".join(filter(None, parts)) + "\n"


def _confirm(judged: Judged, place: Place, whose: str) -> str:
    if place.folder.is_sealed:
        return f"Your sealed orders for {whose} were accepted. Your turnsheet will show the result."
    if judged.cleared is None:
        return f"Your orders for {whose} were accepted. They replace all your earlier orders."
    cleared = f"Your queue for {whose} is cleared."
    return cleared if judged.cleared else f"{cleared} It was already empty."
