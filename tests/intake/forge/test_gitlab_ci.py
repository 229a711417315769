"""GitLab's file by a program of others, gitlab-ci-local: held to GitLab's schema, and a pipeline as it does it.

All is done in the GM's clone, as that program has no worker of its own without Docker.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess

import pytest
from ruamel.yaml import YAML

from genetess_cli.store import resources
from tests.house.tree import ROOT
from tests.intake.forge.api import TOKEN, Api
from tests.kit.command import commit, git, turn_clock
from tests.kit.forge import RED, Forge
from tests.kit.keys import KEY

PROGRAM = "https://github.com/genetess/genetess"
pytestmark = pytest.mark.exhaustive


@pytest.fixture(scope="module")
def program() -> str:
    """The program as `make test-all` installs it; a machine without npm skips, a forge never does."""
    for found in (ROOT / "build").glob("gitlab-ci-*/node_modules/.bin/gitlab-ci-local"):
        return str(found)
    if os.environ.get("CI") or shutil.which("npm"):
        pytest.fail("gitlab-ci-local is not installed: run make gitlab-ci, which needs npm")
    pytest.skip("npm is not installed, so no pipeline can be tried here")


class Pipelines:
    """The league's pipelines on this machine."""

    def __init__(self, forge: Forge, api: Api, program: str) -> None:
        self.league = forge.league
        self.home = forge.league.parent / "home"
        self.api = api
        self.program = program
        api.remote = forge.remote
        self.home.mkdir()
        text = resources.forge("gitlab")[".gitlab-ci.yml"]
        at = git(ROOT, "rev-parse", "HEAD")
        (self.league / ".gitlab-ci.yml").write_text(re.sub(r"(?m)\bPROGRAM$", f"{PROGRAM}@{at}", text))
        commit(self.league, "GitLab's file")
        git(self.league, "push", "--quiet")
        git(self.league, "remote", "set-head", "origin", "main")
        git(self.league, "remote", "set-url", "origin", "https://gitlab.test/gm/league.git")
        self.places = {PROGRAM: ROOT, "https://gitlab.test/gm/league.git": forge.remote}
        self._set_variables()
        self._spare()

    def _spare(self) -> None:
        """Lay down what it copies files with for Docker: nothing of that is needed."""
        there = self.home / "bin/rsync"
        there.parent.mkdir()
        there.write_text("#!/bin/sh\n")
        there.chmod(0o755)

    def _set_variables(self) -> None:
        """Let the project have its own, for the environments that the head of the file names."""
        there = self.home / ".gitlab-ci-local/variables.yml"
        there.parent.mkdir()
        values = {
            "GENETESS_MASTER_KEY": {"values": {"league": KEY}},
            "GENETESS_PUSH_TOKEN": {"values": {"league*": TOKEN}},
        }
        with there.open("w") as file:
            YAML().dump({"project": {"gitlab.test/gm/league.git": values}}, file)

    def run(self, *words: str) -> str:
        """What the program says of a call that ends well."""
        given = {
            "CI_API_V4_URL": f"{self.api.address}/api/v4", "CI_PROJECT_ID": "7", "FORGE_PACE": "0",
            "CI_SERVER_URL": "https://gitlab.test", "CI_PROJECT_URL": "https://gitlab.test/gm/league",
            "CI_PROJECT_DIR": str(self.league), "GIT_CONFIG_COUNT": f"{len(self.places)}",
        }  # fmt: skip
        for number, (address, place) in enumerate(self.places.items()):
            given |= {
                f"GIT_CONFIG_KEY_{number}": f"url.{place}.insteadOf",
                f"GIT_CONFIG_VALUE_{number}": address,
            }
        options = [word for pair in given.items() for word in ("--variable", "=".join(pair))]
        kept = {
            name: value
            for name, value in os.environ.items()
            if not re.match("GENETESS_|CI|GIT_CONFIG|XDG", name)
        }
        kept |= {"HOME": str(self.home), "PATH": f"{self.home}/bin:{kept['PATH']}"}
        done = subprocess.run(
            [self.program, "--no-color", *options, *words],
            cwd=self.league,
            env=kept,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout + done.stderr


def test_the_file_is_held_to_the_schema(forge: Forge, program: str) -> None:
    with Api() as api:
        said = Pipelines(forge, api, program).run("--list-csv")
    jobs = [line.split(";")[0] for line in said.splitlines() if ";" in line]
    assert jobs[1:] == ["collect", "tick", "pages", "talk"]


def test_a_pipeline_runs(forge: Forge, program: str) -> None:
    turn_clock(forge.league, 'deadline: "2026', 'deadline: "2126')
    sent = forge.pull("ragnar42", {RED: "MOVE B2 S\n"}, branch="refs/merge-requests/1/head")
    with Api() as api:
        api.pulls.append({
            "iid": 1, "title": "orders", "target_branch": "main", "sha": sent["head"]["sha"], "draft": False,
            "author": {"id": 101, "username": "ragnar42"}, "source_project_id": 8, "target_project_id": 7,
        })  # fmt: skip
        said = Pipelines(forge, api, program).run("--force-shell-executor")
        assert git(forge.remote, "log", "--format=%s", "-1", "main") == "riot 1a red: MOVE B2 S", said
        assert api.closed == [1]
        assert "`green` (@gwen-g) is to move" in api.told[501][0]
    assert (forge.league / "public/riot/index.html").exists()
    assert KEY not in said
