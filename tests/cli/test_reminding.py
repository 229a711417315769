"""The step of the workflow `Tick` that lists reminders, run as a forge runs it: one run after the other, or none.

What stands in for the forge is a folder of lists that were handed on, and `gh` and `date` as programs that look there.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sysconfig
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from genetess_cli.store import resources
from tests.cli.test_calendar import _set
from tests.kit.command import DEADLINE, bring

GH = """\
#!/bin/sh
case "$1 $2" in
  "api repos/gail/league/actions/artifacts?name=reminders&per_page=100") jq -r "$4" "$FORGE/artifacts.json" ;;
  "run download") mkdir -p "$9" && cp "$FORGE/$3"/* "$9" ;;
  *) echo "gh was asked for $*" >&2; exit 9 ;;
esac
"""
DATE = '#!/bin/sh\necho "$NOW"\n'


class Forge:
    """A forge that runs the step on a league, and keeps what the step after it hands on."""

    def __init__(self, league: Path, folder: Path) -> None:
        self.league, self.folder = league, folder
        self.artifacts: list[dict[str, Any]] = []
        (folder / "bin").mkdir(parents=True)
        for name, text in (("gh", GH), ("date", DATE)):
            (folder / "bin" / name).write_text(text)
            (folder / "bin" / name).chmod(0o755)

    def tick(self, now: str, *, fails: bool = False, branch: str = "main", repository: int = 1) -> list[str]:
        """Who is reminded by a run at that time; one that `fails` does not hand its list on."""
        temp = self.folder / f"temp{len(list(self.folder.iterdir()))}"
        temp.mkdir()
        (self.folder / "artifacts.json").write_text(json.dumps({"artifacts": self.artifacts}))
        self._run(temp, now)
        found = json.loads((temp / "reminders" / "reminders.json").read_text())
        handed = "any=true" in (temp / "output").read_text()
        assert handed == bool(found)
        if handed and not fails:
            self._keep(temp / "reminders", now, branch, repository)
        return [f"{each['seat']} {each['remind']}" for each in found]

    def summary(self) -> str:
        """What the last run says for all to read."""
        newest = max(self.folder.glob("temp*"), key=lambda path: int(path.name.removeprefix("temp")))
        return (newest / "summary").read_text()

    def _run(self, temp: Path, now: str) -> None:
        (temp / "output").touch()
        (temp / "summary").touch()
        env = os.environ | {
            "PATH": f"{self.folder / 'bin'}:{sysconfig.get_path('scripts')}:{os.environ['PATH']}",
            "NOW": now, "FORGE": str(self.folder), "RUNNER_TEMP": str(temp), "GH_TOKEN": "none",
            "GITHUB_REPOSITORY": "gail/league", "GITHUB_OUTPUT": str(temp / "output"),
            "GITHUB_STEP_SUMMARY": str(temp / "summary"),
        }  # fmt: skip
        step = ["bash", "-e", "-c", _script()]
        done = subprocess.run(step, cwd=self.league, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr

    def outputs(self) -> str:
        """What the last run hands to the steps behind it."""
        newest = max(self.folder.glob("temp*"), key=lambda path: int(path.name.removeprefix("temp")))
        return (newest / "output").read_text()

    def _keep(self, lists: Path, now: str, branch: str, repository: int) -> None:
        number = len(self.artifacts) + 1
        shutil.copytree(lists, self.folder / str(number))
        made_by = {"id": number, "head_branch": branch, "head_repository_id": repository, "repository_id": 1}
        self.artifacts.insert(0, {"created_at": now, "expired": False, "workflow_run": made_by})


def _script() -> str:
    """The step that lists reminders, behind the one that it asks for earlier lists."""
    workflow = YAML(typ="safe").load(resources.forge("github")[".github/workflows/tick.yml"])
    steps = workflow["jobs"]["tick"]["steps"]
    learn = next(step for step in steps if step.get("name") == "Learn to look for what earlier runs left")
    return f"{learn['run']}\n{next(step['run'] for step in steps if step.get('id') == 'reminders')}"


@pytest.fixture
def forge(started: Path, tmp_path: Path) -> Forge:
    if not shutil.which("jq"):
        pytest.skip("jq, in which the workflow asks the forge, is not installed here")
    _set(started, remind="[1d, 2h]")
    return Forge(started, tmp_path / "forge")


def test_every_reminder_is_listed_by_one_run(forge: Forge) -> None:
    assert forge.tick("2026-11-22T23:59:00Z") == []
    assert forge.tick("2026-11-23T00:07:00Z") == ["red 1d"]
    assert "riot 1a red (Ragnar, ragnar42): 23 hours 53 minutes to the deadline" in forge.summary()
    assert forge.tick("2026-11-23T00:07:00Z") == []
    assert forge.tick("2026-11-23T00:22:00Z") == []
    assert forge.summary() == ""
    assert forge.tick("2026-11-23T22:07:00Z") == ["red 2h"]
    assert forge.tick(DEADLINE) == []


@pytest.mark.by_day(0, ci="all")
def test_what_dropped_runs_would_have_listed_is_in_the_next_list_where_it_is_still_true(forge: Forge) -> None:
    assert forge.tick("2026-11-23T12:00:00Z") == ["red 1d"]
    assert forge.tick("2026-11-23T22:30:00Z") == ["red 2h"]


@pytest.mark.by_day(0, ci="all")
def test_of_several_the_last_alone_is_still_true(forge: Forge) -> None:
    assert forge.tick("2026-11-23T22:30:00Z") == ["red 2h"]
    assert forge.tick("2026-11-23T22:45:00Z") == []


@pytest.mark.by_day(0, ci="all")
def test_a_list_that_was_not_handed_on_is_made_again(forge: Forge) -> None:
    assert forge.tick("2026-11-23T00:07:00Z", fails=True) == ["red 1d"]
    assert forge.tick("2026-11-23T00:22:00Z") == ["red 1d"]
    assert forge.tick("2026-11-23T00:37:00Z") == []


@pytest.mark.by_day(0, ci="all")
@pytest.mark.parametrize("made_by", [{"branch": "patch"}, {"repository": 2}])
def test_a_list_of_another_branch_or_fork_does_not_count(forge: Forge, made_by: dict[str, Any]) -> None:
    assert forge.tick("2026-11-23T00:07:00Z", **made_by) == ["red 1d"]
    assert forge.tick("2026-11-23T00:22:00Z") == ["red 1d"]


def test_a_game_that_cannot_be_read_does_not_keep_the_others_from_it(forge: Forge) -> None:
    shutil.copytree(forge.league / "games/riot", forge.league / "games/cave")
    (forge.league / "games/cave/game.yaml").write_text("ruleset: [\n")
    assert forge.tick("2026-11-23T00:07:00Z") == ["red 1d"]
    assert "without=true" in forge.outputs()


def test_reminders_of_a_sealed_game_come_without_its_key(
    sealed: Path, stranger: None, tmp_path: Path
) -> None:
    """The step has none."""
    _set(sealed, remind="[1d]")
    forge = Forge(sealed, tmp_path / "forge")
    assert forge.tick("2026-11-23T12:00:00Z") == ["red 1d"]
    assert "without" not in forge.outputs()


def test_the_next_turn_has_reminders_of_its_own(forge: Forge) -> None:
    assert forge.tick("2026-11-23T00:07:00Z") == ["red 1d"]
    bring(forge.league, "riot", "PASS", now="2026-11-23T12:00:00Z")
    assert forge.tick("2026-11-25T12:07:00Z") == ["green 1d"]
    assert forge.tick("2026-11-25T12:22:00Z") == []
