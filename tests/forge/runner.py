"""What a forge does with a workflow: its steps in order, the `run:` of each as it stands in the file.

Of `uses:` only what the workflows of a league need is done here: a checkout, and files handed from job to job. `gh` is
a program that keeps the forge's pull requests, issues and comments in one JSON file.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from genetess_cli import resources

GH = """\
#!{python} -SE
import json, os, shutil, subprocess, sys
state = os.environ["FORGE_STATE"]
forge = json.load(open(state))
words = [word for word in sys.argv[1:] if word not in ("--paginate", "--slurp", "--edit-last", "--create-if-none")]
def after(option):
    return words[words.index(option) + 1]
def pages(rows):
    if "--jq" not in words:
        print(json.dumps([rows]))
        return
    for page in (rows[:2], rows[2:]):
        subprocess.run(["jq", "--raw-output", after("--jq")], input=json.dumps(page), text=True, check=True)
if words[0] == "api" and "/pulls?" in words[1]:
    pages(forge["pulls"])
elif words[0] == "api" and "/issues?" in words[1]:
    pages(forge["issues"])
elif words[0] == "api" and words[1].endswith("/issues"):
    made = json.load(open(after("--input")))
    number = 100 + len(forge["issues"])
    user = {{"login": "github-actions[bot]", "id": 41898282, "type": "Bot"}}
    forge["issues"].append({{"number": number, "user": user, **made}})
    print(number)
elif words[0] == "api":
    name = words[1].partition("name=")[2].partition("&")[0]
    if name and os.path.exists(os.path.join(os.environ["FORGE_ARTIFACTS"] + "-kept", name)):
        print("last")
elif words[:3] == ["run", "download", "last"]:
    shutil.copytree(os.path.join(os.environ["FORGE_ARTIFACTS"] + "-kept", after("--name")), after("--dir"))
elif words[:2] == ["run", "download"]:
    shutil.copytree(os.path.join(os.environ["FORGE_ARTIFACTS"], after("--name")), after("--dir"))
elif words[1] == "comment":
    forge["comments"][words[2]] = open(after("--body-file")).read()
    forge["written"].append(words[2])
elif words[1] == "close":
    kind = {{"pr": "pulls", "issue": "issues"}}[words[0]]
    forge[kind] = [one for one in forge[kind] if str(one["number"]) != words[2]]
    forge["closed"].append(int(words[2]))
else:
    sys.exit("gh: " + " ".join(words))
json.dump(forge, open(state, "w"))
"""
PYTHON = '#!/bin/sh\n[ "$2" = pip ] && exit 0\nexec {python} "$@"\n'
EMPTY: dict[str, Any] = {"pulls": [], "issues": [], "comments": {}, "closed": [], "written": []}


class Runner:
    """A forge's workers for the league in the bare repository `remote`; `pages` is the site as deployed."""

    def __init__(self, folder: Path, remote: Path, key: str) -> None:
        self.folder = folder
        self.remote = remote
        self.key = key
        self.pages = folder / "pages"
        self.log = ""
        self._count = 0
        self._tools()
        self._state.write_text(json.dumps(EMPTY))

    def _tools(self) -> None:
        tools = self.folder / "tools"
        tools.mkdir(parents=True)
        for name, text in (("gh", GH), ("python", PYTHON)):
            (tools / name).write_text(text.format(python=sys.executable))
            (tools / name).chmod(0o755)
        self._path = f"{tools}:{sysconfig.get_path('scripts')}:{os.environ['PATH']}"

    @property
    def _state(self) -> Path:
        return self.folder / "forge.json"

    @property
    def forge(self) -> dict[str, Any]:
        """What the forge holds: open pull requests and issues, comments and what was closed."""
        found: dict[str, Any] = json.loads(self._state.read_text())
        return found

    def open(self, pulls: list[dict[str, Any]]) -> None:
        """Let pull requests be open."""
        forge = self.forge
        self._state.write_text(json.dumps({**forge, "pulls": [*forge["pulls"], *pulls]}))

    def tick(self, event: str = "schedule") -> None:
        """One run of the workflow `tick.yml`."""
        workflow = YAML(typ="safe").load(resources.workflows()[".github/workflows/tick.yml"])
        self._count += 1
        shutil.rmtree(self.folder / "artifacts", ignore_errors=True)
        needs: dict[str, dict[str, str]] = {}
        for name, job in workflow["jobs"].items():
            if _holds(job.get("if", ""), needs):
                needs[name] = self._job(job, event, needs)

    def _job(self, job: dict[str, Any], event: str, needs: dict[str, dict[str, str]]) -> dict[str, str]:
        temp = self.folder / f"run-{self._count}-{len(needs)}"
        temp.mkdir()
        steps: dict[str, dict[str, str]] = {}
        for step in job["steps"]:
            if not _holds(step.get("if", ""), steps):
                continue
            if "run" in step:
                told = {f"steps.{id_}.outputs.{name}": text for id_, outputs in steps.items()
                        for name, text in outputs.items()}  # fmt: skip
                steps[step.get("id", step["name"])] = self._run(step, temp, event, told)
            else:
                self._use(step, temp)
        found = re.compile(r"\$\{\{ steps\.(\w+)\.outputs\.(\w+) \}\}")
        outputs = job.get("outputs", {}).items()
        named = {name: found.fullmatch(text) for name, text in outputs}
        return {name: steps.get(at[1], {}).get(at[2], "") for name, at in named.items() if at}

    def _run(self, step: dict[str, Any], temp: Path, event: str, told: dict[str, str]) -> dict[str, str]:
        given = told | {
            "secrets.GENETESS_MASTER_KEY": self.key,
            "github.token": "token",
            "runner.temp": str(temp),
        }
        env = {name: _filled(text, given) for name, text in step.get("env", {}).items()}
        output, league = temp / "output", temp / "league"
        output.write_text("")
        kept = {
            name: os.environ[name] for name in ("HOME", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM", "LC_ALL")
        }
        around = {
            "PATH": self._path, "GITHUB_OUTPUT": str(output), "GITHUB_STEP_SUMMARY": str(temp / "summary"),
            "GITHUB_EVENT_NAME": event, "GITHUB_REPOSITORY": "gm/league", "GITHUB_RUN_ID": str(self._count),
            "RUNNER_TEMP": str(temp), "CI": "true", "FORGE_STATE": str(self._state),
            "FORGE_ARTIFACTS": str(self.folder / "artifacts"),
        }  # fmt: skip
        done = subprocess.run(
            ["bash", "-e", "-c", step["run"]], cwd=league if league.exists() else temp, env=kept | around | env,
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        self.log += done.stdout + done.stderr
        assert done.returncode == 0 or step.get("continue-on-error"), (step["name"], done.stdout, done.stderr)
        return dict(line.split("=", 1) for line in output.read_text().splitlines())

    def _use(self, step: dict[str, Any], temp: Path) -> None:
        action = step["uses"].partition("@")[0]
        options = step.get("with", {})
        source = Path(_filled(str(options.get("path", "")), {"runner.temp": str(temp)}))
        if action == "actions/checkout":
            subprocess.run(["git", "clone", "--quiet", str(self.remote), str(temp / "league")], check=True)
        elif action == "actions/upload-artifact":
            shutil.copytree(source, self.folder / "artifacts" / options["name"])
            kept = self.folder / "artifacts-kept" / options["name"]  # for a later run that asks for it
            shutil.copytree(source, kept, dirs_exist_ok=True)
        elif action == "actions/upload-pages-artifact":
            shutil.rmtree(self.folder / "site", ignore_errors=True)
            shutil.copytree(source, self.folder / "site")
        elif action == "actions/deploy-pages":
            shutil.rmtree(self.pages, ignore_errors=True)
            shutil.copytree(self.folder / "site", self.pages)
        else:
            assert action == "actions/setup-python", action


def _holds(condition: str, outputs: dict[str, dict[str, str]]) -> bool:
    """Whether a condition holds; of those on the event, which is always right here, nothing is asked."""
    asked = re.findall(r"(?:steps|needs)\.(\w+)\.outputs\.(\w+) == 'true'", condition)
    return all(outputs.get(step, {}).get(name) == "true" for step, name in asked)


def _filled(text: str, given: dict[str, str]) -> str:
    return re.sub(r"\$\{\{ ([\w.]+) \}\}", lambda found: given.get(found[1], ""), text)
