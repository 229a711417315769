"""Sealed games of DNA and Genie of the Lamp: what could be clicked is sealed too, and so is what was."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from genetess_cli.store.seal import orders
from tests.kit.boards import SECRET
from tests.kit.keys import ID, game_key
from tests.kit.league import League
from tests.site import test_dna, test_genie

GAMES = {
    "dna": (test_dna.GAME, "red", ("D6",), "PLACE S D6; SCORE TAKE M FROM green; MUTATE D5 TO red\n"),
    "genie": (test_genie.GAME, "white", ("d2", "d2"), "Gd2\n"),
}


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    """The ruleset of the game."""
    return str(request.param)


@pytest.fixture(scope="module")
def site(game: str, tmp_path_factory: pytest.TempPathFactory) -> League:
    """Its first position."""
    file = f"{GAMES[game][0]}{SECRET}id: {ID}\n"
    made = League(tmp_path_factory.mktemp(game), file, game_key=game_key).start()
    made.build()
    return made


@pytest.mark.exhaustive
def test_orders_are_built_by_clicking_and_sealed(game: str, site: League, opens: Callable[..., Page]) -> None:
    _, seat, squares, text = GAMES[game]
    page = opens(f"riot/sheet/{seat}/index.html#{site.link(seat)}")
    expect(page.locator("#opened svg.board")).to_be_visible()
    for square in squares:
        page.locator(f'[data-at="{square}"]').click()
    fill = page.get_by_role("button", name="Complete the order for me")
    if fill.count():
        fill.click()
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator("#download")).to_have_attribute("href", re.compile("^blob:"))
    file = page.locator("#file").input_value()
    assert orders.unseal_orders(site.key(seat), ID, "riot", seat, file.encode()).text.decode() == text


def test_what_can_be_ordered_is_sealed_too(game: str, site: League) -> None:
    place = f"riot/sheet/{GAMES[game][1]}/index.html"
    assert "offers" not in site.page(place)
    assert 'id="offers"' in site.sheet(place)
