"""What a forge is to install, so that it runs what runs here: a commit that others can have, or nothing."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import Any

import pytest

from genetess_cli import __version__
from genetess_cli.store.forges import program as module
from genetess_cli.store.forges.program import Program, program
from tests.kit.command import git

COMMIT = "4f" * 20
PLACE = "https://forge.example/gail/genetess"
HERE = Program(PLACE, COMMIT, None)
METADATA = f"""\
Metadata-Version: 2.4
Name: genetess
Version: {__version__}
Project-URL: Changelog, https://docs.example/changelog
Project-URL: Repository, {PLACE}
"""


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Lets genetess be installed as pip notes it: `None` for one from the index."""

    def note(found: Any) -> None:
        folder = tmp_path / "site-packages" / f"genetess-{__version__}.dist-info"
        folder.mkdir(parents=True)
        (folder / "METADATA").write_text(METADATA)
        if found is not None:
            text = found if isinstance(found, str) else json.dumps(found)
            (folder / "direct_url.json").write_text(text)
        monkeypatch.syspath_prepend(str(folder.parent))
        importlib.invalidate_caches()

    return note


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    folder = tmp_path / "my clone"
    folder.mkdir()
    git(folder, "init", "--quiet")
    git(folder, "commit", "--quiet", "--allow-empty", "--message", "x")
    git(folder, "remote", "add", "origin", PLACE)
    return folder


def of_git(url: str, commit: str = COMMIT, **more: str) -> dict[str, Any]:
    return {"url": url, "vcs_info": {"vcs": "git", "commit_id": commit, **more}}


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (None, None),
        (of_git(PLACE), HERE),
        (of_git(f"{PLACE}.git"), HERE),
        (of_git("ssh://git@forge.example/gail/genetess"), HERE),
        (of_git(PLACE, requested_revision="main"), HERE),
        (of_git(PLACE, requested_revision=f"v{__version__}"), Program(PLACE, COMMIT, __version__)),
        (of_git("https://me:secret@forge.example/x"), None),
        (of_git("file:///srv/genetess"), None),
        (of_git("https://forge.example/x", "main"), None),
        ({"url": "https://a.example/g.whl", "archive_info": {}}, None),
        ({"url": "file:///nowhere", "dir_info": {}}, None),
        ("{", None),
    ],
)
def test_what_pip_installed_is_known_by_what_pip_noted(
    installed: Any, found: Any, expected: Program | None
) -> None:
    installed(found)
    assert program() == expected


@pytest.mark.parametrize("text", [f"{COMMIT}\n", COMMIT])
def test_a_release_has_its_commit_in_the_package(
    installed: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    installed(None)
    monkeypatch.setattr(module, "PACKAGE", tmp_path)
    (tmp_path / "commit").write_text(text)
    assert program() == Program(PLACE, COMMIT, __version__)


@pytest.mark.parametrize("text", ["main\n", "\xff\n", "4f" * 19])
def test_a_damaged_commit_names_nothing(
    installed: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    installed(None)
    monkeypatch.setattr(module, "PACKAGE", tmp_path)
    (tmp_path / "commit").write_text(text, encoding="latin-1")
    assert program() is None


@pytest.mark.parametrize("address", ["git@forge.example:gail/genetess", PLACE])
def test_a_clone_is_known_by_its_commit_once_that_is_pushed(
    installed: Any, clone: Path, address: str
) -> None:
    git(clone, "remote", "set-url", "origin", address)
    installed({"url": clone.as_uri(), "dir_info": {"editable": True}})
    assert program() is None
    git(clone, "update-ref", "refs/remotes/origin/main", "HEAD")
    assert program() == Program(PLACE, git(clone, "rev-parse", "HEAD"), None)


@pytest.mark.parametrize(("tag", "version"), [(f"v{__version__}", __version__), ("v0.0.9", None)])
def test_a_clone_is_of_a_release_where_its_commit_has_the_tag(
    installed: Any, clone: Path, tag: str, version: str | None
) -> None:
    git(clone, "update-ref", "refs/remotes/origin/main", "HEAD")
    git(clone, "tag", "other")
    git(clone, "tag", tag)
    installed({"url": clone.as_uri(), "dir_info": {}})
    assert program() == Program(PLACE, git(clone, "rev-parse", "HEAD"), version)


def test_a_clone_that_is_not_installed_is_known_by_its_folder(
    clone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.path", [])
    monkeypatch.setattr(module, "PACKAGE", clone / "genetess_cli")
    git(clone, "update-ref", "refs/remotes/origin/main", "HEAD")
    assert program() == Program(PLACE, git(clone, "rev-parse", "HEAD"), None)
