"""A board is a value until it is printed: whole, in small, or beside others that define the same shapes."""

from __future__ import annotations

from genetess_cli.site.board.frame import Lettering, Size
from genetess_cli.site.board.layers import NO_BOARD, Board, Layer, shared, thing

SHAPE = '<defs><g id="man"/></defs>'
MAN = thing(
    "<g", Lettering(' data-piece="A1"'), ">", Lettering("<title>A1</title>"), '<use href="#man"/>', "</g>"
)
BOARD = Board(
    Size(2, 3, zoom=1, edge=4),
    (Layer({"": thing(SHAPE)}, defines=True), Layer({"": thing("<rect/>", Lettering("<text>A</text>"))})),
    (Layer({"A1": MAN}),),
    label='The "board"',
)
HEAD = (
    '<svg class="board b1" xmlns="http://www.w3.org/2000/svg" role="img" aria-label="The &quot;board&quot;"'
    ' width="128" height="188" viewBox="-4 -4 128 188">'
)


def test_a_board_is_printed_layer_by_layer() -> None:
    inside = '<rect/><text>A</text><g data-piece="A1"><title>A1</title><use href="#man"/></g>'
    assert BOARD.svg() == f"{HEAD}{SHAPE}{inside}</svg>"
    assert BOARD.svg(is_shared=True) == f"{HEAD}{inside}</svg>"


def test_a_small_board_has_no_words_and_no_edge() -> None:
    head = '<svg class="board" aria-hidden="true" viewBox="0 0 120 180">'
    assert BOARD.small() == f'{head}{SHAPE}<rect/><g><use href="#man"/></g></svg>'
    assert BOARD.thumbnail.svg == f'{head}<rect/><g><use href="#man"/></g></svg>'


def test_boards_of_a_page_define_a_shape_once() -> None:
    assert shared([BOARD, BOARD.thumbnail, NO_BOARD]) == SHAPE


def test_marks_lie_below_the_pieces_and_above_all_else() -> None:
    drawn = BOARD.marked([thing("<path/>")], [thing("<circle/>")]).marked(marks=[thing("<line/>")])
    assert (
        drawn.inside(is_shared=True).replace(MAN.full, "MAN")
        == "<rect/><text>A</text><path/>MAN<circle/><line/>"
    )


def test_where_nothing_is_drawn_nothing_is_printed() -> None:
    assert NO_BOARD.marked([thing("<path/>")]).svg() == ""
    assert NO_BOARD.thumbnail.svg == ""
