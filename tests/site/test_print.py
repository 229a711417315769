"""What runs here is told apart by what is in it, wherever and whenever that was put there."""

from __future__ import annotations

import os
import shutil
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from genetess_cli.rules import packages
from genetess_cli.site.write import survey
from genetess_cli.store import resources
from tests.kit.packages import EXAMPLE, offer


@pytest.fixture(autouse=True)
def _anew() -> Iterator[None]:
    """Each test is a program that has just begun."""
    for cached in (resources.contents, survey.of_package, packages.package):
        cached.cache_clear()
    yield
    for cached in (resources.contents, survey.of_package, packages.package):
        cached.cache_clear()


def _copy(folder: Path) -> Path:
    """The program as another checkout has it."""
    for name in ("genetess_cli", "site_templates"):
        left_out = shutil.ignore_patterns("__pycache__", "made")
        shutil.copytree(resources.templates().parent / name, folder / name, ignore=left_out)
    return folder


def _as(monkeypatch: pytest.MonkeyPatch, folder: Path) -> str:
    """The print of the program in a folder."""
    monkeypatch.setattr(resources, "_PACKAGE", folder / "genetess_cli")
    resources.contents.cache_clear()
    return survey.of_program()


def test_checkouts_in_other_places_and_of_other_times_are_one_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = survey.of_program()
    other = _copy(tmp_path / "other")
    for file in other.rglob("*.py"):
        os.utime(file, (1, 1))
    assert _as(monkeypatch, other) == before


@pytest.mark.parametrize(
    "place", ["genetess_cli/site/build.py", "site_templates/page.html", "genetess_cli/new.py"]
)
def test_a_letter_of_a_file_makes_another_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    before = survey.of_program()
    other = _copy(tmp_path / "other")
    with (other / place).open("a") as file:
        file.write("#")
    assert _as(monkeypatch, other) != before


def test_a_release_is_told_by_its_commit_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "genetess_cli"
    (folder / "site_templates").mkdir(parents=True)
    (folder / "commit").write_text("4f" * 20)
    one = _as(monkeypatch, tmp_path)
    (folder / "anything.py").write_text("pass")
    assert _as(monkeypatch, tmp_path) == one
    (folder / "commit").write_text("5f" * 20)
    assert _as(monkeypatch, tmp_path) != one


def test_another_python_zlib_or_library_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prints = {survey.of_program()}
    monkeypatch.setattr(zlib, "ZLIB_RUNTIME_VERSION", "1.2.3")
    prints.add(survey.of_program())
    monkeypatch.setattr(sys, "version", "3.99")
    prints.add(survey.of_program())
    monkeypatch.syspath_prepend(str(tmp_path))
    assert survey.of_program() in prints  # an empty folder brings nothing
    (tmp_path / "jinja2-99.dist-info").mkdir()
    prints.add(survey.of_program())
    assert len(prints) == 4


def test_a_ruleset_of_others_is_told_by_its_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(EXAMPLE / "tic_tac_toe", tmp_path / "at" / "tic_tac_toe")
    offer(monkeypatch, tmp_path / "at", "tic-tac-toe", "tic_tac_toe")
    before = survey.of_package("tic-tac-toe")
    assert before
    with next((tmp_path / "at").rglob("*.py")).open("a") as file:
        file.write("#")
    survey.of_package.cache_clear()
    assert survey.of_package("tic-tac-toe") not in ("", before)


def test_a_ruleset_that_is_not_installed_has_no_print() -> None:
    assert survey.of_package("go") == ""
