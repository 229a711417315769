"""Everything that can be told, with every part of it hidden or shown, is a proper sentence for everybody."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, get_args

import msgspec
import pytest
from msgspec.structs import replace

from genetess_cli.rules import RULESETS
from genetess_cli.rules.base import PUBLIC, REFEREE, Told
from genetess_cli.rules.board import Square
from genetess_cli.rules.genetess.events import Earned, Eliminated, Ended, Scored
from genetess_cli.rules.genetess.game import Bid
from genetess_cli.rules.genetess.sight.told import (
    Allotment,
    GenetessTold,
    Glimpse,
    Means,
    SeenDisplaced,
    SeenTaken,
)
from genetess_cli.rules.problems import join_words
from genetess_cli.rules.turn import Common, Lapsed, TimedOut
from genetess_cli.rules.voice import Voice
from genetess_cli.site.games import sentence
from genetess_cli.site.words import duration_words

NAMES = {"red": "Ragnar", "green": "Gwen", "orange": "Olu"}
VIEWERS = ("red", "green", "orange", PUBLIC, REFEREE)
PIECES = (
    Glimpse(None, None),
    Glimpse("red", "AB"),
    Glimpse("red", None),
    Glimpse("orange", None),
    Glimpse("green", "K"),
)
MEANS = [
    Means(stake, preferences, lot, tied)
    for stake in (0, 3)
    for preferences in ((), ("K1",), ("1st", "2nd"))
    for lot in (False, True)
    for tied in (False, True)
]
VALUES: dict[Any, Sequence[Any]] = {
    str | None: ("B2", None),
    Glimpse: PIECES,
    bool: (False, True),
    Means | None: [None, *MEANS],
}
NAMED: dict[str, tuple[Any, ...]] = {
    "seat": ("red", "green"),
    "by": ("red", "green"),
    "to": ("red", "green"),
    "winners": ((), ("red",), ("red", "green"), ("red", "green", "orange")),
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
    "squares": ((Square.named("B2"),), (Square.named("B2"), Square.named("C3"))),
    "special": ("S7", "S17", "S18"),
    "lost": ("", "B"),
    "gained": ("", "BBC"),
    "round": (1, 12),
    "points": (1, 10),
    "amount": (1, 12),
    "order": (("red", "green"), ("green", "orange", "red")),
    "prize": ("start", "order", "colour"),
    "got": ("K1",),
    "bids": (
        (),
        (Bid("start", 3, ("K1", "K2")),),
        (Bid("start", 3, ("K1",)), Bid("order", 0, ("2nd",))),
    ),
}


def _told(kind: type[Told]) -> Iterator[Told]:
    """What can be told of a kind, each part of it hidden and shown."""
    fields = {field.name: field.type for field in msgspec.structs.fields(kind) if field.name != "joined"}
    choices = [VALUES[of] if of in VALUES else NAMED[name] for name, of in fields.items()]
    for values in product(*choices):
        yield kind(*values)


@pytest.mark.parametrize("kind", get_args(GenetessTold), ids=lambda kind: str(kind.__name__))
def test_whatever_is_told_is_a_sentence_however_much_of_it_is_hidden(kind: type[Told]) -> None:
    told = [*_told(kind)]
    assert told
    for one in told:
        for viewer in VIEWERS:
            text = sentence("genetess", one, Voice(viewer, NAMES))
            assert re.fullmatch(r"[A-Z][^{}\[\]_#]*[^ .]\.", text), text
            assert not re.search(r"None|null|\s\s|\byou was\b|\bYou was\b|you’s| ,", text), text


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("kind", get_args(Common), ids=lambda kind: str(kind.__name__))
def test_what_several_games_have_is_a_sentence_in_each(ruleset: str, kind: type[Told]) -> None:
    for told in _told(kind):
        text = sentence(ruleset, told, Voice(PUBLIC, NAMES))
        assert re.fullmatch(r"[A-Z][^{}\[\]_#]*[^ .]\.", text), text
        assert "None" not in text


@pytest.mark.parametrize(
    ("told", "viewer", "text"),
    [
        (SeenDisplaced("B2", Glimpse("red", "AB"), "D2", "red"), "red", "Your AB moved from B2 to D2."),
        (
            SeenDisplaced("B2", Glimpse("red", "AB"), "D2", "green"),
            "red",
            "Your AB was driven from B2 to D2.",
        ),
        (
            SeenDisplaced("B2", Glimpse("green", None), None, "green"),
            "red",
            "A green piece on B2 moved out of sight.",
        ),
        (
            SeenDisplaced(None, Glimpse("orange", None), "D2", "orange"),
            "red",
            "An orange piece came into sight on D2.",
        ),
        (SeenTaken("D2", Glimpse("green", "K"), "red"), "red", "You took Gwen’s K on D2."),
        (SeenTaken("D2", Glimpse("green", "K"), "red"), "green", "Ragnar (red) took your K on D2."),
        (Eliminated("green", "red"), "green", "You are out of the game: Ragnar (red) took your King."),
        (
            Ended(("red", "green"), "orange", "only one player is left"),
            "green",
            "The game is over, only one player is left: Ragnar (red) and you share the win, "
            "and Olu (orange) survived.",
        ),
        (
            Ended(("red", "green"), "green", "only one player is left"),
            "red",
            "The game is over, only one player is left: you and Gwen (green) share the win, "
            "and Gwen (green) survived.",
        ),
        (
            Ended(("green",), "green", "only one player is left"),
            "red",
            "The game is over, only one player is left: Gwen (green) won.",
        ),
        (Scored("red", 1), "red", "You scored 1 point."),
        (Earned("red", 3, "income"), "red", "Your turn began, with an income of 3 E."),
        (TimedOut("red"), "red", "You missed your deadline; the turn was skipped."),
        (Lapsed("red", left=True), "green", "Ragnar (red) left the game, so the turn was skipped."),
        (Lapsed("red", together=True), "green", "Ragnar (red) missed the deadline; no gamble counted."),
    ],
)
def test_a_sentence_is_made_for_its_viewer(told: Told, viewer: str, text: str) -> None:
    assert sentence("genetess", told, Voice(viewer, NAMES)) == text


def test_lists_and_durations_are_for_people() -> None:
    assert join_words(["a"]) == "a"
    assert join_words(["a", "b", "c"]) == "a, b and c"
    assert (duration_words("3d"), duration_words("1h"), duration_words("90m")) == (
        "3 days",
        "1 hour",
        "90 minutes",
    )


def _prize(got: str, means: Means | None) -> str:
    return sentence("genetess", Allotment("red", "order", got, means), Voice("green", NAMES))


def test_a_prize_that_a_lot_decided_says_so() -> None:
    bid = Means(4, ("1st", "2nd"), lot=False, tied=True)
    assert _prize("1st", bid) == (
        "Ragnar (red) got the 1st place in the order of play (for 4 E on 1st, 2nd, drawn among equal stakes)."
    )
    assert "drawn" not in _prize("1st", replace(bid, tied=False))
    lost = _prize("3rd", replace(bid, lot=True))
    assert lost.endswith("got the 3rd place in the order of play (by lot; 4 E on 1st, 2nd won nothing).")


def test_a_prize_of_another_seats_is_told_without_its_stake() -> None:
    """Ruling G43."""
    assert _prize("1st", None) == "Ragnar (red) got the 1st place in the order of play."
