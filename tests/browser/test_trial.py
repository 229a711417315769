"""A board on which things are tried out, asked without a page: what a link carries, and what can be done."""

from __future__ import annotations

import base64
import re
import zlib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from genetess_cli.browser import trial
from genetess_cli.rules import ruleset
from genetess_cli.rules.genetess.game import Game
from genetess_cli.site.pages import trial as links
from genetess_cli.site.pages.trial import read_trial_link, trial_link
from tests.kit.shares import examples
from tests.rules.dna.positions import laid, started
from tests.rules.genetess.cases import drawn
from tests.rules.genetess.strategies import games, twins
from tests.rules.genie.positions import game as chess

BOARD = drawn("before:\n    k.a.\n    ...K\nk: red AHKT\na: red AM\nK: green K")


def link(game: Any, name: str = "genetess", seat: str = "red") -> str:
    return trial_link(ruleset(name), "riot", True, game, seat, None)


LINKS = {
    "genetess": link(BOARD),
    "dna": link(started("red", "green"), "dna"),
    "genie": link(chess(), "genie", "white"),
}


def put(at: str, piece: str) -> dict[str, Any]:
    return {"act": "LayPieces", "pieces": {at: piece}}


def order(text: str, luck: int = 0) -> dict[str, Any]:
    return {"act": "GiveOrder", "order": text, "luck": luck}


def turn(seat: str) -> dict[str, Any]:
    return {"act": "TurnTo", "seat": seat}


class Asked:
    """The site that pages are written into."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def answer(self, trial_: str, *acts: dict[str, Any]) -> dict[str, str]:
        body = msgspec.json.encode({"trial": trial_, "acts": acts})
        said: dict[str, str] = msgspec.json.decode(trial.answer(self.folder, body))
        return said

    def page(self, trial_: str, *acts: dict[str, Any]) -> str:
        answer = self.answer(trial_, *acts)
        assert not answer.get("words"), answer
        return (self.folder / answer["page"]).read_text(encoding="utf-8")

    def words(self, trial_: str, *acts: dict[str, Any]) -> str:
        answer = self.answer(trial_, *acts)
        assert "page" not in answer
        return answer["words"]


@pytest.fixture
def asked(tmp_path: Path) -> Asked:
    return Asked(tmp_path / "site")


# What is in a link


@settings(max_examples=examples(100), deadline=None)
@given(games(), st.data())
def test_two_positions_that_differ_in_what_a_seat_cannot_know_give_the_same_link(
    game: Game, data: st.DataObject
) -> None:
    seat = data.draw(st.sampled_from(list(game.players)))
    others = tuple(other for other in game.players if other != seat)
    twin = data.draw(twins(game, seat))
    marked = {
        square: replace(
            piece, blocked=not piece.blocked, targeted=(*piece.targeted, *others), read=piece.read
        )
        for square, piece in twin.pieces.items()
    }
    assert link(game, seat=seat) == link(replace(twin, pieces=marked), seat=seat)


def test_what_others_have_out_of_sight_is_not_in_a_link() -> None:
    hidden = replace(BOARD, players=BOARD.players | {"green": replace(BOARD.players["green"], e=77)})
    assert link(hidden) == link(BOARD)
    _, known = read_trial_link(link(BOARD, seat="green")).read()
    assert {str(at): piece.owner for at, piece in known.pieces.items()}.keys() <= {"D2", "C1"}  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", LINKS)
def test_a_link_is_short_and_brings_back_the_position(name: str) -> None:
    told = read_trial_link(LINKS[name])
    assert len(LINKS[name]) <= 300
    assert told.back == f"../../../riot/sheet/{told.seat}/index.html"
    rules, position = told.read()
    assert trial_link(rules, "riot", True, position, told.seat, None) == LINKS[name]


def test_a_link_of_another_version_is_told(asked: Asked) -> None:
    assert "another version" in asked.words(f"2{LINKS['dna'][1:]}")


# What can be done


def test_orders_of_all_seats_are_carried_out_and_told(asked: Asked) -> None:
    page = asked.page(LINKS["genetess"], order("MOVE C1 E"), put("D2", "green K"), order("MOVE D2 N"))
    assert page.count("<dt>1") == 2
    assert 'data-use="MOVE C1 E"' in page
    assert "MOVE D2 N</button>" not in page


def test_pieces_are_put_moved_and_removed(asked: Asked) -> None:
    acts = [put("A2", "green abk"), put("C1", "")]
    page = asked.page(LINKS["genetess"], *acts)
    assert 'data-piece="A2"' in page
    assert 'data-piece="C1"' not in page


def test_the_turn_is_given_to_any_seat(asked: Asked) -> None:
    for name, seat in (("genetess", "green"), ("dna", "green"), ("genie", "black")):
        assert asked.answer(LINKS[name], turn(seat))["page"] == f"_try/sheet/{seat}/index.html"


def test_what_is_put_changes_nothing_of_whose_turn_it_is(asked: Asked) -> None:
    acts = [turn("black"), put("g1", "")]
    assert asked.answer(LINKS["genie"], *acts)["page"] == "_try/sheet/black/index.html"


def test_a_board_of_chess_is_seen_from_one_side_whoever_is_to_move(asked: Asked) -> None:
    page = asked.page(link(chess(), "genie", "black"), order("e4"), order("e5"))
    assert 'data-seat="white"' in page
    assert "data-turned" in page


def test_a_pyramid_is_put_from_its_gene_pool_and_goes_back_to_it(asked: Asked) -> None:
    dna = LINKS["dna"]
    five = [put(f"A{row}", "L red") for row in range(1, 6)]
    assert asked.page(dna, *five)
    assert asked.words(dna, *five, put("A6", "L red")).startswith("That cannot be: of 5 L red")
    assert asked.page(dna, *five, put("A1", ""), put("A6", "L red"))


def test_an_empty_board_says_what_can_be_put_on_it(asked: Asked) -> None:
    assert '<option value="L red">' in asked.page(link(laid(started("red", "green"), {}), "dna"))


def test_a_position_of_chess_is_one_that_can_be(asked: Asked) -> None:
    genie = LINKS["genie"]
    page = asked.page(genie, put("g1", ""), put("e4", "white Genie"), order("Ge6"))
    assert 'data-piece="e6"' in page
    assert "no black king" in asked.words(genie, put("e8", ""))
    there = {"act": "LayPieces", "pieces": {"e1": "", "e3": "white king"}}
    assert asked.page(genie, there, turn("black"))


@pytest.mark.parametrize(
    ("name", "act", "words"),
    [
        ("genetess", order("MOVE C1 N"), "off the board"),
        ("genetess", order("MOVE"), "MOVE"),
        ("genetess", order(""), "no order"),
        ("genetess", order("HOLIDAY"), "no holiday"),
        ("genetess", put("Z99", "red A"), "the piece on Z99 stands in a wall"),
        ("genetess", put("?", "red A"), "Write a piece as red AHKT."),
        ("genetess", put("B2", "purple A"), "has no owner"),
        ("genetess", put("B2", "red"), "Write a piece as red AHKT."),
        ("genetess", put("B2", "red 7"), "cannot live"),
        ("genetess", turn("nobody"), "nobody is to move and has no seat"),
        ("dna", put("D1", "pink"), "Write a piece as L red."),
        ("dna", put("D1", "S pink"), "Write a piece as L red."),
        ("dna", put("D1", "X red"), "Write a piece as L red."),
        ("dna", order("PLACE"), "PLACE"),
        ("genie", put("e4", "white knightmare"), "Write a piece as white knight."),
        ("genie", put("i9", "white pawn"), "Write a piece"),
        ("genie", order("Ke5"), "Ke5"),
    ],
)
def test_what_cannot_be_done_is_told_and_leaves_no_page(
    asked: Asked, name: str, act: dict[str, Any], words: str
) -> None:
    assert words in asked.words(LINKS[name], act)
    assert not asked.folder.exists()


def test_what_chance_decides_is_told_and_drawn_again(asked: Asked) -> None:
    crowd = [put(at, "green ABCDEFGHK") for at in ("B1", "B2", "D1")]
    pages = [asked.page(LINKS["genetess"], *crowd, order("RADIATE C1", luck)) for luck in range(6)]
    assert all("Chance decided: " in page and 'id="draw-again"' in page for page in pages)
    assert len({re.search("Chance decided: [^<]*", page)[0] for page in pages}) > 1  # type: ignore[index]
    assert asked.page(LINKS["genetess"], *crowd, order("RADIATE C1", 3)) == pages[3]


# Links that are none


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a",
        "AAAA",
        "é",
        "x" * 200_000,
        "%00",
        LINKS["dna"][:-4],
        f"{LINKS['dna']}AAAA",
        LINKS["genie"][3:],
    ],
)
def test_a_broken_link_is_told(asked: Asked, text: str) -> None:
    assert "This link is broken." in asked.words(text)


def packed(value: object) -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=links._USUAL)
    data = value if isinstance(value, bytes) else msgspec.json.encode(value)
    return "1" + base64.urlsafe_b64encode(packer.compress(data) + packer.flush()).decode().rstrip("=")


FIELDS = list(msgspec.structs.astuple(read_trial_link(LINKS["genetess"])))


def changed(place: int, value: object) -> list[object]:
    return [*FIELDS[:place], value, *FIELDS[place + 1 :]]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (changed(1, 1), "another version"),
        (changed(0, "ludo"), "ludo"),
        (changed(2, "../x"), "broken"),
        (changed(3, "purple"), "broken"),
        (changed(6, {"codes": 3}), "broken"),
        (changed(7, {}), "broken"),
        (changed(7, {**FIELDS[7], "map": "...\n..\n"}), "broken"),
        (changed(7, {**FIELDS[7], "players": {"<b>": {"colour": "red"}}}), "broken"),
        (changed(7, {**FIELDS[7], "to_move": "nobody"}), "broken"),
        ([], "broken"),
        ({}, "broken"),
        (3, "broken"),
        (b"[" * 90_000, "broken"),
        (b" " * 500_000, "broken"),
    ],
)
def test_a_link_of_something_else_is_told(asked: Asked, value: object, words: str) -> None:
    assert words in asked.words(packed(value))


@pytest.mark.parametrize(
    "body", [b"", b"{}", b"[]", b"\xff", b'{"trial": 3}', b'{"trial": "", "acts": [{"act": "Fly"}]}']
)
def test_a_letter_that_is_none_is_told(asked: Asked, body: bytes) -> None:
    assert b"cannot be played here" in trial.answer(asked.folder, body)


def test_too_many_acts_are_told(asked: Asked) -> None:
    assert asked.page(LINKS["dna"], *[turn("red")] * 200)
    assert "Take something back" in asked.words(LINKS["dna"], *[turn("red")] * 201)


def test_a_ruleset_that_has_nothing_for_it_has_no_link() -> None:
    without = replace(ruleset("dna").offering(), trial=None)
    rules = replace(ruleset("dna"), offering=lambda: without)
    game: Any = started()
    assert trial_link(rules, "riot", True, game, "red", None) == ""
