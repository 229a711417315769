"""`genetess verify`: a history that was made anew, in which nothing was changed later, has to be playable."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.kit.command import git
from tests.kit.history import GAME, TURNS, begin, edit, record, replaced, rewrite, verify
from tests.kit.keys import KEY

ANEW: dict[str, tuple[int, str, str, str]] = {
    "an order": (1, "MOVE B2 S", "MOVE C2 E", "order: expected MOVE B2 S, found MOVE C2 E"),
    "an order that is none": (1, "MOVE B2 S", "HELLO", "order: expected MOVE B2 S, found HELLO"),
    "no order": (1, "order: .*", "order: null", "order: expected text, got nothing"),
    "two orders": (1, "MOVE B2 S", "PASS / PASS", "order: expected MOVE B2 S, found PASS / PASS"),
    "an event": (1, "to: B3", "to: C3", r"events\[0\].to: expected B3, found C3"),
    "an event of no kind": (
        1,
        "kind: displaced",
        "kind: danced",
        r"events\[0\].kind: expected displaced, found danced",
    ),
    "a missing event": (1, r"\n  - \{kind: earned.*\}", "", r"events\[2\]: expected .*, found nothing"),
    "the next seat": (1, r"to_move: \[green\]", "to_move: [red]", r"to_move\[0\]: expected green, found red"),
    "the next turn": (1, 'next: "1b"', 'next: "2a"', "next: expected 1b, found 2a"),
    "the seat": (1, "seat: red", "seat: green", "expected no such record, as nothing was due at "),
    "the source": (
        1,
        "source: live",
        "source: start",
        "seat: expected `null`: by its `source`, `outcome` and `desk` this record has no seat",
    ),
    "the outcome": (1, "outcome: done", "outcome: failed", "reason: expected text, got nothing"),
    "a time-out": (
        1,
        "source: live",
        "source: timeout",
        "source: expected `live` or `stored` or `gm` or `bot`, got `timeout`",
    ),
    "a field": (1, "outcome: done", "outcome: perhaps", "expected `done` or `failed` or `timed out`"),
    "the number": (1, "number: 1", "number: 2", "number: expected 1, found 2"),
    "the start": (0, "source: start", "source: live", "seat: expected .*, got nothing"),
    "a draw of another kind": (17, "what: code", "what: coat", "cannot be played again"),
    "a draw too many": (
        1,
        r"draws: \[\]",
        "draws: [{what: x, of: 2, number: 1}]",
        r"draws\[0\]: expected nothing",
    ),
    "what is no draw": (1, r"draws: \[\]", "draws: [{what: x}]", "cannot be played again"),
}


@pytest.mark.by_day(2, ci=6)
@pytest.mark.parametrize(("number", "old", "new", "words"), ANEW.values(), ids=ANEW)
def test_a_record_that_cannot_have_been_played_is_named(
    played: Path, number: int, old: str, new: str, words: str
) -> None:
    path = record(played, number).relative_to(played)
    change = replaced(old, new)
    text = change((played / path).read_text())
    since = git(played, "log", "--diff-filter=A", "--format=%H", "--", str(path))
    rewrite(played, lambda league: (league / path).write_text(text), since)
    done = verify(played)
    assert done.status == 1
    assert re.search(rf"riot: {path}:.*({words})", done.err), done.err


def test_a_failure_with_another_reason_is_named(played: Path) -> None:
    path = next(path for path in sorted((played / TURNS).iterdir()) if "outcome: failed" in path.read_text())
    text = replaced("key: .*", "key: bad-luck")(path.read_text())
    since = git(played, "log", "--diff-filter=A", "--format=%H", "--", str(path))
    rewrite(played, lambda league: path.write_text(text), since)
    assert re.search(rf"{path.name}: .*key: expected .*, found bad-luck", verify(played).err)


def test_a_draw_that_the_dice_do_not_show_is_named_by_who_has_the_key(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ruling G45. The whole game is played anew with another key and told as if it were this one."""
    promised = re.findall("commitment: .*", (played / GAME / "game.yaml").read_text())[0]
    first = git(played, "log", "--diff-filter=A", "--format=%H", "--", f"{GAME}/clock.yaml")
    git(played, "reset", "--quiet", "--hard", f"{first}^")
    monkeypatch.setenv("GENETESS_MASTER_KEY", "77" * 32)  # it draws otherwise
    begin(played)
    since = git(played, "log", "--diff-filter=A", "--format=%H", "--", f"{GAME}/clock.yaml")
    rewrite(played, lambda league: edit(league / GAME / "game.yaml", "commitment: .*", promised), since)
    monkeypatch.delenv("GENETESS_MASTER_KEY")
    assert "not checked" in verify(played).out
    monkeypatch.setenv("GENETESS_MASTER_KEY", KEY)
    done = verify(played)
    assert done.status == 1
    assert re.search(
        r"turns/00xx/\d{4}-\w+\.yaml: draws\[\d\]\.number: expected \d+, found \d+, by the dice",
        done.err,
    )
