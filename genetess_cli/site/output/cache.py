"""The memory of a build for the next one: what each game's files were, and where its records can be gone on from.

It is one JSON file, gone while a build is writing: after a crash everything is made anew. Nothing of it is on the
site. What the files are and how a game is gone on with is decided in `site/build.py`.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

import msgspec

from genetess_cli import __version__
from genetess_cli.site.facts import GameFacts
from genetess_cli.store import resources
from genetess_cli.store.files import write_whole


class Print(msgspec.Struct, frozen=True):
    """The state of a game's files: `files` those that all pages depend on, `moving` those that the newest do.

    `turns` has a line for each record, which begins with its stem and changes with the file.
    """

    files: str
    moving: str
    turns: list[str]

    @property
    def stems(self) -> list[str]:
        return [turn.partition(" ")[0] for turn in self.turns]

    def history(self, count: int) -> str:
        return digest(turn.encode() for turn in self.turns[:count])


class Known(msgspec.Struct):
    """A game as it was built: its facts, the prints of its files, and unread its story's past and its summary."""

    facts: GameFacts
    files: str
    moving: str
    count: int
    history: str
    past: msgspec.Raw = msgspec.Raw(b"null")
    summary: msgspec.Raw = msgspec.Raw(b"{}")

    def is_as(self, now: Print) -> bool:
        return self.moving == now.moving and self.count == len(now.turns) and self.leads_to(now)

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
    `rules`: style, scripts, the pages of rules and the one on how to play were written, which depend on nothing else.
    `shared` has the print of what each file was made of that tells of several games; `until` is when one of them
    changes by itself, as a reminder comes.
    """

    program: str = ""
    league: str = ""
    tip: str = ""
    games: dict[str, Known] = {}
    rules: bool = False
    shared: dict[str, str] = {}
    until: int | None = None


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


def of_records(folder: Path, stem: Callable[[str], str | None]) -> list[str]:
    """Return a line for each record below `folder`, in order: its stem, and what changes with the file.

    `stem` gives the stem of a file by its place below the folder, None where it is no record.
    """
    lines = []
    for hundred in names(folder):
        if (folder / hundred).is_file():
            continue
        with os.scandir(folder / hundred) as files:
            for file in files:
                name = stem(f"{hundred}/{file.name}")
                if name:
                    stat = file.stat()
                    lines.append(f"{name} {stat.st_size} {stat.st_mtime_ns} {stat.st_ctime_ns} {stat.st_ino}")
    return sorted(lines)


def names(folder: Path) -> list[str]:
    return sorted(os.listdir(folder)) if folder.is_dir() else []
