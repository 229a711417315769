"""The workflow run by act, which reads it as GitHub's own worker does, and installs the program as a league does."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sysconfig
from pathlib import Path

import pytest

from genetess_cli import __version__
from genetess_cli.store import resources
from tests.house.tree import ROOT
from tests.intake.forge import actions
from tests.intake.forge.hub import Row
from tests.intake.forge.runner import Runner
from tests.intake.forge.test_faults import FORM
from tests.intake.forge.test_hub import described
from tests.intake.forge.test_run import key, league
from tests.kit.command import git, run
from tests.kit.forge import GREEN, RED, Forge

__all__ = ["described", "key"]
pytestmark = [pytest.mark.exhaustive, pytest.mark.usefixtures("described")]

PROGRAM = f"genetess/genetess@{'a' * 40}"
TICK = ".github/workflows/tick.yml"
# What this act does not know yet (its issue 6086).
UNKNOWN = re.compile(r" +(?:deployment: false|cache-mode: write).*\n")
KEY_OF_TICK = re.compile(r" +GENETESS_MASTER_KEY: .*\n")
HAS_KEY = re.compile(r" +HAS_KEY: .*\n")
# Read by each shell of a step before its script.
BEGINS = """\
export GITHUB_API_URL={api}
{{ echo "=== $GITHUB_JOB $GITHUB_ACTION"; env; }} >> {seen}
"""


class Act:
    """A worker for the league on `forge`, with the secrets that it has there."""

    def __init__(self, forge: Forge, key: str) -> None:
        self.forge = forge
        self.key = key
        self.folder = forge.league.parent
        self.machine = Runner(self.folder / "runner", forge.remote, key)
        self.hub = self.machine.hub
        self.hub.tokens["token"] = dict.fromkeys(("issues", "pull-requests", "actions"), "write")
        self.seen = self.folder / "seen"
        self.program = PROGRAM
        self.text = UNKNOWN.sub("", resources.forge("github")[TICK]).replace(
            "uses: PROGRAM\n", f"uses: {PROGRAM}\n"
        )
        archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, capture_output=True, check=True).stdout
        (self.folder / "program").mkdir()
        subprocess.run(["tar", "-x", "-C", self.folder / "program"], input=archive, check=True)
        git(forge.league, "remote", "add", "forge", "https://github.com/gm/league.git")

    def run(self, event: str, payload: Row | None = None) -> subprocess.CompletedProcess[str]:
        """One run of the workflow `text`."""
        began = actions.begun(self.hub, event)
        self.hub.uses = lambda asked: actions.use(
            asked["action"],
            asked["given"],
            actions.Work(self.hub, self.forge.remote, began, Path(asked["place"])),
        )
        for name, text in {
            "event.json": json.dumps({"repository": {"default_branch": "main"}, **(payload or {})}),
            "begins": BEGINS.format(api=self.hub.api, seen=self.seen),
            "tick.yml": self.text,
        }.items():
            (self.folder / name).write_text(text)
        self.seen.write_text("")
        around = self.machine.environment() | actions.environment(self.hub)
        told = {name: value for name, value in around.items() if not name.startswith("GITHUB_")}
        told |= {"BASH_ENV": str(self.folder / "begins"), "GITHUB_RUN_ID": str(began["id"])}
        words: list[str | Path] = [
            Path(sysconfig.get_path("scripts"), "act"), event, "--workflows", self.folder / "tick.yml",
            "--eventpath", self.folder / "event.json", "--platform", "ubuntu-latest=-self-hosted",
            "--no-skip-checkout", "--action-offline-mode", "--remote-name", "forge",
            *actions.laid_down(self.folder / "actions"),
            "--local-repository", f"https://github.com/{self.program}={self.folder / 'program'}",
            "--secret", "GITHUB_TOKEN=token", *(["--secret", f"GENETESS_MASTER_KEY={self.key}"] if self.key else []),
            *(word for row in told.items() for word in ("--env", "=".join(row))),
        ]  # fmt: skip
        home = {"HOME": str(self.folder / "home"), "XDG_CACHE_HOME": str(self.folder / "cache")}
        env = (
            {name: value for name, value in os.environ.items() if name != "GENETESS_MASTER_KEY"}
            | around
            | home
        )
        done = subprocess.run(
            words, cwd=self.forge.league, env=env, capture_output=True, text=True, check=False
        )
        began["status"] = "completed"
        for job in re.findall(r"\[Tick/(.+?)\s*\].*Job (succeeded|failed)", done.stdout):
            actions.ended(self.hub, began, job[0], "success" if job[1] == "succeeded" else "failure")
        return done

    def upgrade(self, commit: str, version: str) -> None:
        """Let the workflow name another commit of the program, which has another version."""
        named = self.program
        self.program = f"genetess/genetess@{commit}"
        self.text = self.text.replace(named, self.program)
        numbered = self.folder / "program" / "genetess_cli" / "__init__.py"
        numbered.write_text(numbered.read_text().replace(__version__, version))

    @property
    def keyed(self) -> set[tuple[str, str]]:
        """The steps of the last run that had the key, and as what."""
        found = set()
        for part in self.seen.read_text().split("=== ")[1:]:
            step, *lines = part.splitlines()
            found |= {(step, line.partition("=")[0]) for line in lines if self.key in line}
        return found


@pytest.fixture
def act(tmp_path: Path, key: str) -> Act:
    return Act(league(tmp_path, ("riot",), begun=60), key)


def test_a_league_is_run_as_the_program_says(act: Act) -> None:
    """Without the key nothing happens; then all that was sent is answered; then nothing is left to say."""
    machine, forge, tip = act.machine, act.forge, act.forge.tip()
    form = {"number": 9, "title": "x", "user": {"login": "ragnar42", "id": 101}, "body": FORM}
    machine.hub.issues.append(form)
    machine.open(
        [
            forge.pull("mallory", {RED: "PASS\n"}, number=10),
            forge.pull("gwen-g", {GREEN: "JUMP\n"}, number=11),
        ]
    )
    act.key = ""
    done = act.run("push")
    assert (done.returncode, forge.tip(), machine.comments) == (0, tip, {}), done.stdout + done.stderr
    act.key = machine.key
    for event in ("issues", "schedule"):
        before = len(machine.hub.writes)
        done = act.run(event)
        assert done.returncode == 0, done.stdout + done.stderr
        assert act.keyed == {("tick tick", "GENETESS_MASTER_KEY")}
        assert act.key not in done.stdout
    assert len(machine.hub.writes) == before
    assert (sorted(machine.hub.closed), [one["number"] for one in machine.hub.pulls]) == ([9, 10], [11])
    assert {number: len(said) for number, said in machine.comments.items()} == dict.fromkeys(
        ("9", "10", "11", "100"), 1
    )
    assert (machine.pages / "riot/index.html").exists()
    git(forge.league, "pull", "--quiet")
    assert run(forge.league, "verify").status == 0
    assert run(forge.league, "check").status == 0


def test_one_number_in_the_workflow_is_all_that_an_upgrade_changes(act: Act) -> None:
    assert f"genetess {__version__} at {'a' * 40}" in act.run("push").stdout
    act.upgrade("b" * 40, "9.9.9")
    act.machine.open([act.forge.pull("ragnar42", {RED: "MOVE B2 S\n"}, number=10)])
    done = act.run("schedule")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count(f"genetess 9.9.9 at {'b' * 40}") == 2
    assert act.machine.hub.closed == [10]


def test_it_is_seen_where_the_key_is_cut_from_the_step_that_plays(act: Act) -> None:
    act.text = KEY_OF_TICK.sub("", act.text)
    act.run("push")
    assert act.keyed == set()


def test_it_is_seen_where_the_step_that_reads_is_not_told_of_the_key(act: Act) -> None:
    tip = act.forge.tip()
    act.text = HAS_KEY.sub("", act.text)
    act.machine.open([act.forge.pull("ragnar42", {RED: "MOVE B2 S\n"})])
    act.run("push")
    assert act.forge.tip() == tip


def test_it_is_seen_where_the_key_is_given_to_the_step_that_reads(act: Act) -> None:
    [line] = KEY_OF_TICK.findall(act.text)
    act.text = HAS_KEY.sub(lambda found: found[0] + line, act.text)
    act.run("push")
    assert ("tick collect", "GENETESS_MASTER_KEY") in act.keyed
