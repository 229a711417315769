"""What the sample of Genie of the Lamp must show its reader, counted from the records of the turns that were played."""

from __future__ import annotations

from typing import Any

import chess
import pytest

from genetess_cli.rules.base import PUBLIC
from genetess_cli.rules.genie.board import STEPS
from genetess_cli.rules.genie.game import SEATS, other
from genetess_cli.store.records import Record
from tests.playthroughs.conftest import Played

Event = dict[str, Any]

pytestmark = pytest.mark.parametrize("played", ["wishes"], indirect=True)


def _events(played: Played, kind: str) -> list[tuple[Record, Event]]:
    return [(record, event) for record in played.records for event in record.events if event["kind"] == kind]


def _moves(played: Played) -> list[Event]:
    return [event for _, event in _events(played, "moved")]


def test_it_is_played_to_mate(played: Played) -> None:
    view = played.game.ruleset.view(played.game.position, PUBLIC)
    assert view.result
    assert view.result.winners == ["white"]
    assert _moves(played)[-1]["san"][-1] == "#"


def test_both_genies_enter_and_both_capture_and_are_captured(played: Played) -> None:
    # rulings L1 and L2
    entered = [move["seat"] for move in _moves(played) if move["start"] == move["end"]]
    assert sorted(entered) == sorted(SEATS)
    by_genies = [move["seat"] for move in _moves(played) if move["san"].startswith("Gx")]
    assert {*by_genies} == {*SEATS}
    taken = [event["seat"] for _, event in _events(played, "took") if event["piece"] == "G"]
    assert {*taken} == {*SEATS}


def test_a_genie_leaps_twice(played: Played) -> None:
    # ruling L3
    assert any(
        not STEPS[chess.parse_square(move["start"])] & chess.BB_SQUARES[chess.parse_square(move["end"])]
        for move in _moves(played)
        if move["piece"] == "G" and move["start"] != move["end"]
    )


def test_a_captured_genie_comes_again_by_promotion(played: Played) -> None:
    # ruling L4
    ((record, promoted),) = [each for each in _events(played, "moved") if "=" in each[1]["san"]]
    assert promoted["became"] == "G"
    assert any(
        taken.number < record.number and event["seat"] == other(promoted["seat"])
        for taken, event in _events(played, "took")
        if event["piece"] == "G"
    )


def test_both_castle_and_give_check(played: Played) -> None:
    assert {move["seat"] for move in _moves(played) if move["san"].startswith("O-O")} == {*SEATS}
    assert any(move["san"].startswith("G") and move["san"].endswith("+") for move in _moves(played))


def test_a_draw_is_offered_and_declined(played: Played) -> None:
    # ruling L5
    ((record, offer),) = _events(played, "offered")
    later = [event["seat"] for each, event in _events(played, "moved") if each.number > record.number]
    assert later[:2] == [offer["seat"], "white"]
    assert not _events(played, "accepted")


def test_orders_are_stored_starred_and_refused(played: Played) -> None:
    stored = [record for record in played.records if record.source == "stored"]
    at_once = [record for record in stored if played.records[record.number - 1].at == record.at]
    assert at_once, "none was starred"
    assert len(at_once) < len(stored), "none waited for its deadline"
    assert any(record.order == "HOLIDAY" for record in played.records)
    reasons = [
        played.setup.terms.reason(record) or "" for record in played.records if record.outcome == "failed"
    ]
    assert any("captured" in reason for reason in reasons)
    assert any("queen" in reason for reason in reasons)


def test_moves_are_written_in_several_ways(played: Played) -> None:
    # ruling L6
    orders = {record.order for record in played.records if record.order}
    assert {"b7c6", "fg3", "O-O"} <= {order.removeprefix("* ") for order in orders}
