"""What was verified before: a note beside the history, which is believed as the disk is.

It counts for the program, the keys and the place that made it, for commits that are still in the history, and where
nothing has changed since that could lead to another report.
"""

from __future__ import annotations

import os
from collections.abc import Sequence, Set
from contextlib import suppress
from functools import cache
from hashlib import blake2s
from pathlib import Path
from typing import Annotated, TypeAlias

import msgspec
from msgspec.structs import replace

from genetess_cli.admin.verify.games import Games, may_name
from genetess_cli.errors import Refused
from genetess_cli.rules.problems import count_words
from genetess_cli.site.write.survey import of_program
from genetess_cli.store.files import write_whole
from genetess_cli.store.git.history import History
from genetess_cli.values import Value

_Oid: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{40,64}\Z")]


class Report(msgspec.Struct):
    """What came of verifying a game.

    `records` were played again, of which `turns` brought a turn to its end; for `compared` of them there is a position
    that was committed with them. `draws` were recorded (None: how many is secret), and `checked` says whether against
    the dice. `notes` are for a person; `difference` is the first one, in words. Up to the turn `verified_before` all
    that was done by an earlier run.
    """

    game: str
    records: int = 0
    turns: int = 0
    compared: int = 0
    draws: int | None = 0
    checked: bool = False
    notes: list[str] = []
    difference: str | None = None
    verified_before: str | None = None

    @property
    def line(self) -> str:
        """Return in words what was compared, where nothing differs."""
        luck = "no luck to check"
        if self.draws is None:
            luck = "luck not shown in CI"
        elif self.draws:
            how = "checked against the dice" if self.checked else "not checked (the GM's key is not here)"
            luck = f"{count_words(self.draws, 'draw')} {how}"
        played = f"{count_words(self.records, 'record')}, {count_words(self.turns, 'turn')}"
        before = f" (up to turn {self.verified_before} verified before)" if self.verified_before else ""
        return f"{played}, {luck}; all as committed{before}"


class Verified(Value):
    """A game in which everything was as committed, up to a commit."""

    commit: _Oid
    report: Report
    id: str = ""  # the game's; "" where other folders, or what was in its own before, have to do with it
    number: int = 0  # of the next record
    turn: str | None = None  # of the last one


class Later(Value):
    """What the history has since a commit."""

    commits: Set[str]  # those that changed a game
    slugs: Sequence[str]  # the folders of these
    settings: Sequence[bytes]  # every game.yaml that came


class _Note(msgspec.Struct):
    basis: str
    commit: _Oid | None = None  # at which `started` were the folders of the games that had started
    started: list[str] = []
    games: dict[str, Verified] = {}


class Notes:
    """What was verified before, and is now. `masters` are the keys that are here, `in_public` who reads reports."""

    def __init__(self, games: Games, masters: Sequence[bytes], in_public: bool) -> None:
        league = games.league
        basis = [of_program(), league.repository.prefix, in_public, *masters]
        self._games = games
        self._file = league.cache and league.cache.with_name("verified.json")
        self._note = _recall(self._file, blake2s(repr(basis).encode()).hexdigest())
        self._later = cache(self._read_later)

    def forget(self) -> None:
        """Begin anew with all games."""
        self._note = _Note(self._note.basis)

    @property
    def started(self) -> list[str]:
        """The folders of the games that started, as `Games` knows them."""
        note = self._note
        later = self._later(note.commit)
        clock = self._games.league.clock
        if not later or not all(slug in note.started and clock(slug).clock for slug in later.slugs):
            note.started = self._games.started
        note.commit = self._games.tip
        return note.started

    def take(self, slug: str) -> tuple[Verified, Later] | None:
        """Return what is noted of a game, and what came later; it has to be noted again."""
        known = self._note.games.pop(slug, None)
        later = known and self._later(known.commit)
        return (known, later) if known and later else None

    def again(self, slug: str, known: Verified, later: Later) -> Report | None:
        """Return the report of a game to which nothing has happened since; None where it has to be made."""
        is_left_alone = not later.slugs
        if known.id:
            is_left_alone = slug not in later.slugs and not may_name(later.settings, known.id)
        if not is_left_alone or not self._games.is_as_committed(slug):
            return None
        self.add(slug, known.replace(commit=self._games.tip))
        return replace(known.report, verified_before=known.turn)

    def add(self, slug: str, verified: Verified) -> None:
        self._note.games[slug] = verified

    def keep(self) -> None:
        """Write it for the next run; a disk that cannot be written to only makes that slower."""
        if file := self._file:
            with suppress(OSError):
                file.parent.mkdir(exist_ok=True)
                write_whole(file, msgspec.json.encode(self._note), f".{file.name}.{os.getpid()}")

    def _read_later(self, commit: str | None) -> Later | None:
        """Return what came after a commit; None where that is not in the history any more."""
        repository = self._games.league.repository
        tip = self._games.tip
        with suppress(Refused):
            if commit and repository.merge_base(tip, commit) == commit:
                past = History(repository, tip, commit)
                texts = [text for slug in past.slugs for text in past.settings(slug).values()]
                return Later(past.order.keys(), past.slugs, texts)
        return None


def _recall(file: Path | None, basis: str) -> _Note:
    with suppress(OSError, msgspec.MsgspecError):
        note = msgspec.json.decode(file.read_bytes() if file else b"", type=_Note)
        if note.basis == basis:
            return note
    return _Note(basis)
