"""A file that lies in the remote beside the branch, under a name of its own, and has no history.

What the league is does not hang on it: where it is lost, it is made again.
"""

from __future__ import annotations

from typing import Final

from genetess_cli.errors import Busy, Refused
from genetess_cli.store import plumbing
from genetess_cli.store.database import Database
from genetess_cli.store.git import Repository
from genetess_cli.store.places import find

PLACE: Final = "refs/genetess"
_FILE: Final = "kept.json"
_MISSING: Final = "couldn't find remote ref"
_LARGEST: Final = 16 * 1024 * 1024


def kept(repository: Repository, name: str, remote: str = "origin") -> bytes:
    """What the remote holds under a name; empty where it holds nothing. Raises Busy where it cannot be asked."""
    ref = f"{PLACE}/{name}"
    way = ("--quiet", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules")
    done = plumbing.run(repository.top, "fetch", *way, remote, f"+{ref}:{ref}")
    if done.status:
        if _MISSING in done.complaint:
            return b""
        raise Busy(f"{ref} cannot be asked of {remote}: {done.complaint}")
    size = plumbing.run(repository.top, "cat-file", "-s", f"{ref}:{_FILE}").out.strip()
    if not size.isdigit() or int(size) > _LARGEST:
        return b""
    return plumbing.run(repository.top, "cat-file", "blob", f"{ref}:{_FILE}").out


def keep(repository: Repository, name: str, data: bytes, when: int, remote: str = "origin") -> None:
    """Put a file into the remote under a name, in place of what it holds there. Raises Refused where it cannot."""
    top, _, common, _ = find(repository.top)
    database = Database(top, common)
    try:
        tree = database.grown(None, {_FILE: data})
        made = database.commit(tree, None, f"{name}\n", when)
    finally:
        database.close()
    done = plumbing.run(top, "push", "--quiet", "--no-verify", remote, f"+{made}:{PLACE}/{name}")
    if done.status:
        raise Refused(f"cannot push {PLACE}/{name} to {remote}: {done.complaint}")
