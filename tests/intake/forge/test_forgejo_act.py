"""Forgejo's workflow run by act, which its own worker is made from; the program is installed as in a league.

Left out is the container, as act needs Docker for one; what comes from another host is named as act knows it.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sysconfig
from pathlib import Path

import pytest

from genetess_cli.store import resources
from tests.house.tree import ROOT
from tests.intake.forge.api import TOKEN, Api
from tests.intake.forge.runner import nameless
from tests.intake.forge.test_run import league
from tests.kit.command import git, run
from tests.kit.forge import RED, Forge
from tests.kit.keys import KEY, machine

pytestmark = pytest.mark.exhaustive

PROGRAM = f"genetess/genetess@{'a' * 40}"
CONTAINER = re.compile(r"    container:\n      image: .*\n")
EVENT = {"repository": {"default_branch": "main"}, "pull_request": {"base": {"ref": "main"}}}
# Read by each shell of a step before its script.
BEGINS = """\
export GITHUB_SERVER_URL={server} GITHUB_API_URL={server}/api/v1 FORGEJO_ACTIONS=true
{{ echo "=== $GITHUB_ACTION"; env; }} >> {seen}
"""


class Act:
    """A worker for the league on a forge."""

    def __init__(self, forge: Forge, api: Api) -> None:
        self.forge = forge
        self.api = api
        self.folder = forge.league.parent
        self.seen = self.folder / "seen"
        api.remote = forge.remote
        text = resources.forge("forgejo")[".forgejo/workflows/tick.yml"]
        text = CONTAINER.sub("", text).replace("uses: PROGRAM\n", f"uses: {PROGRAM}\n")
        (self.folder / "tick.yml").write_text(text)
        (self.folder / "begins").write_text(BEGINS.format(server=api.address, seen=self.seen))
        (self.folder / "event.json").write_text(json.dumps(EVENT))
        archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, capture_output=True, check=True).stdout
        (self.folder / "program").mkdir()
        subprocess.run(["tar", "-x", "-C", self.folder / "program"], input=archive, check=True)
        git(forge.league, "remote", "add", "forge", "https://github.com/gm/league.git")

    def run(self, event: str, number: int) -> str:
        """One run, which ends well; gives its log."""
        self.seen.write_text("")
        hidden = self.api.address.replace("://", f"://token:{TOKEN}@")
        told = {
            "BASH_ENV": str(self.folder / "begins"), "GITHUB_RUN_ID": str(number), "FORGE_PACE": "0",
            "GIT_CONFIG_COUNT": "2", **nameless(self.folder),
        }  # fmt: skip
        for index, server in enumerate((hidden, self.api.address)):
            told[f"GIT_CONFIG_KEY_{index}"] = f"url.{self.forge.remote}.insteadOf"
            told[f"GIT_CONFIG_VALUE_{index}"] = f"{server}/gm/league.git"
        words: list[str | Path] = [
            Path(sysconfig.get_path("scripts"), "act"), event, "--workflows", self.folder / "tick.yml",
            "--eventpath", self.folder / "event.json", "--platform", "docker=-self-hosted", "--remote-name", "forge",
            "--action-offline-mode", "--local-repository", f"https://github.com/{PROGRAM}={self.folder / 'program'}",
            "--secret", f"GITHUB_TOKEN={TOKEN}", "--secret", f"GENETESS_MASTER_KEY={KEY}",
            *(word for row in told.items() for word in ("--env", "=".join(row))),
        ]  # fmt: skip
        kept = {
            name: value for name, value in os.environ.items() if not re.match("GENETESS_|GITHUB_|CI$", name)
        }
        home = {"HOME": str(self.folder / "home"), "XDG_CACHE_HOME": str(self.folder / "cache")}
        done = subprocess.run(
            words, cwd=self.forge.league, env=kept | home, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout + done.stderr

    @property
    def keyed(self) -> set[str]:
        """The steps of the last run that had the key."""
        parts = self.seen.read_text().split("=== ")[1:]
        return {part.splitlines()[0] for part in parts if KEY in part}


def test_a_league_is_run_as_on_github(tmp_path: Path) -> None:
    with machine(tmp_path, KEY), Api() as api:
        forge = league(tmp_path, ("riot",), begun=60)
        act = Act(forge, api)
        sent = forge.pull("ragnar42", {RED: "MOVE B2 S\n"})
        api.pulls.append({**sent, "base": {"ref": "main", "repo_id": 7}})
        log = act.run("pull_request_target", 1)
        assert git(forge.remote, "log", "--format=%s", "-1", "main") == "riot 1a red: MOVE B2 S", log
        assert api.closed == [1]
        assert "`green` (@gwen-g) is to move" in api.told[501][0]
        assert "riot/index.html" in git(forge.remote, "ls-tree", "-r", "--name-only", "pages")
        assert act.keyed == {"tick"}
        assert KEY not in log
        before, written = git(forge.remote, "rev-parse", "pages"), len(api.told[501])
        act.run("schedule", 2)
        assert (git(forge.remote, "rev-parse", "pages"), len(api.told[501])) == (before, written)
        git(forge.league, "pull", "--quiet", "origin", "main")
        assert run(forge.league, "verify").status == 0
