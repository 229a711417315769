"""Faults of the operator or of the program, and the exit status of each: here and nowhere else.

A player's mistake in an order is no exception but a value: see `rules/problems.py`.
"""

from __future__ import annotations

import errno
from collections.abc import Callable
from typing import NamedTuple


class Finding(NamedTuple):
    """One thing that is wrong with a file of the league, a value until it is printed.

    `line` counts from 1 (0: the file as a whole), `field` is a place in YAML such as `players[0].seat`, `detail` what
    follows below: the line with a caret, and how to fix it; `also` are further mistakes of the same order. Without a
    `path` it is no file's. `rejection` is the row of `intake/rejections.py` for somebody who sent it.
    """

    path: str
    message: str
    line: int = 0
    field: str = ""
    detail: str = ""
    also: tuple[Finding, ...] = ()
    rejection: str = "mend"

    def __str__(self) -> str:
        where = f"{self.path}:{self.line}" if self.line else self.path
        return f"{where}: {self.text}" if where else self.text

    @property
    def text(self) -> str:
        """What is wrong, without the place in the league."""
        words = f"{self.field}: {self.message}" if self.field else self.message
        return "\n".join([words, *filter(None, [self.detail]), *map(str, self.also)])


class Fault(Exception):
    """Something that ends a command; its text says what, where and how to mend it."""

    exit_status = 1


class Refused(Fault):
    """What was asked for is not allowed or not valid, or the disk will not have it (exit status 1).

    Nothing was changed, but for what its text says is committed all the same.
    """


class Hopeless(Refused):
    """A refusal that no other day changes, whatever happens in the game."""


class Closed(Refused):
    """A sealed game cannot be opened here; `why` says what there is of the GM's key, without naming the game."""

    def __init__(self, slug: str, why: Refused) -> None:
        super().__init__(
            f"{slug} is sealed, and only its GM's key opens it; a player reads on the turnsheet's page what there is "
            f"to know. For the GM: {why}"
        )
        self.why = why


class CannotRead(Refused):
    """A file of the league cannot be read at all; the text opens with its path."""


class InvalidFile(Refused):
    """Files do not say what they should; `findings` has every mistake."""

    def __init__(self, *findings: Finding) -> None:
        super().__init__("\n".join(map(str, findings)))
        self.findings = findings


class WrongUsage(Fault):
    """The command line names something that does not exist or does not go together (exit status 2)."""

    exit_status = 2


class NothingDue(Fault):
    """There is nothing to carry out now (exit status 3)."""

    exit_status = 3


class Busy(Fault):
    """Another run is at work, or the branch moved underneath; safe to run again (exit status 4)."""

    exit_status = 4


def unwritten(error: OSError) -> str:
    """Why the disk does not do something, and what to do about it."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return "the disk is full; make room"
    if error.errno == errno.EROFS:
        return "the disk can only be read; make it writable"
    if error.errno in (errno.EACCES, errno.EPERM):
        return "you have no right there; see who owns it"
    return f"{error.strerror or error}; see whether the disk is sound"


def mend(path: str) -> str:
    """How a file that the program wrote is got back, where what is committed of it is broken."""
    return (
        f"no person is meant to edit it; take it back from git: `git log -- {path}` lists its commits, "
        f"`git checkout COMMIT -- {path}` takes that of one"
    )


class Unreadable(Exception):
    """An order file whose orders nobody can read; the words are for its seat's holder alone."""


Note = Callable[[str], None]
"""Hears what the GM should know besides."""
