"""`genetess verify`: every field of clock.yaml is worked out from the history, and an edit of it is named.

A clock is edited by hand and committed: each field up, down and out, in an open game and in a sealed one.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from genetess_cli.store import schema
from genetess_cli.store.schema import Clock
from genetess_cli.store.seal.keyring import VARIABLE
from genetess_cli.store.times import Time
from genetess_cli.store.yaml import api
from tests.kit.command import commit, copied, git
from tests.kit.history import replaced, tamper, verify
from tests.kit.keys import MASTER
from tests.kit.league import BEGIN, League, at, small

CLOCK = "games/riot/clock.yaml"
EARLY = str(Time(BEGIN + 60))
LATE = str(Time(BEGIN + 10**6))
OTHER = "ab" * 20

EDITS: dict[str, list[Any]] = {
    "turn": ["1a", "9z"],
    "phase": ["suspended", "finished"],
    "to_move": [[], ["blue"], ["red", "green"]],
    "since": [EARLY, LATE],
    "last": [None, EARLY, LATE],
    "deadline": [None, EARLY, LATE],
    "number": [1, 99],
    "attempts": [{}, {"1a": 9}, {"1a": 1, "9z": 1}],
    "queues": [{}, {"red": OTHER}, {"blue": OTHER}],
    "missed": [{}, {"green": 0}, {"green": 9}, {"red": 1}],
    "holiday": [{}, {"red": 0, "green": 0, "blue": 0}, {"red": 10**6, "green": 10**6, "blue": 10**6}],
    "grace_used": [True, False],
    "fresh": [0, 9],
    "paused": [None, {"since": EARLY, "left": 60, "holiday": False}],
    "was_paused": [True, False],
    "absent": [[], ["red"]],
    "retry": [None, "live", "stored"],
    "tries": [0, 3],
    "unread": [{}, {"red": OTHER}],
    "put_back": [[], ["blue"], ["red", "green", "blue"]],
    "resigned": [{"red": LATE}],
    "away": [True],
    "given": [{"red": 60}],
    "gift": [60],
    "muted": [{"red": LATE}],
    "votes": [{"red": "DRAW"}, {"blue": "NONE"}],
    "epochs": [{}, {"green": 0}, {"green": 9}, {"green": 1, "red": 1}],
    "numbers": [{}, {"red": 1}, {"red": 10**14, "green": 10**14, "blue": 10**14}],
    "noted": [{}, {"red": OTHER}, {"blue": OTHER}],
    "key": [None, "cd" * 32],
}  # fmt: skip
"""What a field is made to say; what it says anyway is passed over."""


def _story(folder: Path, sealed: bool) -> League:
    """A game in which most fields of the clock say something."""
    story = small(folder, "holiday: 10d\ngrace: 6h\ndrop_after: 2\n", blue=True, sealed=sealed).start()
    story.writes("red", "MOVE B2 E / PASS").writes("blue", "PASS / PASS").run(1)
    story.undo(2, "1a")
    story.run(30)  # red's orders waited for the deadline, and what is left of them goes on to wait
    story.run(60)  # green gets grace,
    story.run(62)  # and misses the deadline
    story.writes("blue", "MOVE B2 N").run(63)  # it fails, and blue gets a fresh deadline
    story.pause(64)
    story.resume(65)
    story.writes("green", "PASS")
    if sealed:
        story.renew("green", 66)
    story.extend(67, 5)
    return story


@pytest.fixture(scope="module", params=["open", "sealed"])
def _told(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, MASTER.hex())
        return _story(tmp_path_factory.mktemp(request.param), request.param == "sealed").root


@pytest.fixture
def told(_told: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("CI", raising=False)  # where the words of a difference are not printed
    monkeypatch.setenv(VARIABLE, MASTER.hex())
    return copied(_told, tmp_path)


def test_no_field_is_forgotten() -> None:
    assert [*EDITS] == [*Clock.__struct_fields__]


def test_the_game_of_these_tests_is_as_committed(told: Path) -> None:
    done = verify(told)
    assert done.status == 0, done.err


@pytest.mark.by_day(2, ci=12)
@pytest.mark.parametrize("field", EDITS)
def test_a_field_that_was_edited_is_named(told: Path, field: str) -> None:
    file = told / CLOCK
    clock = api.convert(api.read_program(file.read_bytes(), CLOCK), Clock)
    values = schema.plain(clock)
    for other in EDITS[field]:
        edited = api.convert(api.read_program(api.dump(values | {field: other}).encode(), CLOCK), Clock)
        if edited == clock:
            continue
        file.write_text(api.dump(values | {field: other}))
        commit(told, "a small improvement")
        done = verify(told)
        assert done.status == 1, (field, other)
        assert re.search(rf"riot: {CLOCK}( in commit \w+ “a small improvement”)?: {field}\b", done.err), (
            done.err
        )
        git(told, "reset", "--quiet", "--hard", "HEAD~1")


KEPT = {
    "a higher epoch": (r"epochs: {green: 1}", "epochs: {green: 2}", "epochs.green: expected 1, found 2"),
    "a lower epoch": (r"epochs: {green: 1}", "epochs: {green: 0}", "epochs.green: expected 1, found 0"),
    "a higher number": (r"(numbers: {.*red: )\d+", r"\g<1>123456789", "numbers.red: expected "),
    "a file that was not noted": (r"(noted:\n(  .*\n)*?  green: ).*", rf"\g<1>{OTHER}", "noted.green: expected "),
}  # fmt: skip


@pytest.mark.parametrize(("old", "new", "words"), KEPT.values(), ids=KEPT)
def test_what_a_clock_says_of_keys_is_named_in_the_commit_of_a_record_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, words: str
) -> None:
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setenv(VARIABLE, MASTER.hex())
    story = _story(tmp_path, sealed=True)
    tamper(story.root, story.clock.number - 1, CLOCK, replaced(old, new))
    assert words in verify(story.root).err


def test_another_key_for_a_seat_is_believed_of_the_commit_that_says_so_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, MASTER.hex())
    story = small(tmp_path, sealed=True).start()
    story.writes("red", "PASS").renew("red", 1).renew("red", 2).renew("green", 3)
    assert verify(story.root).status == 0
    git(story.root, "commit", "--quiet", "--amend", "--message", "a small improvement")
    assert verify(story.root).status == 1


def test_orders_that_nobody_committed_leave_no_difference(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing tells the number of sealed orders that were used up before anybody committed them."""
    monkeypatch.setenv(VARIABLE, MASTER.hex())
    story = small(tmp_path, sealed=True).start()
    story.writes("red", "PASS").run(1)
    story.writes("green", "PASS").run(2)
    assert verify(story.root).status == 0
    assert at(2) == story.clock.since
