"""A token for GitHub: who has none is told what is missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from genetess_cli.errors import Refused
from genetess_cli.store.forges import gh


def test_without_a_token_it_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("FORGE_TOKEN", "GH_TOKEN", "GITHUB_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Refused, match="gh is not installed"):
        gh.token()
    program = tmp_path / "gh"
    program.write_text("#!/bin/sh\nexit 1\n")
    program.chmod(0o755)
    with pytest.raises(Refused, match=r"gh is not logged in\. Set FORGE_TOKEN, or run `gh auth login`"):
        gh.token()
