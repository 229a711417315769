"""What GitLab and Forgejo do with a league's files: its scripts as they stand there, in order."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Mapping
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from genetess_cli.store import resources
from tests.intake.forge.api import TOKEN, Api
from tests.intake.forge.runner import nameless, tools

# the variables of a league on GitLab: for which environments each is, as the head of its file says
VARIABLES = {"GENETESS_MASTER_KEY": "league", "GENETESS_PUSH_TOKEN": "league*"}


class Workers:
    """A forge's workers for the league in the bare repository `remote`, which they reach under its address there.

    `meanwhile` is what somebody does while a job or a step is done.
    """

    def __init__(self, folder: Path, remote: Path, api: Api, key: str) -> None:
        self.folder = folder
        self.remote = remote
        self.api = api
        self.key = key
        self.log = ""
        self.seen: dict[str, set[str]] = {}
        self.meanwhile: dict[str, Callable[[], object]] = {}
        self._path = tools(folder, "genetess")

    def run(self, name: str, script: str, place: Path, address: str, given: Mapping[str, str]) -> int:
        """A script in a folder; gives its status."""
        self.meanwhile.get(name, bool)()
        kept = {name: os.environ[name] for name in ("HOME", "GIT_CONFIG_NOSYSTEM", "LC_ALL")}
        around = {
            **nameless(self.folder),
            "PATH": self._path, "CI": "true", "GIT_CONFIG_COUNT": "1",
            "GIT_CONFIG_KEY_0": f"url.{self.remote}.insteadOf", "GIT_CONFIG_VALUE_0": address,
        }  # fmt: skip
        self.seen[name] = {variable for variable, value in given.items() if self.key in value}
        done = subprocess.run(
            ["bash", "-eo", "pipefail", "-c", script], cwd=place, env={**kept, **around, **given},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        self.log += done.stdout + done.stderr
        return done.returncode


class GitLab(Workers):
    """Pipelines of the default branch; `pages` is the site as it was deployed last."""

    count = 0

    @property
    def pages(self) -> Path:
        return self.folder / "pages"

    def tick(self) -> dict[str, int]:
        """One pipeline as the schedule begins it; gives the status of each job that ran."""
        file = YAML(typ="safe").load(resources.forge("gitlab")[".gitlab-ci.yml"])
        jobs = {name: job for name, job in file.items() if isinstance(job, dict) and "script" in job}
        self.count += 1
        ended: dict[str, int] = {}
        for stage in file["stages"]:
            for name, job in jobs.items():
                rule = job["rules"][0]["if"]
                if (
                    job["stage"] == stage
                    and "merge_request_event" not in rule
                    and self._may(job, jobs, ended)
                ):
                    ended[name] = self._job(name, job)
        return ended

    @staticmethod
    def _may(job: dict[str, Any], jobs: dict[str, Any], ended: dict[str, int]) -> bool:
        """Whether those that a job needs went well; without a list these are all of the stages before."""
        needed = job.get("needs", [name for name in ended if jobs[name]["stage"] != job["stage"]])
        return all(ended.get(name) == 0 for name in needed)

    def _job(self, name: str, job: dict[str, Any]) -> int:
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
            "CI_SERVER_HOST": "gitlab.test", "CI_PROJECT_PATH": "gm/league", **job.get("variables", {}),
        }  # fmt: skip
        address = f"https://genetess:{TOKEN}@gitlab.test/gm/league.git"
        status = self.run(name, "\n".join(job["script"]), place, address, given)
        for path in job.get("artifacts", {}).get("paths", []) if status == 0 else []:
            source, target = place / path, (self.pages if name == "pages" else kept / path)
            target.parent.mkdir(exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, target, dirs_exist_ok=True)
            else:
                shutil.copy(source, target)
        return status


class Forgejo(Workers):
    """Runs of the workflow `tick.yml`."""

    count = 0

    def tick(self) -> dict[str, int]:
        """One run as the schedule begins it; gives the status of each step that ran."""
        workflow = YAML(typ="safe").load(resources.forge("forgejo")[".forgejo/workflows/tick.yml"])
        job = workflow["jobs"]["tick"]
        self.count += 1
        place = self.folder / f"run-{self.count}"
        place.mkdir()
        ended: dict[str, int] = {}
        for step in job["steps"]:
            if any(ended.values()) and step.get("if") != "always()":
                continue
            ended[step["name"]] = self._step(step, job["env"], place)
        return ended

    def _step(self, step: dict[str, Any], env: dict[str, str], place: Path) -> int:
        given = {"secrets.GENETESS_MASTER_KEY": self.key, "github.token": TOKEN}
        filled = {
            name: re.sub(r"\$\{\{ ([\w.]+) \}\}", lambda found: given[found[1]], text)
            for name, text in step.get("env", {}).items()
        }
        around = {"GITHUB_SERVER_URL": self.api.address, "GITHUB_REPOSITORY": "gm/league"}
        address = f"{self.api.address.replace('://', f'://token:{TOKEN}@')}/gm/league.git"
        return self.run(step["name"], step["run"], place, address, env | around | filled)
