"""Where this program can be had again: what a league's workflow names, so that a forge runs the same.

A release wrote its commit into the package. Else pip has noted what it installed, or the package is in a clone, whose
commit others can have once it is on the forge that the clone is from.
"""

from __future__ import annotations

import re
from importlib import metadata
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import msgspec

from genetess_cli import __version__
from genetess_cli.store.git import run
from genetess_cli.values import Value

NAME = "genetess"
PACKAGE = Path(__file__).resolve().parents[2]
_TAG = f"v{__version__}"
_ADDRESS = re.compile(r"https://[A-Za-z0-9][A-Za-z0-9.:-]*/[A-Za-z0-9._~/-]+")
_BY_SSH = re.compile(r"(?:ssh://)?[A-Za-z0-9_.-]+@([A-Za-z0-9.-]+)[:/](?!\d+/)(.+)")
_COMMIT = re.compile(r"[0-9a-f]{40}")


class Program(Value):
    """A commit of this program that everybody can get."""

    repository: str  # address without .git: https://HOST/OWNER/NAME
    commit: str
    version: str | None  # None: no release is at that commit


def program() -> Program | None:
    """Return what runs here; None where it is from a place that others cannot reach."""
    try:
        installed = metadata.distribution(NAME)
    except metadata.PackageNotFoundError:
        return _clone(PACKAGE.parent)
    released = PACKAGE / "commit"
    if released.exists():
        addresses = dict(row.split(", ", 1) for row in installed.metadata.get_all("Project-URL", []))
        commit = released.read_text(encoding="ascii", errors="replace")
        return _at(addresses.get("Repository", ""), commit.strip(), True)
    try:
        found: Any = msgspec.json.decode(installed.read_text("direct_url.json") or "{}")
    except msgspec.MsgspecError:
        return None
    match found:
        case {"url": str(url), "vcs_info": {"vcs": "git", "commit_id": str(commit), **more}}:
            return _at(url, commit, more.get("requested_revision") == _TAG)
        case {"url": str(url), "dir_info": dict()} if url.startswith("file:"):
            return _clone(Path(unquote(urlsplit(url).path)))
    return None


def _clone(folder: Path) -> Program | None:
    """Return the commit of a clone, where the forge that it was cloned from has that commit."""
    if not (folder / ".git").exists() or not run.has_git():
        return None
    asked = (("config", "--get", "remote.origin.url"), ("rev-parse", "HEAD"), ("tag", "--points-at", "HEAD"))
    address, commit, tags = (run.run(folder, *words).out.decode("utf-8", "replace") for words in asked)
    pushed = run.run(folder, "for-each-ref", "--contains", "HEAD", "--count=1", "refs/remotes/origin").out
    return _at(address.strip(), commit.strip(), _TAG in tags.split()) if pushed else None


def _at(address: str, commit: str, released: bool) -> Program | None:
    home = web_address(address)
    if home is None or not _COMMIT.fullmatch(commit):
        return None
    version = __version__ if released else None
    return Program(home, commit, version)


def web_address(remote: str) -> str | None:
    """Return the address, without .git, of what git calls a repository; None where others cannot reach that."""
    by_ssh = _BY_SSH.fullmatch(remote)
    address = f"https://{by_ssh[1]}/{by_ssh[2]}" if by_ssh else remote
    return address.removesuffix("/").removesuffix(".git") if _ADDRESS.fullmatch(address) else None
