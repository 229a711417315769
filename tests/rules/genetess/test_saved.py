"""Positions and events as plain data: what was saved loads, and what is none is refused with a ValueError."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genetess_cli.rules import codec, genetess
from genetess_cli.rules.base import plain
from genetess_cli.rules.board import Square
from genetess_cli.rules.genetess.events import Event
from genetess_cli.rules.genetess.game import Game, Settings
from tests.rules.genetess.cases import Loaded, drawn, read_order

_plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


def _game() -> Game:
    return drawn(
        "before:\n    #a.b+\n    .....\na: red AFR phased\nb: green K flare\nspecial C1 S5\nlit: green plain"
    )


def _data() -> dict[str, Any]:
    return codec.dump(_game())


def test_a_position_is_saved_as_a_map_and_lists_in_row_order() -> None:
    data = _data()
    assert data["map"] == "#...+\n.....\n"
    assert data["pieces"] == [
        {"at": "B1", "owner": "red", "codes": "AFR", "phased": True},
        {"at": "D1", "owner": "green", "codes": "K", "flare": True},
    ]
    assert [special["at"] for special in data["specials"]] == ["C1"]
    assert "result" not in data


def test_what_was_saved_loads() -> None:
    assert codec.load(genetess.RULES, Settings(), _data()) == _game()


def test_a_finished_game_loads_too() -> None:
    game = drawn("before:\n    ak\na: red A\nk: green K")
    over = genetess.play(game, "red", read_order("MOVE A1 E"), Loaded([])).game
    assert codec.load(genetess.RULES, Settings(), codec.dump(over)) == over


def _change(path: tuple[Any, ...], value: Any) -> Callable[[], dict[str, Any]]:
    def changed() -> dict[str, Any]:
        data = _data()
        place: Any = data
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value
        return data

    return changed


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        (_change(("map",), ""), "not of one length"),
        (_change(("map",), "...\n..\n"), "not of one length"),
        (_change(("map",), "\n"), "1 to 200 columns"),
        (_change(("map",), "#..x+\n.....\n"), "made of"),
        (_change(("pieces", 0, "at"), "A1"), "piece on A1"),
        (_change(("pieces", 0, "at"), "Z9"), "piece on Z9"),
        (_change(("pieces", 0, "at"), "?"), "name of a square"),
        (_change(("pieces", 0, "at"), 5), "expected Square"),
        (_change(("pieces", 0, "at"), "D1"), "two pieces"),
        (_change(("pieces", 0, "owner"), "pink"), "piece on B1"),
        (_change(("pieces", 0, "codes"), "BC"), "piece on B1"),
        (_change(("pieces", 0, "codes"), "BA"), "piece on B1"),
        (_change(("pieces", 0, "codes"), "ax"), "piece on B1"),
        (_change(("specials", 0, "at"), "Z9"), "special on Z9"),
        (_change(("specials", 0, "type"), "S99"), "special on C1"),
        (_change(("to_move",), "pink"), "pink is to move"),
        (_change(("round",), "x"), "Expected"),
        (_change(("players",), {f"p{index}": {"colour": "red"} for index in range(27)}), "at most 26"),
    ],
)
def test_what_is_no_position_is_refused(changed: Callable[[], dict[str, Any]], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        codec.load(genetess.RULES, Settings(), changed())


@given(st.sampled_from(sorted(_data())), _plain)
def test_any_change_to_a_saved_position_loads_or_is_refused(key: str, value: Any) -> None:
    try:
        game = codec.load(genetess.RULES, Settings(), _data() | {key: value})
    except ValueError:
        return
    assert codec.load(genetess.RULES, Settings(), codec.dump(game)) == game
    genetess.view(game, next(iter(game.players), "#public"))


@given(_plain)
def test_any_data_is_an_event_or_is_refused(data: Any) -> None:
    with pytest.raises(ValueError):
        codec.event(genetess.RULES, data)


def test_every_kind_of_event_has_its_own_name() -> None:
    names = [event.__struct_config__.tag for event in get_args(Event)]
    assert len(set(names)) == len(names)


def test_an_event_is_plain_and_leaves_defaults_out() -> None:
    game = _game()
    events = genetess.play(game, "red", read_order("MOVE B1 E"), Loaded([])).events
    assert plain(events[1]) == {
        "kind": "displaced", "at": "B1", "piece": {"owner": "red", "codes": "AFR"}, "to": "C1", "by": "red",
    }  # fmt: skip


def test_containers_of_any_kind_are_made_plain() -> None:
    assert plain((Square(0, 0), {Square(1, 1): [Square(2, 2)]})) == ["A1", {"B2": ["C3"]}]
