"""What is released: one version everywhere, complete archives, an installed wheel that finds what it ships."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
import zipfile
from functools import partial
from importlib.metadata import version
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from genetess_cli import __version__
from genetess_cli.errors import Fault
from genetess_cli.rules import RULESETS, ruleset
from genetess_cli.store import resources
from tests.house.tree import ROOT, tracked

RESOURCES = """\
from genetess_cli.manual.books import book
from genetess_cli.rules import RULESETS
from genetess_cli.store import resources
assert "site-packages" in str(resources.templates()), resources.templates()
assert any(resources.templates().iterdir())
assert any(resources.samples().iterdir())
assert all(resources.locks().values())
assert resources.text("admin/templates/game.yaml")
assert all(book(ruleset).parts() for ruleset in RULESETS)
print(*resources.forge("github"))
"""


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source archive, and the wheel built from that archive rather than from the checkout."""
    folder = tmp_path_factory.mktemp("archives")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def installed(archives: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs' folder of a fresh environment with the wheel; the dependencies are those of this environment."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    wheel = next(archives.glob("*.whl"))
    pip = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        str(python),
        "install",
        "--quiet",
        "--no-deps",
        "--no-index",
    ]
    subprocess.run([*pip, str(wheel)], check=True, capture_output=True)
    places = sysconfig.get_paths(vars={"base": str(folder), "platbase": str(folder)})
    Path(places["purelib"], "dependencies.pth").write_text(sysconfig.get_paths()["purelib"] + "\n")
    return python.parent


def test_the_changelog_opens_with_this_version() -> None:
    heading = re.search(r"^## \[(.+?)\] - (Unreleased|\d{4}-\d\d-\d\d)$", _read("CHANGELOG.md"), re.MULTILINE)
    assert heading, "no heading of the form ## [0.1.0] - 2026-01-31 (or Unreleased)"
    assert heading[1] == __version__


@pytest.mark.parametrize("name", RULESETS)
def test_the_changelog_has_the_sentence_of_every_released_version_of_the_rules(name: str) -> None:
    rules = ruleset(name)
    assert list(rules.editions) == list(range(2, rules.version + 1))
    releases = re.split(r"^## \[(.+?)\]", _read("CHANGELOG.md"), flags=re.MULTILINE)[1:]
    sections = dict(zip(releases[::2], releases[1::2], strict=True))
    for number, edition in rules.editions.items():
        if edition.release:
            said = " ".join(sections[edition.release].partition("### Rules")[2].split())
            assert f" {number}: {edition.says}." in said


def test_the_changelog_keeps_its_headings() -> None:
    headings = set(re.findall(r"^### (.+)$", _read("CHANGELOG.md"), re.MULTILINE))
    assert headings <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security", "Rules"}


def test_a_citation_names_this_version_and_licence() -> None:
    cited = YAML(typ="safe", pure=True).load(_read("CITATION.cff"))
    project = tomllib.loads(_read("pyproject.toml"))["project"]
    assert (cited["version"], cited["license"]) == (__version__, project["license"])
    assert cited["authors"] == project["authors"]


def test_every_python_that_is_promised_is_tested() -> None:
    classifiers = tomllib.loads(_read("pyproject.toml"))["project"]["classifiers"]
    matrix = YAML(typ="safe", pure=True).load(_read(".github/workflows/test.yml"))["jobs"]["test"][
        "strategy"
    ]["matrix"]
    promised = re.findall(r"Python :: (3\.\d+)", "\n".join(classifiers))
    assert {promised[0], promised[-1]} <= set(matrix["python"]) <= set(promised)
    assert {"python": promised[0], "versions": "lowest"} in matrix["include"]


def test_the_version_has_one_source() -> None:
    project = tomllib.loads(_read("pyproject.toml"))
    assert project["tool"]["hatch"]["version"]["path"] == "genetess_cli/__init__.py"
    assert "version" not in project["project"]


@pytest.mark.exhaustive
def test_the_source_archive_is_complete(archives: Path) -> None:
    files = tracked()
    if not files:
        pytest.skip("not a git checkout: there is no list of the project's files")
    with tarfile.open(next(archives.glob("*.tar.gz"))) as archive:
        packed = {member.name.partition("/")[2] for member in archive.getmembers()}
    assert {path.relative_to(ROOT).as_posix() for path in files} <= packed


@pytest.mark.exhaustive
def test_the_wheel_holds_the_package_and_its_resources_alone(archives: Path) -> None:
    with zipfile.ZipFile(next(archives.glob("*.whl"))) as wheel:
        names = wheel.namelist()
    assert {name.partition("/")[0] for name in names} == {"genetess_cli", f"genetess-{__version__}.dist-info"}
    for folder, copy in (
        ("genetess_cli", "."),
        ("site_templates", "site_templates"),
        ("games", "sample_games"),
    ):
        expected = {Path("genetess_cli", copy, path).as_posix() for path in _below(ROOT / folder)}
        assert expected
        assert expected <= set(names)


@pytest.mark.exhaustive
def test_an_installed_wheel_tells_its_version(installed: Path) -> None:
    assert _output(installed / "genetess", "--version") == f"genetess {__version__}\n"


@pytest.mark.exhaustive
def test_an_installed_wheel_finds_its_resources(installed: Path) -> None:
    assert _output(installed / "python", "-c", RESOURCES).split() == list(resources.forge("github"))


@pytest.mark.exhaustive
def test_an_installed_wheel_shows_its_help(installed: Path) -> None:
    assert "Usage:" in _output(installed / "genetess", "--help")


def test_a_checkout_finds_its_resources() -> None:
    assert resources.templates() == ROOT / "site_templates"
    assert resources.samples() == ROOT / "games"


def test_a_broken_installation_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path / "genetess_cli")
    forge, text = partial(resources.forge, "github"), partial(resources.text, "admin/templates/game.yaml")
    for find in (resources.templates, resources.samples, forge, text, resources.locks):
        with pytest.raises(Fault, match="install it again"):
            find()


def test_the_build_tools_are_those_the_wheel_asks_for() -> None:
    assert tuple(map(int, version("hatchling").split(".")[:2])) >= (1, 27)


def _read(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def _below(folder: Path) -> list[str]:
    return [
        path.relative_to(folder).as_posix()
        for path in tracked() or folder.rglob("*")
        if _is_file_in(path, folder)
    ]


def _is_file_in(path: Path, folder: Path) -> bool:
    return path.is_relative_to(folder) and path.is_file()


def _output(program: Path, *arguments: str) -> str:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        [program, *arguments],
        cwd=program.parent,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
