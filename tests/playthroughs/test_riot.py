"""What the sample of the actions must show its reader, counted from the records of the turns that were played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from genetess_cli.rules.genetess.actions import ACTIONS
from genetess_cli.store.records import Record
from tests.kit.reading import board_of, said
from tests.playthroughs.conftest import Played

Event = dict[str, Any]


pytestmark = pytest.mark.parametrize("played", ["riot"], indirect=True)


@pytest.fixture
def riot(played: Played) -> Played:
    return played


def _events(riot: Played, kind: str) -> list[tuple[Record, Event]]:
    return [(record, event) for record in riot.records for event in record.events if event["kind"] == kind]


def _done(riot: Played) -> list[tuple[Record, str]]:
    return [(record, record.order) for record in riot.records if record.order and record.outcome == "done"]


def _out_at(riot: Played) -> dict[str, int]:
    """Each eliminated seat, and the number of the record that eliminated it."""
    return {event["seat"]: record.number for record, event in _events(riot, "eliminated")}


def _puts(record: Record) -> Iterator[str]:
    """The squares on which pieces came to rest in a turn."""
    for event in record.events:
        if event["kind"] in ("displaced", "swapped"):
            yield event["to"]
        if event["kind"] in ("created", "swapped"):
            yield event["at"]


def test_the_board_is_at_least_18_by_18_for_four_players(riot: Played) -> None:
    view = riot.game.ruleset.view(riot.game.position, "#referee")
    assert view.board.columns >= 18  # type: ignore[attr-defined]
    assert view.board.rows >= 18  # type: ignore[attr-defined]
    assert len(view.players) == 4


def test_the_map_is_fair(riot: Played) -> None:
    """A quarter turn gives the same map, and takes each start to the next."""
    rows = board_of(riot.setup).map.splitlines()
    turned = ["".join(column)[::-1] for column in zip(*rows, strict=True)]
    assert rows == turned
    assert len({tuple(sorted(start.values())) for start in board_of(riot.setup).starts.values()}) == 1


def test_every_action_is_done_and_one_pass(riot: Played) -> None:
    assert {order.split()[0] for _, order in _done(riot)} >= {*ACTIONS, "PASS"}


def test_more_than_25_turns_are_played(riot: Played) -> None:
    assert len({record.turn for record, _ in _done(riot)}) >= 25


def test_pieces_are_taken_by_and_from_several(riot: Played) -> None:
    taken = [event for _, event in _events(riot, "taken")]
    assert len(taken) >= 5
    assert len({event["by"] for event in taken}) >= 3
    assert len({event["piece"]["owner"] for event in taken}) >= 3


def test_a_king_is_taken_and_its_e_digested(riot: Played) -> None:
    (record, event) = _events(riot, "eliminated")[0]
    assert any(taken["kind"] == "taken" and "K" in taken["piece"]["codes"] for taken in record.events)
    assert any(
        earned["kind"] == "earned" and earned["why"] == "digest" and earned["seat"] == event["by"]
        for earned in record.events
    )


def test_a_ronin_acts_and_takes_after_its_owners_elimination(riot: Played) -> None:
    after = [
        record for record, _ in _done(riot) if record.number > _out_at(riot).get(record.seat or "", 10**6)
    ]
    assert len(after) >= 5
    assert any(event["kind"] == "taken" for record in after for event in record.events)


def test_an_orphan_is_converted(riot: Played) -> None:
    record, event = _events(riot, "converted")[0]
    assert record.number > _out_at(riot)[event["piece"]["owner"]]


def test_a_phased_piece_is_bumped_into_and_the_order_fails(riot: Played) -> None:
    bumps = [record for record, event in _events(riot, "surfaced") if event.get("bumped")]
    assert any(record.outcome == "failed" and record.problems for record in bumps)


def test_the_same_seat_moves_again_after_a_failed_order(riot: Played) -> None:
    failed = [record for record in riot.records if record.outcome == "failed"]
    assert len(failed) >= 2
    for record in failed:
        assert (riot.records[record.number + 1].seat, riot.records[record.number + 1].turn) == (
            record.seat,
            record.turn,
        )


def test_a_deadline_is_missed(riot: Played) -> None:
    assert any(record.outcome == "timed out" and record.source == "timeout" for record in riot.records)


def test_starred_orders_go_at_once_and_others_wait_for_the_deadline(riot: Played) -> None:
    stored = [record for record in riot.records if record.source == "stored"]
    same_hour = [record for record in stored if riot.records[record.number - 1].at == record.at]
    assert same_hour, "none was starred"
    assert len(same_hour) < len(stored), "none waited for its deadline"


def test_a_holiday_suspends_the_game_with_orders_stored_behind_it(riot: Played) -> None:
    last, pause = riot.records[-2:]
    assert (last.order, last.outcome) == ("HOLIDAY", "done")
    assert said(pause).get("desk") == "pause"
    clock = riot.game.clock
    assert clock is not None
    assert (clock.phase, clock.to_move) == ("suspended", (last.seat,))
    assert riot.game.queue_bytes(str(last.seat))


def test_something_is_drawn(riot: Played) -> None:
    assert any(record.draws for record in riot.records)


def test_no_piece_ever_rests_on_a_special(riot: Played) -> None:
    """What specials do comes later: it must not change this game."""
    specials = {special["at"] for special in board_of(riot.setup).specials}
    starts = {square for start in board_of(riot.setup).starts.values() for square in start}
    rested = starts.union(*(_puts(record) for record in riot.records))
    assert specials
    assert not rested & specials


def test_three_players_are_in_and_orders_are_stored(riot: Played) -> None:
    players = riot.game.ruleset.view(riot.game.position, "#referee").players
    assert [player.status for player in players.values()].count("in") == 3
    assert len([seat for seat in riot.game.file.seats if riot.game.queue_bytes(seat)]) >= 2
