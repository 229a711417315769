"""Running git: in what environment, how its words are shown, and one long-lived process for all reading.

Only `git.py` and the parts it is made of use this. What the objects mean is in `objects.py`.
"""

from __future__ import annotations

import os
import re
import subprocess
import weakref
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from genetess_cli.errors import Refused

# Nothing that a repository or its configuration says may start a program, ask a question or replace an object; but
# who has commits signed is asked for the passphrase by the program that signs them.
SAFE: Final = (
    "-c", "core.hooksPath=/dev/null",
    "-c", "core.fsmonitor=false",
    "-c", "protocol.ext.allow=never",
    "-c", "advice.detachedHead=false",
)  # fmt: skip
DAMAGED: Final = (
    "its files are damaged here, as a power cut can leave them. `git fsck` lists what is broken; `git clone` the "
    "league anew from its remote or from another copy, and take along the files that you have edited"
)
_AT_ONCE: Final = 500  # questions whose names fit into a pipe while git is busy answering the first

# The folder decides which repository is meant, even when a hook of another one started us.
_PLACES: Final = frozenset((
    "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE", "GIT_PREFIX",
))  # fmt: skip
_MASTER_KEY: Final = "GENETESS_MASTER_KEY"  # no business of git's, nor of the helpers that git starts

_SECRET = re.compile(r"(?<=://)[^/@\s]+@")
_CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f]")


class TookTooLong(Refused):
    """A run of git that was ended, as it took longer than it may."""


class Done(msgspec.Struct, frozen=True):
    """How a run of git ended: exit status, output, and its complaints as one shown to people."""

    status: int
    out: bytes
    complaint: str


def environment() -> dict[str, str]:
    """The environment that git runs in."""
    kept = {name: value for name, value in os.environ.items() if name not in _PLACES and name != _MASTER_KEY}
    return {**kept, "LC_ALL": "C", "GIT_TERMINAL_PROMPT": "0", "GIT_NO_REPLACE_OBJECTS": "1"}


@contextmanager
def without_key() -> Iterator[None]:
    """The environment without the GM's key, for a library that runs git itself."""
    key = os.environ.pop(_MASTER_KEY, None)
    try:
        yield
    finally:
        if key is not None:
            os.environ[_MASTER_KEY] = key


def sanitized(words: bytes | str, most: int = 600) -> str:
    """Git's words without passwords, control characters and great length."""
    text = words.decode("utf-8", "replace") if isinstance(words, bytes) else words
    text = _CONTROL.sub(" ", _SECRET.sub("", text)).strip()
    return text if len(text) <= most else f"{text[:most]}..."


def start(
    folder: Path,
    *arguments: str,
    reading: bool = False,
    also: Mapping[str, str] | None = None,
    holding: Sequence[int] = (),
) -> subprocess.Popen[bytes]:
    """A run of git in `folder`, under way, with `also` in its environment and the files `holding` open.

    Raises Refused where git or the folder is missing.
    """
    try:
        return subprocess.Popen(
            ["git", *SAFE, *arguments],
            cwd=folder,
            env={**environment(), **(also or {})},
            stdin=subprocess.PIPE if reading else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL if reading else subprocess.PIPE,
            pass_fds=holding,
        )
    except FileNotFoundError:
        missing = "git is not installed" if folder.is_dir() else f"there is no folder {folder}"
        raise Refused(f"{missing}; install git, or name a league's folder") from None
    except NotADirectoryError:
        raise Refused(f"{folder} is no folder; name a league's folder") from None


def finish(process: subprocess.Popen[bytes], seconds: float | None = None) -> Done:
    """Wait for a run of git to end. Raises TookTooLong where that takes longer than `seconds`."""
    try:
        out, complaint = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        for stream in (process.stdout, process.stderr):
            if stream is not None:
                stream.close()  # whatever it started may hold the other end for ever
        raise TookTooLong(f"git took longer than {seconds:.0f} seconds, and was ended") from None
    ended = f"git was ended by signal {-process.returncode}" if process.returncode < 0 else ""
    return Done(process.returncode, out, sanitized(complaint or b"") or ended)


def run(
    folder: Path,
    *arguments: str,
    also: Mapping[str, str] | None = None,
    seconds: float | None = None,
    holding: Sequence[int] = (),
) -> Done:
    """Run git in `folder`. Raises Refused where git or the folder is missing, TookTooLong after `seconds`."""
    return finish(start(folder, *arguments, also=also, holding=holding), seconds)


def feed(folder: Path, data: bytes, *arguments: str, also: Mapping[str, str] | None = None) -> Done:
    """Run git in `folder` with `data` as its input, and `also` in its environment."""
    done = subprocess.run(
        ["git", *SAFE, *arguments],
        cwd=folder,
        env={**environment(), **(also or {})},
        input=data,
        capture_output=True,
        check=False,
    )
    return Done(done.returncode, done.stdout, sanitized(done.stderr))


def settings(listing: bytes) -> Mapping[str, str]:
    """Git's configuration, as `git config --null --list` prints it; names in lower case, the last value counts."""
    pairs = (entry.decode("utf-8", "replace").partition("\n") for entry in listing.split(b"\0") if entry)
    return {name.lower(): value for name, _, value in pairs}


class Object(msgspec.Struct, frozen=True):
    """One object of git: its id, its kind (`blob`, `tree`, `commit`, `tag`) and its content."""

    oid: str
    kind: str
    body: bytes


class Reader:
    """One `git cat-file --batch`: started once, asked as often as need be, ended with its owner."""

    def __init__(self, folder: Path, also: Mapping[str, str] | None = None) -> None:
        self._process = start(folder, "cat-file", "--batch", reading=True, also=also)
        self._end = weakref.finalize(self, _end, self._process)

    def close(self) -> None:
        """End the process; asking is over."""
        self._end()

    def ask(self, names: Sequence[str]) -> list[Object | None]:
        """The objects of these names (ids, or `refs/heads/main^{tree}`), None for each that does not exist."""
        answers: list[Object | None] = []
        for first in range(0, len(names), _AT_ONCE):
            answers += self._ask(names[first : first + _AT_ONCE])
        return answers

    def _ask(self, names: Sequence[str]) -> Iterator[Object | None]:
        stream = self._process.stdin
        assert stream is not None
        if any("\n" in name for name in names):
            raise Refused("a name with a line break is no name of anything in git")
        try:
            stream.write("".join(f"{name}\n" for name in names).encode("utf-8", "surrogateescape"))
            stream.flush()
        except BrokenPipeError:
            raise Refused(f"git stopped answering; {DAMAGED}") from None
        return iter([self._answer() for _ in names])

    def _answer(self) -> Object | None:
        stream = self._process.stdout
        assert stream is not None
        words = stream.readline().split()
        if len(words) == 3 and words[2].isdigit():
            body = stream.read(int(words[2]))
            stream.read(1)
            return Object(words[0].decode(), words[1].decode(), body)
        if not words:
            raise Refused(f"git stopped answering; {DAMAGED}")
        return None  # `NAME missing`, `NAME ambiguous`


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()  # it only reads
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            try:
                stream.close()
            except BrokenPipeError:
                continue
    process.wait()
