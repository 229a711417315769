"""Paths of a league, made and read back."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genetess_cli.errors import WrongUsage
from genetess_cli.store.layout import Layout, check_slug, record_of, seat_of, signup_of, slug_of
from genetess_cli.store.league import find

RIOT = Layout("riot")


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (RIOT.game, "games/riot/game.yaml"),
        (RIOT.board, "games/riot/board.yaml"),
        (RIOT.clock, "games/riot/clock.yaml"),
        (RIOT.state, "games/riot/state.yaml"),
        (RIOT.orders("red"), "games/riot/orders/red.txt"),
        (RIOT.record(7, "3b"), "games/riot/turns/00xx/0007-3b.yaml"),
        (RIOT.record(99, "9"), "games/riot/turns/00xx/0099-9.yaml"),
        (RIOT.record(100, "9"), "games/riot/turns/01xx/0100-9.yaml"),
        (RIOT.record(12345, "9"), "games/riot/turns/123xx/12345-9.yaml"),
    ],
)
def test_every_file_has_its_place(path: str, expected: str) -> None:
    assert path == expected


@given(st.integers(0, 10**6), st.from_regex(r"[a-z0-9][a-z0-9-]{0,8}", fullmatch=True))
def test_a_records_path_names_number_and_label(number: int, label: str) -> None:
    assert record_of(RIOT.record(number, label)) == (number, label)


@pytest.mark.parametrize("label", ["", "3/b", "..", "3B"])
def test_no_record_leaves_its_folder(label: str) -> None:
    with pytest.raises(ValueError, match="no record"):
        RIOT.record(1, label)


def test_slug_and_seat_are_read_from_a_path() -> None:
    assert (slug_of(RIOT.orders("red")), seat_of(RIOT.orders("red"))) == ("riot", "red")


@pytest.mark.parametrize(
    "path", ["games", "games/", "games/Riot/x", "README.md", "games/riot/orders/a/b.txt"]
)
def test_other_paths_are_no_queue(path: str) -> None:
    assert seat_of(path) is None


@pytest.mark.parametrize("name", ["aux", "con", "nul", "prn", "com1", "com9", "lpt1", "com0"])
def test_a_name_that_windows_cannot_check_out_is_none(name: str) -> None:
    with pytest.raises(WrongUsage, match="Windows"):
        check_slug(name)
    assert slug_of(Layout(name).game) is None
    assert seat_of(RIOT.orders(name)) is None
    assert signup_of(RIOT.signup(name.upper())) is None
    assert check_slug(f"{name}-2") == f"{name}-2"


@pytest.mark.parametrize("text", ["riot", "r", "0", "riot-2", "a" * 40])
def test_a_slug_is_a_lower_case_word(text: str) -> None:
    assert check_slug(text) == text


@pytest.mark.parametrize("text", ["", "Riot", "-riot", "a/b", "..", "a" * 41, "riot\n", "ä", "r t"])
def test_another_text_is_no_slug(text: str) -> None:
    with pytest.raises(WrongUsage, match="a-z, 0-9"):
        check_slug(text)


def test_the_league_is_found_from_below(tmp_path: Path) -> None:
    (tmp_path / "genetess.yaml").touch()
    below = tmp_path / "games" / "riot"
    below.mkdir(parents=True)
    assert find(below).root == tmp_path.resolve()


def test_no_league_beyond_the_repository_is_taken(tmp_path: Path) -> None:
    (tmp_path / "genetess.yaml").touch()
    (tmp_path / "inner" / ".git").mkdir(parents=True)
    with pytest.raises(WrongUsage, match="genetess init DIR"):
        find(tmp_path / "inner")
