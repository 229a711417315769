"""What a new league's workflows run: this program at the commit that it is, or a line that is to be filled in."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from genetess_cli import __version__
from genetess_cli.admin.new_league import program_line
from genetess_cli.store.forges import FORGES
from genetess_cli.store.forges.program import Program
from tests.kit.command import run
from tests.kit.packages import COMMIT, HOME

TICK = ".github/workflows/tick.yml"
UPDATES = ".github/dependabot.yml"


@pytest.mark.parametrize(
    ("forge", "found", "line"),
    [
        ("github", Program(HOME, COMMIT, "0.1.0"), f"genetess/genetess@{COMMIT} # v0.1.0"),
        ("github", Program(HOME, COMMIT, None), f"genetess/genetess@{COMMIT}"),
        ("github", Program("https://codeberg.org/genetess/genetess", COMMIT, None), None),
        ("forgejo", Program(HOME, COMMIT, "0.1.0"), f"{HOME}@{COMMIT} # v0.1.0"),
        ("forgejo", None, None),
    ],
)
def test_a_forge_names_the_program_as_it_can_get_it(
    forge: str, found: Program | None, line: str | None
) -> None:
    assert program_line(forge, found) == line


def test_one_number_names_the_program(installed: Any, tmp_path: Path) -> None:
    installed()
    done = run(tmp_path, "init", "league")
    assert (done.status, done.err) == (0, "")
    text = "".join(path.read_text() for path in (tmp_path / "league/.github").rglob("*.yml"))
    named = re.findall(r"genetess[^ \n]*@([0-9a-f]{40})(.*)", text)
    assert set(named) == {(COMMIT, f" # v{__version__}")}


def test_updates_of_the_actions_alone_are_offered_for_a_release(installed: Any, tmp_path: Path) -> None:
    installed()
    run(tmp_path, "init", "league")
    file = YAML(typ="safe").load((tmp_path / "league" / UPDATES).read_text())
    assert [one["package-ecosystem"] for one in file["updates"]] == ["github-actions"]
    assert file["updates"][0]["cooldown"]["default-days"] >= 7


def test_without_a_release_none_are(installed: Any, tmp_path: Path) -> None:
    """Of a commit without a tag, Dependabot would offer the newest commit of all."""
    installed(revision="main")
    run(tmp_path, "init", "league")
    assert not (tmp_path / "league" / UPDATES).exists()
    assert f"v{__version__}" not in (tmp_path / "league" / TICK).read_text()


@pytest.mark.parametrize(("forge", "place"), [("github", ""), ("gitlab", "https://github.com/")])
def test_what_is_to_be_filled_in_looks_as_the_forge_wants_it(
    installed: Any, tmp_path: Path, forge: str, place: str
) -> None:
    installed("file:///nowhere", dir_info={})
    run(tmp_path, "init", "league", "--forge", forge)
    text = (tmp_path / "league" / FORGES[forge].runs).read_text()
    assert f": {place}OWNER/genetess@COMMIT # write the program's repository" in text


def test_what_nobody_else_can_reach_is_left_open_and_the_gm_is_told(installed: Any, tmp_path: Path) -> None:
    installed("file:///nowhere", dir_info={})
    done = run(tmp_path, "init", "league")
    assert done.status == 0
    assert f"and commit into {TICK}, in place of OWNER/genetess@COMMIT" in done.err
    assert run(tmp_path, "init", "plain", "--forge", "none").err == ""
