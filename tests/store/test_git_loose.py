"""A repository without git: what it writes and what it answers is what git does, to the last byte."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from genetess_cli.errors import Refused
from genetess_cli.store.git.plumbing import Plumbing
from genetess_cli.store.git.plumbing.loose import Loose
from genetess_cli.store.git.plumbing.processes import Processes
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.git.run import find
from genetess_cli.store.layout import CLOCKS, GAMES, PEOPLE, RECORDS
from tests.store.conftest import git

_NOW = 1_700_000_000
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
    try:
        return {
            "place": asked.place,
            "tip": asked.tip_of("main"),
            "root": asked.root_of(tip),
            "ancestors": asked.ancestors(tip),
            "added": [*_one_a_path(asked, tip, RECORDS, CLOCKS)],
            "people": [*_one_a_path(asked, tip, PEOPLE)],
            "bases": [sorted(asked.merge_bases(commit, tip)) for commit in commits],
            "is_ancestor": [asked.is_ancestor(tip, commit) for commit in commits],
            "alone": [_named(asked.added_alone(tip, [commit])) for commit in commits],
            "apart": [_named(asked.added_apart(tip, commit)) for commit in commits],
            "changes": [[*asked.changes(tip, after, GAMES)] for after in ("", *commits)],
            "differences": [asked.differences(alone) for alone in (False, True)],
        }
    finally:
        asked.close()


def _one_a_path(asked: Plumbing, tip: str, *patterns: str) -> Iterator[tuple[str, tuple[str, ...], str]]:
    for row in asked.additions(tip, *patterns):
        yield from ((row.commit, tuple(row.parents), path) for path in row.paths)


def _named(paths: object) -> object:
    return sorted(filter(None, paths)) if isinstance(paths, set) else paths


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


def test_a_history_with_merges_is_read_as_git_reads_it(tmp_path: Path) -> None:
    folder = tmp_path / "league"
    signer = ("-c", "user.name=Ann", "-c", "user.email=a@b", "-c", "gc.auto=0")

    def commit(number: int, *paths: str) -> None:
        for path in paths:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(f"{number}\n")
        git(folder, "add", ".")
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("GIT_COMMITTER_DATE", f"@{_NOW + number} +0000")
            git(folder, *signer, "commit", "-q", "--allow-empty", "-m", f"{number}")

    def merge(number: int, *branches: str) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("GIT_COMMITTER_DATE", f"@{_NOW + number} +0000")
            git(folder, *signer, "merge", "-q", "--no-ff", "-m", f"{number}", *branches)

    git(tmp_path, "init", "-q", "-b", "main", str(folder))
    commit(1, f"{_RIOT}/clock.yaml", "people/ann.yaml")
    git(folder, "switch", "-q", "-c", "other")
    commit(4, f"{_RIOT}/turns/00xx/0001-1a.yaml", "people/bo.yaml")
    commit(5, "README.md")
    git(folder, "switch", "-q", "-c", "third", "main")
    commit(3, "games/duel/clock.yaml")
    git(folder, "switch", "-q", "main")
    commit(2, f"{_RIOT}/state.yaml")
    merge(6, "other", "third")
    commit(7, f"{_RIOT}/turns/00xx/0002-1b.yaml")
    git(folder, "switch", "-q", "other")
    merge(8, "third")
    commit(9, f"{_RIOT}/clock.yaml")
    git(folder, "switch", "-q", "main")
    merge(10, "other")
    commits = git(folder, "rev-list", "--reverse", "main").split()
    with_git, without = (_answers(asked, commits) for asked in _both(folder))
    assert with_git == without
    git(folder, "pack-refs", "--all")
    with_git, without = (_answers(asked, commits) for asked in _both(folder))
    assert with_git == without


def test_what_cannot_be_done_without_git_is_refused_in_plain_words(
    top: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GENETESS_GIT", "loose")
    git(top, "config", "commit.gpgsign", "true")
    with Repository.open(top) as league, league.lock():
        with pytest.raises(
            Refused, match=r"^`git push` cannot be done without git; export the league, and go on"
        ):
            league.push()
        with pytest.raises(
            Refused, match=r"^to sign a commit, as commit\.gpgsign asks, cannot be done without git"
        ):
            league.commit(league.tip(), {"a": b""}, "a\n", _NOW)
