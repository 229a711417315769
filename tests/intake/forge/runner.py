"""What a forge does with a workflow: its jobs and steps in order, the `run:` of each as it stands in the file.

Conditions are asked as the forge asks them (`expressions.py`), its API is a server of ours (`hub.py`), and of `uses:`
only what the workflows of a league need is done: a checkout, the program, and files handed from job to job and from run
to run. A step can be made to fail, and a job to die in the middle of it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from ruamel.yaml import YAML

from genetess_cli.store import resources
from tests.intake.forge import actions
from tests.intake.forge.expressions import filled, holds
from tests.intake.forge.hub import Hub, Row
from tests.intake.forge.ready import ready

PYTHON = '#!/bin/sh\n[ "$2" = pip ] && exit 0\nexec {python} "$@"\n'
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


COLLECT, TICK, DEPLOY, TALK = "Take in what was sent", "Run what is due", "Deploy the site", "Answer and tell"


class Step(NamedTuple):
    """A step as it was done: of which job, and what it found in its environment."""

    job: str
    name: str
    env: dict[str, str]


class Runner:
    """A forge's workers for the league in the bare repository `remote`; `pages` is the site as deployed.

    `breaking` names steps that fail, `deadly` those in which the worker is lost; `meanwhile` is what somebody does
    while a step is done. `installed` is whether steps start `genetess` as it is installed, which takes longer.
    """

    def __init__(self, folder: Path, remote: Path, key: str, installed: bool = False) -> None:
        self.folder = folder
        self.remote = remote
        self.key = key
        self.pages = folder / "pages"
        self.workflow: Row = YAML(typ="safe").load(resources.forge("github")[".github/workflows/tick.yml"])
        self.secrets: dict[str, str] = {}  # beside the key, those of the whole repository
        self.log = ""
        self.summary = ""
        self.steps: list[Step] = []
        self.breaking: set[str] = set()
        self.deadly: set[str] = set()
        self.meanwhile: dict[str, Callable[[], object]] = {}
        self.path = tools(folder, *([] if installed else ["genetess"]))
        self.hub = Hub(folder)

    @property
    def comments(self) -> dict[str, list[str]]:
        """What was said on each pull request and issue, by its number."""
        return {number: [one["body"] for one in rows] for number, rows in self.hub.said.items()}

    def temp(self, job: str) -> Path:
        """The folder of a job of the last run."""
        run = self.hub.runs[-1]
        return self.folder / f"run-{run['id']}-{run['run_attempt']}-{job}"

    def wrap(self, program: str, does: str) -> None:
        """Have something done each time before a program of the machine is started."""
        tools, _, others = self.path.partition(":")
        real, place = shutil.which(program, path=others), Path(tools) / program
        place.write_text(f'#!/bin/sh\n{does}\nexec {real} "$@"\n')
        place.chmod(0o755)

    def open(self, pulls: list[Row]) -> None:
        """Let pull requests be open."""
        self.hub.pulls += pulls

    def tick(
        self, event: str = "schedule", ref: str = "refs/heads/main", fails: Sequence[str] = ()
    ) -> dict[str, str]:
        """One run of the workflow; only the jobs `fails` fail. Gives what came of each job."""
        came = self.run(event, ref)
        assert [name for name, result in came.items() if result == "failure"] == [*fails], self.log
        return came

    def run(self, event: str, ref: str = "refs/heads/main") -> dict[str, str]:
        """One run of the workflow, however it goes."""
        return self._run(actions.begun(self.hub, event, ref))

    def again(self) -> dict[str, str]:
        """Do all jobs of the last run again, as another attempt at it."""
        run = self.hub.runs[-1]
        run["run_attempt"] += 1
        return self._run(run)

    def _run(self, run: Row) -> dict[str, str]:
        """Gives what came of each job: success, failure or skipped."""
        assert run["event"] in self.workflow["on"]
        needs: dict[str, Row] = {}
        for name, job in self.workflow["jobs"].items():
            wanted = job.get("needs", [])
            asked = {one: needs[one] for one in ([wanted] if isinstance(wanted, str) else wanted)}
            failed = any(one["result"] != "success" for one in asked.values())
            token = f"token-{name}"
            self.hub.tokens[token] = job.get("permissions", {})
            github = {
                "ref": f"refs/heads/{run['head_branch']}", "token": token, "event_name": run["event"],
                "run_id": str(run["id"]), "run_attempt": str(run["run_attempt"]),
            }  # fmt: skip
            context = {"github": github, "needs": asked}
            needs[name] = {"result": "skipped", "outputs": {}}
            if holds(str(job.get("if", "")), context, failed):
                needs[name] = Job(self, name, job, context, run).done()
            actions.ended(self.hub, run, job["name"], needs[name]["result"])
        results = {name: one["result"] for name, one in needs.items()}
        run |= {
            "status": "completed",
            "conclusion": "failure" if "failure" in results.values() else "success",
        }
        return results

    def environment(self) -> dict[str, str]:
        """What every step of a run finds in its environment."""
        return {name: os.environ[name] for name in KEPT} | nameless(self.folder) | {
            "PATH": self.path, "SLEEPS_AT": self.hub.door, "CI": "true", "GITHUB_ACTIONS": "true",
            "GITHUB_API_URL": self.hub.api, "GITHUB_SERVER_URL": "https://github.com",
            "GITHUB_REPOSITORY": "gm/league",
        }  # fmt: skip


class Job:
    """One job of a run on a machine of its own, the folder `temp`."""

    def __init__(self, runner: Runner, name: str, job: Row, context: Row, run: Row) -> None:
        self._runner = runner
        self._name = name
        self._job = job
        self._run = run
        self._temp = runner.temp(name)
        self._temp.mkdir()
        self._steps: dict[str, Row] = {}
        environment = job.get("environment") or {}
        key = runner.key if environment.get("name") == "league" else ""
        self._context = {**context, "steps": self._steps, "runner": {"temp": str(self._temp)},
                         "secrets": {"GENETESS_MASTER_KEY": key, **runner.secrets}}  # fmt: skip
        self._failed = False

    def done(self) -> Row:
        """Do its steps; gives how it ended, and its outputs."""
        try:
            for step in self._job["steps"]:
                if holds(str(step.get("if", "")), self._context, self._failed):
                    self._step(step)
        except Died:
            return {"result": "failure", "outputs": {}}
        outputs = {name: filled(text, self._context) for name, text in self._job.get("outputs", {}).items()}
        return {"result": "failure" if self._failed else "success", "outputs": outputs}

    def _step(self, step: Row) -> None:
        name: str = step["name"]
        outputs: dict[str, str] = {}
        if name in self._runner.deadly:
            raise Died
        self._runner.meanwhile.get(name, bool)()
        if name in self._runner.breaking:
            went = False
        elif "run" in step:
            went, outputs = self._shell(step)
        else:
            went, outputs = self._use(step)
        self._steps[str(step.get("id", name))] = {
            "outputs": outputs,
            "outcome": "success" if went else "failure",
        }
        if not went and not step.get("continue-on-error"):
            self._failed = True

    def _filled(self, given: Row) -> dict[str, str]:
        return {name: filled(str(text), self._context) for name, text in given.items()}

    def _shell(self, step: Row) -> tuple[bool, dict[str, str]]:
        output, summary = self._temp / "output", self._temp / "summary"
        for file in (output, summary):
            file.write_text("")
        work = self._temp / "work"
        work.mkdir(exist_ok=True)
        github, run = self._context["github"], self._run
        around = self._runner.environment() | {
            "GITHUB_OUTPUT": str(output), "GITHUB_STEP_SUMMARY": str(summary), "RUNNER_TEMP": str(self._temp),
            "GITHUB_EVENT_NAME": run["event"], "GITHUB_REF": github["ref"], "GITHUB_WORKSPACE": str(work),
            "GITHUB_RUN_ID": str(run["id"]), "GITHUB_RUN_ATTEMPT": github["run_attempt"],
            "GITHUB_JOB": self._name, "GITHUB_WORKFLOW_REF": f"gm/league/{run['path']}@{github['ref']}",
        }  # fmt: skip
        env = around | self._filled(step.get("env", {}))
        self._runner.steps.append(Step(self._name, step["name"], env))
        done = subprocess.run(
            ["bash", "-e", "-c", step["run"]], cwd=work, env=env, capture_output=True, text=True, check=False
        )
        self._runner.log += f"--- {step['name']}: {done.returncode}\n{done.stdout}{done.stderr}"
        self._runner.summary += summary.read_text()
        return done.returncode == 0, dict(line.split("=", 1) for line in output.read_text().splitlines())

    def _use(self, step: Row) -> tuple[bool, dict[str, str]]:
        given = self._filled(step.get("with", {}))
        env = {f"INPUT_{name.upper()}": text for name, text in given.items()} | self._filled(
            step.get("env", {})
        )
        self._runner.steps.append(Step(self._name, step["name"], env))
        action = step["uses"].partition("@")[0]
        if not action.startswith("actions/"):
            return True, {"genetess": str(shutil.which("genetess", path=self._runner.path))}
        work = actions.Work(self._runner.hub, self._runner.remote, self._run, self._temp / "work")
        return actions.use(action, given, work), {}
