"""What of a turnsheet fits on its page of A4, as it is estimated before anything is printed."""

from __future__ import annotations

from genetess_cli.rules.base import PlayerView, View
from genetess_cli.site.facts import Heard, Line, OwnOrder
from genetess_cli.site.pages import has_room
from genetess_cli.site.words import Stored

SEATS = ("red", "green", "blue", "yellow")
VIEW = View("red", "3a", ["red"], None, {seat: PlayerView(seat, "in", 0, None) for seat in SEATS})
ROW = '<tr><th scope="row">B2</th></tr>'


def _heard(turns: int, sentences: int) -> Heard:
    lines = [Line(n, f"{n:04}-1a", "1a", "red", ["It was."] * sentences, sentences) for n in range(turns)]
    return Heard(lines, [OwnOrder("1a", "PASS", "live", "done", None)])


def test_where_little_is_told_there_is_room_for_a_wide_board() -> None:
    assert has_room(
        {"own": ROW * 6, "others": [], "specials": [{}, {}]}, _heard(2, 2), VIEW, None, latest=False
    )


def test_the_form_for_orders_and_the_stored_ones_take_their_room() -> None:
    tables = {"own": ROW * 5}
    assert has_room(tables, Heard(), VIEW, None, latest=False)
    assert not has_room(tables, Heard(), VIEW, Stored("PASS\n"), latest=True)


def test_many_pieces_or_much_that_happened_leave_none() -> None:
    assert not has_room({"own": ROW * 20}, Heard(), VIEW, None, latest=False)
    assert not has_room({}, _heard(10, 4), VIEW, None, latest=False)


def test_what_paper_leaves_out_takes_no_room() -> None:
    assert has_room({}, _heard(40, 1), VIEW, None, latest=False) == has_room(
        {}, _heard(24, 1), VIEW, None, latest=False
    )


def test_every_stock_of_an_archive_is_a_row() -> None:
    few, many = {"archives": [{"stocks": [1]}]}, {"archives": [{"stocks": [1] * 30}]}
    assert has_room(few, Heard(), VIEW, None, latest=False)
    assert not has_room(many, Heard(), VIEW, None, latest=False)
