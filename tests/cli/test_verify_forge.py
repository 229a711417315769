"""`genetess verify` where commits were rebased, amended or squashed, as happens with a forge: nothing is amiss then."""

from __future__ import annotations

from pathlib import Path

import pytest

from genetess_cli.store.seal.keyring import VARIABLE
from tests.kit.command import commit, git
from tests.kit.history import replaced, tamper, verify
from tests.kit.keys import MASTER
from tests.kit.league import League, small

GAME = "games/riot"


def rebased(story: League, seat: str, text: str) -> None:
    """A player's file was pushed meanwhile: the last commit goes on top of it, as by `git pull --rebase`."""
    top = story.repository.top
    git(top, "branch", "ours")
    git(top, "reset", "--quiet", "--hard", "HEAD~1")
    story.writes(seat, text)
    commit(top, "pushed by a player")
    git(top, "branch", "theirs")
    git(top, "switch", "--quiet", "ours")
    git(top, "rebase", "--quiet", "theirs")
    git(top, "branch", "--quiet", "-f", "main", "ours")
    git(top, "switch", "--quiet", "main")


@pytest.fixture
def story(tmp_path: Path) -> League:
    return small(tmp_path).start()


@pytest.fixture
def sealed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> League:
    monkeypatch.setenv(VARIABLE, MASTER.hex())
    story = small(tmp_path, sealed=True)
    story.start()
    return story


@pytest.mark.parametrize("seat", ["red", "green"])
def test_an_order_file_that_a_rebase_brought_in_under_a_turn(story: League, seat: str) -> None:
    """The run never saw it: neither the next player's, nor the next one of the same player."""
    story.writes("red", "MOVE B2 E\n").run(1)
    rebased(story, seat, "PASS\n")
    done = verify(story.repository.top)
    assert done.status == 0, done.err
    story.run(2)
    assert verify(story.repository.top).status == 0


def test_a_changed_order_file_that_a_rebase_brought_in_under_a_turn(story: League) -> None:
    story.writes("green", "MOVE H3 N\n").writes("red", "PASS\n").run(1)
    story.writes("green", "MOVE H3 W # stored\n").commit(f"{GAME}/orders/green.txt")
    story.undo(2)
    story.writes("red", "MOVE B2 E\n").run(3)
    rebased(story, "green", "PASS\n")
    done = verify(story.repository.top)
    assert done.status == 0, done.err


def test_a_sealed_order_file_that_a_rebase_brought_in_under_a_turn(sealed: League) -> None:
    sealed.writes("red", "MOVE B2 E\n").run(1)
    rebased(sealed, "green", "PASS\n")
    done = verify(sealed.repository.top)
    assert done.status == 0, done.err


def test_a_list_of_stored_orders_that_never_lay_there_is_still_named(story: League) -> None:
    story.writes("red", "MOVE B2 E\n").run(1)
    rebased(story, "green", "PASS\n")
    tamper(
        story.repository.top,
        1,
        f"{GAME}/clock.yaml",
        replaced("queues: {}", f"queues: {{green: {'ab' * 20}}}"),
    )
    done = verify(story.repository.top)
    assert done.status == 1
    assert "queues.green: expected" in done.err
