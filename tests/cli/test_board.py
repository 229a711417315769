"""`genetess board`: what `check` says of a file, and the help of the group. What `new` makes: `test_board_new.py`."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.house.tree import ROOT
from tests.kit.command import Done, run

SQUARE = """\
map: |
  #######
  #.....#
  #..+..#
  #.....#
  #######
starts:
  K1: {B3: K}
  K2: {F3: K}
specials:
  - {at: C2, type: S1, amount: 3}
  - {at: E4, type: S1, amount: 3}
"""


@pytest.fixture
def board(tmp_path: Path) -> Path:
    path = tmp_path / "cave.yaml"
    path.write_text(SQUARE)
    return path


def _check(board: Path, *options: str) -> Done:
    return run(board.parent, "board", "check", board.name, *options)


# check


def test_a_board_is_drawn_with_starts_and_specials(board: Path) -> None:
    lines = _check(board).out.splitlines()
    assert lines[0] == "7 columns, 5 rows: 14 squares of floor, 1 of interior wall, 2 starts"
    assert lines[2:8] == [
        "      A  B  C  D  E  F  G",
        "   1  #  #  #  #  #  #  #",
        "   2  #  . S1  .  .  .  #",
        "   3  # K1  .  +  . K2  #",
        "   4  #  .  .  . S1  .  #",
        "   5  #  #  #  #  #  #  #",
    ]


def test_every_start_has_a_row_of_figures(board: Path) -> None:
    rows = [line.split() for line in _check(board).out.splitlines()]
    assert ["K1", "B3", "K", "all", "6", "7", "13", "2", "S1×2"] in rows
    assert ["K2", "F3", "K", "all", "6", "7", "13", "2", "S1×2"] in rows


def test_the_verdict_comes_last(board: Path) -> None:
    last = "All starts are alike: turned or mirrored onto another start, the board is the same."
    assert _check(board).out.splitlines()[-1] == last


def test_what_cannot_be_reached_is_told(board: Path) -> None:
    board.write_text(SQUARE.replace("#.....#", "#.#.+.#").replace("#..+..#", "#.#+#.#").replace("C2", "B2"))
    done = _check(board)
    assert done.status == 0
    assert "Not every start can be walked to: K1 | K2." in done.out
    assert "Cut off from every start: the room at D2, 1 square." in done.out
    assert "Under interior wall until somebody digs: E4 S1." in done.out
    assert "0 of 1" in done.out


def test_specials_in_a_room_that_is_cut_off(board: Path) -> None:
    board.write_text(
        SQUARE.replace("#.....#", "#.#.#.#")
        .replace("#..+..#", "#.#.#.#")
        .replace("C2", "D2")
        .replace("E4", "D4")
    )
    assert "the room at D2, 3 squares, with D2 S1, D4 S1." in _check(board).out


def test_a_long_name_of_a_start_is_drawn_as_a_letter(board: Path) -> None:
    board.write_text(SQUARE.replace("K2", '"The far \\e[2J corner"'))
    out = _check(board).out
    assert "   3  #  A  .  +  .  B  #" in out
    assert "A K1 " in out
    assert "\x1b" not in out


def test_more_starts_than_a_game_can_use(board: Path) -> None:
    starts = "".join(f"  K{number}: {{{column}{row}: K}}\n" for number, (column, row) in enumerate(_places()))
    board.write_text("map: |\n" + "  ......\n" * 5 + f"starts:\n{starts}")
    assert "Only the first 26 starts are measured, as many as a game can use." in _check(board).out


def _places() -> list[tuple[str, int]]:
    return [(column, row) for row in range(1, 6) for column in "ABCDEF"]


def test_specials_are_listed_with_square_type_and_text(board: Path) -> None:
    board.write_text(SQUARE + "  - {at: D2, type: S4, codes: B, text: Be quick}\n")
    lines = _check(board).out.splitlines()
    assert lines[lines.index("Specials") + 1 :][:2] == [
        "S1 on C2, E4: 3 E for each K you have",
        "S4 on D2: Be quick",
    ]
    assert _check(board, "--json").json["specials"][1]["at"] == "D2"


def test_a_board_without_specials_has_no_list_of_them(board: Path) -> None:
    board.write_text(SQUARE.partition("specials:")[0])
    assert "Specials" not in _check(board).out


def test_headings_are_never_broken(board: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    headings = [
        "start",
        "at",
        "pieces",
        "reaches",
        "nearest",
        "open",
        "3",
        "open",
        "6",
        "special",
        "specials",
        "6",
    ]
    for columns in range(66, 90):
        monkeypatch.setenv("COLUMNS", str(columns))
        lines = [line.split() for line in _check(board).out.splitlines()]
        assert headings in lines


def test_the_figures_as_json(board: Path) -> None:
    found: dict[str, Any] = _check(board, "--json").json
    assert (found["columns"], found["rows"], found["alike"], found["images"]) == (7, 5, True, True)
    assert found["measured"][0]["ways"] == {"K2": 6}
    assert found["parties"] == [["K1", "K2"]]


def test_faults_have_file_and_line(board: Path) -> None:
    board.write_text(SQUARE.replace("F3: K", "F3: B").replace("amount: 3}\n  - ", "amont: 3}\n  - "))
    done = _check(board)
    assert done.status == 1
    assert done.out == ""
    lines = done.err.splitlines()
    assert [line.partition(": ")[0] for line in lines] == ["cave.yaml:9"] * 2 + ["cave.yaml:11"] * 2
    assert "it takes amount" in done.err


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "the file is empty"),
        (b"\xff\xfe", "UTF-8"),
        (b"map: [", "bracket"),
        (b"map: 5\nstarts: {}\n", "cave.yaml:1"),
        (b"map: |\n  ...\nstarts: {K1: {A1: K}}\n", "needs 2 starts"),
        (b"map: |\n  ...\nstarts: {}\n", "needs 2 starts"),
        (b"map: ''\nstarts: {K1: {A1: K}, K2: {B1: K}}\n", "rows"),
        (b"x" * 300_000, "bytes"),
    ],
)
def test_what_is_no_board_is_refused(board: Path, data: bytes, words: str) -> None:
    board.write_bytes(data)
    done = _check(board)
    assert done.status == 1
    assert words in done.err
    assert "cave.yaml" in done.err


@pytest.mark.parametrize("name", ["nowhere.yaml", "."])
def test_what_cannot_be_read_is_refused(tmp_path: Path, name: str) -> None:
    done = run(tmp_path, "board", "check", name)
    assert done.status == 1
    assert "cannot be read" in done.err


def test_on_a_narrow_terminal_a_square_is_one_letter(board: Path) -> None:
    wide = "  " + "." * 60 + "\n"
    board.write_text(
        f"map: |\n{wide * 3}starts:\n  K1: {{B2: K}}\n  K2: {{J2: K}}\nspecials: [{{at: C2, type: S5}}]\n"
    )
    shown = _on_terminal(board)
    assert "   2 .A*......B." in shown
    assert "A K1" in shown
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    assert f"     {' ' * 26}{'A' * 26}{'B' * 8}\r\n     {letters * 2}{letters[:8]}\r\n" in shown


def test_on_a_narrow_terminal_sentences_are_wrapped_between_words(board: Path) -> None:
    lines = _on_terminal(board, columns=50).splitlines()
    assert "nearest, special: steps to the nearest start, and" in [line.rstrip() for line in lines]


def _on_terminal(board: Path, columns: int = 80) -> str:
    """The output on a terminal of so many columns without colours."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "genetess_cli", "board", "check", str(board)]
    environment = {
        "PYTHONPATH": str(ROOT), "TERM": "xterm", "NO_COLOR": "1", "COLUMNS": str(columns), "PATH": "",
    }  # fmt: skip
    subprocess.run(command, stdout=theirs, stderr=subprocess.PIPE, env=environment, check=True)
    os.close(theirs)
    shown = b""
    with (
        open(ours, "rb", buffering=0) as terminal,
        suppress(OSError),
    ):  # how a terminal says that it is closed
        while part := terminal.read(20_000):
            shown += part
    return shown.decode().replace("\x1b[1m", "").replace("\x1b[0m", "")


# The group


def test_outside_a_league_both_work_and_help(tmp_path: Path) -> None:
    for words in ((), ("check",), ("new",)):
        done = run(tmp_path, "board", *words, "--help")
        assert done.status == 0
        assert "  genetess board " in done.out
        assert max(map(len, done.out.splitlines())) <= 100


@pytest.mark.parametrize("arguments", [(), ("chek",), ("check",), ("new",)])
def test_wrong_usage_is_status_2(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    done = run(tmp_path, "board", *arguments)
    assert done.status == 2
    assert done.err
