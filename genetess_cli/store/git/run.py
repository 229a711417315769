"""Running git: in what environment, how its words are shown, and one long-lived process for all reading.

Few outside of this folder use it. What the objects mean is in `objects.py`.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
import weakref
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from genetess_cli.errors import Busy, Fault, Refused, unwritten
from genetess_cli.store.git.plumbing import GitPlace, Object
from genetess_cli.values import Value

# Nothing that a repository or its configuration says may start a program, ask a question or replace an object; but
# who has commits signed is asked for the passphrase by the program that signs them. And nothing of it may change what
# git prints, sends or notes beside what is asked for.
SETTINGS = (
    "color.grep=false", "color.ui=false", "core.bigFileThreshold=512m", "core.commentChar=#",
    "core.fsmonitor=false", "core.hooksPath=/dev/null", "core.ignoreStat=false", "core.quotePath=false",
    "diff.ignoreSubmodules=none", "diff.orderFile=/dev/null", "diff.relative=false", "diff.renames=false",
    "grep.column=false", "grep.fullName=false", "grep.lineNumber=false", "i18n.commitEncoding=UTF-8",
    "i18n.logOutputEncoding=UTF-8", "log.diffMerges=separate", "log.follow=false", "log.showRoot=true",
    "log.showSignature=false", "protocol.ext.allow=never", "protocol.version=2", "push.followTags=false",
    "push.recurseSubmodules=no", "status.renames=false", "status.showUntrackedFiles=normal",
    "submodule.recurse=false", "trailer.separators=:",
)  # fmt: skip
_SET = tuple(word for setting in SETTINGS for word in ("-c", setting))
"""They come behind those that an alias of git, or whoever started us, hands on: the last one counts."""
_DAMAGED = (
    "if git's files are damaged (a power cut can do that; `git fsck` tells), `git clone` the league again from its "
    "remote or another copy, and copy over the files that you edited"
)
_LOST = "this browser has lost it. Load the page again; if that does not help, delete your games and begin new ones"
OLDEST_GIT = (2, 31)
"""The oldest git that knows all that is asked of it here."""
_SKIPPED = 1 << 20
_AT_ONCE = 500  # questions whose names fit into a pipe while git is busy answering the first

# Of git's own variables those count that say how a remote is reached, who commits and where settings are: the folder
# decides which repository is meant, even when a hook of another one started us.
_KEPT = re.compile(
    r"(?!GIT_).*|GIT_(AUTHOR|COMMITTER|CONFIG|CURL|HTTP|PROXY|SSH|SSL|TRACE)_?.+|GIT_SSH|GIT_TRACE"
    r"|GIT_(ALLOW_PROTOCOL|ASKPASS|CEILING_DIRECTORIES|DISCOVERY_ACROSS_FILESYSTEM|EXEC_PATH|TEMPLATE_DIR)"
)
_MASTER_KEY = "GENETESS_MASTER_KEY"  # no business of git's, nor of the helpers that git starts

_SECRET = r"(?<=://)[^/@\s]+@"
_CONTROL = "[\x00-\x09\x0b-\x1f\x7f-\x9f]"


class TookTooLong(Refused):
    """A run of git that was ended, as it took longer than it may."""

    def __init__(self, seconds: float | None) -> None:
        super().__init__(f"git took longer than {seconds:.0f} seconds and was stopped")


class NoRepository(Refused):
    """A folder is in no git repository."""


def has_git() -> bool:
    """Return whether git may be asked: not in a browser, where `plumbing/loose.py` answers in its place."""
    return sys.platform != "emscripten" and os.environ.get("GENETESS_GIT") != "loose"


def damaged() -> str:
    """Return what to do where git has lost something."""
    return _DAMAGED if has_git() else _LOST


def needs_git(what: str) -> Refused:
    return Refused(f"{what} cannot be done without git; export the league, and go on where git is")


class TooOld(Fault):
    """The git of this machine is older than OLDEST_GIT."""


class Done(Value):
    """A run of git that has ended: exit status, output, and its complaints as one shown to people."""

    status: int
    out: bytes
    complaint: str


def environment() -> dict[str, str]:
    kept = {
        name: value for name, value in os.environ.items() if _KEPT.fullmatch(name) and name != _MASTER_KEY
    }
    return {**kept, "LC_ALL": "C", "GIT_TERMINAL_PROMPT": "0", "GIT_NO_REPLACE_OBJECTS": "1"}


@contextmanager
def as_environment() -> Iterator[None]:
    """Let the whole program have the environment of git, for a library that runs git itself."""
    before = dict(os.environ)
    own = environment()
    for name in before.keys() - own.keys():
        del os.environ[name]
    os.environ.update(own)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def sanitize(words: bytes | str, most: int = 600) -> str:
    """Return Git's words without passwords, control characters and great length."""
    text = words.decode("utf-8", "replace") if isinstance(words, bytes) else words
    text = re.sub(_CONTROL, " ", re.sub(_SECRET, "", text)).strip()
    return text if len(text) <= most else f"{text[:most]}..."


def start(
    folder: Path,
    *arguments: str,
    stdin: int = subprocess.DEVNULL,
    stderr: int = subprocess.PIPE,
    also: Mapping[str, str] = {},
    holding: Sequence[int] = (),
) -> subprocess.Popen[bytes]:
    """Start git in `folder`, `also` in its environment, `holding` open. Raise Refused where either is missing."""
    if not has_git():
        raise needs_git(f"`git {next(word for word in arguments if word[0] != '-')}`")
    try:
        return subprocess.Popen(
            ["git", *_SET, *arguments],
            cwd=folder,
            env={**environment(), **also},
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=stderr,
            pass_fds=holding,
        )
    except (FileNotFoundError, NotADirectoryError):
        words = "git is not installed; install it" if folder.is_dir() else f"there is no folder {folder}"
        raise Refused(words) from None


def finish(process: subprocess.Popen[bytes], seconds: float | None = None, data: bytes | None = None) -> Done:
    """Wait for a run of git to end, `data` its input. Raise TookTooLong where that takes longer than `seconds`."""
    try:
        out, complaint = process.communicate(data, timeout=seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        for stream in (process.stdout, process.stderr):
            if stream is not None:
                stream.close()  # whatever it started may hold the other end for ever
        raise TookTooLong(seconds) from None
    said = sanitize(complaint or b"")
    if not said and process.returncode < 0:
        said = f"git was killed by signal {-process.returncode}"
    return Done(process.returncode, out, said)


def run(
    folder: Path,
    *arguments: str,
    also: Mapping[str, str] = {},
    seconds: float | None = None,
    holding: Sequence[int] = (),
    data: bytes | None = None,
) -> Done:
    """Run git in `folder`, `data` its input. Raise Refused where either is missing, TookTooLong after `seconds`."""
    stdin = subprocess.DEVNULL if data is None else subprocess.PIPE
    return finish(start(folder, *arguments, stdin=stdin, also=also, holding=holding), seconds, data)


def read(
    folder: Path,
    *arguments: str,
    failed: str = "the history cannot be read",
    also: Mapping[str, str] = {},
    data: bytes | None = None,
) -> str:
    """Return what a run of git prints. Raise Refused, beginning with `failed`, where git cannot do it."""
    done = run(folder, *arguments, also=also, data=data)
    if done.status:
        raise Refused(f"{failed}: {done.complaint}")
    return os.fsdecode(done.out)


_BATCH = ("cat-file", "--batch")


class Reader:
    """One `git cat-file --batch`: started once, asked as often as need be, ended with its owner."""

    def __init__(self, folder: Path, also: Mapping[str, str] = {}, most: int = sys.maxsize) -> None:
        """`most` is how many bytes an object may have: a larger one is passed over, as if it were not there."""
        self._folder = folder
        self._also = also
        self._most = most
        pipe = subprocess.PIPE
        nobody = subprocess.DEVNULL
        self._process = start(folder, *_BATCH, stdin=pipe, stderr=nobody, also=also)
        self._asked = ""
        self._end = weakref.finalize(self, _end, self._process)

    def close(self) -> None:
        self._end()

    def ask(self, names: Sequence[str]) -> list[Object | None]:
        """Return the objects of these names (ids, or `refs/heads/main^{tree}`), None for each that does not exist."""
        stream = self._process.stdin
        assert stream is not None
        if any("\n" in name for name in names):
            raise Refused("a name with a line break is no name of anything in git")
        answers: list[Object | None] = []
        for first in range(0, len(names), _AT_ONCE):
            part = names[first : first + _AT_ONCE]
            self._asked = "".join(f"{name}\n" for name in part)
            try:
                stream.write(self._asked.encode("utf-8", "surrogateescape"))
                stream.flush()
            except BrokenPipeError:
                raise self.lost("what it was asked for") from None
            answers += [self._answer() for _ in part]
        return answers

    def lost(self, what: str) -> Refused:
        """Return a refusal for what git could not read, in its own words: it is asked once more for them."""
        asked = self._asked.encode("utf-8", "surrogateescape")
        said = run(self._folder, *_BATCH, also=self._also, data=asked).complaint
        return Refused(f"git cannot read {what}: {said or 'it is missing'}; {_DAMAGED}")

    def _answer(self) -> Object | None:
        stream = self._process.stdout
        assert stream is not None
        words = stream.readline().split()
        if len(words) == 3 and words[2].isdigit():
            size = int(words[2])
            if size <= self._most:
                body = stream.read(size)
                stream.read(1)
                return Object(words[0].decode(), words[1].decode(), body)
            for left in range(size + 1, 0, -_SKIPPED):
                stream.read(min(left, _SKIPPED))
            return None
        if not words:
            raise self.lost("what it was asked for")
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


@contextmanager
def alone(
    file: Path,
    patience: float,
    busy: str = "another command is running in this league; run this again later",
) -> Iterator[int]:
    """Hold the lock `file`, which is made where missing; gives its descriptor.

    What is started with the descriptor holds it as well. Raise Busy, saying `busy`, after `patience` seconds, Refused
    for no such file.
    """
    try:
        file.parent.mkdir(exist_ok=True)
        descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise Refused(f"{file.parent} cannot be written: {unwritten(error)}, then run this again") from None
    try:
        _take(descriptor, time.monotonic() + patience, busy)
        yield descriptor
    finally:
        os.close(descriptor)


def _take(descriptor: int, until: float, busy: str) -> None:
    if sys.platform == "emscripten":
        return  # its one worker has the folder for itself
    import fcntl

    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if time.monotonic() > until:
                raise Busy(busy) from None
        time.sleep(0.01)


NO_REPOSITORY = (
    "; make a league with `genetess init DIR`, or run `git init` here; where a repository is bare, clone it and work "
    "in the clone"
)
_UNDER_WAY = {
    "MERGE_HEAD": "merge", "rebase-merge": "rebase", "rebase-apply/applying": "am", "rebase-apply": "rebase",
    "CHERRY_PICK_HEAD": "cherry-pick", "REVERT_HEAD": "revert",
}  # fmt: skip


def find(path: Path) -> GitPlace:
    """Return the repository around a folder. Raise Refused where there is none, a bare one, or git refuses."""
    places = ("--show-toplevel", "--git-dir", "--git-common-dir", "--show-prefix")
    done = run(path, "rev-parse", "--path-format=absolute", *places)
    rows = os.fsdecode(done.out).split("\n")
    if done.status or len(rows) != len(places) + 1:
        _check_version(path)
    if done.status:
        is_ours = any((place / ".git").exists() for place in (path.absolute(), *path.absolute().parents))
        words = f"git cannot work at {path}: {done.complaint}"
        if is_ours:
            raise Refused(words)
        raise NoRepository(words + NO_REPOSITORY)
    if len(rows) != len(places) + 1:
        raise Refused(f"the path of {path} has a line break in it; move the league to another folder")
    return GitPlace(Path(rows[0]), Path(rows[1]), Path(rows[2]), rows[3])


def _check_version(path: Path) -> None:
    """Raise TooOld for a git that fails at the first question, with words of another thing."""
    said = os.fsdecode(run(path, "version").out).strip()
    if tuple(map(int, re.findall(r"\d+", said)))[:2] < OLDEST_GIT:
        oldest = ".".join(map(str, OLDEST_GIT))
        raise TooOld(f"this is {said}, and genetess needs git {oldest} or newer; install a newer one")


def head(top: Path, folder: Path) -> str:
    """Return the branch that is checked out, empty where there is none."""
    file = folder / "HEAD"
    head = "" if file.is_symlink() else file.read_text(errors="surrogateescape").strip()
    if not head or head.endswith("/.invalid"):  # the branch is noted in another way than in a file
        head = f"ref: {os.fsdecode(run(top, 'symbolic-ref', 'HEAD').out).strip()}"
    start = "ref: refs/heads/"
    return head.removeprefix(start) if head.startswith(start) else ""


def cut(common: Path) -> str:
    """Return the commits at which a shallow clone ends, one a line; "" of a whole one."""
    file = common / "shallow"
    return file.read_text() if file.exists() else ""


def under_way(folder: Path) -> str | None:
    """Return what somebody is in the middle of in a repository: a merge, rebase, cherry-pick or revert."""
    return next((doing for name, doing in _UNDER_WAY.items() if (folder / name).exists()), None)
