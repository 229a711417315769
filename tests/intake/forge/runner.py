"""What a forge does with a workflow: its jobs and steps in order, the `run:` of each as it stands in the file.

Conditions are asked as the forge asks them (`expressions.py`), `gh` is a program of ours (`gh.py`), and of `uses:` only
what the workflows of a league need is done: a checkout, and files handed from job to job and from run to run. A step
can be made to fail, and a job to die in the middle of it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from genetess_cli.store import resources
from tests.intake.forge import actions
from tests.intake.forge.expressions import filled, holds
from tests.intake.forge.gh import State
from tests.intake.forge.ready import ready

PYTHON = '#!/bin/sh\n[ "$2" = pip ] && exit 0\nexec {python} "$@"\n'
EMPTY: dict[str, Any] = {
    "pulls": [], "issues": [], "gone": [], "said": {}, "closed": [], "written": [], "artifacts": [], "made": 0,
    "failing": [], "has_issues": True, "private": False, "fork": False, "enabled": [],
}  # fmt: skip
KEPT = ("HOME", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM", "LC_ALL")


def nameless(folder: Path) -> dict[str, str]:
    """The settings of a worker's git, which knows of no user: whoever commits there brings a name."""
    settings = folder / "gitconfig"
    shutil.copy(os.environ["GIT_CONFIG_GLOBAL"], settings)
    subprocess.run(["git", "config", "--file", str(settings), "--remove-section", "user"], check=True)
    return {"GIT_CONFIG_GLOBAL": str(settings)}


def tools(folder: Path, *programs: str) -> str:
    """Where a forge's worker finds its programs: those named here are ready, and nothing is installed with pip."""
    place = folder / "tools"
    place.mkdir(parents=True)
    texts = {name: ready().script(name) for name in programs} | {
        "python": PYTHON.format(python=sys.executable)
    }
    for name, text in texts.items():
        (place / name).write_text(text)
        (place / name).chmod(0o755)
    return f"{place}:{sysconfig.get_path('scripts')}:{os.environ['PATH']}"


class Died(Exception):
    """A worker that was lost: nothing more of its job is done, not even what is always done."""


class Runner:
    """A forge's workers for the league in the bare repository `remote`; `pages` is the site as deployed.

    `breaking` names steps that fail, `deadly` those in which the worker is lost; `meanwhile` is what somebody does
    while a step is done. `installed` is whether steps start `genetess` as it is installed, which takes longer;
    `gh` is where the configuration of the real `gh` is, if that is to be started.
    """

    def __init__(
        self, folder: Path, remote: Path, key: str, installed: bool = False, gh: Path | None = None
    ) -> None:
        self.folder = folder
        self.remote = remote
        self.key = key
        self.pages = folder / "pages"
        self.log = ""
        self.summary = ""
        self.breaking: set[str] = set()
        self.deadly: set[str] = set()
        self.meanwhile: dict[str, Callable[[], object]] = {}
        self._count = 0
        self._attempt = 1
        self._gh = gh
        self._path = tools(folder, *([] if gh else ["gh"]), *([] if installed else ["genetess"]))
        (folder / "forge").mkdir()
        self.set(**EMPTY)

    @property
    def forge(self) -> State:
        """What the forge holds: open pull requests and issues, comments and what was closed."""
        return State(self.folder / "forge")

    @property
    def comments(self) -> dict[str, list[str]]:
        """What was said on each pull request and issue, by its number."""
        return {number: [one["body"] for one in rows] for number, rows in self.forge["said"].items()}

    def set(self, **values: Any) -> None:
        """Let something be otherwise on the forge."""
        forge = self.forge
        forge.update(values)
        forge.keep(*values)

    def open(self, pulls: list[dict[str, Any]]) -> None:
        """Let pull requests be open."""
        self.set(pulls=[*self.forge["pulls"], *pulls])

    def tick(
        self, event: str = "schedule", ref: str = "refs/heads/main", fails: Sequence[str] = ()
    ) -> dict[str, str]:
        """One run of the workflow `tick.yml`; only the jobs `fails` fail. Gives what came of each job."""
        came = self.run("tick.yml", event, ref)
        assert [name for name, result in came.items() if result == "failure"] == [*fails], self.log
        return came

    def again(self, event: str = "schedule") -> dict[str, str]:
        """Do all jobs of the last run of `tick.yml` again, as another attempt at it."""
        return self.run("tick.yml", event, "refs/heads/main", attempt=self._attempt + 1)

    def run(self, name: str, event: str, ref: str, attempt: int = 1, **payload: Any) -> dict[str, str]:
        """One run of a workflow; gives what came of each job: success, failure or skipped."""
        workflow = YAML(typ="safe").load(resources.forge("github")[f".github/workflows/{name}"])
        assert event in workflow["on"]
        self._attempt = attempt
        self._count += attempt == 1
        github = {
            "ref": ref, "token": "token", "event_name": event, "run_attempt": str(attempt), "event": payload,
        }  # fmt: skip
        needs: dict[str, dict[str, Any]] = {}
        for job_name, job in workflow["jobs"].items():
            wanted = job.get("needs", [])
            asked = {one: needs[one] for one in ([wanted] if isinstance(wanted, str) else wanted)}
            failed = any(one["result"] != "success" for one in asked.values())
            context = {"github": github, "needs": asked}
            needs[job_name] = {"result": "skipped", "outputs": {}}
            if holds(str(job.get("if", "")), context, failed):
                needs[job_name] = Job(
                    self, job, context, self.folder / f"run-{self._count}-{attempt}-{len(needs)}"
                ).done()
        return {job_name: one["result"] for job_name, one in needs.items()}

    def environment(self) -> dict[str, str]:
        """What every step of a run finds in its environment."""
        kept = {name: os.environ[name] for name in KEPT} | nameless(self.folder)
        return kept | {
            "PATH": self._path, "GITHUB_REPOSITORY": "gm/league", "GITHUB_RUN_ID": str(self._count), "CI": "true",
            "GITHUB_RUN_ATTEMPT": str(self._attempt), "GITHUB_SERVER_URL": "https://github.com",
            "GITHUB_ACTIONS": "true", "FORGE_STATE": str(self.folder / "forge"),
            **({"GH_CONFIG_DIR": str(self._gh)} if self._gh else {}),
        }  # fmt: skip

    @property
    def now(self) -> actions.Run:
        """The attempt that is under way, or was last."""
        return actions.Run(self.folder, self.remote, self._count, self._attempt)

    def named(self, name: str) -> list[dict[str, Any]]:
        """The artifacts of the last run with a name, of all attempts at it."""
        return self.now.named(name)


class Job:
    """One job of a run on a machine of its own, the folder `temp`."""

    def __init__(self, runner: Runner, job: dict[str, Any], context: dict[str, Any], temp: Path) -> None:
        self._runner = runner
        self._job = job
        self._temp = temp
        self._steps: dict[str, dict[str, Any]] = {}
        environment = job.get("environment") or {}
        key = runner.key if environment.get("name") == "league" else ""
        self._context = {**context, "steps": self._steps, "runner": {"temp": str(temp)},
                         "secrets": {"GENETESS_MASTER_KEY": key}}  # fmt: skip
        self._failed = False
        temp.mkdir()

    def done(self) -> dict[str, Any]:
        """Do its steps; gives how it ended, and its outputs."""
        try:
            for step in self._job["steps"]:
                if holds(str(step.get("if", "")), self._context, self._failed):
                    self._step(step)
        except Died:
            return {"result": "failure", "outputs": {}}
        outputs = {name: filled(text, self._context) for name, text in self._job.get("outputs", {}).items()}
        return {"result": "failure" if self._failed else "success", "outputs": outputs}

    def _step(self, step: dict[str, Any]) -> None:
        name, outputs = step["name"], dict[str, str]()
        if name in self._runner.deadly:
            raise Died
        self._runner.meanwhile.get(name, bool)()
        if name in self._runner.breaking:
            went = False
        elif "run" in step:
            went, outputs = self._shell(step)
        else:
            went = self._use(step)
        self._steps[step.get("id", name)] = {"outputs": outputs, "outcome": "success" if went else "failure"}
        if not went and not step.get("continue-on-error"):
            self._failed = True

    def _shell(self, step: dict[str, Any]) -> tuple[bool, dict[str, str]]:
        output, summary = self._temp / "output", self._temp / "summary"
        for file in (output, summary):
            file.write_text("")
        around = self._runner.environment() | {
            "GITHUB_OUTPUT": str(output), "GITHUB_STEP_SUMMARY": str(summary), "RUNNER_TEMP": str(self._temp),
            "GITHUB_EVENT_NAME": self._context["github"]["event_name"],
        }  # fmt: skip
        env = {name: filled(str(text), self._context) for name, text in step.get("env", {}).items()}
        folder = self._temp / "work" / step.get("working-directory", "")
        folder.mkdir(parents=True, exist_ok=True)
        done = subprocess.run(
            ["bash", "-e", "-c", step["run"]], cwd=folder, env=around | env,
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        self._runner.log += f"--- {step['name']}: {done.returncode}\n{done.stdout}{done.stderr}"
        self._runner.summary += summary.read_text()
        return done.returncode == 0, dict(line.split("=", 1) for line in output.read_text().splitlines())

    def _use(self, step: dict[str, Any]) -> bool:
        options = {name: filled(str(text), self._context) for name, text in step.get("with", {}).items()}
        action, ref = step["uses"].partition("@")[0], self._context["github"]["ref"]
        return actions.use(action, options, self._runner.now, self._temp / "work", ref)
