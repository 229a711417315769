"""What was verified before: a note beside the history, which is believed as the disk is.

It counts for the program, the keys and the place that made it, for commits that are still in the history, and where
nothing has changed since that could lead to another report.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from hashlib import blake2s
from pathlib import Path
from typing import Annotated, TypeAlias

import msgspec
from msgspec.structs import replace

from genetess_cli.admin.verify.games import Games
from genetess_cli.store import resources
from genetess_cli.store.files import write_whole
from genetess_cli.store.git.history import Since, since
from genetess_cli.store.layout import Layout
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


class Verified(Value):
    """A game in which everything was as committed, up to a commit."""

    commit: _Oid
    report: Report
    id: str = ""  # the game's; "" where other folders, or what was in its own before, have to do with it
    number: int = 0  # of the next record; 0 where nobody can go on from here
    turn: str | None = None  # of the last record


Known: TypeAlias = tuple[Verified, Since]
"""Up to where a game was verified before, and what the history has since then."""


class _Started(Value):
    """The folders of the games that had started at a commit."""

    commit: _Oid
    slugs: list[str]


class _Note(msgspec.Struct):
    basis: str
    started: _Started | None = None
    games: dict[str, Verified] = {}


class Notes:
    """What was verified before, and is now. `masters` are the keys that are here, `in_public` who reads reports."""

    def __init__(self, games: Games, masters: Sequence[bytes], in_public: bool) -> None:
        self._games = games
        self._cache = games.league.cache
        self._note = _recall(self._cache, _basis(games, masters, in_public))
        self._since = cache(lambda commit: since(games.league.repository, commit, games.tip))

    def forget(self, slugs: Sequence[str]) -> None:
        """Begin anew with these games, with all where none is named."""
        for slug in slugs or [*self._note.games]:
            self._note.games.pop(slug, None)
        self._note.started = None

    @property
    def started(self) -> list[str]:
        """The folders of the games that started, as `Games` knows them."""
        known = self._note.started
        if known is None or not self._has_the_same(known):
            known = _Started(self._games.tip, self._games.started)
        self._note.started = replace(known, commit=self._games.tip)
        self._note.games = {slug: row for slug, row in self._note.games.items() if slug in known.slugs}
        return known.slugs

    def _has_the_same(self, known: _Started) -> bool:
        later = self._since(known.commit)
        if later is None or not later.slugs <= {*known.slugs}:
            return False
        fixed = {path for slug in later.slugs for path in (Layout(slug).game, Layout(slug).clock)}
        sides = [side for row in later.changes if row.path in fixed for side in (row.old, row.new)]
        return all(side and side.is_file for side in sides)

    def again(self, slug: str) -> Report | None:
        """Return the report of a game to which nothing has happened since; None where it has to be made."""
        known = self._note.games.get(slug)
        later = known and self._since(known.commit)
        if not known or not later or not _is_left_alone(known, slug, later):
            return None
        if not self._games.is_as_committed(slug):
            return None
        self.add(slug, replace(known, commit=self._games.tip))
        return replace(known.report, verified_before=known.turn)

    def before(self, slug: str) -> Known | None:
        """Return from where on a game can be verified, and what the history has since then; None for the start."""
        known = self._note.games.get(slug)
        later = known and self._since(known.commit)
        return (known, later) if known and known.id and known.number and later else None

    def add(self, slug: str, verified: Verified | None) -> None:
        """Note what came of a game; None: not all was as committed, or other programs had a say in it."""
        self._note.games.pop(slug, None)
        if verified:
            self._note.games[slug] = verified

    def keep(self) -> None:
        """Write it for the next run; a disk that cannot be written to only makes that slower."""
        if self._cache:
            file = _file(self._cache)
            with suppress(OSError):
                file.parent.mkdir(exist_ok=True)
                write_whole(file, msgspec.json.encode(self._note), f".{file.name}.{os.getpid()}")


def _basis(games: Games, masters: Sequence[bytes], in_public: bool) -> str:
    """Return the print of all that reports follow from beside the history."""
    libraries = Path(msgspec.__file__).parents[1]
    parts = [
        resources.contents().encode(),
        *sorted(os.fsencode(name) for name in os.listdir(libraries) if name.endswith(".dist-info")),
        os.fsencode(games.league.repository.prefix),
        bytes([in_public]),
        *masters,
    ]
    return blake2s(b"".join(b"%d " % len(part) + part for part in parts)).hexdigest()


def _file(folder: Path) -> Path:
    return folder.with_name("verified.json")


def _recall(folder: Path | None, basis: str) -> _Note:
    with suppress(OSError, msgspec.MsgspecError):
        note = msgspec.json.decode(_file(folder).read_bytes() if folder else b"", type=_Note)
        if note.basis == basis:
            return note
    return _Note(basis)


def _is_left_alone(known: Verified, slug: str, later: Since) -> bool:
    """Return whether nothing has happened to a game since, nor to another folder that may be of the same one."""
    if not known.id:
        return not later.slugs
    signs = (known.id.encode(), b"\\")  # with which YAML can write an id in many ways
    return slug not in later.slugs and not any(sign in text for sign in signs for text in later.settings)
