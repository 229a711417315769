"""What a viewer sees of a position (rulings G2 to G6, G24, G43). What it hears of events is shown by the cases."""

from __future__ import annotations

import pytest

from genetess_cli.rules import genetess
from genetess_cli.rules.base import PUBLIC, REFEREE
from genetess_cli.rules.genetess.events import OfPiece
from genetess_cli.rules.genetess.game import Game, Piece
from genetess_cli.rules.genetess.sight import GenetessView, known
from tests.rules.genetess.cases import Loaded, drawn, read_order

FIELD = """
before:
    ########
    #a..b.c#
    #......#
    #+...d.#
    ########
special C2 S5
special F3 S1
"""


def _view(game: Game, viewer: str) -> GenetessView:
    return genetess.view(game, viewer)


def _shown(game: Game, viewer: str) -> list[str]:
    """The pieces of a view: square, owner, codes, marks."""
    return [
        f"{piece.at} {piece.owner} {piece.codes}{' phased' * piece.phased}{' flare' * piece.flare}"
        for piece in _view(game, viewer).pieces
    ]


def test_a_piece_sees_the_squares_around_it_and_nothing_else() -> None:
    game = drawn(FIELD + "a: red A\nb: green A\nc: green A\nd: green A")
    view = _view(game, "red")  # rulings G2, G3
    assert view.board.map == ["###?????", "#..?????", "#..?????", "????????", "????????"]
    assert [special.at for special in view.specials] == ["C2"]
    assert _shown(game, "red") == ["B2 red A"]


def test_each_d_widens_the_view_by_two_and_walls_block_nothing() -> None:
    game = drawn(FIELD + "a: red AD\nb: green AB\nc: green A\nd: green A")
    view = _view(game, "red")
    assert view.board.map == ["#####???", "#....???", "#....???", "#+...???", "#####???"]
    assert _shown(game, "red") == ["B2 red AD", "E2 green None"]


def test_a_king_without_a_sees_as_if_it_had_one() -> None:
    game = drawn(FIELD + "a: red K\nb: green A\nc: green A\nd: green A")
    assert _view(game, "red").board.map[1] == "#..?????"  # ruling G2


def test_a_players_view_is_the_union_of_its_pieces_views() -> None:
    game = drawn(FIELD + "a: red A\nb: green A\nc: red A\nd: green A")
    assert _view(game, "red").board.map == ["###??###", "#..??..#", "#..??..#", "????????", "????????"]


def test_only_a_piece_with_f_decodes_and_only_in_its_own_view() -> None:
    game = drawn(FIELD + "a: red ADF\nb: green AB\nc: green AC\nd: red AD")
    assert _shown(game, "red") == ["B2 red ADF", "E2 green AB", "G2 green None", "F4 red AD"]  # ruling G4


def test_codes_are_sorted_and_a_flare_is_shown_to_those_who_read_them() -> None:
    game = drawn(FIELD + "a: red AF\nb: green A\nc: green CBA flare\nd: green AF").pieces
    assert [piece.codes for piece in game.values()] == ["AF", "A", "ABC", "AF"]
    game_ = drawn("before:\n    a.b\na: red AD\nb: green A flare")
    assert _shown(game_, "red") == ["A1 red AD", "C1 green None"]
    assert _shown(game_, "green") == ["C1 green A flare"]


def test_a_phased_piece_is_shown_to_its_owner_alone() -> None:
    game = drawn("before:\n    abc\na: red AF\nb: green A phased\nc: green A\nlit: red decoded")
    assert _shown(game, "red") == ["A1 red AF", "C1 green A"]  # ruling G5
    assert _shown(game, "green") == ["A1 red None", "B1 green A phased", "C1 green A"]
    assert _shown(game, REFEREE) == ["A1 red AF", "B1 green A phased", "C1 green A"]


def test_a_flare_shows_the_whole_board() -> None:
    game = drawn(FIELD + "a: red A flare\nb: green AB\nc: green A\nd: green A\nlit: red plain")
    assert "?" not in "".join(_view(game, "red").board.map)  # ruling G24
    assert _shown(game, "red")[1] == "E2 green None"


def test_a_flare_with_f_decodes_even_if_the_piece_is_gone() -> None:
    game = drawn(FIELD + "a: red A\nb: green AB\nc: green A\nd: green A\nlit: red decoded")
    assert _shown(game, "red")[1] == "E2 green AB"  # ruling G24


def test_under_a_plain_flare_f_decodes_in_its_own_view_only() -> None:
    game = drawn(FIELD + "a: red ADF flare\nb: green AB\nc: green AC\nd: green A\nlit: red plain")
    assert _shown(game, "red")[1:3] == ["E2 green AB", "G2 green None"]  # ruling G4


def test_an_eliminated_player_sees_through_its_ronin_only() -> None:
    game = drawn(FIELD + "a: red AP\nb: red AD\nc: green A\nd: green A\nout: red")
    assert _view(game, "red").board.map[1] == "#..?????"  # ruling G6
    assert _shown(game, "red") == ["B2 red AP"]


@pytest.mark.parametrize("viewer", ["red", PUBLIC])
def test_an_eliminated_player_without_ronin_sees_what_everybody_does(viewer: str) -> None:
    game = drawn(FIELD + "a: red AD\nb: red AD\nc: green A\nd: green A\nout: red\nlit: red decoded")
    view = _view(game, viewer)  # ruling G6
    assert set("".join(view.board.map)) == {"?"}
    assert view.pieces == []
    assert view.specials == []


def test_scores_are_public_and_purses_are_not() -> None:
    game = drawn("before:\n    a.b\na: red A\nb: green A\ne: red 7, green 8")
    view = _view(game, "red")  # ruling G43
    assert {seat: player.e for seat, player in view.players.items()} == {"red": 7, "green": None}
    assert {player.e for player in _view(game, PUBLIC).players.values()} == {None}
    assert {player.score for player in _view(game, PUBLIC).players.values()} == {0}
    assert [player.e for player in _view(game, REFEREE).players.values()] == [7, 8]


def test_a_view_names_turn_and_mover_and_afterwards_the_result() -> None:
    game = drawn("before:\n    ak\na: red A\nk: green K")
    assert (_view(game, PUBLIC).turn, _view(game, PUBLIC).to_move) == ("1a", ["red"])
    view = _view(genetess.play(game, "red", read_order("MOVE A1 E"), Loaded([])).game, PUBLIC)
    assert view.to_move == []  # ruling G42
    assert view.result
    assert (view.result.winners, view.result.scores, view.result.survivor) == (
        ["red"],
        {"red": 11, "green": 0},
        "red",
    )


def test_what_a_seat_believes_is_what_it_sees_and_open_floor_beyond() -> None:
    game = drawn(FIELD + "a: red A\nb: green A\nc: green A\nd: green A")
    believed = known(game, "red")
    assert list(map(str, believed.pieces)) == ["B2"]
    assert believed.map.interior == 0
    assert believed.players["green"].e == 0
    assert believed.specials == {}


def test_an_undecoded_piece_is_taken_for_an_a_without_marks() -> None:
    game = drawn("before:\n    ab\na: red A\nb: green ABK flare")
    piece = known(game, "red").pieces[game.in_row_order()[1][0]]
    assert (piece.codes, piece.flare) == ("A", False)


class Swallowed(OfPiece, frozen=True, tag="swallowed"):
    """An event that nobody has said yet how to tell."""

    swallowed: Piece


def test_an_event_that_the_mask_does_not_know_is_an_error_and_told_to_nobody() -> None:
    game = drawn(FIELD + "a: red A\nb: green A\nc: green A\nd: green A")
    at, piece = next(game.of("red"))
    event = Swallowed(at, piece, Piece("green", "BK"))
    with pytest.raises(AssertionError, match=r"Swallowed"):
        genetess.tell(game, [event], "red")  # type: ignore[list-item]
