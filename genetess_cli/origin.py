"""Where this installation is from, in pip's words, so that a league's workflows can install the same.

A bare name is written for an installation from the package index alone: anywhere else nobody knows who has that name
there, and what it installs runs beside the key.
"""

from __future__ import annotations

import re
from importlib import metadata
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit

import msgspec

from genetess_cli import __version__
from genetess_cli.store import plumbing

NAME: Final = "genetess"
_ADDRESS: Final = re.compile(r"https://[A-Za-z0-9][A-Za-z0-9.:-]*/[A-Za-z0-9._~/-]+")
_BY_SSH: Final = re.compile(r"(?:ssh://)?[A-Za-z0-9_.-]+@([A-Za-z0-9.-]+)[:/](?!\d+/)(.+)")
_COMMIT: Final = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")


def requirement() -> str | None:
    """A line for pip that installs what is running here; None where it is from a place that others cannot reach."""
    try:
        text = metadata.distribution(NAME).read_text("direct_url.json")
        found: Any = msgspec.json.decode(text) if text else {}
    except (metadata.PackageNotFoundError, msgspec.MsgspecError):
        return None
    match found:
        case {"url": str(url), "vcs_info": {"vcs": "git", "commit_id": str(commit)}}:
            return _at(url, commit)
        case {"url": str(url), "dir_info": dict()} if url.startswith("file:"):
            return _checked_out(Path(unquote(urlsplit(url).path)))
        case {"url": str(url), "archive_info": {"hashes": {"sha256": str(digest)}}}:
            known = _ADDRESS.fullmatch(url) and re.fullmatch("[0-9a-f]{64}", digest)
            return f"{NAME} @ {url} --hash=sha256:{digest}" if known else None
        case {"url": _}:
            return None
    return f"{NAME}=={__version__}"


def _checked_out(folder: Path) -> str | None:
    """The commit of a clone, where the forge that it was cloned from has that commit."""
    if not (folder / ".git").exists():
        return None
    asked = (("config", "--get", "remote.origin.url"), ("rev-parse", "HEAD"))
    address, commit = (plumbing.run(folder, *words).out.decode("utf-8", "replace").strip() for words in asked)
    pushed = plumbing.run(
        folder, "for-each-ref", "--contains", "HEAD", "--count=1", "refs/remotes/origin"
    ).out
    return _at(address, commit) if pushed else None


def _at(address: str, commit: str) -> str | None:
    by_ssh = _BY_SSH.fullmatch(address)
    address = f"https://{by_ssh[1]}/{by_ssh[2]}" if by_ssh else address
    known = _ADDRESS.fullmatch(address) and _COMMIT.fullmatch(commit)
    return f"{NAME} @ git+{address}@{commit}" if known else None
