"""What GitPython does: repositories made, and commits of a remote fetched, as any git of ours would do it."""

from __future__ import annotations

from pathlib import Path

import pytest

from genetess_cli.store.git.fetched import Foreign, Unfetched
from genetess_cli.store.git.repository import Repository
from tests.store.conftest import git
from tests.store.test_git import RED


@pytest.fixture
def theirs(top: Path, tmp_path: Path) -> str:
    """A commit that the remote of `top` has beside the league's."""
    remote = tmp_path / "theirs"
    git(tmp_path, "clone", "-q", str(top), str(remote))
    git(top, "remote", "add", "origin", str(remote))
    (remote / RED).write_text("MOVE A1 E\n")
    git(remote, "commit", "-q", "-a", "-m", "orders")
    return git(remote, "rev-parse", "HEAD")


@pytest.mark.parametrize("name", ["$HOME", "~", "new league"])
def test_a_new_repository_lies_where_it_was_asked_for(tmp_path: Path, name: str) -> None:
    with Repository.init(tmp_path / name, settings={"commit.gpgsign": "false"}) as league:
        assert (league.top, league.branch) == (tmp_path / name, "main")
    assert git(tmp_path / name, "config", "--local", "commit.gpgsign") == "false"


def test_who_waits_for_a_commit_sees_how_it_arrives(top: Path, theirs: str) -> None:
    heard: list[tuple[int, int]] = []
    foreign = Foreign(top, "origin", lambda done, of: heard.append((done, of)))
    base = git(top, "rev-parse", "HEAD")
    assert foreign.parting(theirs, base) == base
    foreign.close()
    assert heard
    assert heard[-1][0] == heard[-1][1]


def test_what_it_starts_knows_no_secret_and_no_other_repository(
    top: Path, theirs: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = tmp_path / "seen"
    program = tmp_path / "ssh"
    program.write_text(f"#!/bin/sh\nenv > {seen}\necho no such host >&2\nexit 255\n")
    program.chmod(0o755)
    monkeypatch.setenv("GENETESS_MASTER_KEY", "secret")
    monkeypatch.setenv("GIT_WORK_TREE", "/elsewhere")
    monkeypatch.setenv("GIT_SSH_COMMAND", str(program))
    foreign = Foreign(top, "ssh://example.org/league.git")
    with pytest.raises(Unfetched, match=r"(?s)it cannot be fetched: fatal: .*no such host"):
        foreign.parting(theirs, git(top, "rev-parse", "HEAD"))
    foreign.close()
    names = {row.partition("=")[0] for row in seen.read_text().splitlines()}
    assert not {"GENETESS_MASTER_KEY", "GIT_WORK_TREE"} & names
