"""`genetess perft`: move trees of Genie of the Lamp counted, inside a league and outside of one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.command import run

KINGS = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"


def test_the_last_line_is_the_bare_number(tmp_path: Path) -> None:
    done = run(tmp_path, "perft", "2")
    assert (done.status, done.out) == (0, "784\n")
    assert run(tmp_path, "perft", "0").out == "1\n"
    assert run(tmp_path, "perft", "0", "--divide").out == "1\n"


def test_the_count_below_each_move_in_order_of_the_alphabet(tmp_path: Path) -> None:
    lines = run(tmp_path, "perft", "1", "--divide", "--fen", f"{KINGS} G").out.splitlines()
    assert lines == ["e1d1: 1", "e1d2: 1", "e1f1: 1", "e1f2: 1", "e2e2g: 1", "e2e3: 1", "e2e4: 1", "7"]
    below = run(tmp_path, "perft", "2", "--divide", "--fen", f"{KINGS} G").out.splitlines()
    assert sum(int(line.split(": ")[1]) for line in below[:-1]) == int(below[-1])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["1", "--fen", KINGS], "expected seven fields, the last of them Gg, G, g or -"),
        (["1", "--fen", f"{KINGS} X"], "expected seven fields, the last of them Gg, G, g or -"),
        (
            ["1", "--fen", "8/8/8/8/8/8/8/4K3 w - - 0 1 -"],
            "--fen: that is no position of this game: no black king",
        ),
        (["-1"], "perft"),
        (["99"], "99"),
        (["x"], "x"),
        ([], "DEPTH"),
    ],
)
def test_what_cannot_be_counted_is_wrong_usage(tmp_path: Path, arguments: list[str], words: str) -> None:
    done = run(tmp_path, "perft", *arguments)
    assert done.status == 2
    assert words in done.err
    assert done.out == ""
