"""`genetess verify`: every field of clock.yaml, and what a record of the desk says, is counted again.

A whole history is made anew with one thing changed in one commit: nothing else tells it.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.kit.command import git
from tests.kit.history import replaced, tamper, verify
from tests.kit.league import League, small

GAME = "games/riot"
CLOCK = f"{GAME}/clock.yaml"
MORE = "holiday: 10d\ngrace: 6h\ndrop_after: 1\n"


def long_game(folder: Path) -> League:
    """Everything that changes a clock, a record each."""
    story = small(folder, MORE, blue=True).start()
    story.writes("red", "MOVE B2 E\n").run(1)  # 1
    story.writes("green", "HOLIDAY / PASS\n").run(2)  # 2
    story.pause(4)  # 3
    story.resume(8)  # 4
    story.extend(9, 5)  # 5
    story.writes("green", "MOVE H3 H9\n").run(10)  # 6, it fails
    story.run(274)  # 7, green's holiday has run out
    story.drop(280, "green")  # 8
    story.run(320)  # 9, blue is timed out, and opened
    story.writes("red", "PASS\n").run(321)  # 10 and 11, green having left
    story.replaced(322, "green", "Rolf", "rolf-h")  # 12
    story.writes("blue", b"\xff\n").run(323)  # 13
    story.undo(324, "2a")  # 14
    story.drop(325, "blue", orphans=True)  # 15
    story.finish(326)  # 16
    story.undo(327)  # 17
    story.draw(328, "red")  # 18
    return story


@pytest.fixture(scope="session")
def _long(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return long_game(tmp_path_factory.mktemp("long")).root


@pytest.fixture
def long(_long: Path, tmp_path: Path) -> Path:
    git(tmp_path, "clone", "--quiet", str(_long), "league")
    return tmp_path / "league"


def test_a_long_honest_game_is_as_committed(long: Path) -> None:
    done = verify(long)
    assert done.status == 0, done.err
    assert "riot: 19 records" in done.out


CLOCKS: dict[str, tuple[int, str, str, str]] = {
    "since, of the start": (0, r"since: .*", 'since: "2027-01-15T08:00:01Z"', "since: expected "),
    "the deadline of a turn": (1, r"deadline: .*", 'deadline: "2027-02-15T08:00:00Z"', "deadline: expected "),
    "no deadline": (1, r"deadline: .*", "deadline: null", "deadline: expected "),
    "the end of a holiday": (2, r"deadline: .*", 'deadline: "2027-02-15T08:00:00Z"', "deadline: expected "),
    "the phase in a holiday": (2, "phase: suspended", "phase: playing", "phase: expected suspended, found playing"),
    "the orders that count as stored": (1, "queues: {}", f"queues: {{green: {'ab' * 20}}}", "queues.green: expected "),
    "how a pause began": (3, "left: .*?([,}])", r"left: 7\1", r"paused\.left: expected "),
    "a pause at all": (3, r"(?m)^paused:.*\n(  .*\n)*", "", "paused: expected .*, found nothing"),
    "that there was a pause": (4, "was_paused: true", "was_paused: false", "was_paused: expected true"),
    "the phase after a pause": (4, "phase: suspended", "phase: playing", "phase: expected suspended"),
    "the deadline after a pause": (4, r"deadline: .*", "deadline: null", "deadline: expected "),
    "a deadline put off": (5, r"deadline: .*", 'deadline: "2027-03-15T08:00:00Z"', "deadline: expected "),
    "the deadline after a failed order": (6, r"deadline: .*", "deadline: null", "deadline: expected "),
    "the holiday left": (7, r"holiday: {(.*)green: \d+", r"holiday: {\1green: 9", "holiday.green: expected "),
    "who has left": (8, r"absent: \[green\]", r"absent: [blue]", r"absent\[0\]: expected green, found blue"),
    "that somebody has left": (8, r"absent: .*\n", "", "absent: expected .*, found nothing"),
    "deadlines missed": (9, r"missed: .*", "missed: {}", "missed.blue: expected 1, found nothing"),
    "deadlines not missed": (1, r"missed: .*", "missed: {red: 3}", "missed.red: expected nothing, found 3"),
    "a grace that there was not": (1, "grace_used: false", "grace_used: true", "grace_used: expected false"),
    "who came back": (12, r"\Z", "absent: [green]\n", "absent: expected nothing"),
    "what could not be read": (13, r"queues: {.*}", "queues: {}", "queues.blue: expected "),
    "attempts": (14, r"attempts: .*", "attempts: {}", "attempts.2a: expected 1"),
    "the deadline after an undo": (14, r"deadline: .*", "deadline: null", "deadline: expected "),
    "the holiday after an undo": (14, r"holiday: {(.*)red: \d+", r"holiday: {\1red: 9", "holiday.red: expected "),
    "the clock of who comes next": (15, r"since: .*", 'since: "2027-01-15T08:00:01Z"', "since: expected "),
    "the end": (16, r"deadline: .*", 'deadline: "2027-03-15T08:00:00Z"', "deadline: expected null"),
    "a draw's phase": (18, "phase: finished", "phase: playing", "phase: expected finished"),
}  # fmt: skip


@pytest.mark.by_day(2, ci=8)
@pytest.mark.parametrize(("number", "old", "new", "words"), CLOCKS.values(), ids=CLOCKS)
def test_a_clock_that_was_committed_otherwise_is_named(
    long: Path, number: int, old: str, new: str, words: str
) -> None:
    tamper(long, number, CLOCK, replaced(old, new))
    done = verify(long)
    assert done.status == 1
    assert re.search(rf"riot: {CLOCK} in commit \w+ “.*”: {words}", done.err), done.err


def test_the_clock_after_an_act_was_taken_back_is_the_one_before_it(tmp_path: Path) -> None:
    story = small(tmp_path).start()
    story.extend(1, 100)
    story.undo(2)
    assert verify(tmp_path / "league").status == 0
    tamper(tmp_path / "league", 2, CLOCK, replaced("deadline: .*", 'deadline: "2027-01-16T10:00:00Z"'))
    done = verify(tmp_path / "league")
    assert (done.status, "deadline: expected 2027-01-16T08:00:00Z" in done.err) == (1, True), done.err


RECORDS: dict[str, tuple[int, str, str, str]] = {
    "a time before the turn began": (5, 'at: ".*"', 'at: "2027-01-15T08:30:00Z"', r"at: \S+ is before the game's last"),
    "how long a deadline was put off": (5, r"by: \d+", "by: 60", r"now\.deadline: expected "),
    "by nothing": (5, r"by: \d+", "by: 0", "a deadline can only be put off"),
    "the deadline before": (5, r"was: {deadline: .*?}", "was: {}", "was: expected .*, found nothing"),
    "what a pause says": (3, r"\Z", "now: {by: 5}\n", "now: expected nothing, found .*5"),
    "a seat of a pause": (3, "seat: null", "seat: red", "seat: expected null, found red"),
    "the deadline after a pause": (4, r"now: {.*}", "now: {}", "now: expected .*, found nothing"),
    "another act": (3, "desk: pause", "desk: resume", "cannot be played again: riot is not paused"),
    "a time-out too early": (9, 'at: ".*"', 'at: "2027-01-27T09:00:00Z"', "as nothing was due at "),
    "that a seat is open": (9, "opened: .*\n", "", "opened: expected blue, found nothing"),
    "an open seat": (1, r"\Z", "opened: red\n", "opened: there is no such field"),
    "whose seat was left": (8, "seat: green", "seat: pink", "riot has no seat 'pink'"),
    "who has the seat": (12, "name: Rolf", "name: Bob", r"now\.name: expected Rolf, found Bob"),
    "whose login": (12, "github: rolf-h", "github: bob", r"now\.github: expected rolf-h, found bob"),
    "what was taken back": (14, "first: .*", 'first: "1a"', r"was\.first: expected 2a, found 1a"),
    "how far back": (14, "back_to: .*", "back_to: 3", "(was|next|to_move)"),
    "events of a dropped seat": (15, "kind: dropped, seat: blue", "kind: dropped, seat: red", r"events\[0\]\.seat"),
    "that pieces became orphans": (15, "orphans: true", "orphans: false", "events"),
    "who has won at the end": (16, r"winners: \[.*?\]", "winners: [green]", r"events\[0\]\.winners"),
    "why it ended": (16, "reason: the season is over", "reason: they cheated", r"events\[0\]\.reason"),
    "who has agreed": (18, r"agreed: \[.*?\]", "agreed: [green]", "green cannot agree to a draw"),
    "who won the draw": (18, r"winners: \[.*?\]", "winners: [green]", r"events\[0\]\.winners"),
    "an act in a game that is over": (17, r"(?s)desk: undo(.*)back_to: .*\n", r"desk: pause\1", "riot is over"),
    "an order that was live": (1, "source: live", "source: stored", "source: expected live, found stored"),
    "rules to come": (5, "rules_version: .*", "rules_version: 99", r"rules_version: expected \d+ to \d+, found 99"),
    "rules older than the game": (5, "rules_version: .*", "rules_version: 1", r"rules_version: .* found 1"),
    "an undo of nothing": (14, "back_to: .*\n", "", "cannot be played again .*an undo goes back to a record"),
}  # fmt: skip


@pytest.mark.by_day(2, ci=8)
@pytest.mark.parametrize(("number", "old", "new", "words"), RECORDS.values(), ids=RECORDS)
def test_a_record_that_was_committed_otherwise_is_named(
    long: Path, number: int, old: str, new: str, words: str
) -> None:
    path = tamper(long, number, "", replaced(old, new))
    done = verify(long)
    assert done.status == 1
    assert re.search(rf"riot: {path}:.*{words}", done.err), done.err
