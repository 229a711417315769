"""A record played again: what the GM did, what was taken back, and how a difference is told."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from genetess_cli.admin.verify.replay import Standing, Unplayable, again, difference, opening
from genetess_cli.store.schema import RecordFile
from tests.kit.league import League, small


def _deed(number: int, **fields: Any) -> RecordFile:
    """A record of what the GM did beside the orders."""
    return msgspec.convert(
        {"number": number, "turn": "1b", "source": "gm", "outcome": "done", "at": "2026-11-24T18:00:00Z"}
        | {"to_move": ["green"], "next": "1b", "rules_version": 1, **fields},
        RecordFile,
    )


@pytest.fixture
def played(tmp_path: Any) -> tuple[League, list[Standing]]:
    """A game in turn 1b: its start, and red's order."""
    from genetess_cli.store import game

    story = small(tmp_path).start()
    story.writes("red", "MOVE B2 E").run(1)
    folder = game.load(story.league, "riot")
    stands = [opening(folder)]
    for record in game.load(story.league, "riot").records():
        expected, after = again(folder, stands, record)
        assert expected == record
        stands.append(after)
    return story, stands


def _again(played: tuple[League, list[Standing]], record: RecordFile) -> tuple[RecordFile, Standing]:
    from genetess_cli.store import game

    story, stands = played
    return again(game.load(story.league, "riot"), stands, record)


def test_what_the_gm_did_is_done_again_by_the_rules(played: tuple[League, list[Standing]]) -> None:
    record = _deed(2, desk="pause")
    expected, after = _again(played, record)
    assert expected == record
    assert (after.label, after.to_move, after.phase) == ("1b", ("green",), None)
    earned = {"kind": "earned", "seat": "green", "amount": 5, "why": "income"}
    expected, no_richer = _again(played, _deed(2, desk="drop", seat="green", events=[earned]))
    assert (expected.events, no_richer.game) == ([], after.game)


def test_an_undo_goes_back_to_before_the_record_that_it_names(played: tuple[League, list[Standing]]) -> None:
    expected, after = _again(played, _deed(2, desk="undo", back_to=1, to_move=["red"], next="1a"))
    assert (expected.next, expected.to_move) == ("1a", ("red",))
    assert after.game == played[1][1].game


@pytest.mark.parametrize("back_to", [2, 9])
def test_an_undo_of_what_cannot_be_taken_back_is_named(
    played: tuple[League, list[Standing]], back_to: int
) -> None:
    with pytest.raises(Unplayable, match=f"back_to: expected a number from 1 to 1, found {back_to}"):
        _again(played, _deed(2, desk="undo", back_to=back_to))


def test_after_the_end_there_is_no_record_any_more(played: tuple[League, list[Standing]]) -> None:
    story, stands = played
    over = (story, [*stands[:-1], replace(stands[-1], to_move=())])
    with pytest.raises(Unplayable, match="as the game is over"):
        _again(over, replace(_deed(2), seat="green", source="live", order="PASS"))


@pytest.mark.parametrize(
    ("expected", "found", "words"),
    [
        ({"a": 1}, {"a": 1}, None),
        ([1, 2], (1, 2), None),
        ({}, {}, None),
        ({"a": [{"b": 1}]}, {"a": [{"b": 2}]}, "a[0].b: expected 1, found 2"),
        ({"a": 1}, {}, "a: expected 1, found nothing"),
        ({}, {"a": None}, "a: expected nothing, found null"),
        ([1], [1, ""], '[1]: expected nothing, found ""'),
        ({"a": 1}, {"a": True}, "a: expected 1, found true"),
        ({"a": {}}, {"a": []}, "a: expected {}, found []"),
        (3, 4, "expected 3, found 4"),
        ("x" * 200, "y", f"expected {'x' * 119}…, found y"),
    ],
)
def test_the_first_difference_is_told_with_both_values(expected: Any, found: Any, words: str | None) -> None:
    assert difference(expected, found) == words
