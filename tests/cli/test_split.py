"""A league is split by the five commands of docs/scale.md: each game goes on in one of two, with its whole history."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.house.pages import blocks
from tests.house.tree import ROOT
from tests.kit.command import DEADLINE, bring, commit, git, new_game, run, start_game

SITE = "title: Tests\nsite:\n  base_url: https://gail.github.io/league\n  repository: gail/league\n"


def _split(league: Path) -> None:
    """Run the page's commands in a league, with a folder for each repository of the forge."""
    forge = league.parent / "forge"
    for name in ("league", "second"):
        git(league.parent, "init", "--quiet", "--bare", "--initial-branch=main", str(forge / f"{name}.git"))
    settings = {f"url.{forge}/.insteadOf": "git@github.com:gail/"}
    git(league, "remote", "add", "origin", "git@github.com:gail/league.git")
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([sys.path[0], str(ROOT)]),
        "GIT_CONFIG_COUNT": str(len(settings)),
    }
    for number, (key, value) in enumerate(settings.items()):
        environment |= {f"GIT_CONFIG_KEY_{number}": key, f"GIT_CONFIG_VALUE_{number}": value}
    program = f'genetess() {{ {shlex.quote(sys.executable)} -m genetess_cli "$@"; }}'
    [block] = [block for block in blocks(ROOT / "docs/scale.md") if "test_split.py" in block.not_run]
    assert len(block.lines) == 5
    script = f"set -e\n{program}\ngit push --quiet --set-upstream origin main\n{block.text}"
    done = subprocess.run(
        ["bash", "-c", script], cwd=league, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.usefixtures("gm")
def test_both_leagues_have_their_games_with_all_their_turns(
    played: Path, installed: Callable[..., None]
) -> None:
    installed()  # where `init --refresh` of another process finds it, too
    (played / "genetess.yaml").write_text(SITE)
    commit(played, "a site")
    new_game(played, "fort", "--sealed", "--deadline", "3d")
    start_game(played, "fort", now=DEADLINE)
    bring(played, "fort", "MOVE B2 S", now=DEADLINE)
    before = {slug: run(played, "log", slug).out for slug in ("riot", "fort")}
    _split(played)
    second = played.parent / "second"
    settings = (second / "genetess.yaml").read_text()
    assert 'base_url: "https://gail.github.io/second"\n  repository: gail/second\n' in settings
    assert (second / ".github/workflows/tick.yml").exists()
    for home, slug, later in (
        (played, "riot", "2027-01-01T00:00:00Z"),
        (second, "fort", "2026-11-24T01:00:00Z"),
    ):
        assert [path.name for path in (home / "games").iterdir()] == [slug]
        assert run(home, "log", slug).out == before[slug]
        bring(home, slug, "PASS", now=later)
        assert run(home, "check").status == 0
        assert run(home, "verify").status == 0
        assert git(home, "status", "--porcelain") == ""
