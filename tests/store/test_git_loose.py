"""A repository without git: what it writes and what it answers is what git does, to the last byte."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from glob import escape
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from genetess_cli.errors import Refused
from genetess_cli.store.git.objects import Plumbing
from genetess_cli.store.git.plumbing.loose import Loose
from genetess_cli.store.git.plumbing.processes import Processes
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.git.run import find
from genetess_cli.store.layout import CLOCKS, GAMES, PEOPLE, RECORDS
from tests.store.conftest import git

_NOW = 1_700_000_000
_NOBODYS = "1" * 40
_ALL = ("cat-file", "--batch-all-objects", "--batch-check=%(objectname)")
_RIOT = "games/riot"
_PATHS = [
    *(
        f"{_RIOT}/clock.yaml",
        f"{_RIOT}/state.yaml",
        f"{_RIOT}/turns/00xx/0001-1a.yaml",
        f"{_RIOT}/orders/red.txt",
    ),
    *(
        f"{_RIOT}/turns/00xx/0002-1b.yaml",
        f"{_RIOT}.old/clock.yaml",
        "games/[riot]/clock.yaml",
        "people/ann.yaml",
        "straße",
        "a.b",
        "a/b",
        "a0",
    ),
]
_Writes = Mapping[str, bytes | None]
_FILES = st.none() | st.sampled_from([b"", b"one\n", b"two\n"])
_WRITES = st.lists(
    st.dictionaries(st.sampled_from(_PATHS), _FILES, min_size=1, max_size=4), min_size=1, max_size=6
)


def _both(folder: Path) -> Iterator[Plumbing]:
    """The two ways to ask one repository."""
    place = find(folder)
    yield Processes(place)
    yield Loose(place)


def _answers(asked: Plumbing, commits: list[str]) -> dict[str, object]:
    """What is answered of a history: of its newest commit, and of that beside each other one."""
    tip = commits[-1]
    names = ("refs/heads/main", "refs/heads/other", *commits, _NOBODYS, "no name", "")
    try:
        return {
            "place": asked.place,
            "algorithm": asked.algorithm,
            "signer": asked.signer(),
            "objects": asked.objects([*git(asked.place.top, *_ALL).split(), _NOBODYS]),
            "commits": [asked.commit_of(name) for name in names],
            "tips": [asked.tip_of(branch) for branch in ("main", "other")],
            "ancestors": asked.ancestors(tip),
            "added": [*_one_a_path(asked, tip, RECORDS, CLOCKS)],
            "people": [*_one_a_path(asked, tip, f"{PEOPLE}/*")],
            "one": [*_one_a_path(asked, tip, escape("games/[riot]/clock.yaml"))],
            "is_ancestor": [asked.is_ancestor(tip, commit) for commit in commits],
            "alone": [[*_one_a_path(asked, tip, "*", without=[commit])] for commit in commits],
            "changes": [[*asked.changes(tip, after, GAMES)] for after in ("", *commits)],
            "left out": asked.left_out([""]),
            "differences": [asked.differences(alone) for alone in (False, True)],
        }
    finally:
        asked.close()


def _one_a_path(
    asked: Plumbing, tip: str, *patterns: str, without: Sequence[str] = ()
) -> Iterator[tuple[str, tuple[str, ...], str]]:
    for row in asked.additions(tip, *patterns, without=without):
        yield from ((row.commit, tuple(row.parents), path) for path in row.paths)


def _write(folder: Path, writes: list[_Writes]) -> list[str]:
    """Make a repository and commits; their ids."""
    signer = {"user.name": "Ann <ä>", "user.email": "a@b"}
    with Repository.init(folder, settings=signer) as league, league.lock():
        return [
            league.commit(league.newest(), files, f"turn {number}\n", _NOW + number // 2)[0]
            for number, files in enumerate(writes)
        ]


@given(_WRITES)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_same_writes_make_the_same_commits_with_git_and_without(
    tmp_path: Path, writes: list[_Writes]
) -> None:
    made = []
    for door in ("git", "loose"):
        folder = tmp_path / door
        shutil.rmtree(folder, ignore_errors=True)
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("GENETESS_GIT", door)
            made.append(_write(folder, writes))
        assert git(folder, "status", "--porcelain", "--ignored") == ""
        git(folder, "fsck", "--strict")
    assert made[0] == made[1]
    with_git, without = (_answers(asked, made[1]) for asked in _both(folder))
    assert with_git == without


def test_what_cannot_be_done_without_git_is_refused_in_plain_words(
    top: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(top, "switch", "-q", "-c", "other")
    git(top, "commit", "-q", "--allow-empty", "-m", "one")
    git(top, "switch", "-q", "main")
    git(top, "merge", "-q", "--no-ff", "-m", "both", "other")
    monkeypatch.setenv("GENETESS_GIT", "loose")
    with Repository.open(top) as league, league.lock():
        with pytest.raises(Refused, match=r"^`git push` cannot be done without git; export the league, and"):
            league.push()
        with pytest.raises(Refused, match=r"^what needs a history with merges cannot be done without git"):
            next(league.git.additions(league.tip(), "*"))
