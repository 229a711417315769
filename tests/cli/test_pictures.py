"""Boards on a terminal: what is on them can be seen on a light ground and on a dark one."""

from __future__ import annotations

import io

import msgspec
from rich.console import Console
from rich.style import Style

from genetess_cli.cli.pictures import genie, squares
from genetess_cli.rules.genie import view
from tests.rules.genie.positions import game


def _shown() -> dict[str, object]:
    shown: dict[str, object] = msgspec.to_builtins(view(game(), "white"))
    return shown


def test_whites_pieces_have_a_ground_of_their_own() -> None:
    above, _ = genie.picture(_shown(), {}, Console(file=io.StringIO()))
    grounds = {
        line.plain[span.start : span.end]: Style.parse(str(span.style)).bgcolor
        for line in above
        for span in line.spans
    }
    assert {letter for letter, ground in grounds.items() if ground} == set("KQRBNP")


def test_so_has_a_seat_that_is_white() -> None:
    assert Style.parse(squares.ink("white")).bgcolor
