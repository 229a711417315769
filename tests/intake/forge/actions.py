"""What the actions of the workflows do, as far as a league needs it: for `runner.py`, and as stand-ins for act.

`laid_down` writes the stand-ins; started as a program, this is what they call.
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
from typing import Any, NamedTuple

from genetess_cli.store import resources
from tests.house.tree import ROOT
from tests.intake.forge.gh import State

Row = dict[str, Any]
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


class Run(NamedTuple):
    """An attempt at a run of a workflow: what it knows of the forge in `folder` is in its folder `forge`."""

    folder: Path
    remote: Path
    number: int
    attempt: int

    def named(self, name: str) -> list[Row]:
        """The artifacts of this run with a name, of all attempts at it."""
        rows = State(self.folder / "forge")["artifacts"]
        return [one for one in rows if (one["name"], one["workflow_run"]["id"]) == (name, self.number)]

    def stored(self, row: Row) -> Path:
        """Where the files of an artifact are."""
        return self.folder / "artifacts" / str(row["id"])

    def keep(self, name: str, source: Path, overwrite: bool) -> None:
        """Keep files of this run as an artifact."""
        forge, same = State(self.folder / "forge"), self.named(name)
        rows = forge["artifacts"]
        run = {"id": self.number, "head_branch": "main", "head_repository_id": 1, "repository_id": 1}
        assert overwrite or all(one["attempt"] != self.attempt for one in same), f"{name} is there already"
        made = 1 + max((one["id"] for one in rows), default=0)
        row = {"id": made, "name": name, "expired": False, "created_at": f"{made:06}", "workflow_run": run,
               "attempt": self.attempt}  # fmt: skip
        shutil.copytree(source, self.stored(row))
        forge["artifacts"] = [*(one for one in rows if not (overwrite and one in same)), row]
        forge.keep("artifacts")

    def deploy(self, name: str) -> bool:
        """Deploy the site in an artifact, of which there must be one: the action does not choose."""
        sites = self.named(name)
        if len(sites) == 1:
            shutil.rmtree(self.folder / "pages", ignore_errors=True)
            shutil.copytree(self.stored(sites[0]), self.folder / "pages")
        return len(sites) == 1

    def check_out(self, folder: Path, wanted: str) -> None:
        """Clone the league and go to a commit or branch of it."""
        subprocess.run(["git", "clone", "--quiet", str(self.remote), str(folder)], check=True)
        if wanted != "main":
            for words in (["fetch", "--quiet", "origin", wanted], ["checkout", "--quiet", "FETCH_HEAD"]):
                subprocess.run(["git", *words], cwd=folder, check=True)


def use(action: str, options: Mapping[str, str], run: Run, work: Path, ref: str) -> bool:
    """Do what an action does, in the folder `work`; gives whether it went well."""
    match action:
        case "actions/checkout":
            run.check_out(work / options.get("path", ""), options.get("ref") or ref)
        case "actions/upload-artifact":
            run.keep(options["name"], Path(options["path"]), options.get("overwrite", "").lower() == "true")
        case "actions/upload-pages-artifact":
            run.keep(options.get("name") or "github-pages", Path(options["path"]), overwrite=False)
        case "actions/deploy-pages":
            return run.deploy(options.get("artifact_name") or "github-pages")
        case _:
            assert action == "actions/setup-python", action
    return True


# For act


def laid_down(folder: Path) -> list[str]:
    """Write a stand-in for every action that the workflows use; gives the options for act that name them."""
    used: dict[str, set[str]] = {}
    for text in resources.forge("github").values():
        for action, given in re.findall(r"uses: (\S+) #.*\n(?:\s+with:\n((?:          .*\n)+))?", text):
            used.setdefault(action, set()).update(re.findall(r"^ +([\w-]+):", given, re.MULTILINE))
    options = []
    for action, inputs in used.items():
        name = action.partition("@")[0]
        place = folder / name
        place.mkdir(parents=True)
        env = {f"WITH_{one}": f"${{{{ inputs.{one} }}}}" for one in inputs}
        wanted = {one: {"default": ""} for one in inputs}
        text = _ACTION.format(inputs=json.dumps(wanted), name=name, env=json.dumps(env))
        (place / "action.yml").write_text(text)
        options += ["--local-repository", f"https://github.com/{action}={place}"]
    return options


def main() -> None:
    given = {
        name.removeprefix("WITH_"): value for name, value in os.environ.items() if name.startswith("WITH_")
    }
    run = Run(Path(os.environ["FORGE_STATE"]).parent, Path(os.environ["LEAGUE_REMOTE"]), 1, 1)
    work = Path(os.environ["GITHUB_WORKSPACE"])
    sys.exit(0 if use(sys.argv[1], given, run, work, os.environ["GITHUB_REF"]) else 1)


def environment() -> dict[str, str]:
    """What the stand-ins need to be started."""
    return {"STAND_IN_PYTHON": sys.executable, "PYTHONPATH": str(ROOT)}


if __name__ == "__main__":
    main()
