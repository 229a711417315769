"""The folder of a site: files are compared before they are written, and written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator, Set
from contextlib import contextmanager, suppress
from pathlib import Path

from genetess_cli.store.files import write_whole
from genetess_cli.store.git.run import alone

MARKER = ".genetess-site"
_SAYS = b"This folder is written by `genetess build`; what it holds is written over.\n"
ENDINGS = (".html", ".pgn", ".yaml", ".json", ".atom", ".ics", ".js", ".png", ".bin")
"""Of what may be removed in the folders of games: whatever else lies there is left alone."""
_GENERATED = b'<meta name="generator" content="genetess">'


def grows(place: str) -> bool:
    """Return whether a file tells of many turns and only grows: all those of a game are made in one go."""
    return "/replay/" in place or "/past/" in place


class Folder:
    """A site's folder. Counts what it wrote and removed.

    Where one file `only` is asked for, no other is written, but with one that `grows` the others of its game.
    """

    def __init__(self, root: Path, only: str = "") -> None:
        self.root = root
        self.only = only
        self.written = 0
        self.removed = 0
        self._made: set[str] = set()

    @property
    def is_ours(self) -> bool:
        """True if a site was built here before, or nothing is here yet."""
        if self.is_claimed or not self.root.exists():
            return True
        return self.root.is_dir() and not any(self.root.iterdir())

    @property
    def is_claimed(self) -> bool:
        return self.has(MARKER)

    @contextmanager
    def claimed(self, patience: float) -> Iterator[None]:
        """Hold the folder, which is made where missing. Raise Busy after `patience` seconds."""
        self.root.mkdir(parents=True, exist_ok=True)
        words = f"another build of {self.root} is running; run this again later"
        with alone(self.root / MARKER, patience, words) as marker:
            if not os.pread(marker, 1, 0):  # whoever waits has the same file open
                os.write(marker, _SAYS)
                self.written += 1
            yield

    def wants(self, place: str) -> bool:
        """Return whether a file is asked for."""
        return self.only in ("", place) or (grows(self.only) and grows(place))

    def write(self, place: str, text: str | bytes) -> None:
        """Write a file that is asked for, unless it says the same already."""
        if not self.wants(place):
            return
        path = f"{self.root}/{place}"
        data = text if isinstance(text, bytes) else text.encode("utf-8", "replace")
        if _bytes(path) == data:
            return
        above = path.rpartition("/")[0]
        if above not in self._made:
            os.makedirs(above, exist_ok=True)
            self._made.add(above)
        write_whole(path, data, f"{path.rpartition('/')[2]}.half")
        self.written += 1

    def has(self, place: str) -> bool:
        return (self.root / place).is_file()

    def read(self, place: str) -> str:
        return (_bytes(f"{self.root}/{place}") or b"").decode("utf-8", "replace")

    def names(self) -> set[str]:
        """Return the files at its top, hidden ones left out."""
        return {entry.name for entry in self._entries("") if entry.is_file()}

    def homes(self) -> set[str]:
        """Return the folders at its top, hidden ones left out."""
        return {entry.name for entry in self._entries("") if entry.is_dir()}

    def files(self, home: str) -> set[str]:
        """Return the places of all files below a folder, hidden ones left out."""
        found: set[str] = set()
        for entry in self._entries(home):
            if entry.is_dir(follow_symlinks=False):
                found |= self.files(f"{home}/{entry.name}")
            elif entry.is_file():
                found.add(f"{home}/{entry.name}")
        return found

    def _entries(self, place: str) -> list[os.DirEntry[str]]:
        try:
            with os.scandir(f"{self.root}/{place}") as entries:
                return [entry for entry in entries if entry.name[0] != "."]
        except (FileNotFoundError, NotADirectoryError):
            return []

    def is_page(self, place: str) -> bool:
        return _GENERATED in (_bytes(f"{self.root}/{place}") or b"")[:2000]

    def remove(self, place: str) -> None:
        with suppress(FileNotFoundError):
            (self.root / place).unlink()
            self.removed += 1

    def sweep(self, home: str, places: Set[str]) -> None:
        """Remove every page below the folder `home` that is not at one of the `places`, and folders that are empty."""
        for place in sorted(self.files(home) - places):
            if place.removesuffix(".half").endswith(ENDINGS):
                self.remove(place)
        self.prune(home)

    def prune(self, home: str) -> None:
        """Remove the folders below `home` that are empty, and itself."""
        for folder, _, _ in os.walk(self.root / home, topdown=False):
            with suppress(OSError):
                os.rmdir(folder)


def _bytes(path: str) -> bytes | None:
    try:
        with open(path, "rb") as file:
            return file.read()
    except (FileNotFoundError, NotADirectoryError):
        return None
