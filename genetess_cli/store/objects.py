"""Git's objects as bytes: trees taken apart and put together, commits worded, objects written.

A handful of small files makes a turn, and writing them here costs a fraction of starting git for each.
Nothing here knows a league, a branch or the work tree.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from genetess_cli.store.digest import WIDTH, digest
from genetess_cli.whole import write_whole

TREE: Final = "40000"
FILES: Final = frozenset(("100644", "100755"))
LINK: Final = "120000"
MODULE: Final = "160000"


class Entry(msgspec.Struct, frozen=True):
    """One row of a tree: what kind of thing (`100644` a file, `40000` a folder...) and its object."""

    mode: str
    oid: str

    @property
    def is_tree(self) -> bool:
        """Whether it is a folder."""
        return self.mode == TREE

    @property
    def is_file(self) -> bool:
        """Whether it is an ordinary file."""
        return self.mode in FILES

    @property
    def words(self) -> str:
        """What it is, for messages."""
        return {TREE: "a folder", LINK: "a symbolic link", MODULE: "a submodule"}.get(self.mode, "a file")


Tree = Mapping[bytes, Entry]
Put = Callable[[str, bytes], str]


def parse_tree(body: bytes, algorithm: str = "sha1") -> Tree:
    """The rows of a tree object."""
    width = WIDTH[algorithm]
    rows, at = {}, 0
    while at < len(body):
        space = body.index(b" ", at)
        end = body.index(b"\0", space)
        oid = body[end + 1 : end + 1 + width]
        rows[body[space + 1 : end]] = Entry(body[at:space].decode(), oid.hex())
        at = end + 1 + width
    return rows


def tree_body(rows: Tree) -> bytes:
    """The tree object of these rows; git sorts a folder as if its name ended in `/`."""
    ordered = sorted(rows.items(), key=lambda row: row[0] + b"/" if row[1].is_tree else row[0])
    return b"".join(b"%s %s\0%s" % (row.mode.encode(), name, bytes.fromhex(row.oid)) for name, row in ordered)


def commit_body(tree: str, parent: str | None, author: str, committer: str, message: str) -> bytes:
    """The commit object; author and committer are `Name <mail> seconds zone`."""
    parents = f"parent {parent}\n" if parent else ""
    return f"tree {tree}\n{parents}author {author}\ncommitter {committer}\n\n{commit_text(message)}".encode()


def commit_text(message: str) -> str:
    """A message as a commit has it."""
    return message.replace("\0", " ").strip("\n") + "\n"


def write_loose(folder: Path, kind: str, body: bytes) -> str:
    """Write an object with SHA-1 below `folder` (`.git/objects`), whole or not at all; its id.

    Raises OSError.
    """
    content = f"{kind} {len(body)}\0".encode() + body
    oid = digest(content)
    shelf = folder / oid[:2]
    target = shelf / oid[2:]
    with suppress(FileNotFoundError):
        if target.stat().st_size:  # a power cut leaves empty ones
            return oid
    shelf.mkdir(exist_ok=True)
    half = f"tmp_obj_{os.getpid()}_{oid[2:10]}"  # git sweeps up what is left under such names
    write_whole(target, zlib.compress(content, 1), half, lambda mode: mode & 0o444)
    return oid
