"""`genetess verify --holds`: whether the history still has the commits that notices named."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.command import Unchanged, git, run


def commits(league: Path) -> list[str]:
    """All commits of the branch, the newest first."""
    return git(league, "rev-list", "HEAD").split()


def test_commits_of_the_history_are_held(started: Path) -> None:
    known = commits(started)
    done = run(started, "verify", "--holds", known[0], known[1][:12], known[2][:7].upper())
    assert (done.status, done.out, done.err) == (0, "This history holds all 3 of them.\n", "")
    assert run(started, "verify", "--holds", known[0], "--holds", known[1]).status == 0


def test_a_last_turn_that_was_played_anew_by_force_is_found(started: Path) -> None:
    """The order and the record of another turn, in a history in which nothing was changed later."""
    git(started, "branch", "as-it-was")
    for league, order in (("main", "MOVE B2 S"), ("as-it-was", "PASS")):
        git(started, "switch", "--quiet", league)
        assert (
            run(
                started, "resolve", "riot", "--seat", "red", "--order", order, "--now", "2026-11-21T01:00:00Z"
            ).status
            == 0
        )
    mailed, before = commits(started)[:2]
    git(started, "switch", "--quiet", "main")
    assert run(started, "verify", "riot").status == 0
    done = run(started, "verify", "--holds", before, mailed[:12])
    assert (done.status, done.out) == (1, "")
    assert f"This history does not hold {mailed[:12]}. If a notice of this league named it, " in done.err
    assert before not in done.err
    [one, other] = run(started, "verify", "--json", "--holds", before, mailed).json
    assert (one, other) == ({"commit": before, "held": True}, {"commit": mailed, "held": False})


@pytest.mark.parametrize(
    ("named", "words"),
    [
        ([], "--holds needs commits"),
        (["abc"], "'abc' is no commit's id"),
        (["riot"], "'riot' is no commit's id"),
        (["main~1"], "'main~1' is no commit's id"),
        (["0" * 41], "is no commit's id"),
    ],
)
def test_what_names_no_commit_is_named(
    started: Path, refused: Unchanged, named: list[str], words: str
) -> None:
    assert words in refused(started, "verify", "--holds", *named, status=2).err


@pytest.mark.exhaustive
def test_the_beginning_of_several_commits_is_refused(started: Path, refused: Unchanged) -> None:
    made: dict[str, int] = {}
    tree, parent = git(started, "rev-parse", "HEAD^{tree}"), commits(started)[0]
    while not (twice := [start for start, times in made.items() if times > 1]):
        parent = git(started, "commit-tree", tree, "-p", parent, "-m", f"note {len(made)}")
        made[parent[:4]] = made.get(parent[:4], 0) + 1
    git(started, "update-ref", "refs/heads/main", parent)
    done = refused(started, "verify", "--holds", twice[0], status=2)
    assert f"{twice[0]} is the beginning of 2 commits here; give more of its digits" in done.err


def test_a_shallow_clone_cannot_tell(started: Path, tmp_path: Path, refused: Unchanged) -> None:
    newest, *_, oldest = commits(started)
    git(tmp_path, "clone", "--quiet", "--depth", "1", started.as_uri(), "cut")
    assert run(tmp_path / "cut", "verify", "--holds", newest).status == 0
    done = refused(tmp_path / "cut", "verify", "--holds", newest, oldest)
    assert f"this clone is shallow and cannot find {oldest};" in done.err
    git(tmp_path / "cut", "fetch", "--quiet", "--unshallow")
    assert run(tmp_path / "cut", "verify", "--holds", newest, oldest).status == 0
