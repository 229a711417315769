"""The memory of a build for the next one: what each game's files were, and where its records can be gone on from.

It is one JSON file, gone while a build is writing: after a crash everything is made anew. Nothing of it is on the
site. What the files are and how a game is gone on with is decided in `site/build.py`.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

import msgspec

from genetess_cli import __version__
from genetess_cli.store import resources
from genetess_cli.store.files import write_whole
from genetess_cli.store.layout import record_of


class Print(msgspec.Struct, frozen=True):
    """The state of a game's files: `files` those that all pages depend on, `moving` those that the newest do.

    `turns` has a line for each file of the history, which begins with its path and changes with the file.
    """

    files: str
    moving: str
    turns: list[str]

    def stems(self, count: int | None = None) -> list[str]:
        """Return the stems of the records among the first files of the history (None: among all)."""
        paths = (turn.rsplit(" ", 4)[0] for turn in self.turns[:count])
        records = (record_of(path) for path in paths)
        return [f"{record[0]:04}-{record[1]}" for record in records if record]

    def history(self, count: int) -> str:
        return digest([os.fsencode("\n".join(self.turns[:count]))])


class Known(msgspec.Struct):
    """A game as it was built: the prints of its files, how many pages it has, and what its folders hold, by print.

    `board` is the drawing of its public board in small, and `preview` the print of the picture that goes with links to
    it. Its facts, its story's past and its summary are kept unread: where nothing has changed nobody needs them.
    """

    files: str
    moving: str
    count: int
    history: str
    pages: int
    folders: dict[str, str]
    facts: msgspec.Raw
    past: msgspec.Raw
    summary: msgspec.Raw
    board: str = ""
    preview: str = ""

    def leads_to(self, now: Print) -> bool:
        """Return whether at most the newest pages can have changed, and pages been added."""
        return (
            self.files == now.files
            and self.count <= len(now.turns)
            and self.history == now.history(self.count)
        )


class Memory(msgspec.Struct):
    """Everything remembered; `program` and `league` are the prints of what all pages depend on.

    `tip` is the commit at which it was written: pages name commits, and nothing of them holds once these are others.
    `shared` has the print of what each file was made of that is no game's.
    """

    program: str = ""
    league: str = ""
    tip: str = ""
    games: dict[str, Known] = {}
    shared: dict[str, str] = {}


def recall(path: Path, program: str, league: str) -> Memory:
    """Return the memory of a site made by this program; an empty one where it was made by another or cannot be read."""
    try:
        memory = msgspec.json.decode(path.read_bytes(), type=Memory)
    except (OSError, msgspec.MsgspecError):
        return Memory(program, league)
    return memory if (memory.program, memory.league) == (program, league) else Memory(program, league)


def keep(path: Path, memory: Memory) -> None:
    """Remember; a disk that cannot be written to only makes the next build slower."""
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, msgspec.json.encode(memory), f".{path.name}.{os.getpid()}")


def forget(path: Path) -> None:
    """Forget everything, before the first page is written. Raises OSError where that cannot be done."""
    path.unlink(missing_ok=True)


def digest(parts: Iterable[bytes]) -> str:
    """Return one print of several values, in order.

    Checksums and not a hash: nobody gains by a page of their own that is not renewed, and hashlib takes longer to
    load than everything else that a build with nothing to do does.
    """
    crc, adler, size = 0, 1, 0
    for part in parts:
        whole = b"%d " % len(part) + part
        crc, adler, size = zlib.crc32(whole, crc), zlib.adler32(whole, adler), size + len(whole)
    return f"{size:x}-{crc:08x}{adler:08x}"


def of_names(names: Iterable[str]) -> str:
    return digest([os.fsencode("\n".join(sorted(names)))])


def of_files(files: Iterable[Path]) -> str:
    """Return the print of what some files hold; a missing one counts as such."""
    return digest(part for file in files for part in (os.fsencode(file.name), _contents(file)))


def _contents(file: Path) -> bytes:
    try:
        return b"+" + file.read_bytes()
    except OSError:
        return b""


def of_program() -> str:
    """Return the print of this program: its version, modules, templates, and all else that ships with it."""
    folders = (Path(__file__).parents[1], resources.templates())
    lines = sorted(line for folder in folders for line in _stats(str(folder)))
    return digest([__version__.encode(), *(os.fsencode(line) for line in lines)])


def _stats(folder: str) -> Iterator[str]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir() and entry.name != "__pycache__":
                yield from _stats(entry.path)
            elif entry.is_file():
                stat = entry.stat()
                yield f"{entry.path} {stat.st_size} {stat.st_mtime_ns}"


def of_records(root: Path, folder: str) -> list[str]:
    """Return a line for each file of a game's history in order: its path in the league, and what changes with it."""
    lines = []
    for hundred in names(root / folder):
        if (root / folder / hundred).is_file():
            continue
        with os.scandir(root / folder / hundred) as files:
            for file in files:
                stat = file.stat()
                changing = f"{stat.st_size} {stat.st_mtime_ns} {stat.st_ctime_ns} {stat.st_ino}"
                lines.append(f"{folder}/{hundred}/{file.name} {changing}")
    return sorted(lines)


def names(folder: Path) -> list[str]:
    return sorted(os.listdir(folder)) if folder.is_dir() else []
