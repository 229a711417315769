"""What is released: one version everywhere, complete archives, an installed wheel that finds what it ships."""

from __future__ import annotations

import os
import re
import shutil
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
from typing import Any

import pytest
from ruamel.yaml import YAML

from docs.readme_hook import ReadmeHook
from genetess_cli import __version__
from genetess_cli.errors import Fault
from genetess_cli.rules import RULESETS, ruleset
from genetess_cli.store import resources
from tests.house.tree import ROOT, tracked
from tests.kit.command import git

SAMPLE = ("game.yaml", "board.yaml", "script.txt")
SAMPLES = "genetess_cli/sample_games/"
SCRIPTS = Path(sysconfig.get_path("scripts"))
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
HOME = PROJECT["urls"]["Repository"]
RESOURCES = """\
from genetess_cli.manual.books import book
from genetess_cli.rules import RULESETS
from genetess_cli.store import resources
assert "site-packages" in str(resources.templates()), resources.templates()
assert any(resources.templates().iterdir())
assert any(resources.samples().iterdir())
assert resources.text("admin/templates/game.yaml")
assert all(book(ruleset).parts() for ruleset in RULESETS)
print(*resources.forge("github"))
"""

PROGRAM = """\
from genetess_cli.store.forges.program import program
found = program()
print(found.repository, found.commit, found.version)
"""
UPLOAD = """\
name: keeps what it is given
inputs: {name: {default: ""}, path: {default: ""}}
runs:
  using: composite
  steps:
    - shell: bash
      run: mkdir -p "$KEPT" && cp -R "$WHAT" "$KEPT"
      env: {WHAT: "${{ inputs.path }}"}
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a release of the commit that is checked out has, as the workflow builds it."""
    folder = tmp_path_factory.mktemp("built")
    dist(folder)
    return folder


@pytest.fixture(scope="module")
def archives(built: Path) -> Path:
    """A folder with the source archive, and the wheel built from that archive rather than from the checkout."""
    return built / "index"


def dist(folder: Path) -> None:
    done = subprocess.run(
        [ROOT / ".ci/dist", folder],
        env={**os.environ, "UV": str(SCRIPTS / "uv")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def installed(archives: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs' folder of a fresh environment with the wheel; the dependencies are those of this environment."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    wheel = next(archives.glob("genetess-*.whl"))
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


def test_a_citation_names_this_version_licence_and_repository() -> None:
    cited = YAML(typ="safe", pure=True).load(_read("CITATION.cff"))
    assert (cited["version"], cited["license"]) == (__version__, PROJECT["license"])
    assert cited["authors"] == PROJECT["authors"]
    assert cited["repository-code"] == HOME


def test_every_address_of_the_project_is_below_its_repository() -> None:
    assert all(address.startswith(HOME) for address in PROJECT["urls"].values())
    texts = [path for path in tracked() if path.suffix in {".md", ".cff", ".toml", ".yml", ".yaml"}]
    named = {
        found
        for path in texts
        for found in re.findall(
            r"https://github\.com/[\w-]+/genetess\b(?!-)", path.read_text(encoding="utf-8")
        )
    }
    assert named - {"https://github.com/OWNER/genetess"} == {HOME}


def test_the_package_index_gets_a_readme_whose_links_lead_to_the_release() -> None:
    metadata: dict[str, Any] = {"urls": PROJECT["urls"], "version": __version__}
    ReadmeHook(str(ROOT), {}).update(metadata)
    links = re.findall(r"\]\(([^)#]+)", metadata["readme"]["text"])
    ours = [link.removeprefix(f"{HOME}/").split("/", 2) for link in links if link.startswith(HOME)]
    assert all(link.startswith("https://") for link in links)
    assert ours
    for kind, tag, path in ours:
        assert tag == f"v{__version__}"
        assert (ROOT / path).exists()
        assert kind == ("raw" if path.endswith(".png") else "blob")


def compared(folder: Path, tag: str, repository: str) -> subprocess.CompletedProcess[str]:
    """What becomes of a release of the files in a folder."""
    command = [sys.executable, str(folder / ".ci/release.py"), tag, repository]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture
def dated(tmp_path: Path) -> Path:
    """What is compared for a release, on its day."""
    for name in (".ci/release.py", "genetess_cli/__init__.py", "pyproject.toml", "CHANGELOG.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        text = _read(name).replace(f"## [{__version__}] - Unreleased", f"## [{__version__}] - 2027-01-31")
        (tmp_path / name).write_text(text)
    return tmp_path


def test_a_release_says_what_the_changelog_says_of_it(dated: Path) -> None:
    earlier = dated / "CHANGELOG.md"
    earlier.write_text(f"{earlier.read_text()}\n## [0.0.9] - 2026-01-01\n\nNot this.\n")
    done = compared(dated, f"v{__version__}", HOME)
    assert done.returncode == 0, done.stderr
    assert "### Added" in done.stdout
    assert "## [" not in done.stdout
    assert "Not this." not in done.stdout


@pytest.mark.parametrize(
    ("tag", "repository", "fault"),
    [
        ("v9.9.9", HOME, "genetess_cli/__init__.py"),
        (__version__, HOME, "genetess_cli/__init__.py"),
        (f"v{__version__}", "https://github.com/someone/genetess", "pyproject.toml names"),
    ],
)
def test_a_tag_or_repository_that_does_not_fit_releases_nothing(
    dated: Path, tag: str, repository: str, fault: str
) -> None:
    done = compared(dated, tag, repository)
    assert done.returncode == 1
    assert fault in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize("heading", [f"## [{__version__}] - Unreleased", "## [0.0.9] - 2027-01-31"])
def test_what_has_no_date_in_the_changelog_is_not_released(dated: Path, heading: str) -> None:
    changes = dated / "CHANGELOG.md"
    changes.write_text(re.sub(r"^## \[.*", heading, changes.read_text(), count=1, flags=re.MULTILINE))
    done = compared(dated, f"v{__version__}", HOME)
    assert done.returncode == 1
    assert "the day of the release" in done.stderr


def test_a_job_that_may_publish_runs_no_code_of_the_project() -> None:
    """What built or was tested could otherwise change what is published."""
    jobs = YAML(typ="safe", pure=True).load(_read(".github/workflows/release.yml"))["jobs"]
    publishing = [job for job in jobs.values() if "write" in job["permissions"].values()]
    assert len(publishing) == 3
    for job in publishing:
        assert not [step for step in job["steps"] if "checkout" in step.get("uses", "")]


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
    assert "version" not in PROJECT


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
    with zipfile.ZipFile(next(archives.glob("genetess-*.whl"))) as wheel:
        names = wheel.namelist()
    assert {name.partition("/")[0] for name in names} == {"genetess_cli", f"genetess-{__version__}.dist-info"}
    for folder, copy in (("genetess_cli", "."), ("site_templates", "site_templates")):
        expected = {Path("genetess_cli", copy, path).as_posix() for path in _below(ROOT / folder)}
        assert expected
        assert expected <= set(names)
    played_from = {path for path in _below(ROOT / "games") if path.count("/") == 1 and path.endswith(SAMPLE)}
    brought = {name.removeprefix(SAMPLES) for name in names if name.startswith(SAMPLES)}
    assert brought == played_from


@pytest.mark.exhaustive
def test_an_installed_wheel_tells_its_version(installed: Path) -> None:
    assert _output(installed / "genetess", "--version") == f"genetess {__version__}\n"


@pytest.mark.exhaustive
def test_an_installed_wheel_finds_its_resources(installed: Path) -> None:
    assert _output(installed / "python", "-c", RESOURCES).split() == list(resources.forge("github"))


@pytest.mark.exhaustive
def test_an_installed_wheel_has_made_what_a_build_would_make(archives: Path, installed: Path) -> None:
    with zipfile.ZipFile(next(archives.glob("genetess-*.whl"))) as wheel:
        brought = {name for name in wheel.namelist() if name.startswith("genetess_cli/made/")}
    league = installed / "league"
    _output(installed / "genetess", "init", str(league))
    _output(installed / "genetess", "-C", str(league), "build")
    package = Path(
        _output(installed / "python", "-c", "import genetess_cli; print(genetess_cli.__path__[0])").strip()
    )
    [folder] = (package / "made").iterdir()
    assert {f"genetess_cli/made/{folder.name}/{file.name}" for file in folder.glob("*.*")} == brought


@pytest.mark.exhaustive
def test_a_wheel_is_small(archives: Path) -> None:
    assert next(archives.glob("genetess-*.whl")).stat().st_size <= 1_600_000


def test_what_is_asked_for_to_play_in_the_page_is_of_this_version() -> None:
    assert PROJECT["optional-dependencies"]["play"] == [f"genetess-play=={__version__}"]


@pytest.mark.exhaustive
def test_the_wheel_for_browsers_beside_the_program_lets_a_site_be_played(
    archives: Path, tmp_path: Path
) -> None:
    [wheel] = archives.glob(f"genetess_play-{__version__}-py3-none-any.whl")
    places = [str(tmp_path / "place" / "bin" / name) for name in ("python", "genetess")]
    venv.create(tmp_path / "place", with_pip=False)
    pip = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        places[0],
        "install",
        "--quiet",
        "--no-deps",
        "--no-index",
    ]
    program = next(archives.glob("genetess-*.whl"))
    subprocess.run([*pip, str(program), str(wheel)], check=True, capture_output=True)
    base = {"base": str(tmp_path / "place"), "platbase": str(tmp_path / "place")}
    Path(sysconfig.get_paths(vars=base)["purelib"], "dependencies.pth").write_text(
        sysconfig.get_paths()["purelib"] + "\n"
    )
    league = tmp_path / "league"
    _output(Path(places[1]), "init", str(league))
    _output(Path(places[1]), "-C", str(league), "build")
    with zipfile.ZipFile(wheel) as archive:
        files = {name: archive.read(name) for name in archive.namelist() if name.startswith("genetess_play/")}
    del files["genetess_play/__init__.py"]
    assert {name: (league / "_site" / f"play/{name[14:]}").read_bytes() for name in files} == files


def test_what_builds_a_release_is_what_leagues_run() -> None:
    """What the wheel brings is compiled by one version of a library, and found by no other."""
    locks = [
        dict(re.findall(r"^([\w-]+)==([^ ]+)", _read(f"requirements{lock}.lock"), re.MULTILINE))
        for lock in ("", "-build")
    ]
    both = locks[0].keys() & locks[1].keys()
    assert "jinja2" in both
    assert {name: locks[0][name] for name in both} == {name: locks[1][name] for name in both}


@pytest.mark.exhaustive
def test_an_installed_wheel_shows_its_help(installed: Path) -> None:
    assert "Usage:" in _output(installed / "genetess", "--help")


@pytest.mark.exhaustive
def test_the_same_commit_makes_the_same_files(archives: Path, tmp_path: Path) -> None:
    dist(tmp_path)
    for path in archives.iterdir():
        assert path.read_bytes() == (tmp_path / "index" / path.name).read_bytes()


@pytest.mark.exhaustive
def test_the_package_index_takes_what_is_built(archives: Path) -> None:
    command = [str(SCRIPTS / "twine"), "check", "--strict", *map(str, archives.iterdir())]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.exhaustive
def test_an_installed_wheel_knows_its_commit_and_release(installed: Path) -> None:
    shown = _output(installed / "python", "-c", PROGRAM)
    assert shown.split() == [HOME, git(ROOT, "rev-parse", "HEAD"), __version__]


@pytest.mark.exhaustive
def test_a_release_has_an_empty_league_that_names_its_commit(built: Path) -> None:
    with zipfile.ZipFile(built / "more" / "genetess-league.zip") as archive:
        names = set(archive.namelist())
        tick = archive.read(".github/workflows/tick.yml").decode()
    assert {"genetess.yaml", "README.md", ".github/dependabot.yml"} <= names
    place = HOME.removeprefix("https://github.com/")
    assert f"uses: {place}@{git(ROOT, 'rev-parse', 'HEAD')} # v{__version__}\n" in tick


@pytest.mark.exhaustive
@pytest.mark.parametrize("tool", ["pip", "uv", "pipx"])
def test_a_wheel_is_installed_by_each_tool_and_makes_a_league(
    archives: Path, tmp_path: Path, tool: str
) -> None:
    uv, place, wheel = str(SCRIPTS / "uv"), tmp_path / "place", str(next(archives.glob("genetess-*.whl")))
    commands = {
        "pip": [[sys.executable, "-m", "venv", str(place)], [str(place / "bin/pip"), "install", "--quiet", wheel]],
        "uv": [[uv, "venv", "--quiet", str(place)], [uv, "pip", "install", "--quiet", "--python", str(place), wheel]],
        "pipx": [[uv, "tool", "run", "--quiet", "pipx", "install", wheel]],
    }  # fmt: skip
    around = {"PIPX_HOME": str(tmp_path / "pipx"), "PIPX_BIN_DIR": str(place / "bin")}
    for command in commands[tool]:
        subprocess.run(command, env={**os.environ, **around}, check=True)
    program = place / "bin" / "genetess"
    assert _output(program, "--version") == f"genetess {__version__}\n"
    _output(program, "init", str(tmp_path / "league"))
    assert (tmp_path / "league" / "genetess.yaml").exists()


@pytest.mark.exhaustive
def test_act_compares_and_builds(dated: Path, tmp_path: Path) -> None:
    """The jobs before anything is published, of a commit on the day of its release."""
    project, kept = tmp_path / "project", tmp_path / "kept"
    git(tmp_path, "clone", "--quiet", str(ROOT), str(project))
    shutil.copy(dated / "CHANGELOG.md", project)
    git(project, "commit", "--quiet", "--all", "--message", "release")
    git(project, "tag", f"v{__version__}")
    git(project, "remote", "set-url", "origin", HOME)
    [upload] = set(re.findall(r"uses: (actions/upload-artifact@\w+)", _read(".github/workflows/release.yml")))
    (tmp_path / "upload").mkdir()
    (tmp_path / "upload" / "action.yml").write_text(UPLOAD)
    stand_in = f"https://github.com/{upload}={tmp_path / 'upload'}"
    (tmp_path / "event.json").write_text(f'{{"ref": "refs/tags/v{__version__}"}}')
    done = subprocess.run(
        [
            SCRIPTS / "act", "push", "--workflows", ".github/workflows/release.yml", "--job", "build",
            "--eventpath", tmp_path / "event.json", "--platform", "ubuntu-latest=-self-hosted",
            "--action-offline-mode", "--local-repository", stand_in, "--env", f"KEPT={kept}",
        ],
        cwd=project, capture_output=True, text=True, check=False,
        env={**os.environ, "HOME": str(tmp_path / "home"), "XDG_CACHE_HOME": str(tmp_path / "cache")},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "### Added" in (kept / "changes.md").read_text()
    assert sorted(path.suffix for path in (kept / "index").iterdir()) == [".gz", ".whl", ".whl"]
    assert sorted(path.suffix for path in (kept / "more").iterdir()) == [".whl", ".zip"]


def test_a_checkout_finds_its_resources() -> None:
    assert resources.templates() == ROOT / "site_templates"
    assert resources.samples() == ROOT / "games"


def test_a_broken_installation_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path / "genetess_cli")
    forge, text = partial(resources.forge, "github"), partial(resources.text, "admin/templates/game.yaml")
    for find in (resources.templates, resources.samples, forge, text):
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
