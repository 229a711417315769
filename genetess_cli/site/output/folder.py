"""The folder that a site is written into: files are compared before they are written, and written whole or not at all.

What is on the pages is no matter of this file.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from genetess_cli.store.files import write_whole

MARKER = ".genetess-site"
ENDINGS = (".html", ".pgn", ".yaml", ".json", ".atom", ".ics", ".js", ".png")
"""Of what may be removed in the folders of games: whatever else lies there is left alone."""
_GENERATED = b'<meta name="generator" content="genetess">'


class Folder:
    """A site's folder. Counts what it wrote and removed."""

    def __init__(self, root: Path) -> None:
        self.root = root
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
        return (self.root / MARKER).is_file()

    def claim(self) -> None:
        self.root.mkdir(parents=True, exist_ok=True)
        self.write(MARKER, "This folder is written by `genetess build`; what it holds is written over.\n")

    def write(self, place: str, text: str | bytes) -> None:
        """Write a file, unless it says the same already."""
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

    def read(self, place: str) -> str:
        return (_bytes(f"{self.root}/{place}") or b"").decode("utf-8", "replace")

    def names(self, place: str) -> set[str]:
        """Return the files of a folder below, hidden ones left out; empty where there is no such folder."""
        return {entry.name for entry in self._entries(place) if entry.name[0] != "." and entry.is_file()}

    def folders(self, place: str) -> set[str]:
        entries = self._entries(place)
        return {
            entry.name for entry in entries if entry.name[0] != "." and entry.is_dir(follow_symlinks=False)
        }

    def _entries(self, place: str) -> list[os.DirEntry[str]]:
        try:
            with os.scandir(self.root / place) as entries:
                return [*entries]
        except (FileNotFoundError, NotADirectoryError):
            return []

    def is_page(self, place: str) -> bool:
        return _GENERATED in (_bytes(f"{self.root}/{place}") or b"")[:2000]

    def remove(self, place: str) -> None:
        with suppress(FileNotFoundError):
            (self.root / place).unlink()
            self.removed += 1

    def sweep(self, home: str, places: Mapping[str, set[str]]) -> None:
        """Remove every page below the folder `home` but those of `places`: names by folder."""
        for name in sorted(self.names(home) - places.get(home, set())):
            if name.removesuffix(".half").endswith(ENDINGS):
                self.remove(f"{home}/{name}")
        for name in sorted(self.folders(home)):
            self.sweep(f"{home}/{name}", places)
        if home not in places:
            with suppress(OSError):
                (self.root / home).rmdir()


def _bytes(path: str) -> bytes | None:
    try:
        with open(path, "rb") as file:
            return file.read()
    except (FileNotFoundError, NotADirectoryError):
        return None
