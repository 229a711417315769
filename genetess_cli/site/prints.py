"""Prints of files: short texts that change when a file does, so that a build sees what there is to do.

Few small files are read whole; many, such as records and the program's own, are only looked at: size, dates and
inode, as git itself does. Which files matter is decided in `publish.py`.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from genetess_cli import __version__, resources


def digest(parts: Iterable[bytes]) -> str:
    """One print of several values, in order.

    Checksums and not a hash: nobody gains by a page of their own that is not renewed, and hashlib takes longer to
    load than everything else that a build with nothing to do does.
    """
    crc, adler, size = 0, 1, 0
    for part in parts:
        whole = b"%d " % len(part) + part
        crc, adler, size = zlib.crc32(whole, crc), zlib.adler32(whole, adler), size + len(whole)
    return f"{size:x}-{crc:08x}{adler:08x}"


def of_files(files: Iterable[Path]) -> str:
    """The print of what some files hold; a missing one counts as such."""
    return digest(part for file in files for part in (os.fsencode(file.name), _contents(file)))


def _contents(file: Path) -> bytes:
    try:
        return b"+" + file.read_bytes()
    except OSError:
        return b""


def of_program() -> str:
    """The print of this program: its version, modules and templates."""
    folders = (Path(__file__).parents[1], resources.templates())
    lines = sorted(line for folder in folders for line in _stats(str(folder)))
    return digest([__version__.encode(), *(os.fsencode(line) for line in lines)])


def _stats(folder: str) -> Iterator[str]:
    with os.scandir(folder) as found:
        for each in found:
            if each.is_dir():
                yield from _stats(each.path)
            elif each.name.endswith((".py", ".html", ".css", ".js", ".svg", ".png")):
                stat = each.stat()
                yield f"{each.path} {stat.st_size} {stat.st_mtime_ns}"


def of_records(folder: Path, stem: Callable[[str], str | None]) -> list[str]:
    """A line for each record below `folder`, in order: its stem, and what changes with the file.

    `stem` gives the stem of a file by its place below the folder, None where it is no record.
    """
    found = []
    for hundred in names(folder):
        if (folder / hundred).is_file():
            continue
        with os.scandir(folder / hundred) as files:
            for file in files:
                name = stem(f"{hundred}/{file.name}")
                if name:
                    stat = file.stat()
                    found.append(f"{name} {stat.st_size} {stat.st_mtime_ns} {stat.st_ctime_ns} {stat.st_ino}")
    return sorted(found)


def names(folder: Path) -> list[str]:
    """The names in a folder, sorted; none where there is no folder."""
    return sorted(os.listdir(folder)) if folder.is_dir() else []
