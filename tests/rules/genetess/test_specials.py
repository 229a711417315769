"""The parameters of special squares: what a GM may write for each type, what is refused, and what players read."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genetess_cli.rules import codec, genetess
from genetess_cli.rules.base import Seat
from genetess_cli.rules.board import Square
from genetess_cli.rules.genetess.game import Game, Settings
from genetess_cli.rules.genetess.setup import Board
from genetess_cli.rules.genetess.specials import ALL, NAMES, SPECIALS
from genetess_cli.store.yaml import write
from tests.kit.shares import examples

MAP = "#####\n#.+.#\n#...#\n#####\n"
STARTS = {"K1": {"B2": "K"}, "K2": {"D3": "K"}}
SEATS = [Seat("red", "red", "K1"), Seat("green", "green", "K2")]


def _board(*specials: dict[str, Any]) -> Board:
    return Board(MAP, STARTS, list(specials))


def _faults(**given: Any) -> dict[tuple[str | int, ...], str]:
    """The faults of one special on C2, by the keys below it."""
    found = genetess.faults(Settings(), _board({"at": "C2", **given}), SEATS)
    assert all(fault.path[:3] == ("board", "specials", 0) for fault in found)
    return {fault.path[3:]: fault.message for fault in found}


def _opening(*specials: dict[str, Any]) -> Game:
    return genetess.opening(Settings(), _board(*specials), SEATS)


GOOD: list[tuple[str, dict[str, Any], str]] = [
    ("S1", {"amount": 5}, "5 E for each K you have"),
    ("S1", {"amount": 1_000_000}, "1000000 E for each K you have"),
    ("S2", {"percent": 10, "of": "own"}, "10% of your own E for each K you have"),
    ("S2", {"percent": 1000, "of": "all"}, "1000% of the E of all players for each K you have"),
    ("S3", {"target": "d3"}, "Puts a copy of the piece here on D3"),
    ("S4", {"codes": "b", "max": "bbb"}, "Adds B to the piece here, up to BBB"),
    ("S4", {"codes": "random"}, "Adds a random code to the piece here"),
    ("S4", {"codes": "random", "max": "BBB"}, "Adds a random code to the piece here, up to BBB"),
    ("S5", {}, "Shows the whole map"),
    ("S6", {"squares": ["B3", "C3"]}, "Kills what stands on B3, C3"),
    ("S8", {"targets": ["b3"]}, "Sends the piece to B3"),
    ("S8", {"targets": ["B3", "C3"]}, "Sends the piece to one of B3, C3"),
    ("S10", {"walls": ["C2"]}, "Opens the interior wall on C2"),
    ("S10", {"random": 1}, "Opens 1 interior wall at random"),
    ("S10", {"random": 100}, "Opens 100 interior walls at random"),
    ("S12", {"amount": 0}, "All your enemies lose 0 E"),
    ("S12", {"percent": 10}, "All your enemies lose 10% of their E"),
    ("S22", {}, "Makes Kings of the pieces nearest to the starts"),
]


@pytest.mark.parametrize(("type_", "parameters", "text"), GOOD)
def test_what_players_read_is_made_of_the_parameters(
    type_: str, parameters: dict[str, Any], text: str
) -> None:
    assert _faults(type=type_, **parameters) == {}
    special = _opening({"at": "C2", "type": type_, **parameters}).specials[Square.named("C2")]
    assert (special.type, special.text) == (type_, text)


def test_squares_and_codes_are_kept_as_everything_else_writes_them() -> None:
    game = _opening(
        {"at": "c2", "type": "S8", "targets": ["b3", "C3"]}, {"at": "B3", "type": "S4", "codes": "cb"}
    )
    assert game.specials[Square.named("C2")].details == {"targets": ["B3", "C3"]}
    assert game.specials[Square.named("B3")].details == {"codes": "BC"}


@pytest.mark.parametrize("type_", NAMES)
def test_every_type_has_its_parameters(type_: str) -> None:
    without = not SPECIALS[type_].parameters
    assert (_faults(type=type_) == {}) == without


@pytest.mark.parametrize(
    ("given", "path", "words"),
    [
        ({"type": "S1", "amount": "banana", "targt": "ZZ9"}, ("amount",), "a whole number from 0 to 1,000,000"),
        ({"type": "S1", "amount": "banana", "targt": "ZZ9"}, ("targt",), "S1 has no 'targt'"),
        ({"type": "S3", "targt": "B3"}, ("targt",), "S3 has no 'targt'; it takes target"),
        ({"type": "S3", "targt": "B3"}, (), "S3 needs `target:`"),
        ({"type": "S5", "zzz": 5}, ("zzz",), "it takes no parameters"),
        ({"type": "S1", "amount": 5, "qqq": 5}, ("qqq",), "it takes amount"),
        ({"type": "S1", "amount": 1.5}, ("amount",), "a whole number"),
        ({"type": "S1", "amount": True}, ("amount",), "a whole number"),
        ({"type": "S1", "amount": None}, ("amount",), "a whole number"),
        ({"type": "S1", "amount": -1}, ("amount",), "from 0"),
        ({"type": "S1", "amount": 1_000_001}, ("amount",), "to 1,000,000"),
        ({"type": "S1", "amount": 10**30}, ("amount",), "to 1,000,000"),
        ({"type": "S2", "percent": 1001, "of": "own"}, ("percent",), "to 1,000"),
        ({"type": "S2", "percent": 10, "of": "mine"}, ("of",), "own or all, not 'mine'"),
        ({"type": "S2", "percent": 10, "of": ["own"]}, ("of",), "own or all, not a list"),
        ({"type": "S2", "percent": 10}, (), "S2 needs `of:`"),
        ({"type": "S3", "target": 7}, ("target",), "7 is no square"),
        ({"type": "S3", "target": "ZZ9"}, ("target",), "off the map"),
        ({"type": "S3", "target": "A1"}, ("target",), "exterior wall"),
        ({"type": "S4", "codes": "B1"}, ("codes",), "no genetic codes"),
        ({"type": "S4", "codes": "ß"}, ("codes",), "no genetic codes"),
        ({"type": "S4", "codes": ""}, ("codes",), "no genetic codes"),
        ({"type": "S4", "codes": False}, ("codes",), "in quotes"),
        ({"type": "S4", "codes": "B" * 201}, ("codes",), "no genetic codes"),
        ({"type": "S4", "codes": "B", "max": 3}, ("max",), "no genetic codes"),
        ({"type": "S4", "codes": "B", "max": "CC"}, ("max",), "only what `codes` adds"),
        ({"type": "S6", "squares": []}, ("squares",), "1 to 200 squares"),
        ({"type": "S6", "squares": ["B2"] * 201}, ("squares",), "1 to 200 squares"),
        ({"type": "S6", "squares": "B2"}, ("squares",), "a list of"),
        ({"type": "S6", "squares": ["B2", {}]}, ("squares",), "a mapping is no square"),
        ({"type": "S8", "targets": ["B2", "E4"]}, ("targets",), "E4 is exterior wall"),
        ({"type": "S4", "codes": "RANDOM"}, ("codes",), "in small letters"),
        ({"type": "S10"}, (), "S10 needs `walls:` or `random:`"),
        ({"type": "S10", "walls": ["C2"], "random": 2}, ("random",), "not both"),
        ({"type": "S10", "random": 0}, ("random",), "from 1 to 100"),
        ({"type": "S10", "random": 101}, ("random",), "from 1 to 100"),
        ({"type": "S12", "amount": 1, "percent": 1}, ("percent",), "not both"),
        ({"type": "S5", "text": "two\nlines"}, ("text",), "one line"),
        ({"type": "S5", "text": "x" * 201}, ("text",), "at most 200"),
        ({"type": "S5", "text": ["x"]}, ("text",), "one line"),
        ({"type": "S5", "text": "\x1b[2J"}, ("text",), "printable"),
        ({"type": "s5"}, ("type",), f"one of {ALL}, not 's5'"),
        ({}, (), "a special needs `type:`"),
        ({"type": "S3", "target": None}, ("target",), "nothing is no square"),
    ],
)  # fmt: skip
def test_a_fault_of_a_special(given: dict[str, Any], path: tuple[str, ...], words: str) -> None:
    found = _faults(**given)
    assert path in found
    assert words in found[path]


@pytest.mark.parametrize("codes", ["random", "ADMNOR", "admnor", "CBA", "ROD"])
def test_codes_that_look_like_no_misspelt_word_are_codes(codes: str) -> None:
    assert not _faults(type="S4", codes=codes)


_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4)
    | st.sampled_from(["B2", "C3", "A1", "random", "own", "BB", 5, 100]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=2), inner, max_size=2),
    max_leaves=3,
)  # fmt: skip
_keys = st.sampled_from(
    [*sorted({name for each in SPECIALS.values() for name in each.parameters}), "text", "x"]
)


@settings(max_examples=examples(200))
@given(st.sampled_from(list(NAMES)), st.dictionaries(_keys, _values, max_size=3))
def test_any_parameters_are_at_fault_or_can_be_saved(type_: str, parameters: dict[str, Any]) -> None:
    if not _faults(type=type_, **parameters):
        game = _opening({"at": "C2", "type": type_, **parameters})
        assert codec.load(genetess.RULES, Settings(), codec.dump(game)) == game
        write.dump(codec.dump(game))
