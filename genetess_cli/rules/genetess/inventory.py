"""The specials of a board as it is to begin with: what players read at each, and which of them do nothing there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from genetess_cli.rules.board import Square
from genetess_cli.rules.genetess.game import INTERIOR
from genetess_cli.rules.genetess.setup import Board
from genetess_cli.rules.genetess.specials import parameters


class Listed(msgspec.Struct, frozen=True):
    """A special: its square, type and text; `idle` says why it does nothing as the board stands, "" if it does."""

    at: str
    type: str
    text: str
    idle: str


def inventory(board: Board) -> list[Listed]:
    """All specials of a board without faults, in row order."""
    lines = board.map.splitlines()
    ordered = sorted(board.specials, key=lambda given: Square.named(given["at"]))
    return [
        Listed(str(Square.named(given["at"])), given["type"], parameters.told(given), _idle(given, lines))
        for given in ordered
    ]


def _idle(given: Mapping[str, Any], lines: list[str]) -> str:
    """Why a special does nothing; what walls, moves or winds may change later is not asked."""
    details, at = parameters.tidy(given), Square.named(given["at"])
    if given["type"] == "S3" and Square.named(details["target"]) == at:
        return "its target is its own square, which the piece there fills"
    if given["type"] == "S8" and {Square.named(name) for name in details["targets"]} == {at}:
        return "it leads nowhere but to its own square, which the piece there fills"
    if given["type"] == "S10":
        return _unopened(details, lines)
    return ""


def _unopened(details: Mapping[str, Any], lines: list[str]) -> str:
    if "random" in details:
        return "" if any(INTERIOR in line for line in lines) else "the board has no interior wall to open"
    named = (Square.named(name) for name in details["walls"])
    if any(lines[square.row][square.column] == INTERIOR for square in named):
        return ""
    return f"there is no interior wall to open on {', '.join(details['walls'])}"
