"""A last turn that was played again in secret: `verify` cannot see it, but git and a notice tell."""

from __future__ import annotations

from pathlib import Path

from tests.kit.command import git, run


def test_a_last_turn_that_was_played_again_by_force_is_found(started: Path) -> None:
    """The order and the record of another turn, in a history in which nothing was changed later."""
    git(started, "branch", "as-it-was")
    for branch, order in (("main", "MOVE B2 S"), ("as-it-was", "PASS")):
        git(started, "switch", "--quiet", branch)
        command = ("resolve", "riot", "--seat", "red", "--order", order, "--now", "2026-11-21T01:00:00Z")
        assert run(started, *command).status == 0
    mailed, before = git(started, "rev-list", "HEAD").split()[:2]
    git(started, "switch", "--quiet", "main")
    assert run(started, "verify", "riot").status == 0
    assert "main" in git(started, "branch", "--contains", before[:12])
    assert "main" not in git(started, "branch", "--contains", mailed[:12])
