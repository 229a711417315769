"""A record played again: what the GM did, what was taken back, and how a difference is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeVar

import pytest
from msgspec.structs import replace

from genetess_cli.admin.verify.evidence import Differs, Evidence, difference
from genetess_cli.admin.verify.fold import Fold
from genetess_cli.admin.verify.games import Games
from genetess_cli.store.records import Acted, Played
from genetess_cli.store.seal.keyring import game_key_for
from genetess_cli.store.times import Time, to_time
from genetess_cli.turns.acts import GamePaused, PlayerDropped
from genetess_cli.turns.acts.back import Undone
from tests.kit.league import small

A = TypeVar("A", bound=Acted)


def _acted(kind: type[A], **fields: Any) -> A:
    """A record of what the GM did beside the orders."""
    said: dict[str, Any] = {
        "number": 2,
        "turn": "1b",
        "at": Time(to_time("2027-01-15T18:00:00Z")),
        "to_move": ("green",),
    }
    return kind(**(said | {"next": "1b", "rules_version": 1, **fields}))


@pytest.fixture
def played(tmp_path: Path) -> Fold:
    """A game in turn 1b: its start, and red's order."""
    story = small(tmp_path).start()
    story.writes("red", "MOVE B2 E").run(1)
    games = Games(story.league)
    life = games.life("riot")
    assert life
    evidence = Evidence(games.league, games.history, life, games.terms(life, game_key_for))
    evidence.collect()
    fold = Fold(evidence)
    for path in evidence.records:
        fold.add(fold.read(path), path)
    return fold


def test_what_the_gm_did_is_done_again_by_the_rules(played: Fold) -> None:
    before = played.stand
    played.add(_acted(GamePaused), "a record")
    after = played.stand
    assert (after.clock.turn, after.clock.to_move, after.clock.number) == ("1b", ("green",), 3)
    assert after.game == before.game
    earned = {"kind": "earned", "seat": "green", "amount": 5, "why": "income"}
    with pytest.raises(Differs, match=r"events\[0\]: expected nothing"):
        played.add(_acted(PlayerDropped, number=3, seat="green", events=[earned]), "a record")


def test_an_undo_goes_back_to_before_the_record_that_it_names(played: Fold) -> None:
    played.add(_acted(Undone, back_to=1, to_move=("red",), next="1a"), "a record")
    after = played.stand
    assert (after.clock.turn, after.clock.to_move) == ("1a", ("red",))
    assert after.game == played.states[1].game


def test_after_the_end_there_is_no_record_any_more(played: Fold) -> None:
    state = played.stand
    played.states[played.number] = replace(state, clock=replace(state.clock, to_move=()))
    record = Played(
        number=2,
        turn="1b",
        at=Time(to_time("2027-01-15T18:00:00Z")),
        rules_version=1,
        seat="green",
        source="live",
        order="PASS",
    )
    with pytest.raises(Differs, match="cannot be played again"):
        played.add(record, "a record")


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
