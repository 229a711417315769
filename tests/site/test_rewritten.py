"""Whatever becomes of a league's history, a build leaves what a build from nothing leaves, byte for byte."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from genetess_cli.site import build
from tests.kit.league import League, site_in, wide

AMENDED = "git commit -q --amend -m other"
REBASED = f"git branch old; git reset -q --hard HEAD~1; {AMENDED}; git cherry-pick old"
SHALLOW = "git rev-parse HEAD~1 > .git/shallow"
MERGED = """
git switch -q -c copy HEAD~1; git merge -q --squash main; git commit -q -m copy
git switch -q main; git merge -q -s ours -m both copy
"""
# Both sides add the same records, the other one later; the clock is the merge's own.
TWICE = """
export GIT_COMMITTER_DATE='@1900000000 +0000'
git branch copy HEAD~3; git commit -q --allow-empty -m rain
git switch -q copy; git checkout -q main games/*/turns; git commit -q -m copy
git switch -q main; git merge -q -s ours --no-commit copy; echo '# both' >> games/riot/clock.yaml; git commit -qam both
"""
HISTORIES = {
    "the newest turn's commit is amended": [AMENDED],
    "an older turn's commit is amended": [REBASED],
    "an older turn's commit is amended and comes back": [REBASED, "git reset -q --hard old"],
    "a turn is dropped": ["git reset -q --hard HEAD~1"],
    "two turns become one commit": ["git reset -q --soft HEAD~2; git commit -q -m turns"],
    "all turns become one commit": ["git checkout -q --orphan trunk", "git commit -q -m all"],
    "a turn is reverted, and that is reverted": ["git revert --no-edit HEAD; git revert --no-edit HEAD"],
    "a copy of the newest turn is merged": [MERGED],
    "a copy of the turns is merged, the clock otherwise": [TWICE],
    "the branch is renamed": ["git branch -m trunk"],
    "another branch has the same commits": ["git switch -q -c trunk"],
    "another branch has the same files": [f"git switch -q -c trunk; {AMENDED}"],
    "no branch is checked out": ["git checkout -q --detach"],
    "a shallow clone is deepened": [SHALLOW, "rm .git/shallow"],
    "the league moves to another owner": ["sed -i s=me/league=you/league= genetess.yaml"],
    "the league moves to another forge": ["sed -i s=me/league=https://gitlab.com/me/league= genetess.yaml"],
    "the site gets an address": ["echo '  base_url: https://example.org/l/' >> genetess.yaml"],
}
"""What happens, and the steps of it, after each of which the site is built."""


@pytest.fixture
def site(tmp_path: Path) -> League:
    site = wide(tmp_path / "here").reachable().start().order("MOVE C2 E-E", "PASS", "MOVE C17 N-E")
    (site.root / "genetess.yaml").write_text("title: Friday\nsite:\n  repository: me/league\n")
    site.build()
    return site


def _fresh(site: League, out: Path) -> dict[str, bytes]:
    build.build(site.league, out)
    return site_in(out)


@pytest.mark.parametrize("steps", HISTORIES.values(), ids=HISTORIES)
def test_a_site_is_as_one_built_from_nothing_after(site: League, tmp_path: Path, steps: list[str]) -> None:
    for number, step in enumerate(steps):
        subprocess.run(["sh", "-e", "-c", step], cwd=site.root, check=True, capture_output=True)
        site.build()
        assert site.pages() == _fresh(site, tmp_path / f"fresh{number}")
