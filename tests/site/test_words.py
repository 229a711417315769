"""Every kind of event, with every part of it hidden or shown, is a proper sentence for everybody."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any, get_args

import msgspec
import pytest

from genetess_cli.rules import RULESETS
from genetess_cli.rules.base import PUBLIC, REFEREE, Told
from genetess_cli.rules.board import Square
from genetess_cli.rules.dna.events import Event as DnaEvent
from genetess_cli.rules.genetess.events import Event
from genetess_cli.rules.genetess.game import Piece
from genetess_cli.rules.genie.events import Event as GenieEvent
from genetess_cli.rules.letters import strip_controls
from genetess_cli.rules.problems import join_words
from genetess_cli.rules.voice import Voice
from genetess_cli.site.games.sentences import sentence, sentences
from genetess_cli.site.words import duration_words

NAMES = {"red": "Ragnar", "green": "Gwen", "orange": "Olu"}
VIEWERS = ("red", "green", "orange", PUBLIC, REFEREE)
PIECES = (
    None,
    {"owner": "red", "codes": "AB"},
    {"owner": "red", "codes": None},
    {"owner": "orange", "codes": None},
    {"owner": "green", "codes": "K"},
)
VALUES: dict[Any, tuple[Any, ...]] = {Square: ("B2", None), Piece: PIECES, bool: (False, True)}
NAMED: dict[str, tuple[Any, ...]] = {
    "seat": ("red", "green"),
    "by": ("red", "green"),
    "owner": ("red", "green"),
    "survivor": ("red", "green", None),
    "winners": ([], ["red"], ["red", "green"], ["red", "green", "orange"]),
    "reason": ("only one player is left",),
    "why": (
        "income",
        "create",
        "digest",
        "radiate",
        "shield",
        "subsume",
        "divide",
        "transfer",
        "something new",
        "S1",
        "S4",
        "S9",
        "S12",
        "S14",
        "S22",
    ),
    "how": ("", "plain", "decoded"),
    "squares": (["B2"], ["B2", "C3"]),
    "special": ("S7", "S17", "S18"),
    "effects": (None,),
    "lost": ("", "B"),
    "gained": ("", "BBC"),
    "round": (1, 12),
    "points": (1, 10),
    "amount": (1, 12),
    "order": (["red", "green"], ["green", "orange", "red"]),
    "prize": ("start", "order", "colour"),
    "stake": (0, 3),
    "preferences": ([], ["K1"], ["1st", "2nd"]),
    "got": ("K1",),
    "bids": (
        [],
        [{"prize": "start", "stake": 3, "preferences": ["K1", "K2"]}],
        [
            {"prize": "start", "stake": 3, "preferences": ["K1"]},
            {"prize": "order", "stake": 0, "preferences": ["2nd"]},
        ],
    ),
}


def _told(event: type[Any]) -> Iterator[Told]:
    fields = [field for field in msgspec.structs.fields(event) if field.name != "kind"]
    hints = msgspec.inspect.type_info(event)
    assert isinstance(hints, msgspec.inspect.StructType)
    types = event.__annotations__ | {
        name: kind for base in event.__mro__ for name, kind in getattr(base, "__annotations__", {}).items()
    }
    choices = []
    for field in fields:
        kind = {"Square": Square, "Piece": Piece, "bool": bool}.get(str(types[field.name]))
        if field.name == "to" and kind is None:
            choices.append(("red", "green"))  # the new owner
        else:
            choices.append(VALUES[kind] if kind else NAMED[field.name])
    for values in product(*choices):
        facts = dict(zip((field.name for field in fields), values, strict=True))
        yield Told(str(event.__struct_config__.tag), facts)


@pytest.mark.parametrize("event", get_args(Event), ids=lambda event: str(event.__name__))
def test_every_event_is_a_sentence_however_much_of_it_is_hidden(event: type[Any]) -> None:
    for told in _told(event):
        for viewer in VIEWERS:
            text = sentence("genetess", told, Voice(viewer, NAMES))
            assert re.fullmatch(r"[A-Z][^{}\[\]_#]*[^ .]\.", text), text
            assert not re.search(r"None|null|\s\s|\byou was\b|\bYou was\b|you’s| ,", text), text


def test_every_event_of_the_rules_has_a_row() -> None:
    events = (*get_args(Event), *get_args(DnaEvent), *get_args(GenieEvent))
    rows = {kind for ruleset in RULESETS for kind in sentences(ruleset)}
    assert rows == {str(event.__struct_config__.tag) for event in events}


@pytest.mark.parametrize(
    ("kind", "facts", "viewer", "text"),
    [
        (
            "displaced",
            {"at": "B2", "to": "D2", "piece": {"owner": "red", "codes": "AB"}, "by": "red"},
            "red",
            "Your AB moved from B2 to D2.",
        ),
        (
            "displaced",
            {"at": "B2", "to": "D2", "piece": {"owner": "red", "codes": "AB"}, "by": "green"},
            "red",
            "Your AB was driven from B2 to D2.",
        ),
        (
            "displaced",
            {"at": "B2", "to": None, "piece": {"owner": "green", "codes": None}, "by": "green"},
            "red",
            "A green piece on B2 moved out of sight.",
        ),
        (
            "displaced",
            {"at": None, "to": "D2", "piece": {"owner": "orange", "codes": None}, "by": "orange"},
            "red",
            "An orange piece came into sight on D2.",
        ),
        (
            "taken",
            {"at": "D2", "piece": {"owner": "green", "codes": "K"}, "by": "red"},
            "red",
            "You took Gwen’s K on D2.",
        ),
        (
            "taken",
            {"at": "D2", "piece": {"owner": "green", "codes": "K"}, "by": "red"},
            "green",
            "Ragnar (red) took your K on D2.",
        ),
        (
            "eliminated",
            {"seat": "green", "by": "red"},
            "green",
            "You are out of the game: Ragnar (red) took your King.",
        ),
        (
            "ended",
            {"winners": ["red", "green"], "survivor": "orange", "reason": "only one player is left"},
            "green",
            "The game is over, only one player is left: Ragnar (red) and you share the win, "
            "and Olu (orange) survived.",
        ),
        (
            "ended",
            {"winners": ["red", "green"], "survivor": "green", "reason": "only one player is left"},
            "red",
            "The game is over, only one player is left: you and Gwen (green) share the win, "
            "and Gwen (green) survived.",
        ),
        (
            "ended",
            {"winners": ["green"], "survivor": "green", "reason": "only one player is left"},
            "red",
            "The game is over, only one player is left: Gwen (green) won.",
        ),
        ("scored", {"seat": "red", "points": 1}, "red", "You scored 1 point."),
        (
            "earned",
            {"seat": "red", "amount": 3, "why": "income"},
            "red",
            "Your turn began, with an income of 3 E.",
        ),
        (
            "a kind of a later version",
            {"at": "B2"},
            "red",
            "Something happened (a kind of a later version) on B2.",
        ),
    ],
)
def test_a_sentence_is_made_for_its_viewer(kind: str, facts: dict[str, Any], viewer: str, text: str) -> None:
    assert sentence("genetess", Told(kind, facts), Voice(viewer, NAMES)) == text


def test_what_turns_the_direction_of_text_is_left_out_of_names() -> None:
    assert strip_controls("Rag\u202enar\u2066\x00\x1b[2J") == "Ragnar[2J"
    assert strip_controls("👩\u200d🚀 שָׁלוֹם") == "👩\u200d🚀 שָׁלוֹם"


def test_lists_and_durations_are_for_people() -> None:
    assert join_words(["a"]) == "a"
    assert join_words(["a", "b", "c"]) == "a, b and c"
    assert (duration_words("3d"), duration_words("1h"), duration_words("90m")) == (
        "3 days",
        "1 hour",
        "90 minutes",
    )


def test_a_prize_that_a_lot_decided_says_so() -> None:
    facts = {
        "seat": "red",
        "prize": "order",
        "stake": 4,
        "preferences": ["1st", "2nd"],
        "got": "1st",
        "lot": False,
    }
    tied = sentence("genetess", Told("allotted", facts | {"tied": True}), Voice("green", NAMES))
    assert tied == (
        "Ragnar (red) got the 1st place in the order of play (for 4 E on 1st, 2nd, drawn among equal stakes)."
    )
    assert "drawn" not in sentence("genetess", Told("allotted", facts), Voice("green", NAMES))
    lost = sentence(
        "genetess", Told("allotted", facts | {"lot": True, "got": "3rd", "tied": True}), Voice("green", NAMES)
    )
    assert lost.endswith("got the 3rd place in the order of play (by lot; 4 E on 1st, 2nd won nothing).")


def test_a_prize_of_another_seats_is_told_without_its_stake() -> None:
    """Ruling G43."""
    facts = {"seat": "red", "prize": "order", "got": "1st"}
    assert (
        sentence("genetess", Told("allotted", facts), Voice("green", NAMES))
        == "Ragnar (red) got the 1st place in the order of play."
    )


@pytest.mark.parametrize(
    ("name", "called", "whose"),
    [
        ("Gwen", "Gwen (green)", "Gwen’s"),
        ("Green", "green", "green’s"),
        ("Greedy (bot)", "Greedy (bot) (green)", "Greedy’s"),
        ("Green (bot)", "green (bot)", "green’s"),
    ],
)
def test_a_player_is_called_by_name_and_seat_once(name: str, called: str, whose: str) -> None:
    voice = Voice(PUBLIC, {"green": name})
    assert (voice.seat("green"), voice.whose("green")) == (called, whose)
