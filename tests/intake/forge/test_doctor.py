"""`genetess doctor` on GitHub: each thing that is not set up there, or does not go on, is named with its remedy."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.intake.forge.api import TOKEN as FORGE
from tests.intake.forge.api import Api
from tests.intake.forge.hub import BOT, Hub
from tests.kit.command import run
from tests.kit.forge import Forge

TOKEN = "a-token"
SET_UP: dict[str, Any] = {
    "pages": {"build_type": "workflow"},
    "environments/league/deployment-branch-policies": {"branch_policies": [{"id": 1, "name": "main"}]},
    "environments/league/secrets/GENETESS_MASTER_KEY": {"name": "GENETESS_MASTER_KEY"},
    "actions/workflows/tick.yml": {"state": "active"},
    "labels/turns": {"name": "turns"},
    "branches/main": {"protection": {"enabled": False}},
    "rules/branches/main": [{"type": "deletion"}, {"type": "non_fast_forward"}],
}
Rows = dict[str, dict[str, Any]]


def _ago(hours: float) -> str:
    return (datetime.now(UTC) - timedelta(hours=hours)).strftime("%Y-%m-%dT%H:%M:%SZ")


def _run(hours: float, conclusion: str = "success", event: str = "schedule") -> dict[str, Any]:
    return {"id": 7000 + int(hours), "created_at": _ago(hours), "conclusion": conclusion, "event": event}


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Hub:
    """GitHub with a league that goes on as it should; this machine has a token for it."""
    made = Hub(tmp_path)
    made.tokens[TOKEN] = {"issues": "read", "pull-requests": "read", "actions": "read"}
    made.settings = dict(SET_UP)
    made.runs = [_run(hours) for hours in (3, 2, 1)]
    monkeypatch.setenv("GITHUB_API_URL", made.api)
    monkeypatch.setenv("FORGE_TOKEN", TOKEN)
    return made


def found(forge: Forge) -> Rows:
    """What is not right on GitHub, by its key."""
    done = run(forge.league, "doctor", "--json")
    assert done.err == ""
    rows: Rows = {row["key"]: row for row in done.json if row["level"] != "ok"}
    return {key: row for key, row in rows.items() if key.partition(".")[0] in THERE}


THERE = (
    "repository", "deputy", "issues", "site", "environment", "secret", "workflow", "branch", "runs", "schedule",
    "requests", "forge",
)  # fmt: skip


def test_nothing_is_wrong_with_a_league_that_goes_on(forge: Forge, hub: Hub) -> None:
    assert found(forge) == {}
    assert hub.writes == []
    lines = run(forge.league, "doctor").out.splitlines()
    assert "ok       secret" in lines
    assert "ok       schedule     the last run began 1.0 hours ago; up to 1.0 hours were between two" in lines


@pytest.mark.parametrize(
    ("place", "answer", "key", "remedy"),
    [
        ("collaborators", [{"login": "gail"}], "deputy", ""),
        ("labels/turns", None, "issues.label", "genetess publish"),
        ("pages", None, "site", "genetess publish"),
        ("pages", {"build_type": "legacy"}, "site", "genetess publish"),
        ("environments/league/deployment-branch-policies", None, "environment", "genetess publish"),
        (
            "environments/league/deployment-branch-policies",
            {"branch_policies": [{"id": 1, "name": "main"}, {"id": 2, "name": "*"}]},
            "environment.open",
            "genetess publish",
        ),
        ("environments/league/secrets/GENETESS_MASTER_KEY", None, "secret", "genetess publish"),
        ("actions/workflows/tick.yml", {"state": "disabled_inactivity"}, "workflow", "gh workflow enable tick.yml"),
        ("actions/workflows/tick.yml", None, "workflow", "gh workflow enable tick.yml"),
        ("rules/branches/main", [{"type": "pull_request"}], "branch.rules", ""),
        ("branches/main", {"protection": {"enabled": True}}, "branch.protected", ""),
    ],
)  # fmt: skip
def test_what_is_not_set_up_is_named(
    forge: Forge, hub: Hub, place: str, answer: object, key: str, remedy: str
) -> None:
    hub.settings[place] = answer
    if answer is None:
        del hub.settings[place]
    rows = found(forge)
    assert rows.keys() == {key}
    assert rows[key]["remedy"] == remedy


def test_a_private_and_an_archived_repository_are_told_apart(forge: Forge, hub: Hub) -> None:
    hub.private = hub.archived = True
    levels = {key: row["level"] for key, row in found(forge).items()}
    assert levels == {"repository.private": "warning", "repository.archived": "wrong"}


def test_a_repository_whose_default_branch_is_another_has_no_schedule(forge: Forge, hub: Hub) -> None:
    hub.default_branch = "master"
    assert found(forge)["repository.branch"]["remedy"] == "gh repo edit --default-branch main"


def test_a_repository_that_is_not_there_is_asked_no_further(forge: Forge, hub: Hub) -> None:
    hub.refuse(r"GET /repos/gm/league\?", 404)
    assert found(forge).keys() == {"repository.none"}


def test_a_repository_with_another_name_is_not_made_anew(forge: Forge, hub: Hub) -> None:
    hub.refuse(r"GET /repos/gm/league\?", 301)
    rows = found(forge)
    assert rows.keys() == {"repository.moved"}
    assert rows["repository.moved"]["remedy"] == "genetess init --refresh --repository OWNER/NAME"


def test_a_token_that_is_no_good_is_no_fault_of_the_league(forge: Forge, hub: Hub) -> None:
    hub.refuse("GET", 401)
    rows = found(forge)
    assert rows.keys() == {"forge"}
    assert "HTTP 401" in rows["forge"]["words"]


def test_a_token_that_may_not_see_the_runs_sees_the_rest(forge: Forge, hub: Hub) -> None:
    hub.refuse("actions/", 403)
    del hub.settings["pages"]
    levels = {key: row["level"] for key, row in found(forge).items()}
    assert levels == {
        "schedule": "unseen",
        "requests": "unseen",
        "workflow": "unseen",
        "runs": "unseen",
        "site": "wrong",
    }


def test_a_run_that_did_not_end_well_is_named(forge: Forge, hub: Hub) -> None:
    hub.runs = [_run(2), _run(1, "failure")]
    rows = found(forge)
    assert rows.keys() == {"runs"}
    assert rows["runs"]["remedy"] == "gh run list --workflow tick.yml"


@pytest.mark.parametrize("runs", [[], [_run(1, event="push")]])
def test_nothing_is_wrong_with_a_schedule_that_has_just_begun(
    forge: Forge, hub: Hub, runs: list[dict[str, Any]]
) -> None:
    hub.runs = runs
    assert {key: row["level"] for key, row in found(forge).items()} == {"schedule": "unseen"}


def test_a_schedule_that_starts_no_runs_is_named(forge: Forge, hub: Hub) -> None:
    hub.runs = [_run(80), _run(79)]
    rows = found(forge)
    assert rows.keys() == {"schedule.dead"}
    assert rows["schedule.dead"]["remedy"] == "gh workflow run tick.yml"


def test_times_that_are_shorter_than_the_gap_between_runs_are_named(forge: Forge, hub: Hub) -> None:
    path = forge.league / "games" / "riot" / "game.yaml"
    text = path.read_text()
    assert "deadline: 3d" in text
    path.write_text(text.replace("deadline: 3d", "deadline: 3d\nremind: [2h, 1d]"))
    hub.runs = [_run(7), _run(1)]
    row = found(forge)["schedule.gap"]
    assert row["where"] == "games/riot/game.yaml"
    assert row["words"] == "up to 6.0 hours are between runs by schedule, more than 2h"


def test_what_a_run_has_left_open_is_named(forge: Forge, hub: Hub) -> None:
    stranger = {"login": "zoe", "id": 103}
    pull = {"user": stranger, "head": {"sha": "ab" * 20}, "base": {"ref": "main"}, "draft": False}
    hub.pulls = [
        {"number": 11, "created_at": _ago(5), **pull},
        {"number": 12, "created_at": _ago(0.5), **pull},
        {"number": 13, "created_at": _ago(5), **pull, "author_association": "OWNER"},
    ]
    hub.issues = [{"number": 14, "created_at": _ago(5), "user": stranger, "body": "### Game\n\nriot\n"}]
    row = found(forge)["requests"]
    assert row["words"] == "open since before the last run by schedule, and not answered: #11, #14"
    hub.said["11"] = [{"user": BOT, "created_at": hub.now, "body": "Not yet."}]
    assert found(forge)["requests"]["words"].endswith(": #14")


def test_what_the_token_may_not_see_is_said_to_be_unseen(forge: Forge, hub: Hub) -> None:
    hub.refuse("secrets/GENETESS_MASTER_KEY", 403)
    hub.refuse("/pages", 401)
    rows = found(forge)
    assert {key: row["level"] for key, row in rows.items()} == {"secret": "unseen", "site": "unseen"}


def test_a_forge_that_does_not_answer_is_no_fault_of_the_league(forge: Forge, hub: Hub) -> None:
    hub.refuse("GET", 403)
    rows = found(forge)
    assert {key: row["level"] for key, row in rows.items()} == {"forge": "unseen"}


def test_without_a_token_github_is_not_asked(
    forge: Forge, hub: Hub, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("FORGE_TOKEN")
    for name in ("GH_TOKEN", "GITHUB_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GH_CONFIG_DIR", str(tmp_path / "gh"))
    rows = found(forge)
    assert rows.keys() == {"forge"}
    assert rows["forge"]["words"].startswith("not looked at: ")
    assert hub.asked == []


@pytest.mark.parametrize("kind", ["gitlab", "forgejo"])
def test_other_forges_tell_of_repository_schedule_and_requests(
    forge: Forge, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = forge.league / "genetess.yaml"
    text = settings.read_text()
    with Api() as api:
        place = f"{api.address}/gm/league\n  forge: {kind}"
        settings.write_text(text.replace("repository: gm/league", f"repository: {place}"))
        monkeypatch.delenv("FORGE_TOKEN", raising=False)
        monkeypatch.setenv("GH_TOKEN", "of GitHub")
        assert "Set FORGE_TOKEN" in found(forge)["forge"]["words"]
        assert api.asked == []
        monkeypatch.setenv("FORGE_TOKEN", FORGE)
        api.scheduled = [_ago(80)]
        rows = found(forge)
        assert rows["schedule.dead"]["level"] == "wrong"
        assert rows["schedule.dead"]["remedy"] == ""
        assert rows["secret"]["level"] == "unseen"
        api.scheduled = [_ago(1), _ago(3)]
        assert {row["level"] for row in found(forge).values()} == {"unseen"}
        api.refuses = lambda method, path: 404
        assert found(forge).keys() == {"repository.none"}
