"""Where a remote of a league is."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

from genetess_cli.errors import WrongUsage
from genetess_cli.store import plumbing

_NAME: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,60}")


def address(top: Path, source: str) -> str:
    """Where a remote is, by its name or else what it is itself. Raises WrongUsage for what is none."""
    if source.startswith("-") or not source.isprintable() or not source:
        raise WrongUsage(f"{source[:80]!r} is no remote; give a remote's name, an address or a path")
    if _NAME.fullmatch(source):
        done = plumbing.run(top, "remote", "get-url", source)
        if not done.status:
            found = os.fsdecode(done.out).rstrip("\n")
            return _absolute(top, found)
        if not Path(source).is_dir():
            raise WrongUsage(f"there is no remote {source}; `git remote` lists those there are")
    return _absolute(Path.cwd(), source)


def _absolute(folder: Path, address: str) -> str:
    """An address as it is, a path as seen from anywhere."""
    is_path = "://" not in address and not re.match(r"[^/]+:", address)
    return str((folder / address).resolve()) if is_path else address
