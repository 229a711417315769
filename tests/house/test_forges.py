"""The workflows for GitLab and Forgejo: they can be read, and call the program as it is."""

from __future__ import annotations

import os
import re
import subprocess
from typing import Any

import click
import pytest
from ruamel.yaml import YAML

from genetess_cli.admin.new_league import readme
from genetess_cli.cli.group import genetess
from genetess_cli.store import resources
from genetess_cli.store.forges import FORGES

FILES = [(path, text) for forge in ("gitlab", "forgejo") for path, text in resources.forge(forge).items()]
EVERY_FILE = pytest.mark.parametrize(("path", "text"), FILES, ids=[path for path, _ in FILES])


def loaded(text: str) -> Any:
    return YAML(typ="safe", pure=True).load(text)


def scripts(path: str, text: str) -> list[str]:
    """What shells run of a file."""
    tree = loaded(text)
    if path == ".gitlab-ci.yml":
        jobs = [job for job in tree.values() if isinstance(job, dict)]
        parts = [job[part] for job in jobs for part in ("before_script", "script") if job.get(part)]
        return ["\n".join(lines) for lines in parts]
    return [step["run"] for job in tree.get("jobs", {}).values() for step in job["steps"] if "run" in step]


def calls(path: str, text: str) -> list[list[str]]:
    """Every call of the program, in words."""
    found = re.findall(r'"\$GENETESS" (.+)$', "\n".join(scripts(path, text)), re.MULTILINE)
    return [re.sub(r'"[^"]*"', "VALUE", line).split() for line in found]


def test_a_league_has_the_files_of_its_forge() -> None:
    assert [path for path, _ in FILES] == [
        ".gitlab-ci.yml",
        ".forgejo/workflows/tick.yml",
    ]


@pytest.mark.parametrize("name", FORGES)
def test_a_forge_is_a_row_with_workflows_and_its_part_of_the_readme(name: str) -> None:
    assert FORGES[name].runs in resources.forge(name)
    assert resources.text(f"store/forges/{name}/README.md") in readme(name)


@pytest.mark.parametrize(("name", "most"), [("github", 10), ("forgejo", 10), ("gitlab", 20)])
def test_what_is_done_on_a_forge_is_done_by_the_program(name: str, most: int) -> None:
    """Rights are in its files, all else is in the program: there is little for a shell to do."""
    files = resources.forge(name)
    run = [
        line for path, text in files.items() for script in scripts(path, text) for line in script.splitlines()
    ]
    assert len(run) <= most
    assert not re.search(r"\bjq\b|\bgh (api|issue|pr|run)|python - <<|curl", "".join(files.values()))


@EVERY_FILE
def test_every_call_has_a_command_and_options_that_there_are(path: str, text: str) -> None:
    found = calls(path, text)
    assert found
    for words in found:
        command = genetess.get_command(click.Context(genetess), words[0])
        if isinstance(command, click.Group):
            command = command.get_command(click.Context(command), words[1])
        assert command is not None, words
        known = {option for each in command.params for option in each.opts}
        assert {word for word in words if word.startswith("-")} <= known


@EVERY_FILE
def test_a_shell_can_read_every_script(path: str, text: str) -> None:
    for script in scripts(path, text):
        done = subprocess.run(["bash", "-n"], input=script, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


@EVERY_FILE
def test_nothing_of_a_stranger_is_put_into_a_script(path: str, text: str) -> None:
    assert not [script for script in scripts(path, text) if "${{" in script]


def test_each_secret_on_forgejo_is_for_the_step_that_needs_it() -> None:
    steps = resources.forge("forgejo")[".forgejo/workflows/tick.yml"].split("\n      - name: ")
    told = {
        step.partition("\n")[0]: secrets
        for step in steps
        if (secrets := re.findall(r"secrets\.(\w+) }}", step))
    }
    assert told == {"Run what is due": ["GENETESS_MASTER_KEY"], "Answer and tell": ["GENETESS_WEBHOOK"]}


def test_the_key_on_gitlab_is_for_one_job_of_the_default_branch() -> None:
    jobs = loaded(resources.forge("gitlab")[".gitlab-ci.yml"])
    where = {
        name: job["environment"]["name"]
        for name, job in jobs.items()
        if isinstance(job, dict) and "environment" in job
    }
    assert where == {"collect": "league/sent", "tick": "league", "talk": "league/sent"}
    for name in where:
        assert [rule["if"] for rule in jobs[name]["rules"]] == ["$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH"]


def test_jobs_that_write_on_gitlab_wait_for_those_of_another_pipeline() -> None:
    tree = loaded(resources.forge("gitlab")[".gitlab-ci.yml"])
    jobs = {name: part for name, part in tree.items() if "script" in part}
    groups = {
        name: job["resource_group"] for name, job in jobs.items() if "FORGE_TOKEN" in job.get("variables", ())
    }
    assert groups == {"collect": "tick", "tick": "tick", "talk": "talk"}


def test_what_may_be_pushed_without_review_on_gitlab_sees_no_secret() -> None:
    """The job for merge requests runs what the merge request says."""
    orders = loaded(resources.forge("gitlab")[".gitlab-ci.yml"])["orders"]
    assert "environment" not in orders
    assert "$GENETESS_PUSH_TOKEN" not in str(orders)


def test_what_installs_on_gitlab_finds_neither_key_nor_token() -> None:
    first, *_, last = loaded(resources.forge("gitlab")[".gitlab-ci.yml"])["default"]["before_script"]
    secrets = {"GENETESS_MASTER_KEY": "a key", "GENETESS_PUSH_TOKEN": "a token", "FORGE_TOKEN": "a token"}
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", f"{first}\nenv\necho then\n{last}\nenv"],
        env=secrets | {"PATH": os.environ["PATH"]}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    while_it_installs, then = (text.splitlines() for text in done.stdout.split("then\n"))
    named = {name: f"{name}={value}" for name, value in secrets.items()}
    assert not {*named.values()} & {*while_it_installs}
    assert {name for name, line in named.items() if line in then} == {"GENETESS_MASTER_KEY", "FORGE_TOKEN"}


def test_gitlab_gets_the_program_at_the_commit_that_is_named() -> None:
    tree = loaded(resources.forge("gitlab")[".gitlab-ci.yml"])
    assert tree["variables"] == {"PROGRAM": "PROGRAM"}
    line = next(line for line in tree["default"]["before_script"] if " fetch " in line)
    done = subprocess.run(
        ["bash", "-c", f"git() {{ echo \"$@\"; }}; {line}"],
        env={"PROGRAM": f"https://github.com/genetess/genetess@{'a' * 40}", "program": "here"},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.split()[-2:] == ["https://github.com/genetess/genetess", "a" * 40]
