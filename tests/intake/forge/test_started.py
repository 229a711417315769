"""What starts a run: an order, a deadline, a push; and that a schedule goes on where nothing else happens."""

from __future__ import annotations

import base64
import shutil
import time
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from genetess_cli.store import resources
from genetess_cli.store.forges import FORGES
from tests.intake.forge.runner import Runner
from tests.intake.forge.test_faults import FORM, last
from tests.intake.forge.test_run import DAY, key, league, runner
from tests.kit.command import git, run
from tests.kit.forge import RED, Forge

__all__ = ["key"]
TICK = resources.forge("github")[".github/workflows/tick.yml"]
ISSUE = {"number": 9, "title": "x", "user": {"login": "ragnar42", "id": 101}, "body": FORM}


@pytest.fixture
def riot(tmp_path: Path) -> Forge:
    return league(tmp_path, ("riot",), begun=60)


@pytest.fixture
def machine(riot: Forge, key: str) -> Runner:
    return runner(riot, key)


@pytest.mark.by_day(0, ci=1)
@pytest.mark.parametrize(
    ("event", "kinds"),
    [
        ("issues", {"opened", "edited", "reopened"}),
        ("pull_request_target", {"opened", "synchronize", "reopened", "ready_for_review"}),
    ],
)
def test_an_order_starts_the_run_that_takes_it_in(
    riot: Forge, machine: Runner, event: str, kinds: set[str]
) -> None:
    assert set(YAML(typ="safe").load(TICK)["on"][event]["types"]) == kinds
    if event == "issues":
        machine.hub.issues.append(ISSUE)
    else:
        machine.open([riot.pull("ragnar42", {RED: "MOVE B2 S\n"})])
    machine.tick(event)
    assert last(riot) == "riot 1a red: MOVE B2 S"
    assert machine.pages.exists()


def test_pages_promise_minutes_where_an_order_starts_a_run_alone() -> None:
    assert {name for name, kind in FORGES.items() if "a few minutes" in kind.soon} == {"github", "forgejo"}


@pytest.mark.exhaustive
def test_a_run_that_brought_nothing_builds_no_site(machine: Runner) -> None:
    machine.tick()
    shutil.rmtree(machine.pages)
    machine.tick("issues")
    machine.tick("pull_request_target")
    assert not machine.pages.exists()


def test_nothing_of_the_event_that_started_it_is_read() -> None:
    """Strangers start runs that hold the key: what they sent must not reach them but by the forge's list."""
    tree: dict[str, Any] = YAML(typ="safe").load(TICK)
    steps = [step for job in tree["jobs"].values() for step in job["steps"]]
    for word in ("github.event.", "github.head_ref", "github.actor", "GITHUB_EVENT_PATH", "GITHUB_HEAD_REF"):
        assert word not in TICK
    [checkout] = [step for step in steps if step.get("uses", "").startswith("actions/checkout@")]
    assert checkout["with"]["ref"] == "main"


@pytest.mark.exhaustive
def test_no_token_lies_in_the_clone(machine: Runner) -> None:
    """What is installed runs, and must not find a right to push."""
    machine.tick()
    [config] = machine.folder.glob("run-*/*/.git/config")
    basic = base64.b64encode(b"x-access-token:token-tick").decode()
    assert not [word for word in ("extraheader", "token-tick", basic) if word in config.read_text()]


@pytest.mark.exhaustive
@pytest.mark.parametrize(("days", "enabled"), [(39, []), (41, ["tick.yml"])])
def test_a_schedule_that_would_soon_be_switched_off_is_kept(
    riot: Forge, machine: Runner, days: int, enabled: list[str]
) -> None:
    assert run(riot.league, "pause", "riot", "--open-end").status == 0
    then = {"GIT_COMMITTER_DATE": f"@{int(time.time()) - days * DAY} +0000"}
    git(riot.league, "commit", "--quiet", "--amend", "--no-edit", also=then)
    git(riot.league, "push", "--quiet")
    machine.tick()
    assert machine.hub.enabled == enabled
