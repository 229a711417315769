"""Boards for 3, 5 and 6, for which no square grid has a symmetry: as fair as their figure says, or none at all."""

from __future__ import annotations

import pytest

from genetess_cli.rules.genetess.boards.fairness import survey
from genetess_cli.rules.genetess.boards.generate import Wish
from genetess_cli.rules.genetess.boards.scatter import BOUND, Unfair, search
from genetess_cli.rules.genetess.boards.symmetry import usual

SPECIALS = ("S1", "S5", "S10")


def _key(seed: int) -> bytes:
    return b"%032d" % seed


@pytest.mark.parametrize("players", [3, 5, 6])
@pytest.mark.parametrize(("seed", "walls"), [(1, 0), (2, 8), (3, 16)])
def test_a_board_has_all_that_is_wished_and_starts_as_alike_as_it_says(
    players: int, seed: int, walls: int
) -> None:
    wish = Wish(walls, SPECIALS)
    board, differ = search(players, *usual(players), wish, lambda: _key(seed))
    figures = survey(board)
    assert figures.unlike == differ <= BOUND
    assert figures.starts == players
    assert len(figures.parties) == 1
    assert len(figures.specials) == players * len(SPECIALS)
    assert search(players, *usual(players), wish, lambda: _key(seed)) == (board, differ)


def test_where_no_board_is_fair_enough_there_is_none() -> None:
    with pytest.raises(Unfair):
        search(3, 15, 15, Wish(specials=("S1",) * 60), lambda: _key(1))


def test_where_kings_find_no_places_there_is_none() -> None:
    with pytest.raises(Unfair):
        search(6, 9, 9, Wish(), lambda: _key(1))
