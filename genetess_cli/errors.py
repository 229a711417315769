"""Faults of the operator or of the program, and the exit status of each: here and nowhere else.

A player's mistake in an order is no exception but a value: see `rules/problems.py`.
"""

import errno
from collections.abc import Callable


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


class InvalidFile(Refused):
    """A file does not say what it should.

    `faults` holds a line for each mistake, each opening with `path:line:` where a line is known.
    """

    def __init__(self, faults: list[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


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
