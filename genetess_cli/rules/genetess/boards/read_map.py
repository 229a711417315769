"""The map of board.yaml: what is wrong with it, and its squares by name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from genetess_cli.rules.base import Fault
from genetess_cli.rules.board import LARGEST, Grid, Square, find_square
from genetess_cli.rules.genetess.game import EXTERIOR, FLOOR, INTERIOR

_LONGEST_SHOWN = 40


def faults(lines: Sequence[str]) -> Iterator[Fault]:
    if not lines or len(lines) > LARGEST:
        yield Fault(("map",), f"a map has 1 to {LARGEST} rows, not {len(lines)}")
        return
    width = len(lines[0])
    if not 1 <= width <= LARGEST:
        yield Fault(("map", 0), f"a row has 1 to {LARGEST} squares, not {width}")
    for row, line in enumerate(lines):
        strange = next((letter for letter in line if letter not in EXTERIOR + INTERIOR + FLOOR), None)
        if strange is not None:
            column = line.index(strange) + 1
            yield Fault(
                ("map", row), f"row {row + 1}, column {column}: a map is made of # + and ., not {strange!r}"
            )
        if len(line) != width:
            yield Fault(("map", row), f"row {row + 1} has {len(line)} squares and the first has {width}")


def find(name: Any, lines: Sequence[str]) -> tuple[Square | None, str]:
    """Return the square that board.yaml names on a map without faults, or what is wrong with the name."""
    square = find_square(name) if isinstance(name, str) else None
    if square is None:
        return None, f"{quote_value(name)} is no square; write it like B2"
    if square not in Grid(len(lines[0]), len(lines)):
        return None, f"{square} is off the map, which has {len(lines[0])} columns and {len(lines)} rows"
    return square, ""


def find_inside(name: Any, lines: Sequence[str]) -> tuple[Square | None, str]:
    """Return the same for what cannot be in exterior wall."""
    square, wrong = find(name, lines)
    if square is not None and lines[square.row][square.column] == EXTERIOR:
        return None, f"{square} is exterior wall"
    return square, wrong


def quote_value(value: Any) -> str:
    """Return what somebody wrote, as a fault quotes it: cut where it is long."""
    words = {list: "a list", dict: "a mapping", type(None): "nothing"}
    text = words.get(type(value)) or repr(value)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"
