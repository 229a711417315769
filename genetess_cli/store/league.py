"""A league's folder: where it is, and its files as the work tree, a change or a commit has them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Protocol

import msgspec

from genetess_cli.errors import CannotRead, Finding, InvalidFile, Note, Refused, WrongUsage
from genetess_cli.store import schema
from genetess_cli.store.files import Contents
from genetess_cli.store.git import run
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.git.worktree import read_file
from genetess_cli.store.layout import GAMES, LEAGUE, Layout
from genetess_cli.store.schema import LeagueFile
from genetess_cli.store.yaml import api

LARGEST_FILE = 8 * 1024 * 1024


class FileSource(Protocol):
    """A source of files of the league: the work tree, or a commit."""

    def read(self, path: str) -> bytes | None:
        """Return a file by its path in the league; None where there is none."""

    def names(self, folder: str) -> Sequence[str]:
        """Return the names of the files and folders in a folder of the league."""


GameKeys = Callable[[str, str | None], bytes]


class League:
    """A league's folder and what is read from it.

    `root` is the folder of genetess.yaml, `cache` where parsed files are kept (None: nowhere). `game_key` gives the key
    of a game by its id and commitment (None: from the master key of this machine); only sealed games ask for it.
    """

    def __init__(self, root: Path, game_key: GameKeys | None = None) -> None:
        self.root = root
        self.cache = _cache_folder(root)
        self.game_key = game_key

    def read(self, path: str) -> bytes | None:
        """Return a file of the work tree. Raise CannotRead for one that is too large, or no file."""
        return read_file(self.root, path, LARGEST_FILE)

    def names(self, folder: str) -> Sequence[str]:
        """Return the names in a folder of the work tree; none where there is none. Raise Refused for a link."""
        place = self.root / folder
        if place.is_symlink():
            raise CannotRead(f"{folder} is a symbolic link; put what it points to in its place")
        return [file.name for file in place.iterdir()] if place.is_dir() else []

    @cached_property
    def settings(self) -> LeagueFile:
        """genetess.yaml. Raise InvalidFile."""
        data = self.read(LEAGUE)
        return schema.load_league(api.read(data or b"", LEAGUE, self.cache))

    def address(self, place: str) -> str | None:
        """Return where a page is published; None for a league without a site."""
        base = self.settings.site.base_url
        return f"{base.rstrip('/')}/{place}" if base else None

    def repository(self) -> Repository:
        """Open the repository that the league is in. Raise Refused."""
        return Repository.open(self.root)

    def slugs(self) -> list[str]:
        folder = self.root / GAMES
        games = folder.iterdir() if folder.is_dir() else ()
        return sorted(game.name for game in games if (game / "game.yaml").exists())


def find(start: Path) -> League:
    """Return the league of a folder or of the nearest one above in its repository. Raise WrongUsage for none."""
    here = start.resolve()
    for folder in (here, *here.parents):
        if (folder / LEAGUE).is_file():
            return League(folder)
        if (folder / ".git").exists():
            break
    raise WrongUsage(
        f"{here} is not in a league: there is no {LEAGUE} here or above. "
        f"Make a league with `genetess init DIR`, or name one with `genetess -C DIR`"
    )


def _cache_folder(root: Path) -> Path | None:
    git = next((git for folder in (root, *root.parents) if (git := folder / ".git").exists()), None)
    return git / "genetess" / "cache" if git and git.is_dir() else None


class Overlay(League):
    """A league in which some files, by path, say something else than those that lie there; nothing of it is kept."""

    def __init__(self, league: League, files: Contents) -> None:
        super().__init__(league.root, league.game_key)
        self.cache = None
        self._files = files

    def read(self, path: str) -> bytes | None:
        return self._files[path] if path in self._files else super().read(path)


class Committed(msgspec.Struct, frozen=True):
    """The files of a league as one commit of `repository` has them."""

    repository: Repository
    commit: str

    def read(self, path: str) -> bytes | None:
        return self.repository.read(self.commit, [path])[path]

    def names(self, folder: str) -> Sequence[str]:
        return self.repository.names(self.commit, folder)


def tell_changed(repository: Repository, written: Contents, note: Note) -> None:
    """Tell of the files that lie in the work tree otherwise than the last commit has them, which is what counts."""
    for path, data in written.items():
        try:
            held = repository.read_worktree([path])[path]
        except Refused as fault:
            note(str(fault))
            continue
        if held != data:
            how = "deleted" if held is None else "changed"
            note(
                f"{path} was {how} in the work tree; the committed one counts. Restore it with `git restore {path}`"
            )


def check_there(root: Path, paths: Layout) -> None:
    """Raise InvalidFile where the last commit has a game's clock; for a game that the work tree has as not started."""
    try:
        with Repository.open(root) as repository:
            gone = repository.read(repository.tip(), [paths.clock])[paths.clock] is not None
    except Refused:  # no repository or no commit: then nothing can have been deleted
        return
    if gone:
        words = f"restore what is missing with `git restore {paths.folder}`"
        raise InvalidFile(
            Finding(paths.clock, f"deleted in the work tree, but the game has started; {words}")
        )


def is_taken_along(root: Path, file: Path) -> bool:
    """Return whether git would add a file of the repository around `root`. Raise Refused where there is none."""
    top, own, *_ = run.find(root)
    place = file.resolve()
    added = run.run(top, "check-ignore", "--quiet", "--", str(place)).status == 1
    return added and not place.is_relative_to(own.resolve())
