"""What the sample of round 0 and of all specials must show its reader, counted from the records of the turns."""

from __future__ import annotations

from typing import Any

import pytest

from genetess_cli.rules.genetess.specials import SPECIALS
from genetess_cli.store.records import Record
from tests.kit.reading import board_of
from tests.playthroughs.conftest import Played

Event = dict[str, Any]

WHAT_IT_DOES: dict[str, Event] = {
    "S1": {"kind": "earned", "why": "S1"},
    "S2": {"kind": "earned", "why": "S2"},
    "S3": {"kind": "created"},
    "S4": {"kind": "mutated", "why": "S4"},
    "S5": {"kind": "overviewed", "how": "plain"},
    "S6": {"kind": "destroyed"},
    "S7": {"kind": "destroyed"},
    "S8": {"kind": "displaced"},
    "S9": {"kind": "mutated", "why": "S9"},
    "S10": {"kind": "wall opened"},
    "S11": {"kind": "earned", "why": "S11"},
    "S12": {"kind": "paid", "why": "S12"},
    "S13": {"kind": "shifted"},
    "S14": {"kind": "mutated", "why": "S14"},
    "S15": {"kind": "converted"},
    "S16": {"kind": "shifted"},
    "S17": {"kind": "revealed", "special": "S17"},
    "S18": {"kind": "revealed", "special": "S18"},
    "S19": {"kind": "destroyed"},
    "S20": {"kind": "displaced"},
    "S21": {"kind": "wall closed"},
    "S22": {"kind": "mutated", "why": "S22", "gained": "K"},
}


pytestmark = pytest.mark.parametrize("played", ["sideshow"], indirect=True)


@pytest.fixture
def sideshow(played: Played) -> Played:
    return played


def _events(sideshow: Played, kind: str) -> list[tuple[Record, Event]]:
    return [
        (record, event) for record in sideshow.records for event in record.events if event["kind"] == kind
    ]


def _out_at(sideshow: Played) -> dict[str, int]:
    """Each eliminated seat, and the number of the record that eliminated it, in the order of that."""
    return {event["seat"]: record.number for record, event in _events(sideshow, "eliminated")}


def _fired(record: Record) -> list[str]:
    """The specials that a turn set off, in the order in which they fired."""
    return [event["special"] for event in record.events if event["kind"] == "fired"]


def _in_one_turn(sideshow: Played, *specials: str) -> bool:
    """Whether some turn set off the specials directly one after the other."""
    return any(
        tuple(fired[index : index + len(specials)]) == specials
        for fired in map(_fired, sideshow.records)
        for index in range(len(fired))
    )


# The board


def test_every_type_of_special_is_on_the_board(sideshow: Played) -> None:
    assert {special["type"] for special in board_of(sideshow.setup).specials} == {*SPECIALS}


def test_a_quarter_turn_gives_the_same_map_and_takes_each_start_to_the_next(sideshow: Played) -> None:
    rows = board_of(sideshow.setup).map.splitlines()
    assert rows == ["".join(column)[::-1] for column in zip(*rows, strict=True)]
    starts = board_of(sideshow.setup).starts
    assert len({tuple(sorted(start.values())) for start in starts.values()}) == 1


@pytest.mark.parametrize("special", SPECIALS)
def test_a_special_fires_and_something_comes_of_it(sideshow: Played, special: str) -> None:
    def does(event: Event) -> bool:
        return WHAT_IT_DOES[special].items() <= event.items()

    def shows(record: Record) -> bool:
        # An S5 is looked at as every turn begins, without being set off.
        since = 0 if SPECIALS[special].always else _place(record, special)
        return since is not None and any(does(event) for event in record.events[since:])

    assert any(map(shows, sideshow.records))


def _place(record: Record, special: str) -> int | None:
    """Where among a turn's events the special fired, if it did."""
    kinds = [(event["kind"], event.get("special")) for event in record.events]
    return kinds.index(("fired", special)) if ("fired", special) in kinds else None


# Round 0


def test_start_order_and_colour_are_gambled_for(sideshow: Played) -> None:  # ruling G39
    assert {bid["prize"] for _, event in _events(sideshow, "gambled") for bid in event["bids"]} == {
        "start",
        "order",
        "colour",
    }
    assert [record.turn for record in sideshow.records[:6]] == ["0", "0", "0", "0", "0", "1a"]


def test_equal_stakes_are_decided_by_a_draw(sideshow: Played) -> None:  # ruling G39
    (tie,) = [draw for draw in sideshow.records[4].draws if "at 3 E" in draw["what"]]
    assert tie["of"] == 2
    assert [event["seat"] for _, event in _events(sideshow, "allotted") if event["stake"] == 3] == [
        "p1",
        "p2",
    ]


def test_a_bid_is_lost_and_paid_all_the_same(sideshow: Played) -> None:  # ruling G39
    lost = [
        event
        for _, event in _events(sideshow, "allotted")
        if event["prize"] == "colour" and event["preferences"] and event["got"] != event["preferences"][0]
    ]
    assert [(event["seat"], event["stake"], event["got"]) for event in lost] == [("p1", 2, "blue")]


def test_who_does_not_care_or_is_timed_out_gets_what_is_left(sideshow: Played) -> None:  # ruling G39
    assert any("don't care" in (record.order or "") for record in sideshow.records[:5])
    assert (sideshow.records[4].seat, sideshow.records[4].outcome) == ("p4", "timed out")
    lots = [
        event["prize"] for _, event in _events(sideshow, "allotted") if event["seat"] == "p4" and event["lot"]
    ]
    assert lots == ["start", "order", "colour"]


def test_the_gambles_decide_on_letters_and_colours(sideshow: Played) -> None:  # ruling G40
    players = sideshow.game.ruleset.view(sideshow.game.position, "#referee").players
    assert list(players) == ["p1", "p2", "p4", "p3"]
    assert len({player.colour for player in players.values()}) == 4


# Kings


def test_a_king_is_duplicated(sideshow: Played) -> None:  # ruling G32
    copied = [
        event["piece"]["codes"] for record, event in _events(sideshow, "created") if "S3" in _fired(record)
    ]
    assert "DK" in copied


def test_a_crown_of_the_monkeys_costs_its_owner_the_game(sideshow: Played) -> None:  # rulings G31, G41
    crowned = {
        event["at"]
        for _, event in _events(sideshow, "mutated")
        if (event["why"], event["gained"]) == ("S22", "K")
    }
    fatal = sideshow.records[_out_at(sideshow)["p1"]]
    assert next(event["at"] for event in fatal.events if event["kind"] == "taken") in crowned


def test_three_are_eliminated_two_of_them_by_a_ronin_of_the_first(sideshow: Played) -> None:  # ruling G41
    assert [(event["seat"], event["by"]) for _, event in _events(sideshow, "eliminated")] == [
        ("p2", "p1"),
        ("p1", "p2"),
        ("p3", "p2"),
    ]


def test_orphans_are_converted_by_another_and_by_a_ronin_of_their_own(sideshow: Played) -> None:  # ruling G22
    out = _out_at(sideshow)
    by_another = [
        event
        for record, event in _events(sideshow, "converted")
        if (record.order or "").startswith("CONVERT") and record.number > out[event["piece"]["owner"]]
    ]
    revived = [event for _, event in _events(sideshow, "mutated") if event["why"] == "convert"]
    assert {event["to"] for event in by_another} == {"p4"}
    assert {(event["piece"]["owner"], event["gained"]) for event in revived} == {("p1", "P"), ("p2", "P")}


# Turns


def test_between_60_and_90_records_tell_the_game(sideshow: Played) -> None:
    assert 60 <= len(sideshow.records) <= 90


def test_deadlines_are_missed_in_round_0_and_later(sideshow: Played) -> None:
    late = [record.turn for record in sideshow.records if record.outcome == "timed out"]
    assert "0" in late
    assert len(late) >= 3
    assert all(record.source == "timeout" for record in sideshow.records if record.outcome == "timed out")


def test_a_starred_order_goes_at_once_and_another_waits_for_the_deadline(sideshow: Played) -> None:
    stored = [record for record in sideshow.records if record.source == "stored"]
    at_once = [record for record in stored if sideshow.records[record.number - 1].at == record.at]
    assert at_once
    assert len(at_once) < len(stored)


def test_an_order_fails_in_the_fog_and_another_because_the_board_has_changed(
    sideshow: Played,
) -> None:  # ruling G44
    reasons = [
        sideshow.setup.terms.reason(record) for record in sideshow.records if record.outcome == "failed"
    ]
    assert reasons == ["Something that you cannot see was in the way.", "You have no piece on J6."]


@pytest.mark.parametrize(
    "chain", [("S8", "S7"), ("S15", "S20"), ("S20", "S6"), ("S3", "S16", "S20")], ids="-".join
)
def test_one_special_leads_to_another(sideshow: Played, chain: tuple[str, ...]) -> None:  # rulings G28, G29
    assert _in_one_turn(sideshow, *chain)


def test_specials_that_a_rockfall_buried_are_moved_into_the_open(
    sideshow: Played,
) -> None:  # rulings G33, G37
    fallen = {event["at"] for _, event in _events(sideshow, "wall closed")}
    moved = {event["at"] for record, event in _events(sideshow, "shifted") if "S13" in _fired(record)}
    assert len(fallen & moved) >= 5


# The end


def test_the_game_ends_with_one_player_left_and_is_won_by_another(sideshow: Played) -> None:  # ruling G42
    result = sideshow.game.ruleset.view(sideshow.game.position, "#referee").result
    assert result is not None
    assert (result.winners, result.survivor) == (["p2"], "p4")
    assert result.scores == {"p1": 11, "p2": 20, "p3": 2, "p4": 3}
    assert next(iter(_out_at(sideshow))) == "p2", "the winner was the first to be eliminated"


def test_nothing_is_due_any_more(sideshow: Played) -> None:
    clock = sideshow.game.clock
    assert clock is not None
    assert (clock.phase, clock.to_move, clock.deadline) == ("finished", (), None)
