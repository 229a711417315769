"""The remote: pushing and fetching one branch, and what may be dropped to start again from the remote's turns.

A turn is never merged or rebased: it is carried out again on top of what others pushed.
"""

from __future__ import annotations

import os
import re
from binascii import b2a_base64
from collections.abc import Container, Mapping, Sequence
from pathlib import Path

from genetess_cli.errors import Busy, Refused, WrongUsage
from genetess_cli.store.git import run
from genetess_cli.store.git.commits import log_format

ORIGIN = "origin"
TALK = "talk"
"""The branch of what players say to all."""
_FETCH = ("fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules")
_NAME = r"[A-Za-z0-9_][A-Za-z0-9._-]{0,60}"
_MOVED = (
    "(fetch first)",
    "(non-fast-forward)",
    "(stale info)",
    "cannot lock ref",
    "failed to update ref",
)


class Rejected(Busy):
    """The remote has commits that are missing here: fetch, reset, carry out again."""


def push(top: Path, *branches: str, how: Sequence[str] = (), also: Mapping[str, str] = {}) -> None:
    """Push all of some branches or none, `also` in the environment.

    Raise Rejected where the remote has moved, Refused for any other reason.
    """
    refs = [f"refs/heads/{branch}:refs/heads/{branch}" for branch in branches]
    way = ["--atomic", *how] if refs[1:] else how
    done = run.run(top, "push", "--porcelain", "--quiet", *way, ORIGIN, *refs, also=also)
    if not done.status:
        return
    rows = [row[1:].strip() for row in run.sanitize(done.out, 10_000).splitlines() if row.startswith("!")]
    kind = Rejected if any(words in row for row in rows for words in _MOVED) else Refused
    raise kind(f"cannot push to {ORIGIN}: {' '.join([*rows, done.complaint])}")


def with_token(around: Mapping[str, str], server: str, user: str, token: str) -> dict[str, str]:
    """Return what git needs in the environment `around` it to show a token to a server, and to no other."""
    number = int(around.get("GIT_CONFIG_COUNT") or 0)
    shown = b2a_base64(f"{user}:{token}".encode(), newline=False).decode()
    return {
        "GIT_CONFIG_COUNT": str(number + 1),
        f"GIT_CONFIG_KEY_{number}": f"http.{server}/.extraheader",
        f"GIT_CONFIG_VALUE_{number}": f"AUTHORIZATION: basic {shown}",
    }


def fetch(top: Path, branch: str) -> bool:
    """Fetch a branch; False where the remote has none of that name. Raise Refused where it cannot be reached."""
    refs = (f"+refs/heads/{name}:refs/remotes/{ORIGIN}/{name}" for name in (branch, f"{TALK}*"))
    done = run.run(top, *_FETCH, ORIGIN, *refs)  # the pattern fits nothing where nobody has said anything
    if done.status and _MISSING not in done.complaint:
        raise Refused(f"cannot fetch {branch} from {ORIGIN}: {done.complaint}")
    return not done.status


# A file that lies in the remote beside the branch, under a name of its own, and has no history. What the league is does
# not hang on it: where it is lost, it is made again.

KEPT = "kept.json"
PLACE = "refs/genetess"
_MISSING = "couldn't find remote ref"


def fetch_kept(top: Path, name: str) -> bool:
    """Fetch what the remote holds under a name; False where it holds nothing. Raise Busy where it cannot be asked."""
    ref = f"{PLACE}/{name}"
    done = run.run(top, *_FETCH, ORIGIN, f"+{ref}:{ref}")
    if done.status and _MISSING not in done.complaint:
        raise Busy(f"{ref} cannot be asked of {ORIGIN}: {done.complaint}")
    return not done.status


def push_kept(top: Path, name: str, commit: str) -> None:
    ref = f"{PLACE}/{name}"
    run.read(top, "push", "--quiet", ORIGIN, f"+{commit}:{ref}", failed=f"cannot push {ref} to {ORIGIN}")


def subjects(top: Path, kept: str, tip: str, trailer: str) -> dict[str, str]:
    """Return how each commit of `tip` that `kept` has not begins, the newest first, and what its trailer says."""
    rows = _log(top, kept, tip, f"%h %s%n{log_format(trailer)}")
    return {run.sanitize(subject, 80): value.strip() for subject, _, value in rows}


def droppable(top: Path, kept: str, tip: str, made: Container[str]) -> list[str]:
    """Return the commits of `tip` that `kept` has not, the newest first. Raise Refused for one not in `made`."""
    rows = _log(top, kept, tip, "%H%n%h %s")
    for commit, _, subject in rows:
        if commit not in made:
            raise Refused(
                f"{run.sanitize(subject, 80)!r} is not on the remote, and not of this run; push or rebase it, then run "
                "this again"
            )
    return [commit for commit, *_ in rows]


def _log(top: Path, kept: str, tip: str, form: str) -> list[tuple[str, str, str]]:
    """Return the first line and the rest of each commit of `tip` that `kept` has not, in git's `form`."""
    failed = f"cannot compare {kept[:12]} with {tip[:12]}"
    told = run.read(top, "log", "-z", "--abbrev=7", f"--format={form}", f"{kept}..{tip}", failed=failed)
    return [commit.partition("\n") for commit in told.split("\0") if commit]


def address(top: Path, source: str) -> str:
    """Return the address of a remote that is given by its name, address or path. Raise WrongUsage for anything else."""
    if source.startswith("-") or not source.isprintable() or not source:
        raise WrongUsage(f"{source[:80]!r} is no remote; give a remote's name, an address or a path")
    if re.fullmatch(_NAME, source):
        done = run.run(top, "remote", "get-url", source)
        if not done.status:
            configured = os.fsdecode(done.out).rstrip("\n")
            return _absolute(top, configured)
        if not Path(source).is_dir():
            raise WrongUsage(f"there is no remote {source}; `git remote` lists those there are")
    return _absolute(Path.cwd(), source)


def _absolute(folder: Path, address: str) -> str:
    is_path = "://" not in address and not re.match(r"[^/]+:", address)
    return str((folder / address).resolve()) if is_path else address
