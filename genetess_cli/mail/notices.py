"""Turn notices as mail, of the original's four kinds: your turn; with a stored order; with a starred one; another's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from genetess_cli.mail import phrases
from genetess_cli.mail.addressing import tag
from genetess_cli.mail.outgoing import Post
from genetess_cli.site.words import listed
from genetess_cli.store.layout import Layout
from genetess_cli.tidings import Mover, Notice

_MOST_TOLD: Final = 200
_MORE: Final = (
    "What stands behind a # is a remark. The league's file {} has more; ask your GM for it. With the program, "
    "genetess explain tells what each order does."
)
_SUBJECTS: Final = {
    "turn": phrases.YOURS,
    "stored": "it is your turn, and an order of yours is stored",
    "starred": "it is your turn, and a starred order of yours goes now",
    "over": "the game is over",
}


def posts(found: Sequence[Notice]) -> list[Post]:
    """The messages of notices to players who have addresses; each goes to all of them."""
    return [
        Post(
            to=each.mail,
            name=each.player or "",
            subject=_subject(each),
            text="\n\n".join(_parts(each)) + "\n",
            mark=f"notice {each.mark}",
            stem=f"{each.game}-{each.seat}",
        )
        for each in found
        if each.mail and each.seat
    ]


def _subject(notice: Notice) -> str:
    where = f"{tag(notice.game, notice.seat or '')} {notice.name} {notice.turn}"
    if notice.kind == "reminder":
        return f"{where}: {notice.left} to your deadline"
    if notice.paused:
        return f"{where}: the game is paused"
    return f"{where}: {_SUBJECTS.get(notice.kind) or moving(notice)}"


def moving(notice: Notice) -> str:
    """Whose turn it is: `green (Gwen) is to move`."""
    who = listed(_who(each) for each in notice.to_move)
    return f"{who} {'is' if len(notice.to_move) == 1 else 'are'} to move"


def _who(mover: Mover) -> str:
    return f"{mover.seat} ({mover.name})" if mover.name.lower() != mover.seat else mover.seat


def _parts(notice: Notice) -> Iterator[str]:
    yield f"{phrases.turn(notice.name, notice.game, notice.turn)} {_standing(notice)}"
    if notice.order:
        when = "" if notice.paused else notice.when or ""
        yield f"{phrases.FIRST}\n\n    {notice.order[:300]}\n\n{when}".rstrip()
    if notice.told:
        cut = ["    …"] if len(notice.told) > _MOST_TOLD else []
        rows = [f"    {row}" for row in notice.told[:_MOST_TOLD]]
        yield f"{phrases.TOLD}\n\n" + "\n".join(rows + cut)
    if notice.link:
        yield f"{phrases.SHEET} {notice.link}"
    if notice.commit:
        yield f"{phrases.COMMIT} {notice.commit}"
    if notice.guide and notice.is_early and notice.kind != "over":
        yield f"{phrases.GUIDE} {notice.guide}"
    if notice.kind != "over":
        yield _how(notice)
    if notice.example and not notice.paused:
        yield f"{phrases.EXAMPLE}\n\n    {notice.example}\n\n{_MORE.format(Layout(notice.game).orders_note)}"


def _standing(notice: Notice) -> str:
    if notice.kind == "over":
        return phrases.OVER
    if notice.paused:
        return phrases.PAUSED
    mine = notice.kind != "other"
    until = f", until {notice.until}" if notice.until else ""
    return f"{phrases.YOURS if mine else moving(notice)}{until}."


def _how(notice: Notice) -> str:
    how = "Answer this message with your orders, above what you quote, each on a line of its own."
    if notice.sealed:
        how = "Seal your orders on your turnsheet's page, and answer this message with what you get there."
    if notice.paused:
        how = "Nothing has to be done now: no order goes and no deadline passes before the GM lets the game go on."
    off = " The GM can turn off mail of others' turns for you." if notice.kind == "other" else ""
    return f"{how}{off}"
