"""The boards on the page of Genetess’s rules are small, and show what their captions say: the rules played them."""

from __future__ import annotations

import pytest

from genetess_cli.manual.genetess import boards
from genetess_cli.manual.genetess.boards import BOARDS, Board, figure
from genetess_cli.rules.genetess.sight import GenetessView
from genetess_cli.rules.genetess.specials import fields

EVERY_BOARD = pytest.mark.parametrize("name", BOARDS.named)


def _views(name: str) -> list[GenetessView]:
    views = [panel.view for panel in figure(name).panels]
    assert all(isinstance(view, GenetessView) for view in views)
    return views  # type: ignore[return-value]


def _last(name: str) -> dict[str, str]:
    """What stands where on the last board of a figure: owner and codes by square."""
    return {piece.at: f"{piece.owner} {piece.codes}" for piece in _views(name)[-1].pieces}


@EVERY_BOARD
def test_a_board_is_small_and_laid_as_the_rules_allow(name: str) -> None:
    board = BOARDS.named[name]
    assert len(board.map) <= 7
    assert all(len(line) == len(board.map[0]) <= 7 for line in board.map)
    assert not list(fields.faults([dict(each) for each in board.specials], list(board.map)))
    squares = [at for pieces in board.pieces.values() for at in pieces]
    assert {board.map[int(at[1]) - 1]["ABCDEFG".index(at[0])] for at in squares} == {"."}
    assert len(squares) == len(set(squares))


@EVERY_BOARD
def test_the_caption_names_the_order_that_is_carried_out(name: str) -> None:
    board = BOARDS.named[name]
    assert figure(name).caption == board.caption
    assert board.caption.startswith(f"`{board.order}`") or not board.order


@EVERY_BOARD
def test_something_changes_between_two_boards_of_a_figure(name: str) -> None:
    told = [
        panel.words.partition(": ")[2] + str(view.board)
        for panel, view in zip(figure(name).panels, _views(name), strict=True)
    ]
    assert len(set(told)) == len(told) > 1


def test_the_board_of_views_shows_what_pieces_see_and_read() -> None:
    # rulings G2, G4, G5
    seen = _views("view")[1]
    assert _last("view") == {
        "B2": "red AF",
        "C3": "green ABC",
        "F4": "red A",
        "E5": "green None",
    }
    assert [special.at for special in seen.specials] == ["A1"]
    assert sum(line.count(".") for line in seen.board.map) == 18


@pytest.mark.parametrize(
    ("name", "after"),
    [
        ("move", {"A1": "green A", "C1": "red ABBC"}),  # ruling G13
        ("over", {"B2": "red K", "C2": "green AC", "D2": "red ABBE"}),  # ruling G13
        ("bump", {"A2": "red AB", "B2": "green None"}),  # ruling G14
        ("create", {"B1": "red A", "D1": "green AB", "B2": "red K", "C3": "red ABC"}),  # ruling G15
        ("divide", {"C1": "red ABC", "B2": "red ABH", "D2": "green AB"}),  # ruling G17
        ("transfer", {"D1": "red ABCH", "A3": "red AD", "D3": "green AB"}),  # ruling G18
        ("subsume", {"C1": "red ABEFL", "D2": "green A"}),  # ruling G10
        (
            "convert",
            {"B2": "red AS", "B1": "red AB", "C3": "red ACK", "A3": "green AP", "D2": "green AD"},
        ),  # ruling G22
        ("charge", {"D1": "green AB", "D2": "red AZZ"}),  # ruling G26
        ("sanctuary", {"A1": "red K", "D1": "green AB", "D3": "red AY"}),  # ruling G25
        ("teleporter", {"D1": "red A", "D2": "green AB"}),  # ruling G28
        ("blast", {"D2": "green AE", "A3": "green AC"}),  # ruling G32
        ("rockfall", {"A1": "red K", "D2": "green AC"}),  # ruling G37
    ],
)
def test_a_board_shows_what_comes_of_its_order(name: str, after: dict[str, str]) -> None:
    assert _last(name) == after


def test_the_boards_of_waves_and_of_wind_show_who_flies_where() -> None:
    # rulings G11, G23, G36
    repulsed, attracted, blown = _last("repulse"), _last("attract"), _last("wind")
    assert repulsed["C1"] == "green AO"
    assert repulsed["C4"] == "green A"
    assert {"A3", "D2", "F3"} < repulsed.keys()
    assert {"B2", "C2", "D3", "B4", "E5"} < attracted.keys()
    assert {"E1", "C2", "A3", "C4", "E5"} < blown.keys()
    assert blown["C4"] == "green A"


def test_the_boards_of_walls_show_them_opened_and_made() -> None:
    # rulings G13, G23, G37
    assert _views("mine")[1].board.map == ["++..", "+...", "...."]
    assert _views("repulse")[1].board.map[0] == "......"
    assert _views("attract")[1].board.map[3] == "...+."
    assert _views("rockfall")[1].board.map == [".++.", "+++.", "+++.", "...."]


@pytest.mark.parametrize(
    ("name", "ways"),
    [
        ("move", (("A3", "A2", "B1", "C1"),)),
        ("charge", (("A3", "D3", "D2"),)),
        ("teleporter", (("A2", "B2", "D1"),)),
        ("sanctuary", (("A1", "D3"), ("D3", "A1"))),
        ("divide", (("B2", "C1"),)),
        ("repulse", (("C2", "C1"), ("E3", "F3"), ("B3", "A3"))),
    ],
)
def test_ways_are_drawn_on_the_board_before(name: str, ways: tuple[tuple[str, ...], ...]) -> None:
    before, after = figure(name).panels
    assert before.ways == ways
    assert after.ways == ()


def test_a_way_that_could_not_be_gone_is_drawn_where_its_player_meant_it() -> None:
    assert [panel.ways for panel in figure("bump").panels] == [(), (("A2", "B2", "C2"),), ()]


def test_a_board_whose_order_turns_out_otherwise_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Board("`MOVE A1 E`: into a wall.", (".+",), {"red": {"A1": "A"}}, "MOVE A1 E")
    monkeypatch.setattr(boards, "_BOARDS", {"wrong": wrong})
    with pytest.raises(ValueError, match=r"wrong: .*wall"):
        figure("wrong")
