"""What a new league's workflows install: the program from where it is here, or nothing that others could offer."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import Any

import pytest

from genetess_cli import __version__
from genetess_cli.admin import new_league
from tests.kit.command import git, run

COMMIT = "4f" * 20
CLONED = f"genetess @ git+https://forge.example/gail/genetess@{COMMIT}"


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Lets genetess be installed as pip notes it: `None` for one from the index."""

    def note(found: Any) -> None:
        folder = tmp_path / "site-packages" / f"genetess-{__version__}.dist-info"
        folder.mkdir(parents=True)
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: genetess\nVersion: {__version__}\n")
        if found is not None:
            text = found if isinstance(found, str) else json.dumps(found)
            (folder / "direct_url.json").write_text(text)
        monkeypatch.syspath_prepend(str(folder.parent))
        importlib.invalidate_caches()

    return note


@pytest.mark.parametrize(
    ("found", "line"),
    [
        (None, f"genetess=={__version__}"),
        ({"url": "https://forge.example/gail/genetess", "vcs_info": {"vcs": "git", "commit_id": COMMIT}}, CLONED),
        ({"url": "ssh://git@forge.example/gail/genetess", "vcs_info": {"vcs": "git", "commit_id": COMMIT}}, CLONED),
        ({"url": "https://me:secret@forge.example/x", "vcs_info": {"vcs": "git", "commit_id": COMMIT}}, None),
        ({"url": "file:///srv/genetess", "vcs_info": {"vcs": "git", "commit_id": COMMIT}}, None),
        ({"url": "https://forge.example/x", "vcs_info": {"vcs": "git", "commit_id": "main"}}, None),
        ({"url": "https://a.example/g.whl", "archive_info": {}}, None),
        ({"url": "file:///nowhere", "dir_info": {}}, None),
        ("{", None),
    ],
)  # fmt: skip
def test_what_is_installed_is_named_by_where_it_is_from(installed: Any, found: Any, line: str | None) -> None:
    installed(found)
    assert new_league.requirement() == line


@pytest.mark.parametrize(
    "address", ["git@forge.example:gail/genetess", "https://forge.example/gail/genetess"]
)
def test_a_clone_is_named_by_its_commit_once_that_is_pushed(
    installed: Any, tmp_path: Path, address: str
) -> None:
    clone = tmp_path / "my clone"
    clone.mkdir()
    git(clone, "init", "--quiet")
    git(clone, "commit", "--quiet", "--allow-empty", "--message", "x")
    git(clone, "remote", "add", "origin", address)
    installed({"url": clone.as_uri(), "dir_info": {"editable": True}})
    assert new_league.requirement() is None
    git(clone, "update-ref", "refs/remotes/origin/main", "HEAD")
    assert new_league.requirement() == CLONED.replace(COMMIT, git(clone, "rev-parse", "HEAD"))


def test_a_league_names_it_in_its_requirements(installed: Any, tmp_path: Path) -> None:
    installed(None)
    done = run(tmp_path, "init", "league")
    assert "requirements.txt" not in done.err
    assert (tmp_path / "league/requirements.txt").read_text().endswith(f"\ngenetess=={__version__}\n")


def test_what_nobody_else_can_reach_is_named_by_nothing_and_the_gm_is_told(
    installed: Any, tmp_path: Path
) -> None:
    """A bare name could be anybody's on the package index, and would run beside the key."""
    installed({"url": "file:///nowhere", "dir_info": {}})
    done = run(tmp_path, "init", "league")
    assert done.status == 0
    assert "installed genetess from a local folder" in done.err
    lines = (tmp_path / "league/requirements.txt").read_text().splitlines()
    assert all(line.startswith("#") for line in lines)
    assert run(tmp_path, "init", "plain", "--forge", "none").err == ""
