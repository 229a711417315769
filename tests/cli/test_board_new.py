"""`genetess board new`: the boards it makes, and what it proposes for those it cannot make."""

from __future__ import annotations

from pathlib import Path

import pytest

from genetess_cli.admin.board_file import Request, compose, parse_board
from genetess_cli.rules.genetess.boards.fairness import survey
from genetess_cli.rules.genetess.specials import ALL
from tests.kit.command import run

NEW = ("board", "new", "--players", "4", "--seed", "friday")


def test_a_board_is_printed_and_says_how_to_make_it_again(tmp_path: Path) -> None:
    out = run(tmp_path, *NEW, "--walls", "many", "--specials", "s1, S7, S7").out
    line = out.splitlines()[1]
    assert (
        line == "# genetess board new --players 4 --size 21x21 --walls many --specials s1,S7,S7 --seed friday"
    )
    again = run(tmp_path, *line.removeprefix("# genetess ").split())
    assert again.out.splitlines()[3:] == out.splitlines()[3:]


def test_the_same_seed_prints_the_same_bytes(tmp_path: Path) -> None:
    assert run(tmp_path, *NEW).out == run(tmp_path, *NEW).out
    assert run(tmp_path, *NEW).out != run(tmp_path, *NEW[:-1], "monday").out


def test_without_a_seed_one_is_drawn_and_told(tmp_path: Path) -> None:
    first, second = (run(tmp_path, *NEW[:4]).out.splitlines()[1] for _ in range(2))
    seeds = [line.partition(" --seed ")[2] for line in (first, second)]
    assert seeds[0] != seeds[1]
    assert all(len(bytes.fromhex(seed)) == 16 for seed in seeds)  # so that nobody finds it by trying all


def test_a_file_holds_what_would_have_been_printed(tmp_path: Path) -> None:
    done = run(tmp_path, *NEW, "-o", "cave.yaml")
    assert done.status == 0
    assert "Wrote cave.yaml." in done.err
    assert (tmp_path / "cave.yaml").read_text() == run(tmp_path, *NEW).out


def test_a_file_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "cave.yaml").write_text("mine")
    done = run(tmp_path, *NEW, "-o", "cave.yaml")
    assert done.status == 1
    assert "'cave.yaml': File exists" in done.err
    assert (tmp_path / "cave.yaml").read_text() == "mine"


@pytest.mark.parametrize("name", ["nowhere/cave.yaml", "cave.yaml/cave.yaml"])
def test_a_file_that_cannot_be_written_is_told(tmp_path: Path, name: str) -> None:
    (tmp_path / "cave.yaml").write_text("mine")
    done = run(tmp_path, *NEW, "-o", name)
    assert done.status == 1
    assert f"Could not open file '{name}'" in done.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--players", "1"), "--players"),
        (("--players", "27"), "--players"),
        (("--players", "2", "--size", "big"), "columns and rows"),
        (("--players", "2", "--size", "201x9"), "for 2 players from 9x"),
        (("--players", "4", "--size", "5x5"), "from "),
        (("--players", "7"), "is not one of '2', '3', '4', '5', '6', '8'"),
        (("--players", "5", "--size", "22x30"), "for 5 players from 23x23 to 200x200"),
        (("--players", "3", "--size", "15x15", "--specials", "60"), "fewer --walls or --specials"),
        (("--players", "8", "--size", "20x30"), "to 200x200, as many of both"),
        (("--players", "8", "--size", "10x90"), "for 8 players from 17x17 to"),
        (("--players", "2", "--walls", "lots"), "'none', 'few', 'many'"),
        (("--players", "2", "--specials", "S99"), ALL),
        (("--players", "2", "--specials", "S1,,S5"), ALL),
        (("--players", "2", "--specials", "S1," * 60 + "S1"), "at most 60"),
        (("--players", "2", "--specials", "99999"), "at most 60"),
        (("--players", "2", "--size", "9x9", "--specials", "22"), "has room for"),
        (("--players", "2", "--seed", "a b"), "letters, digits"),
        (("--players", "2", "--seed", "a\nb"), "letters, digits"),
    ],
)
def test_what_cannot_be_made_is_refused(tmp_path: Path, arguments: tuple[str, ...], words: str) -> None:
    done = run(tmp_path, "board", "new", *arguments)
    assert done.status == 2
    assert words in " ".join(done.err.split())
    assert done.out == ""


@pytest.mark.parametrize("players", [2, 4, 8])
@pytest.mark.parametrize("specials", ["none", "3", "S1,S8,S10"])
def test_a_new_board_can_be_checked(tmp_path: Path, players: int, specials: str) -> None:
    run(tmp_path, "board", "new", "--players", str(players), "--specials", specials, "-o", "cave.yaml")
    done = run(tmp_path, "board", "check", "cave.yaml")
    assert done.status == 0
    assert "All starts are alike" in done.out


def _told(text: str) -> int:
    """By how many percent the starts differ, as the first line of a board says."""
    return int(text.partition(" is more than ")[2].partition(" %")[0])


@pytest.mark.parametrize("players", [3, 5, 6])
def test_the_first_line_of_a_board_without_symmetry_says_how_unlike_its_starts_are(players: int) -> None:
    request = Request(players, "1", walls="few", specials="S1,S5,S10")
    text = compose(request)
    assert survey(parse_board(text.encode(), "board.yaml")).unlike == _told(text)
    assert compose(request) == text


def test_a_size_at_which_no_fair_board_is_found_is_refused(tmp_path: Path) -> None:
    options = ("--players", "5", "--size", "23x200", "--walls", "many", "--seed", "1")
    done = run(tmp_path, "board", "new", *options)
    assert done.status == 2
    assert "no board was found whose starts differ by 15 % at most; take another --seed" in " ".join(
        done.err.split()
    )


@pytest.mark.parametrize("players", [3, 5, 6])
def test_bots_can_play_on_a_board_without_symmetry(empty: Path, players: int) -> None:
    seats = ("red", "green", "blue", "white", "cyan", "pink")[:players]
    named = [word for seat in seats for word in ("--player", f"{seat}=P-{seat}")]
    run(empty, "board", "new", "--players", str(players), "--specials", "4", "--seed", "1", "-o", "cave.yaml")
    assert run(empty, "new", "cave", "--ruleset", "genetess", "--board", "cave.yaml", *named).status == 0
    assert run(empty, "start", "cave").status == 0
    done = run(empty, "simulate", "cave", "--turns", "40", "--seed", "1")
    assert (done.status, "40 turns played" in done.out) == (0, True)


def test_new_says_how_to_make_a_board_for_five(empty: Path) -> None:
    named = [
        word
        for seat in ("red", "green", "blue", "white", "cyan")
        for word in ("--player", f"{seat}=P-{seat}")
    ]
    done = run(empty, "new", "cave", "--ruleset", "genetess", *named)
    assert done.status == 2
    assert "or your own --board (`genetess board new` makes one)" in done.err


@pytest.mark.parametrize("size", ["200x200"])
def test_the_largest_board_with_all_specials(tmp_path: Path, size: str) -> None:
    options = ("--players", "8", "--size", size, "--walls", "many", "--specials", "22")
    assert run(tmp_path, "board", "new", *options, "-o", "cave.yaml").status == 0
    assert run(tmp_path, "board", "check", "cave.yaml", "--json").json["floor"] > 20_000


def test_a_game_can_be_played_on_a_new_board(empty: Path) -> None:
    seats = ("red", "green", "blue", "white")
    players = [word for seat in seats for word in ("--player", f"{seat}=P")]
    assert run(empty, "board", "new", "--players", "4", "--specials", "4", "-o", "cave.yaml").status == 0
    assert run(empty, "new", "cave", "--ruleset", "genetess", "--board", "cave.yaml", *players).status == 0
    assert run(empty, "start", "cave").status == 0
    assert run(empty, "check").status == 0
