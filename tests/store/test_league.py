"""A league, opened: each look is at the league as it is then."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from genetess_cli.errors import CannotRead
from tests.kit.command import git
from tests.kit.league import small


def test_a_new_look_reads_genetess_yaml_again(tmp_path: Path) -> None:
    """A program that stays, such as `genetess play`, has to see what the GM changes there."""
    league = small(tmp_path).league
    before = league.settings.title
    (league.root / "genetess.yaml").write_text("title: Another\n")
    assert league.settings.title == before
    assert league.now().settings.title == "Another"


def test_genetess_yaml_is_that_of_the_commit_where_a_commit_is_looked_at(tmp_path: Path) -> None:
    league = small(tmp_path).start().league
    committed = league.settings.title
    (league.root / "genetess.yaml").write_text("title: Another\n")
    league = league.now()
    assert league.settings.title == "Another"
    assert league.committed(league.snapshot.commit).settings.title == committed


def test_a_record_is_of_the_commit_that_added_it_not_of_a_merged_branch_that_took_it_back(
    tmp_path: Path,
) -> None:
    story = small(tmp_path).start()
    start = git(story.root, "rev-parse", "HEAD").strip()
    path = "games/riot/turns/00xx/0001-1a.yaml"
    story.order("PASS")
    added = git(story.root, "rev-parse", "HEAD").strip()
    branch = f"""
        git checkout -q -b other {start} && mkdir -p games/riot/orders $(dirname {path})
        echo PASS > games/riot/orders/red.txt && echo x > {path} && git add games && git commit -q -m theirs
        git rm -q {path} && git commit -q -m back
        git checkout -q main && git merge -q --no-edit other
    """
    later = {**os.environ, "GIT_COMMITTER_DATE": "2090-01-01T00:00:00Z"}
    subprocess.run(["sh", "-e", "-c", branch], cwd=story.root, check=True, capture_output=True, env=later)
    assert story.league.now().births([path]) == {path: added}


@pytest.mark.parametrize("file", ["orders/red.txt", "game.yaml"])
def test_what_a_commit_has_lost_is_not_taken_for_what_it_never_had(tmp_path: Path, file: str) -> None:
    story = small(tmp_path).start().writes("red", "PASS\n")
    path = f"games/riot/{file}"
    story.commit(path)
    oid = git(story.root, "rev-parse", f"HEAD:{path}")
    (story.root / ".git" / "objects" / oid[:2] / oid[2:]).unlink()
    league = story.league.committed(git(story.root, "rev-parse", "HEAD"))
    with pytest.raises(CannotRead, match=f"{path} is missing in git"):
        league.tree.read(path)
