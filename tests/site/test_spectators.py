"""What the home of a sealed game says where its GM lets spectators see the board: the same as its other pages show."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.command import run
from tests.kit.league import wide
from tests.site.html import Document

FULL = "spectators: full\n"
LATE = "spectators: {delayed: 3}\n"
SECRET = "orders and turnsheets are encrypted, here and in the league’s files, until the game is over"
SPECIALS = "The special squares of this board are secret."


def _home(folder: Path, more: str) -> str:
    site = wide(folder, more=more, sealed=True).start().order("MOVE C2 E-E")
    site.build()
    return " ".join(Document(site.page("riot/index.html")).text.split())


def test_by_default_all_is_sealed(tmp_path: Path) -> None:
    home = _home(tmp_path, "")
    assert SECRET in home
    assert SPECIALS in home


def test_with_full_it_says_that_everybody_sees_the_board(tmp_path: Path) -> None:
    home = _home(tmp_path, FULL)
    assert (
        "This game is sealed, but its GM lets spectators see the whole board on this site, with the orders that were "
        "carried out, at the end of each turn. Turnsheets, stored and failed orders, and the league’s files are "
        "encrypted until the game is over and its key is published."
    ) in home
    assert "The board may have these kinds of special squares; the drawing shows them." in home
    assert SECRET not in home
    assert SPECIALS not in home


def test_with_a_delay_it_says_how_late(tmp_path: Path) -> None:
    home = _home(tmp_path, LATE)
    assert "with the orders that were carried out, 3 turns late. Turnsheets" in home
    assert "Spectators see them as late as the board." in home
    assert SECRET not in home
    assert SPECIALS not in home


def test_before_the_start_the_specials_are_sealed_whatever_comes(tmp_path: Path) -> None:
    site = wide(tmp_path, more=FULL, sealed=True)
    site.build()
    assert SPECIALS in site.page("riot/index.html")


@pytest.mark.parametrize(
    ("more", "when"),
    [("", None), (FULL, "the whole board at once"), (LATE, "the whole board some turns later")],
)
def test_check_notes_it_once(tmp_path: Path, more: str, when: str | None) -> None:
    site = wide(tmp_path, more=more, sealed=True).start()
    done = run(site.root, "check")
    assert done.status == 0, done.err
    notes = [row for row in done.err.splitlines() if "the site shows everybody" in row]
    assert len(notes) == (0 if when is None else 1)
    assert (when or "") in done.err
