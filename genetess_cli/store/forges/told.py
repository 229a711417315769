"""What a league says on a forge: answers to what was sent, comments of its games' threads, and what was told before.

A comment ends in a tag that is not shown, by which it is known again.
"""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256

import msgspec

from genetess_cli.values import Value

NAME = "told"
"""Under this the remote holds a `HandedOn`."""


class Reply(Value):
    """The answer to a pull request, a merge request or an issue."""

    on: str  # `pr`, `mr` or `issue`
    number: int
    close: bool  # whether it is done with
    body: str
    head: (
        str  # the commit, or the print of the text, that was looked at; with another one it is left as it is
    )
    to: str  # what is answered: an answer to the same takes the place of the one before

    @property
    def tag(self) -> str:
        return _tag(self.to)

    @property
    def text(self) -> str:
        return f"{self.body}\n{self.tag}\n"


class Comment(Value):
    """A comment to write into a game's thread."""

    game: str
    mark: str  # the same for the same news
    thread: str  # its title
    opening: str  # what the thread begins with, where it has to be made
    body: str
    over: bool
    chats: list[str] = []  # by what a chat mentions those who are to move

    @property
    def tag(self) -> str:
        return _tag(self.mark)

    @property
    def text(self) -> str:
        return f"{self.body}\n{self.tag}\n"


def _tag(what: str) -> str:
    name = sha256(f"{what}\n".encode()).hexdigest()[:32]
    return f"<!-- {name} -->"


class HandedOn(Value):
    """What the last run that had something to tell handed on to be told, and what it knew."""

    at: int = 0  # when that was, in seconds; 0: never
    commit: str = ""  # the newest one then
    reached: int = 0  # reminders were told whose time comes before
    gap: int = 0  # so many seconds passed at most between the last runs by schedule
    notices: list[Comment] = []
    answers: list[Reply] = []  # those to what stays open: what is closed is answered again until it is
    site: str = ""  # what the newest site was made of, by commits
    run: str = ""  # by which run that was


def read(data: bytes) -> HandedOn | None:
    """Return what the remote holds under NAME; None where it holds nothing, or nothing of this form."""
    with suppress(msgspec.MsgspecError, UnicodeDecodeError):
        return msgspec.json.decode(data, type=HandedOn)
    return None
