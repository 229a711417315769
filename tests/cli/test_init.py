"""`genetess init`: what a new league holds, and where it is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from genetess_cli import resources
from tests.cli.conftest import git, run


def test_a_league_has_settings_workflows_and_a_first_commit(tmp_path: Path) -> None:
    done = run(tmp_path, "init", "league", "--title", "Friday: league", "--repository", "Ragnar/league")
    league = tmp_path / "league"
    assert done.status == 0
    files = set(git(league, "ls-files").splitlines())
    assert files == {
        "genetess.yaml", "README.md", ".gitignore", ".gitattributes", "requirements.txt", *resources.workflows(),
        *resources.forms(),
    }  # fmt: skip
    assert git(league, "status", "--porcelain") == ""
    assert run(league, "check").status == 0


def test_it_says_what_to_do_next(tmp_path: Path) -> None:
    assert "genetess new" in run(tmp_path, "init", "league").out


def test_what_it_says_can_be_pasted_into_a_shell(tmp_path: Path) -> None:
    out = run(tmp_path, "init", "Friday's league").out
    assert "  cd 'Friday'\"'\"'s league'\n" in out
    assert "--preset duel" in out


def test_a_folder_without_a_name_is_refused(tmp_path: Path) -> None:
    assert run(tmp_path, "init", "").status == 2
    assert list(tmp_path.iterdir()) == []


def test_an_empty_folder_will_do(tmp_path: Path) -> None:
    (tmp_path / "league").mkdir()
    assert run(tmp_path, "init", "league").status == 0


def test_the_site_is_never_committed(empty: Path) -> None:
    (empty / "_site").mkdir()
    (empty / "_site" / "index.html").write_text("x")
    assert git(empty, "status", "--porcelain") == ""


def test_a_folder_with_something_in_it_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("mine")
    done = run(tmp_path, "init", ".")
    assert done.status == 1
    assert "not empty" in done.err
    assert [path.name for path in tmp_path.iterdir()] == ["a.txt"]


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "league").write_text("mine")
    assert run(tmp_path, "init", "league").status == 1
    assert run(tmp_path, "init", "league/below").status == 1


@pytest.mark.parametrize(
    "wrong",
    [("--title", "x" * 81), ("--title", "a\nb"), ("--repository", "league"), ("--repository", "a/b\x1b[31m")],
)
def test_what_no_settings_may_hold_is_wrong_usage(tmp_path: Path, wrong: tuple[str, str]) -> None:
    done = run(tmp_path, "init", "league", *wrong)
    assert done.status == 2
    assert "expected" in done.err
    assert "\x1b" not in done.err
    assert not (tmp_path / "league").exists()


@pytest.mark.parametrize("name", ["x" * 200, "Ünïcode", "- #", "yes"])
def test_any_folder_name_gives_a_title(tmp_path: Path, name: str) -> None:
    assert run(tmp_path, "init", "--", name).status == 0
    assert run(tmp_path / name, "check").status == 0


@pytest.mark.parametrize("forge", ["gitlab", "forgejo"])
def test_a_league_for_another_forge_has_its_files_alone(tmp_path: Path, forge: str) -> None:
    assert run(tmp_path, "init", "league", "--forge", forge).status == 0
    files = set(git(tmp_path / "league", "ls-files").splitlines())
    assert files >= resources.forge(forge).keys()
    assert not [name for name in files if name.startswith(".github/")]
    assert run(tmp_path / "league", "check").status == 0


def test_a_repository_is_named_for_github_alone(tmp_path: Path) -> None:
    done = run(tmp_path, "init", "league", "--forge", "gitlab", "--repository", "gail/league")
    assert done.status == 2
    assert "base_url" in done.err
    assert list(tmp_path.iterdir()) == []
