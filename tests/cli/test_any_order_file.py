"""Order files as any bytes: each has a result or a message that says what is wrong with it, and where."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from genetess_cli.rules import RULESETS, letters, orders, ruleset
from genetess_cli.rules.problems import Problem, lines, render
from genetess_cli.turns.queue import Queue, parse_queue
from tests.kit.command import LATER, run

FILES = 100
"""Files of each game and seed."""
PIECES = (
    *(
        "MOVE B2 S",
        "CHARGE B2 E – N",
        "PASS",
        "HOLIDAY",
        "GAMBLE 3E on K1, K2",
        "CREATE B3 AB",
        "if I can't pass,",
    ),
    *(
        "PLACE S red D3",
        "MUTATE D4 TO M",
        "SCORE TAKE S FROM green",
        "Nf3",
        "O-O",
        "1. e4",
        "DRAW",
        "CLAIM",
        "RESIGN",
    ),
    *(
        "/",
        "#",
        "*",
        "\n",
        "\r",
        "\r\n",
        "\t",
        " ",
        ",",
        ";",
        "E",
        "E-N",
        "－",
        "／",
        "＃",
        "Ｅ",
        "𝐍",
        "Е",
        "К1",
        "é",
    ),
    *(
        "\ufeff",
        "\u200b",
        "\u202e",
        "\xad",
        "\u2028",
        "\x85",
        "\v",
        "\f",
        "\x1b[2J",
        "\0",
        "\ufffe",
        "9" * 400,
    ),
    *("<<<<<<< HEAD\n", "=======\n", "A" * 300, "N-" * 900),
)
CODINGS = (*["utf-8"] * 6, "utf-8-sig", "utf-16", "utf-16-le", "utf-32", "latin-1", "cp1252")


def any_file(luck: Random) -> bytes:
    """Orders and other pieces of text in some coding, now and then with bytes lost or changed."""
    text = "".join(luck.choice(PIECES) + luck.choice(("", " ", "\n")) for _ in range(luck.randrange(12)))
    data = bytearray(text.encode(luck.choice(CODINGS), "replace"))
    for _ in range(luck.choice((0, 0, 0, 1, 4))):
        at = luck.randrange(len(data) + 1)
        data[at : at + luck.randrange(3)] = luck.randbytes(luck.randrange(3))
    return bytes(data)


@pytest.mark.parametrize("seed", range(150))
@pytest.mark.parametrize("name", RULESETS)
@pytest.mark.by_day(2, ci=6)
def test_every_order_file_is_orders_or_says_what_is_wrong_and_where(name: str, seed: int) -> None:
    luck, rules = Random(seed), ruleset(name)
    for _ in range(FILES):
        queue = parse_queue(rules, any_file(luck))
        for problem in queue.problems:
            _is_told(problem, queue.text)
        for entry, reading in queue.readings:
            assert (reading.order is None) == (reading.problem is not None)
            assert (
                not reading.order or rules.parse(orders.entries(str(reading.order))[0]).order == reading.order
            )
            assert letters.seen(entry.text, range(len(entry.text)))[0] == entry.text
        _is_used_up(queue)


def _is_told(problem: Problem, text: str) -> None:
    assert problem.message.endswith((".", "!"))
    assert problem.hint or problem.slug == "merged"
    shown = render(problem, text)
    assert not any(letter in shown for letter in "\x1b\u202e\0")
    if problem.span:
        line = lines(text)[problem.span.line - 1]
        assert 0 <= problem.span.start < problem.span.end <= len(line) + 1


def _is_used_up(queue: Queue) -> None:
    """Whether one order after the other leaves the file, and the others stay as they are."""
    text = queue.text
    for entry in queue.entries[:5]:
        [first, *others] = orders.entries(text)
        assert first.text == entry.text
        text = orders.without(text, first)
        assert [other.text for other in orders.entries(text)] == [other.text for other in others]


@pytest.mark.parametrize("seed", range(1000))
@pytest.mark.by_day(2, ci=8)
def test_a_run_makes_something_of_every_order_file(started: Path, seed: int) -> None:
    file = started / "games/riot/orders/red.txt"
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(any_file(Random(seed)))
    for command in (("check",), ("tick", "--now", LATER)):
        done = run(started, *command)
        assert done.status in (0, 1, 3), done
        assert (done.out + done.err).strip(), command
