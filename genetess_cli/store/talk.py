"""What players say to all: G/0007.yaml for each message, on a branch of its own, which can be rewritten.

Nothing of it is on the branch of the league: turns, `verify` and undo know nothing of it.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Annotated

from genetess_cli.errors import Fault
from genetess_cli.rules.letters import cut_accents, strip_controls
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.git.snapshot import Untouched
from genetess_cli.store.schema import FromFile, Line, Meta, Word, filled_fields, shaped
from genetess_cli.store.yaml import api
from genetess_cli.store.yaml.convert import convert

LONGEST = 1_000
"""Letters of a message."""
_LARGEST = 16 * LONGEST
_NUMBER = re.compile(r"([0-9]{4,6})\.yaml")
Day = Annotated[str, shaped("[0-9]{4}-[0-9]{2}-[0-9]{2}", "a date such as `2026-11-24`")]


class Saying(FromFile, kw_only=True, omit_defaults=True):
    """What a seat said, in which turn and on which day; the minute is nobody's business."""

    seat: Word
    turn: Word
    day: Day
    text: Annotated[str, Meta(max_length=LONGEST)] = ""
    unsaid: Line | None = None  # why the GM took the text away

    @property
    def listed(self) -> str:
        """Return the text as it stands in a list: behind the first line indented, as no line is another's."""
        if self.unsaid:
            return f"(taken away: {self.unsaid})"
        return self.text.replace("\n", "\n    ")


def path_of(slug: str, number: int) -> str:
    return f"{slug}/{number:04}.yaml"


NEWEST = 20
"""Messages that a page shows."""


def folder(repository: Repository, slug: str) -> str:
    """Return git's id of the folder of a game's messages, "" where there is none."""
    entry = repository.snapshot(repository.talk).find(slug) if repository.talk else None
    return entry.oid if entry else ""


def messages(repository: Repository, slug: str) -> dict[int, Saying]:
    """Return what was said in a game by number, the oldest first; a file that is no message is left out."""
    if not repository.talk:
        return {}
    files = Untouched(repository.snapshot(repository.talk))
    found: dict[int, Saying] = {}
    for name in sorted(files.names(slug)):
        if match := _NUMBER.fullmatch(name):
            with suppress(Fault):
                path = f"{slug}/{name}"
                data = files.read(path) or b""
                if len(data) <= _LARGEST:
                    message = convert(api.read(data, path), Saying)
                    found[int(match[1])] = message.replace(text=plain(message.text))
    return found


def plain(text: str) -> str:
    """Return text without what steers its readers' terminals and pages."""
    lines = (strip_controls(cut_accents(line)).rstrip() for line in text.splitlines())
    return "\n".join(lines).strip("\n")


def file_of(message: Saying) -> bytes:
    return api.dump(filled_fields(message)).encode()
