"""What can be walked square by square in the builder of Genetess is what the rules list, on boards drawn by lot."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import msgspec
import pytest
from playwright.sync_api import expect

from genetess_cli.rules import genetess
from genetess_cli.rules.genetess import offering
from genetess_cli.rules.genetess.codes import LETTERS, body
from genetess_cli.rules.genetess.game import Game
from tests.browser.builders import Opens, press
from tests.browser.conftest import Served
from tests.kit.league import wide
from tests.rules.genetess.cases import drawn

BOARDS = 60
WALKED = """(offers) => {
  const found = [];
  function walk(way, verb) {
    if (way.whole) found.push([verb, ...way.words].join(" "));
    for (const name of [...way.onward().keys()]) {
      way.go(name);
      walk(way, verb);
      way.back();
    }
  }
  for (const piece of offers.pieces) {
    if (piece.acts.MOVE) walk(new Ways.Move(piece, piece.acts.MOVE), "MOVE");
    if (piece.acts.CHARGE) walk(new Ways.Charge(piece, piece.acts.CHARGE), "CHARGE");
  }
  return found;
}"""
"""All orders that come of choosing squares one step, or one leg, after the other."""

LEAPT = """(offers) => offers.pieces.filter((piece) => piece.acts.MOVE).flatMap((piece) => {
  const start = new Ways.Move(piece, piece.acts.MOVE);
  const near = start.onward(); // a square beside the piece is one step
  return [...start.far().keys()].filter((name) => !near.has(name)).map((name) => {
    const way = new Ways.Move(piece, piece.acts.MOVE);
    way.go(name);
    return [["MOVE", ...way.words].join(" "), way.whole, way.at.at(-1) === name];
  });
})"""
"""The orders that come of choosing at once a square on which a move can end: whole, and ending there."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    made = wide(tmp_path_factory.mktemp("ways")).start()
    made.build()
    served = Served(made.out)
    yield served.address
    served.close()


def _board(luck: Random) -> str:
    """A board of walls and pieces, of which red's move and charge in all ways, some over others."""
    pieces = {letter: f"red A{_codes(luck)}" for letter in "abcd"} | {
        letter: f"blue {luck.choice(['A', 'AB', 'AK', 'AQ', 'AD'])}" for letter in "ghij"
    }
    signs = [*pieces, *"#" * luck.randint(0, 8), *"+" * luck.randint(0, 6)]
    squares = signs + ["."] * (6 * 7 - len(signs))
    luck.shuffle(squares)
    rows = ["    " + "".join(squares[row * 7 : row * 7 + 7]) for row in range(6)]
    return "\n".join(["before:", *rows, *(f"{letter}: {piece}" for letter, piece in pieces.items())])


def _codes(luck: Random) -> str:
    return "B" * luck.randint(0, 2) + "Z" * luck.randint(0, 3) + "".join(luck.sample("CDEFIO", 3))


def _games() -> Iterator[Game]:
    luck = Random(26)
    for _ in range(BOARDS):
        yield drawn(_board(luck))


def _listed(game: Game, verbs: tuple[str, ...]) -> list[str]:
    return sorted(text for text in genetess.legal(game, "red") if text.split()[0] in verbs)


# rulings G13 and G26
@pytest.mark.exhaustive
def test_whatever_can_be_walked_is_listed_and_nothing_else(opens: Opens) -> None:
    page = opens("riot/sheet/red/index.html")
    legs = 0
    for game in _games():
        data: dict[str, Any] = msgspec.to_builtins(offering.offers(game, "red"))
        listed = _listed(game, ("MOVE", "CHARGE"))
        assert sorted(page.evaluate(WALKED, data)) == listed
        legs = max([legs, *(text.count("-") + 1 for text in listed if text.startswith("CHARGE"))])
    assert legs > 1  # or nothing would be shown of charges that run on


# ruling G13
@pytest.mark.exhaustive
def test_whatever_is_reached_at_once_is_listed(opens: Opens) -> None:
    page = opens("riot/sheet/red/index.html")
    reached = 0
    for game in _games():
        data: dict[str, Any] = msgspec.to_builtins(offering.offers(game, "red"))
        listed = set(_listed(game, ("MOVE",)))
        for text, whole, there in page.evaluate(LEAPT, data):
            assert (text in listed, whole, there) == (True, True, True), text
            reached += 1
    assert reached > BOARDS


# ruling G7
def test_a_piece_that_costs_all_that_there_is_can_be_made(opens: Opens) -> None:
    page = opens("riot/sheet/red/index.html")
    left = page.evaluate("JSON.parse(document.getElementById('offers').textContent).e")
    pairs = (
        f"A{codes}"
        for size in range(1, 6)
        for codes in map("".join, combinations(LETTERS.replace("K", ""), size))
    )
    codes = next(codes for codes in pairs if body(codes).cost == left)
    press(page, "CREATE")
    page.locator("#picks").get_by_label("Codes").fill(codes)
    expect(page.locator("#picks")).to_contain_text(f"Costs {left} E. You keep 0 of your {left} E.")
