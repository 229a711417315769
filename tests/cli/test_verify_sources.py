"""`genetess verify`: where an order came from, held against the order files that the history has.

A whole history is made anew with one thing changed in one commit: nothing else tells it.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.kit.history import replaced, tamper, verify
from tests.kit.league import small


@pytest.fixture
def league(tmp_path: Path) -> Path:
    """A game with stored, starred, live and failed orders, a file that was committed, and one that was not."""
    story = small(tmp_path).start()
    story.writes("green", "* PASS / MOVE H3 W\n").writes("red", "PASS\n").run(1)  # 1, and 2 by its star
    story.writes("red", "MOVE B2 N / PASS # at last\n").commit("games/riot/orders/red.txt")
    story.run(2)  # 3, it fails, and 4
    story.run(26)  # 5, stored, at the deadline
    story.writes("red", "MOVE B2 N\n").run(27)  # 6, it fails
    story.writes("red", "PASS # now\n").run(28)  # 7
    return tmp_path / "league"


def test_an_honest_history_is_as_committed(league: Path) -> None:
    done = verify(league)
    assert done.status == 0, done.err
    assert "riot: 8 records" in done.out


LIES: dict[str, tuple[int, str, str, str]] = {
    "a stored order for live": (2, "source: stored", "source: live", "source: expected stored, found live"),
    "one at the deadline for live": (
        5,
        "source: stored",
        "source: live",
        "source: expected stored, found live",
    ),
    "a live order for stored": (3, "source: live", "source: stored", "source: expected live, found stored"),
    "a new file for stored": (
        1,
        "source: live",
        "source: stored",
        "source: expected live, found stored",
    ),
    "a stored order before the deadline": (
        5,
        'at: ".*"',
        'at: "2027-01-15T11:00:00Z"',
        "expected no such record, as nothing was due at ",
    ),
    "a file that was another one": (
        7,
        r"queue:(.|\n  )*",
        "queue: MOVE B2 E",
        "order: expected MOVE B2 E, found PASS",
    ),
    "a file with more orders": (
        7,
        r"queue:(.|\n  )*",
        "queue: PASS / PASS",
        "games/riot/orders/red.txt: expected PASS, found ",
    ),
    "a file with no orders": (
        7,
        r"queue:(.|\n  )*",
        "queue: '# nothing'",
        "expected no such record, as nothing was due at ",
    ),
}


@pytest.mark.by_day(1, ci=3)
@pytest.mark.parametrize(("number", "old", "new", "words"), LIES.values(), ids=LIES)
def test_a_record_that_says_otherwise_is_named(
    league: Path, number: int, old: str, new: str, words: str
) -> None:
    path = tamper(league, number, "", replaced(old, new))
    done = verify(league)
    assert done.status == 1
    assert re.search(rf"riot: {path}:.*{words}", done.err), done.err
