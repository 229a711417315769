"""What the sample of DNA must show its reader, counted from the records of the turns that were played."""

from __future__ import annotations

from typing import Any

import pytest

from genetess_cli.rules.base import PUBLIC
from genetess_cli.rules.dna.scoring import BONUSES
from genetess_cli.store.records import Record
from tests.playthroughs.conftest import Played

Event = dict[str, Any]

pytestmark = pytest.mark.parametrize("played", ["spiral"], indirect=True)


def _events(played: Played, kind: str) -> list[tuple[Record, Event]]:
    return [(record, event) for record in played.records for event in record.events if event["kind"] == kind]


def _orders(played: Played) -> list[str]:
    return [record.order for record in played.records if record.order and record.outcome == "done"]


def test_four_play_to_the_end_and_their_archives_are_counted(played: Played) -> None:
    view = played.game.ruleset.view(played.game.position, PUBLIC)
    assert len(view.players) == 4
    assert view.result
    best = max(view.result.scores.values())
    assert [seat for seat, score in view.result.scores.items() if score == best] == view.result.winners


def test_every_bonus_is_scored(played: Played) -> None:
    strands = [strand for _, event in _events(played, "counted") for strand in event["strands"]]
    assert {bonus for strand in strands for bonus in strand.get("bonuses", ())} == {*BONUSES}
    assert any(not strand.get("bonuses") for strand in strands)


def test_pieces_mutate_in_both_ways_and_in_several_steps(played: Played) -> None:
    altered = [event for _, event in _events(played, "altered")]
    assert any(event["piece"]["size"] != event["to"]["size"] for event in altered)
    assert any(event["piece"]["colour"] != event["to"]["colour"] for event in altered)
    numbers = [record.number for record, _ in _events(played, "altered")]
    assert len(numbers) > len(set(numbers))


def test_pieces_are_captured_and_placed_from_pools_and_archives(played: Played) -> None:
    for kind in ("captured", "placed"):
        assert {bool(event.get("archive")) for _, event in _events(played, kind)} == {True, False}


def test_some_score_first_and_some_mutate_first(played: Played) -> None:
    orders = [order.upper() for order in _orders(played)]
    both = [order for order in orders if "MUTATE" in order and "SCORE" in order]
    first = {order.index("MUTATE") < order.index("SCORE") for order in both}
    assert first == {True, False}


def test_the_pools_run_out_within_a_round_and_the_others_have_an_extra_turn(played: Played) -> None:
    # ruling D12
    ((record, _),) = _events(played, "ran out")
    placed = [event["seat"] for later, event in _events(played, "placed") if later.number > record.number]
    assert placed == ["green", "blue", "yellow"]


def test_orders_are_stored_starred_missed_and_refused(played: Played) -> None:
    stored = [record for record in played.records if record.source == "stored"]
    at_once = [record for record in stored if played.records[record.number - 1].at == record.at]
    assert at_once, "none was starred"
    assert len(at_once) < len(stored), "none waited for its deadline"
    assert any(record.outcome == "timed out" for record in played.records)
    assert any(record.order == "HOLIDAY" for record in played.records)
    failed = [record for record in played.records if record.outcome == "failed"]
    assert any("strands" in (played.setup.terms.reason(record) or "") for record in failed)
