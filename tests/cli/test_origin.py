"""What a new league's workflows install: the program from where it is here, or nothing that others could offer."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import Any

import pytest

from genetess_cli import __version__
from tests.kit.command import run

COMMIT = "4f" * 20


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


def test_a_league_names_it_in_its_requirements(installed: Any, tmp_path: Path) -> None:
    place = "https://forge.example/gail/genetess"
    installed({"url": place, "vcs_info": {"vcs": "git", "commit_id": COMMIT}})
    done = run(tmp_path, "init", "league")
    assert "requirements.txt" not in done.err
    assert (tmp_path / "league/requirements.txt").read_text().endswith(f"\ngenetess @ git+{place}@{COMMIT}\n")


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
