"""What GitHub's own actions do, as far as a league needs it: for `runner.py`, and as stand-ins for act.

`laid_down` writes the stand-ins; started as a program, this is what they call, and it has the hub of the test do it.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple
from urllib.request import Request, urlopen

from genetess_cli.store import resources
from tests.house.tree import ROOT
from tests.intake.forge.hub import Hub, Row

_ACTION = """\
name: a stand-in
inputs: {inputs}
runs:
  using: composite
  steps:
    - shell: bash
      run: '"$STAND_IN_PYTHON" -m tests.intake.forge.actions {name}'
      env: {env}
"""


def begun(hub: Hub, event: str, ref: str = "refs/heads/main") -> Row:
    """A run of the workflow, as GitHub knows of it from its beginning on."""
    run = {"id": len(hub.runs) + 1, "name": "Tick", "path": ".github/workflows/tick.yml", "event": event,
           "head_branch": ref.removeprefix("refs/heads/"), "run_attempt": 1, "status": "in_progress",
           "conclusion": None, "created_at": hub.now, "run_started_at": hub.now, "updated_at": hub.now}  # fmt: skip
    hub.runs.append(run)
    return run


def ended(hub: Hub, run: Row, name: str, result: str) -> None:
    """A job of a run is over."""
    job = {"id": len(hub.jobs) + 1, "run_id": run["id"], "run_attempt": run["run_attempt"], "name": name,
           "status": "completed", "conclusion": result, "completed_at": hub.now}  # fmt: skip
    hub.jobs.append(job)


class Work(NamedTuple):
    """Where a job of a run works, in the folder `place`."""

    hub: Hub
    remote: Path
    run: Row
    place: Path

    def keep(self, name: str, source: Path, overwrite: bool) -> None:
        """Keep files of this run as an artifact."""
        there = self.artifacts / name
        assert overwrite or not there.exists(), f"{name} is there already"
        shutil.rmtree(there, ignore_errors=True)
        shutil.copytree(source, there)

    def take(self, name: str, folder: Path) -> bool:
        """Put the files of an artifact of this run into a folder that is made anew; gives whether there is one."""
        there = self.artifacts / name
        if there.exists():
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(there, folder)
        return there.exists()

    def remember(self, key: str, source: Path) -> None:
        """Keep files for later runs, once under a key."""
        there = self.caches / key
        if not there.exists():
            shutil.copytree(source, there, symlinks=True)

    def recall(self, prefix: str, folder: Path) -> None:
        """Put the files that were kept last under such a key into a folder, if there are any."""
        if found := sorted(self.caches.glob(f"{prefix}*"), key=lambda path: path.stat().st_ctime_ns):
            subprocess.run(["cp", "--archive", found[-1], folder], check=True)

    @property
    def caches(self) -> Path:
        return self.hub.folder / "caches"

    @property
    def artifacts(self) -> Path:
        return self.hub.folder / "artifacts" / str(self.run["id"])

    def check_out(self, folder: Path, wanted: str) -> None:
        """Clone the league and go to a commit or branch of it."""
        subprocess.run(["git", "clone", "--quiet", str(self.remote), str(folder)], check=True)
        if wanted != "main":
            for words in (["fetch", "--quiet", "origin", wanted], ["checkout", "--quiet", "FETCH_HEAD"]):
                subprocess.run(["git", *words], cwd=folder, check=True)


def use(action: str, given: Mapping[str, str], work: Work) -> bool:
    """Do what an action does; gives whether it went well."""
    match action:
        case "actions/checkout":
            work.check_out(work.place / given.get("path", ""), given.get("ref") or work.run["head_branch"])
        case "actions/upload-artifact":
            work.keep(given["name"], Path(given["path"]), given.get("overwrite", "").lower() == "true")
        case "actions/upload-pages-artifact":
            work.keep(given.get("name") or "github-pages", Path(given["path"]), overwrite=False)
        case "actions/cache/restore":
            work.recall(given["restore-keys"], Path(given["path"]))
        case "actions/cache/save":
            work.remember(given["key"], Path(given["path"]))
        case "actions/download-artifact":
            return work.take(given["name"], Path(given["path"]))
        case _:
            assert action == "actions/deploy-pages", action
            return work.take(given.get("artifact_name") or "github-pages", work.hub.folder / "pages")
    return True


# For act


def laid_down(folder: Path) -> list[str]:
    """Write a stand-in for every action that the workflow uses; gives the options for act that name them."""
    used: dict[str, set[str]] = {}
    text = resources.forge("github")[".github/workflows/tick.yml"]
    for action, given in re.findall(r"uses: (actions/\S+) #.*\n(?:\s+with:\n((?:          .*\n)+))?", text):
        used.setdefault(action, set()).update(re.findall(r"^ +([\w-]+):", given, re.MULTILINE))
    options = []
    for action, inputs in used.items():
        name = action.partition("@")[0]
        place = folder / name
        place.mkdir(parents=True, exist_ok=True)
        env = {f"WITH_{one}": f"${{{{ inputs.{one} }}}}" for one in inputs}
        wanted = {one: {"default": ""} for one in inputs}
        text = _ACTION.format(inputs=json.dumps(wanted), name=name, env=json.dumps(env))
        (place / "action.yml").write_text(text)
        repository, pin = "/".join(name.split("/")[:2]), action.partition("@")[2]
        options += ["--local-repository", f"https://github.com/{repository}@{pin}={folder / repository}"]
    return options


def main() -> None:
    given = {
        name.removeprefix("WITH_"): value for name, value in os.environ.items() if name.startswith("WITH_")
    }
    asked = {"action": sys.argv[1], "given": given, "place": os.environ["GITHUB_WORKSPACE"]}
    with urlopen(Request(os.environ["STAND_IN_HUB"], json.dumps(asked).encode())):  # it raises what is no 200
        pass


def environment(hub: Hub) -> dict[str, str]:
    """What the stand-ins need to be started."""
    return {"STAND_IN_PYTHON": sys.executable, "STAND_IN_HUB": hub.door, "PYTHONPATH": str(ROOT)}


if __name__ == "__main__":
    main()
