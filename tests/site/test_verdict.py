"""What became of the reader's own last order is the first line of a sheet's banner, and its squares are framed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.kit.keys import ID
from tests.kit.league import League, wide
from tests.site.html import Document
from tests.site.test_dna import GAME as DNA
from tests.site.test_genie import GAME as GENIE

SHEET = "riot/sheet/red/index.html"
TOO_FAR = "MOVE C2 E-E-E-E-E"


def first_line(page: str) -> tuple[str, str]:
    """How the banner's first line looks, and what it says."""
    banner = page.split('<section class="banner')[1].partition(">")[2].lstrip()
    found = re.match(r'<p class="aside verdict (\w+)">(.*?)</p>', banner, re.DOTALL)
    assert found, banner[:200]
    return found[1], " ".join(Document(found[2]).text.split())


def framed(page: str) -> list[str]:
    """The middles of the squares of an order that failed, which are framed."""
    frames = [each for each in Document(page).of("rect") if each.get("class") == "failed"]
    return [str(each["transform"]).removeprefix("translate(").removesuffix(")") for each in frames]


@pytest.mark.parametrize("sealed", [False, True], ids=["open", "sealed"])
def test_an_order_that_failed_is_the_headline_with_its_reason(tmp_path: Path, sealed: bool) -> None:
    site = wide(tmp_path, sealed=sealed).start().writes("red", TOO_FAR).tick()
    site.build()
    page = site.sheet(SHEET) if sealed else site.page(SHEET)
    look, words = first_line(page)
    assert look == "failed"
    assert words == f"Your order {TOO_FAR} failed. The ABC on C2 must move exactly 2 steps, not 5."
    assert framed(page) == ["150 90"]  # C2


def test_the_next_order_takes_its_place(tmp_path: Path) -> None:
    site = wide(tmp_path).start().writes("red", TOO_FAR).tick().order("MOVE C2 E-E")
    site.build()
    assert first_line(site.page(SHEET)) == (
        "done",
        "Your order MOVE C2 E-E was carried out. The GM entered this order.",
    )
    assert not framed(site.page(SHEET))
    site.order("PASS", "PASS", "PASS").build()
    assert first_line(site.page(SHEET)) == (
        "done",
        "Your order PASS was carried out. The GM entered this order.",
    )
    assert TOO_FAR not in site.page(SHEET)


def test_a_missed_deadline_is_the_headline_and_the_order_that_failed_before_follows(tmp_path: Path) -> None:
    site = wide(tmp_path).start().writes("red", TOO_FAR).tick().tick(200)
    site.build()
    page = site.page(SHEET)
    assert first_line(page) == (
        "failed",
        "None of your orders could be carried out in turn 1a: the turn was skipped.",
    )
    assert f"{TOO_FAR}</code> failed." in page
    assert "No order arrived" not in page
    assert framed(page)


def test_where_nothing_was_tried_before_the_deadline_no_order_arrived(tmp_path: Path) -> None:
    site = wide(tmp_path).start().tick(200)
    site.build()
    page = site.page(SHEET)
    assert first_line(page) == ("failed", "No order of yours arrived in turn 1a: the turn was skipped.")
    assert "No order arrived" in page


def test_an_order_that_was_undone_is_no_failure(tmp_path: Path) -> None:
    site = wide(tmp_path).start().order("MOVE C2 E-E")
    site.undo(2)
    site.build()
    assert first_line(site.page(SHEET)) == (
        "undone",
        "Your order MOVE C2 E-E was carried out. The GM entered this order. It was undone later.",
    )


@pytest.mark.parametrize(
    ("game", "order", "words", "squares"),
    [
        (DNA, "PLACE L D3; SCORE TAKE S FROM green", "The mutation spends 0 points", ["210 150"]),
        (GENIE, "Ke3", "", ["270 330"]),
        (GENIE, "Qh9 haha", "", []),
    ],
)
def test_it_is_so_in_every_game(
    tmp_path: Path, game: str, order: str, words: str, squares: list[str]
) -> None:
    site = League(tmp_path, f"{game}id: {ID}\n").start()
    seat = site.clock.to_move[0]
    site.writes(seat, order).tick().build()
    page = site.page(f"riot/sheet/{seat}/index.html")
    look, said = first_line(page)
    assert look == "failed"
    assert said.startswith(f"Your order {order} failed. {words}")
    assert framed(page) == squares


def test_black_sees_the_square_where_it_is_on_a_turned_board(tmp_path: Path) -> None:
    site = League(tmp_path, f"{GENIE}id: {ID}\n").start().order("e4")
    site.writes("black", "a6a5").tick().build()
    assert set(framed(site.page("riot/sheet/black/index.html"))) == {"450 330", "450 270"}


def test_nobody_else_reads_it(tmp_path: Path) -> None:
    site = wide(tmp_path).start().writes("red", TOO_FAR).tick()
    site.build()
    page = site.page("riot/sheet/green/index.html")
    assert "verdict" not in page
    assert not framed(page)


def test_before_the_first_order_nothing_is_told_of_one(tmp_path: Path) -> None:
    site = wide(tmp_path).start()
    site.build()
    assert "verdict" not in site.page(SHEET)
