"""Each name and each attribute that a template reads is there: templates are read with the types of their pages.

Those are the annotations of the pages' structs, from which the types of all else follow: what a macro is called with,
what is gone through in a loop. So a field that is renamed anywhere fails here, though no page needs to be printed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import pytest

from genetess_cli.rules.base import View
from genetess_cli.site.board.seats import SeatFacts
from genetess_cli.site.pages.files import HandOver
from genetess_cli.site.pages.page import Page
from tests.house.typed import Reader, pages

UNTYPED = {"dna/panel.html", "dna/purse.html", "marks.html"}
"""Templates that are handed what a game draws, which has no type that is known outside that game."""


@pytest.fixture(scope="module")
def reader() -> Reader:
    """All templates, read with all pages that they are for."""
    reader = Reader()
    for page in pages():
        reader.read(page)
    return reader


def test_what_templates_read_is_there(reader: Reader) -> None:
    assert sorted(reader.faults) == []


def test_all_but_what_games_draw_has_a_type(reader: Reader) -> None:
    assert reader.untyped == UNTYPED
    assert reader.typed > 1000


def test_every_template_is_read(reader: Reader) -> None:
    assert reader.templates == reader.seen


class _Lacking(Page, frozen=True, kw_only=True):
    """A page without the game that its template names."""

    TEMPLATE: ClassVar[str] = HandOver.TEMPLATE

    view: View
    waits: Sequence[str]


class _Other(Page, frozen=True, kw_only=True):
    """A page with something else in place of its game."""

    TEMPLATE: ClassVar[str] = HandOver.TEMPLATE

    game: SeatFacts
    view: View
    waits: Sequence[str]


@pytest.mark.parametrize(
    ("page", "fault"), [(_Lacking, "there is no game"), (_Other, "SeatFacts has no seats")]
)
def test_what_is_not_there_is_found(page: type[Page], fault: str) -> None:
    reader = Reader()
    reader.read(page)
    assert [each for each in reader.faults if each.endswith(fault)]
