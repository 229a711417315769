"""A disk that fails, and a power cut, at each call that changes something: a turn is carried out once and whole.

`make crash` tries every call, the tests alone a sample of them.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import msgspec
import pytest

from genetess_cli.store.league import find
from tests.crash.faults import BROKEN, FULL, ROOM, Ended, Fault, disturbed, genetess
from tests.kit.command import LATER, git
from tests.kit.verified import verified

COMMANDS = {
    "resolve": "resolve riot",
    "tick": "tick",
    "order": "order riot red PASS --commit",
    "undo": "undo riot",
    "start": "start cave",
    "build": "build --out site",
    "collect": "collect --mail ../letter",
    "extend": "extend riot --by 1h",
}
FAULTS = {
    "power cut": Fault(act="kill"),
    "killed": Fault(act="die"),
    "broken disk": Fault(act=BROKEN),
    "full disk": Fault(act=FULL, on=ROOM),
}
CASES = [(command, fault) for command in COMMANDS for fault in FAULTS]
WAITING = ("resolve", "tick", "order", "build")
"""What is done while orders wait; the others when they are carried out."""
ONCE = ("undo", "extend")
"""What is not done a second time to finish it."""
TICK = ["tick", "--now", LATER]
ORDER = ["order", "riot", "green", "PASS / PASS / PASS", "--commit", "--now", LATER]
LOOK = ["resolve", "riot", "--dry-run", "--now", LATER]
"""What changes nothing, and yet finishes what is left."""

_LOCK = re.compile(r"(/\S+\.lock)(?: is there: |': File exists)")
_RIOT = "games/riot"


class Whole(msgspec.Struct, frozen=True):
    """What a command does where nothing disturbs it."""

    words: list[str]
    league: Path
    calls: int
    states: list[tuple[str, str]]
    site: dict[str, bytes]
    status: dict[tuple[str, str], str]


def _state(league: Path) -> tuple[str, str]:
    """How many commits there are, and what the last one has."""
    count, tree = git(league, "rev-list", "--count", "HEAD"), git(league, "rev-parse", "HEAD^{tree}")
    return count, tree


def _status(league: Path) -> str:
    return git(league, "status", "--porcelain", "--", "games")


def _site(league: Path) -> dict[str, bytes]:
    found = (path for path in sorted((league / "site").rglob("*")) if path.is_file())
    return {str(path.relative_to(league)): path.read_bytes() for path in found}


def _copied(league: Path, to: Path) -> Path:
    shutil.rmtree(to.parent, ignore_errors=True)
    shutil.copytree(league.parent, to.parent, symlinks=True)
    return to


@pytest.fixture(scope="session")
def undisturbed(
    waiting: Path, preload: Path, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], Whole]:
    """What a command does where nothing disturbs it, found out once."""
    return cache(lambda command: _whole(command, waiting, preload, tmp_path_factory.mktemp(command)))


def _whole(command: str, waiting: Path, preload: Path, folder: Path) -> Whole:
    league = _copied(waiting / "league", folder / "before" / "league")
    if command not in WAITING:
        assert genetess(league, *TICK).status == 0
    words = [*COMMANDS[command].split(), *([] if command == "build" else ["--now", LATER])]
    after = _copied(league, folder / "after" / "league")
    done = disturbed(after, preload, Fault(), *words)
    assert done.status == 0, done.err
    commits = git(after, "rev-list", "--reverse", f"{git(league, 'rev-parse', 'HEAD')}..HEAD").split()
    first = int(_state(league)[0])
    trees = [git(after, "rev-parse", f"{commit}^{{tree}}") for commit in commits]
    states = [_state(league), *((str(first + n), tree) for n, tree in enumerate(trees, 1))]
    status = {_state(each): _status(each) for each in (league, after)}
    return Whole(words, league, len(done.calls), states, _site(after), status)


def _chosen(whole: Whole, case: tuple[str, str], stride: int) -> Iterator[int]:
    """The calls at which the fault happens: every so manieth, or with 0 a single one, another one for each case."""
    place = (CASES.index(case) * 0.618) % 1
    return iter(
        range(1 + int(place * stride), whole.calls + 1, stride) if stride else [1 + int(place * whole.calls)]
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """All cases where every so manieth call is tried, a third of them else: each command, each fault."""
    if "case" in metafunc.fixturenames:
        cases = CASES if metafunc.config.getoption("--crash") else CASES[::3]
        metafunc.parametrize("case", cases, ids=" - ".join)


@pytest.mark.by_day(2)
def test_what_a_fault_interrupts_is_done_once_and_whole(
    case: tuple[str, str],
    undisturbed: Callable[[str], Whole],
    preload: Path,
    tmp_path: Path,
    request: pytest.FixtureRequest,
) -> None:
    command, fault = case
    whole = undisturbed(command)
    assert whole.calls > 20
    wrong = {}
    for call in _chosen(whole, case, request.config.getoption("--crash")):
        league = _copied(whole.league, tmp_path / "league" / "league")
        done = disturbed(league, preload, msgspec.structs.replace(FAULTS[fault], at=call), *whole.words)
        found = [*_untrue(league, whole, done), *_unfinished(league, whole, command)]
        if found:
            at = done.calls[call - 1] if len(done.calls) >= call else "not reached"
            wrong[f"{call}: {at}"] = [*found, done.status, done.err[-400:]]
    assert not wrong


def _untrue(league: Path, whole: Whole, done: Ended) -> Iterator[str]:
    """What the program did not say as it is."""
    if "Traceback" in done.err:
        yield "a traceback"
    if done.status < 0:
        return
    state = _state(league)
    if state not in whole.states:
        yield "a state that is none of the command's"
    elif done.status == 0 and state != whole.states[-1]:
        yield "says that it is done"
    elif done.status and state != whole.states[0] and "committed" not in done.err:
        yield "says that nothing was done"
    elif done.status and state == whole.states[0] and "is committed" in done.err and len(whole.states) > 1:
        yield "says that it is committed"


def _unfinished(league: Path, whole: Whole, command: str) -> Iterator[str]:
    """What is not right once the next command has run."""
    again = [whole.words] if command not in ONCE else []
    for words in [*again, LOOK]:
        after = _without_locks(league, words)
        if "Traceback" in after.err or after.status not in (0, 1, 3):
            yield f"the next command ends with {after.status}: {after.err}"
    ends = whole.states if command in ONCE else whole.states[-1:]
    if _state(league) not in ends:
        yield f"{_state(league)} is not in {ends}: {after.err}"
    if (status := _status(league)) != whole.status.get(_state(league)):
        yield f"the work tree: {status}"
    if _site(league) != whole.site:
        yield "the site"
    left = {path.name for path in league.rglob("*") if path.name.endswith((".half", ".lock"))}
    if left - {"HEAD.lock", "main.lock"}:
        yield f"left behind: {left}"
    git(league, "fsck", "--strict", "--no-dangling")
    if verified(find(league), "riot", []).difference:
        yield "verify"
    if left and (after := _without_locks(league, ORDER)).status:  # of a git, it cannot be told of which
        yield f"not even without the locks: {after.err}"


def _without_locks(league: Path, words: list[str]) -> Ended:
    """A command, given again where it says that a lock is to be deleted first."""
    done = genetess(league, *words)
    for _ in range(2):
        if lock := _LOCK.search(done.err):
            Path(lock[1]).unlink()
            done = genetess(league, *words)
    return done
