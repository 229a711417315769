"""Order files under a wrong name or in a wrong place: whose they are meant to be, and what they have to be called."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from genetess_cli.store.layout import Layout
from genetess_cli.store.schema import GameFile

_NAMED: Final = "each with SEAT.{ending} or SEAT-ANYTHING.{ending}"
_LETTERS: Final = "the name of an order file has letters a-z, digits, `_` and `-` alone"
_ENDINGS: Final = (".txt", ".sealed")
_MOST: Final = 60
_MOST_NAMED: Final = 5


def misnamed(file: GameFile, path: str) -> str:
    """What is said of a file among the orders that is no seat's queue by its name."""
    folder, _, name = path.rpartition("/")
    sealed = file.secrecy == "sealed"
    ending, other = ("sealed", "txt") if sealed else ("txt", "sealed")
    seat = meant(name, file.seats)
    if seat is None:
        named = _NAMED.format(ending=ending)
        return f"{path}: no seat's order file; the seats are {', '.join(file.seats)}, {named}"
    if name.endswith(f".{other}"):
        kind = "sealed" if sealed else "open"
        made = ", sealed by the turnsheet" if sealed else ""
        return (
            f"{path}: no seat's order file: this game is {kind}, so its orders are in {seat}.{ending}{made}"
        )
    if not folder.endswith("/orders"):
        return f"{path}: no seat's order file: it lies in a folder of its own; put it beside the others"
    return f"{path}: no seat's order file: {_LETTERS}; call it {_called(name, seat)}.{ending}"


def places(name: str, seats: Sequence[tuple[str, GameFile, str]]) -> list[str]:
    """Where a file of this name belongs first, of some seats with their games: with the name that it has to have."""
    found = []
    for slug, file, seat in seats:
        sealed = file.secrecy == "sealed"
        if meant(name, [seat]) and name.endswith(".sealed" if sealed else ".txt"):
            layout = Layout(slug, sealed)
            called = f"{_called(name, seat)}.{name.rpartition('.')[2]}"
            found.append(f"{layout.orders_folder}/{called}")
    return found[:_MOST_NAMED]


def meant(name: str, seats: Sequence[str]) -> str | None:
    """The seat that a file's name begins with; of several the longest."""
    fitting = [seat for seat in seats if re.match(rf"{re.escape(seat)}(?![a-z0-9])", name.lower())]
    return max(fitting, key=len, default=None)


def named(paths: Sequence[str]) -> str:
    """The first of some paths, and how many more there are."""
    shown = [path if path.isprintable() else ascii(path)[1:-1] for path in paths[:_MOST_NAMED]]
    return ", ".join(shown) + (f" and {len(paths) - len(shown)} more" if len(paths) > len(shown) else "")


def _called(name: str, seat: str) -> str:
    """The nearest name without an ending that the seat's order file may have."""
    stem = name.rpartition(".")[0] if "." in name else name
    while stem.lower().endswith(_ENDINGS):  # some systems hide an ending, so that people add it once more
        stem = stem.rpartition(".")[0]
    rest = re.sub(r"[^a-z0-9_]+", "-", stem[len(seat) :].lower()).strip("-")[:_MOST]
    return f"{seat}-{rest}" if rest else seat
