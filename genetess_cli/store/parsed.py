"""What was parsed once, kept under git's name of its bytes: a hit needs no YAML parser at all.

Entries are JSON files below the git folder. They can be deleted at any time; a disk that cannot be
written to, or an entry that cannot be read, only costs time.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from genetess_cli.store.digest import object_id
from genetess_cli.store.limits import Plain
from genetess_cli.whole import write_whole

MOST: Final = 2_000
_FORMAT: Final = "1"  # goes up when the same bytes are read as other values than before


def blob_id(data: bytes) -> str:
    """Git's name of a file's content, in a repository with SHA-1."""
    return object_id("blob", data)


def recall(folder: Path | None, kind: str, data: bytes) -> tuple[Plain] | None:
    """The values that `data` was parsed into, in a tuple because None is a value too; None when unknown.

    `kind` keeps apart what was read under different guards.
    """
    if folder is None:
        return None
    try:
        return (msgspec.json.decode(_entry(folder, kind, data).read_bytes()),)
    except (OSError, msgspec.MsgspecError):
        return None


def keep(folder: Path | None, kind: str, data: bytes, values: Plain) -> None:
    """Keep what `data` was parsed into."""
    if folder is None:
        return
    entry = _entry(folder, kind, data)
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        if entry.name.startswith("0"):  # one entry in sixteen pays for counting them all
            _clear(folder)
        write_whole(entry, msgspec.json.encode(values), f".{entry.name}.{os.getpid()}")


def _entry(folder: Path, kind: str, data: bytes) -> Path:
    return folder / f"{blob_id(data)}.{kind}{_FORMAT}.json"


def _clear(folder: Path) -> None:
    names = os.listdir(folder)
    if len(names) > MOST:
        for name in names:
            with suppress(OSError):
                (folder / name).unlink()
