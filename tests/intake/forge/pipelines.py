"""What GitLab and Forgejo do with a league's files: its scripts as they stand there, in order.

Of `uses:` nothing is done but to hand on the program, which is ready; so is what fetches and installs it on GitLab.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from genetess_cli.store import resources
from tests.intake.forge.api import TOKEN, Api
from tests.intake.forge.expressions import filled, holds
from tests.intake.forge.runner import nameless, tools

# the variables of a league on GitLab: for which environments each is, as the head of its file says
VARIABLES = {"GENETESS_MASTER_KEY": "league", "GENETESS_PUSH_TOKEN": "league*"}


class Workers:
    """A forge's workers for the league in the bare repository `remote`, which they reach under its address there.

    `meanwhile` is what somebody does while a job or a step is done, `breaking` names those that fail.
    """

    def __init__(self, folder: Path, remote: Path, api: Api, key: str) -> None:
        self.folder = folder
        self.remote = remote
        self.api = api
        self.key = key
        self.log = ""
        self.seen: dict[str, set[str]] = {}
        self.meanwhile: dict[str, Callable[[], object]] = {}
        self.breaking: set[str] = set()
        self.count = 0
        self._path = tools(folder, "genetess")
        self.program = str(shutil.which("genetess", path=self._path))
        api.remote = remote

    def run(self, name: str, script: str, place: Path, addresses: list[str], given: Mapping[str, str]) -> int:
        """A script in a folder; gives its status."""
        self.meanwhile.get(name, bool)()
        if name in self.breaking:
            return 1
        kept = {name: os.environ[name] for name in ("HOME", "GIT_CONFIG_NOSYSTEM", "LC_ALL")}
        around = {
            **nameless(self.folder), "PATH": self._path, "CI": "true", "SLEEPS_AT": f"{self.api.address}/door",
            "GIT_CONFIG_COUNT": f"{len(addresses)}",
        }  # fmt: skip
        for number, address in enumerate(addresses):
            around[f"GIT_CONFIG_KEY_{number}"] = f"url.{self.remote}.insteadOf"
            around[f"GIT_CONFIG_VALUE_{number}"] = address
        self.seen[name] = {variable for variable, value in given.items() if self.key and self.key in value}
        done = subprocess.run(
            ["bash", "-eo", "pipefail", "-c", script], cwd=place, env={**kept, **around, **given},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        self.log += f"--- {name}: {done.returncode}\n{done.stdout}{done.stderr}"
        return done.returncode


class GitLab(Workers):
    """Pipelines of the default branch; `pages` is the site as it was deployed last."""

    @property
    def pages(self) -> Path:
        return self.folder / "pages"

    def site(self) -> list[str]:
        """The files of the site as it was deployed last."""
        return [path.relative_to(self.pages).as_posix() for path in self.pages.rglob("*") if path.is_file()]

    def tick(self, event: str = "schedule") -> dict[str, int]:
        """One pipeline as an event begins it; gives the status of each job that ran."""
        file = YAML(typ="safe").load(resources.forge("gitlab")[".gitlab-ci.yml"])
        jobs = {name: job for name, job in file.items() if isinstance(job, dict) and "script" in job}
        self.count += 1
        ended: dict[str, int] = {}
        for stage in file["stages"]:
            for name, job in jobs.items():
                [rule] = job["rules"]
                if job["stage"] != stage or "merge_request_event" in rule["if"]:
                    continue
                if rule.get("when") == "always" or self._may(job, jobs, ended):
                    ended[name] = self._job(name, job, event)
        return ended

    @staticmethod
    def _may(job: dict[str, Any], jobs: dict[str, Any], ended: dict[str, int]) -> bool:
        """Whether those that a job needs went well; without a list these are all of the stages before."""
        needed = job.get("needs", [name for name in ended if jobs[name]["stage"] != job["stage"]])
        return all(ended.get(name) == 0 for name in needed)

    def _job(self, name: str, job: dict[str, Any], event: str) -> int:
        place, kept = self.folder / f"{self.count}-{name}", self.folder / f"{self.count}-kept"
        place.mkdir()
        if job.get("variables", {}).get("GIT_STRATEGY") != "none":
            subprocess.run(["git", "clone", "--quiet", str(self.remote), str(place)], check=True)
            subprocess.run(["git", "checkout", "--quiet", "--detach"], cwd=place, check=True)
        if kept.exists():
            shutil.copytree(kept, place, dirs_exist_ok=True)
        where = job.get("environment", {}).get("name", "")
        values = {"GENETESS_MASTER_KEY": self.key, "GENETESS_PUSH_TOKEN": TOKEN}
        given = {variable: values[variable] for variable, scope in VARIABLES.items() if fnmatch(where, scope)}
        given |= {
            "CI_API_V4_URL": f"{self.api.address}/api/v4", "CI_PROJECT_ID": "7", "CI_DEFAULT_BRANCH": "main",
            "CI_SERVER_URL": "https://gitlab.test", "CI_PROJECT_URL": "https://gitlab.test/gm/league",
            "CI_PROJECT_DIR": str(place), "CI_PIPELINE_ID": str(self.count), "CI_PIPELINE_SOURCE": event,
            "GENETESS": self.program,
        }  # fmt: skip
        given |= {
            variable: re.sub(r"\$(\w+)", lambda found: given.get(found[1], ""), text)
            for variable, text in job.get("variables", {}).items()
        }
        lines = job["script"]
        status = self.run(name, "\n".join(lines), place, ["https://gitlab.test/gm/league.git"], given)
        artifacts = job.get("artifacts", {})
        for path in artifacts.get("paths", []) if status == 0 or artifacts.get("when") == "always" else []:
            if (place / path).exists():
                shutil.copytree(place / path, kept / path, dirs_exist_ok=True)
        if job.get("pages") and status == 0:
            shutil.rmtree(self.pages, ignore_errors=True)
            shutil.copytree(place / "public", self.pages)
        return status


class Forgejo(Workers):
    """Runs of the workflow `tick.yml`."""

    def site(self) -> list[str]:
        """The files of the site as it was deployed last."""
        there = ["git", "ls-tree", "-r", "--name-only", "pages"]
        done = subprocess.run(there, cwd=self.remote, capture_output=True, text=True, check=False)
        return done.stdout.splitlines()

    def tick(self, event: str = "schedule") -> dict[str, int]:
        """One run as an event begins it; gives the status of each step that was done."""
        workflow = YAML(typ="safe").load(resources.forge("forgejo")[".forgejo/workflows/tick.yml"])
        assert event in workflow["on"]
        job = workflow["jobs"]["tick"]
        self.count += 1
        place = self.folder / f"run-{self.count}"
        place.mkdir()
        context = {
            "github": {"ref": "refs/heads/main", "token": TOKEN}, "steps": dict[str, Any](),
            "secrets": {"GENETESS_MASTER_KEY": self.key},
        }  # fmt: skip
        return dict(self._steps(job["steps"], context, place, event))

    def _steps(
        self, steps: list[dict[str, Any]], context: dict[str, Any], place: Path, event: str
    ) -> Iterator[tuple[str, int]]:
        failed = False
        for step in steps:
            name = step["name"]
            if not holds(str(step.get("if", "")), context, failed):
                continue
            if "uses" in step:
                self.meanwhile.get(name, bool)()
                context["steps"][step["id"]] = {"outputs": {"genetess": self.program}, "outcome": "success"}
                continue
            status, outputs = self._step(step, context, place, event)
            context["steps"][step.get("id", name)] = {
                "outputs": outputs,
                "outcome": "failure" if status else "success",
            }
            failed = failed or status != 0
            yield name, status

    def _step(
        self, step: dict[str, Any], context: dict[str, Any], place: Path, event: str
    ) -> tuple[int, dict[str, str]]:
        temp = self.folder / f"temp-{self.count}"
        temp.mkdir(exist_ok=True)
        output = temp / "output"
        output.write_text("")
        given = {
            "GITHUB_SERVER_URL": self.api.address, "GITHUB_API_URL": f"{self.api.address}/api/v1",
            "GITHUB_REPOSITORY": "gm/league", "GITHUB_RUN_ID": str(self.count), "GITHUB_EVENT_NAME": event,
            "FORGEJO_ACTIONS": "true", "GITHUB_OUTPUT": str(output), "RUNNER_TEMP": str(temp),
            "GITHUB_STEP_SUMMARY": str(temp / "summary"),
        }  # fmt: skip
        given |= {name: filled(text, context) for name, text in step.get("env", {}).items()}
        hidden = f"{self.api.address.replace('://', f'://token:{TOKEN}@')}/gm/league.git"
        addresses = [hidden, f"{self.api.address}/gm/league.git"]
        status = self.run(step["name"], step["run"], place, addresses, given)
        return status, dict(line.split("=", 1) for line in output.read_text().splitlines())
