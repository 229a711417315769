"""What senders are told: a text for each delivery that was taken in or refused, as Markdown for the forge.

Nothing that somebody wrote stands in it but as code, so that it can neither mark up nor mention anybody.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from genetess_cli.checks import understood
from genetess_cli.intake import Collected, Taken
from genetess_cli.store import League, load
from genetess_cli.submissions import Delivery, Submission

_LONGEST: Final = 6_000
_ON: Final = {"pull": "pr", "merge": "mr"}


class Answer(msgspec.Struct, frozen=True):
    """The answer to a pull request (`pr`), a merge request (`mr`) or an issue: its number, whether it is done with, and
    what to say.
    """

    on: str
    number: int
    close: bool
    body: str


def answers(league: League, collected: Collected) -> list[Answer]:
    """The answers to everything that was taken in or refused, in its order. Raises what loading a game raises."""
    found = [(one.delivery, True, _taken(league, one)) for one in collected.taken] + [
        (one, False, _refused(one)) for one in collected.refused
    ]
    rows = [
        Answer(_ON.get(one.kind, one.kind), one.order, close, body)
        for one, close, body in found
        if one.kind != "mail"
    ]
    return sorted(rows, key=lambda row: row.number)


def _taken(league: League, one: Taken) -> str:
    parts = [_submission(league, sent) for sent in one.delivery.submissions]
    if one.replaced:
        parts.append(f"A newer one, {_reference(one.replaced)}, came with it and counts instead.")
    if one.delivery.kind in _ON:
        what = one.delivery.words.rpartition(" ")[0]
        parts.append(f"This {what} is closed and not merged, as nothing else is to be done with it.")
    return "\n\n".join(parts) + "\n"


def _reference(words: str) -> str:
    """A delivery's words with its number as the forge links it: `pull request #12`, `merge request !12`."""
    what, _, number = words.rpartition(" ")
    return f"{what} {'!' if what == 'merge request' else '#'}{number}"


def _submission(league: League, sent: Submission) -> str:
    if sent.seat:
        return _orders(league, sent, sent.seat)
    if sent.signup is None:
        return f"Your sign-up for `{sent.slug}` is taken back."
    seat = f", seat `{sent.signup.seat}`" if sent.signup.seat else ""
    return (
        f"You are signed up for `{sent.slug}` as `{sent.signup.name}`{seat}. "
        "The GM starts the game; seats go to those who came first."
    )


def _orders(league: League, sent: Submission, seat: str) -> str:
    whose = f"the queue of `{seat}` in `{sent.slug}`"
    if not sent.data:
        return f"Taken in: {whose} is empty now."
    hosted = load(league, sent.slug)
    if hosted.is_sealed:
        return f"Taken in: {whose}. It is sealed; your turnsheet says what came of it."
    lines = understood(hosted.file, sent.data)
    if not lines:
        return f"Taken in: {whose} holds no orders now."
    return f"Taken in: {whose}, as it was understood.\n\n{code(lines)}"


def _refused(one: Delivery) -> str:
    how = (
        "Mend it in the same branch: it is looked at again."
        if one.kind in _ON
        else "Edit the text above: it is looked at again."
    )
    return f"Nothing of this was taken in.\n\n{code(one.problems)}\n\n{how}\n"


def code(lines: Sequence[str]) -> str:
    """Lines as a block of code, in which nothing means anything; what cannot be seen is written by its number."""
    rows = [row for line in lines for row in line.split("\n")]
    text = "\n".join(f"    {''.join(map(_letter, row))}" for row in rows)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _letter(letter: str) -> str:
    return letter if letter.isprintable() else ascii(letter)[1:-1]
