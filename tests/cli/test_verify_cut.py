"""`genetess verify` of a sealed game whose history is cut: its position is written with every tenth record alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from genetess_cli.store.seal.keyring import VARIABLE
from tests.kit.command import Done, commit, copied, git, run
from tests.kit.history import verify
from tests.kit.keys import MASTER, VAULT
from tests.kit.league import small

GAME = "games/riot"
STATE = f"{GAME}/state.sealed"
TURNS = 13


@pytest.fixture(scope="module")
def _played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game whose position was written last before record 11, and turned back before that."""
    folder = tmp_path_factory.mktemp("cut")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, MASTER.hex())
        story = small(folder, sealed=True)
        story.start()
        story.writes("red", "PASS").run(1)
        story.undo(2)
        for turn in range(TURNS):
            story.writes("red" if turn % 2 == 0 else "green", f"PASS # {turn}").run(turn + 3)
    return story.root


@pytest.fixture
def played(_played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("CI", raising=False)  # where the words of a difference are not printed
    monkeypatch.setenv(VARIABLE, MASTER.hex())
    return copied(_played, tmp_path)


def squashed(league: Path) -> Path:
    """What was done since the fourth turn is one commit."""
    since = git(league, "log", "--format=%H", "--reverse", "--", STATE).split()[0]
    git(league, "reset", "--quiet", "--soft", since)
    git(league, "commit", "--quiet", "--message", "all in one")
    return league


def orphaned(league: Path) -> Path:
    git(league, "switch", "--quiet", "--orphan", "anew")
    git(league, "checkout", "main", "--", ".")
    git(league, "commit", "--quiet", "--message", "all in one")
    return league


def of(league: Path, slug: str = "riot") -> Done:
    return run(league, "verify", slug)


@pytest.mark.parametrize("cut", [squashed, orphaned])
def test_a_history_that_is_cut_is_no_difference(played: Path, cut: Callable[[Path], Path]) -> None:
    done = verify(cut(played))
    assert done.status == 0, done.err
    assert "One commit has several records" in done.out


def test_a_game_that_was_renamed_is_verified(played: Path) -> None:
    git(played, "mv", GAME, "games/haze")
    commit(played, "another name")
    done = of(played, "haze")
    assert done.status == 0, done.err


@pytest.mark.parametrize("cut", [squashed, orphaned])
def test_a_position_that_was_changed_is_found_behind_a_cut_too(
    played: Path, cut: Callable[[Path], Path]
) -> None:
    """It is compared with the one that was played again up to the record that it lies before."""
    text = VAULT.text("state", (played / STATE).read_bytes(), "0010").replace(b'"K"', b'"KS"', 1)
    (played / STATE).write_bytes(VAULT.file("state", text, "0010"))
    commit(played, "a better king")
    done = of(cut(played))
    assert done.status == 1
    assert f"{STATE} in commit" in done.err
    assert "expected K, found KS" in done.err


def test_a_position_from_before_a_later_record_is_none_of_this_game(played: Path) -> None:
    data = (played / STATE).read_bytes()
    (played / STATE).write_bytes(data.replace(b" 0010\n", b" 0099\n"))
    commit(played, "from the future")
    done = of(orphaned(played))
    assert done.status == 1
    assert "expected a position from before record 16 at the latest, found 99" in done.err
