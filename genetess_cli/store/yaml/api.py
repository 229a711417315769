"""YAML in and out: one loader, one dumper. What the rest of the program uses of YAML is named here.

    tree = read(data, "games/riot/game.yaml", cache)      what a person wrote
    game = convert(tree, GameFile)                        its values, typed
    state = read_program(data, "games/riot/state.yaml")   what `dump` wrote

The guard, the walk and lines are in `read.py`, types in `convert.py`, writing in `write.py`, changes of single
values in `edit.py`. The YAML library is imported when something has to be parsed, not before.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import msgspec

from genetess_cli.errors import Finding, InvalidFile, mend
from genetess_cli.store.files import write_whole
from genetess_cli.store.git.worktree import object_id
from genetess_cli.store.yaml.convert import convert, nearest
from genetess_cli.store.yaml.edit import with_fields, with_rows
from genetess_cli.store.yaml.read import HUMAN, PROGRAM, Limits, Plain, Tree, fault, parse
from genetess_cli.store.yaml.write import dump, flow

__all__ = [
    "Plain", "Tree", "convert", "dump", "fault", "flow", "nearest", "read", "read_program", "remember", "with_fields",
    "with_rows",
]  # fmt: skip


def read(data: bytes, where: str, cache: Path | None = None) -> Tree:
    """Return what a person wrote. `where` is the file's name in messages, `cache` the folder of what was parsed before.

    Raise InvalidFile, naming file and line, for more than 256 KiB, other text than UTF-8, an alias, anchor,
    tag or directive, a second document, a key given twice or that is no text, too many or too deep values,
    or no YAML at all.
    """
    return _read(data, where, cache, HUMAN)


def read_program(data: bytes, where: str, cache: Path | None = None) -> Tree:
    """Return what the program wrote, up to 4 MiB. Raise InvalidFile as `read` does, and how the file is got back."""
    try:
        return _read(data, where, cache, PROGRAM)
    except InvalidFile as broken:
        raise InvalidFile(*broken.findings, Finding(where, mend(where))) from None


def _read(data: bytes, where: str, cache: Path | None, limits: Limits) -> Tree:
    if cache and len(data) <= limits.size:
        with suppress(OSError, msgspec.MsgspecError):
            values = msgspec.json.decode(_entry(cache, data, limits).read_bytes())
            return Tree(values, data, where, limits)
    values, root = parse(data, where, limits)
    remember(cache, data, values, limits)
    return Tree(values, data, where, limits, root)


MOST = 2_000
_FORMAT = "1"  # goes up when the same bytes are read as other values than before


def blob_id(data: bytes) -> str:
    """Return Git's name of a file's content, in a repository with SHA-1."""
    return object_id("blob", data)


def remember(folder: Path | None, data: bytes, values: Plain, limits: Limits = PROGRAM) -> None:
    """Note in a folder, if any, that `data` says `values`, so that the next command need not parse it.

    `limits` keep apart what was read: the wider ones say nothing of the narrower.
    """
    if folder is None:
        return
    entry = _entry(folder, data, limits)
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        if entry.name.startswith("0"):  # one entry in sixteen pays for counting them all
            _clear(folder)
        write_whole(entry, msgspec.json.encode(values), f".{entry.name}.{os.getpid()}")


def _entry(folder: Path, data: bytes, limits: Limits) -> Path:
    return folder / f"{blob_id(data)}.{limits.name}{_FORMAT}.json"


def _clear(folder: Path) -> None:
    names = os.listdir(folder)
    if len(names) > MOST:
        for name in names:
            with suppress(OSError):
                (folder / name).unlink()
