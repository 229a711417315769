"""A board.yaml by itself, in no game yet: read and checked, or composed anew from a seed.

Boards of games are read in `store`; figures and plans of boards are in `rules/genetess`.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from genetess_cli.errors import InvalidFile, Refused, WrongUsage
from genetess_cli.rules.board import LARGEST
from genetess_cli.rules.dice import Dice
from genetess_cli.rules.genetess.boards import generate, scatter, symmetry
from genetess_cli.rules.genetess.boards.fairness import faults
from genetess_cli.rules.genetess.setup import Board
from genetess_cli.rules.genetess.specials import ALL, NAMES
from genetess_cli.store.yaml import api
from genetess_cli.store.yaml.read import HUMAN
from genetess_cli.values import Value

SHARES = {"none": 0, "few": 12, "many": 28}
"""The words for walls, in percent of the squares."""

_SIZE = re.compile(r"([0-9]{1,4})[xX×]([0-9]{1,4})")
_SEED = re.compile(r"[A-Za-z0-9_.-]{1,40}")
_MADE = re.compile(rf"(?m)^# genetess board new .*--seed ({_SEED.pattern})\r?$")
_DRAWN = re.compile("[0-9a-f]{32}")
"""The characters of a seed that nobody finds by trying: 128 bits in the densest way of writing it."""


class Request(Value):
    """A wish for a new board, in the words of the command line; without a size, a usual one is taken."""

    players: int
    seed: str
    size: str | None = None
    walls: str = "few"
    specials: str = "S1,S5"


# Read


def load(path: Path) -> Board:
    """Return the board of a file. Raise Refused where it cannot be read, InvalidFile where it is no board."""
    return parse_board(read_bytes(path), str(path))


def read_bytes(path: Path) -> bytes:
    """Return what a file holds, of one that is too large for a board the beginning. Raise Refused."""
    try:
        with path.open("rb") as file:
            return file.read(HUMAN.size + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise Refused(f"the board {path} cannot be read: {reason}; name a file like board.yaml") from None


def parse_board(data: bytes, where: str) -> Board:
    """Return the board of a file's bytes. Raise InvalidFile, naming `where` and line, where they hold no board."""
    tree = api.read(data, where)
    board = api.convert(tree, Board)
    if wrong := faults(board):
        raise InvalidFile(*(api.fault(tree, fault.path, fault.message) for fault in wrong))
    return board


# Made


def compose(request: Request) -> str:
    """Return a board's text, the same for the same request. Raise WrongUsage for no such words or too small a size."""
    wish = _wish(request)
    columns, rows = _size(request)
    if not _SEED.fullmatch(request.seed):
        raise WrongUsage("--seed: write up to 40 letters, digits, dots, dashes and underscores")
    key = hashlib.sha256(f"genetess board {request.seed}".encode()).digest()
    alike = "Turned or mirrored onto another start, it is the same board."
    try:
        if request.players in symmetry.PLAYERS:
            plan = symmetry.plan(request.players, columns, rows)
            board = generate.make(plan, wish, Dice(lambda: key, 0))
        else:
            board, unlike = scatter.search(request.players, columns, rows, wish, lambda: key)
            alike = f"No figure of `genetess board check` is more than {unlike} % less at one start than at another."
    except scatter.Unfair:
        raise WrongUsage(
            f"of {columns}x{rows} squares and this seed no board was found whose starts differ by {scatter.BOUND} % at "
            "most; take another --seed, a larger --size, fewer --walls or --specials"
        ) from None
    except generate.TooFull as full:
        room = "1 special" if full.room == 1 else f"{full.room} specials"
        raise WrongUsage(
            f"--specials: a board of {columns}x{rows} has room for {room} for each start; ask for fewer, or take a "
            "larger --size"
        ) from None
    options = f"--players {request.players} --size {columns}x{rows} --walls {request.walls}"
    specials = re.sub(r"\s", "", request.specials)
    heading = (
        f"A board for {request.players}. {alike}",
        f"genetess board new {options} --specials {specials} --seed {request.seed}",
        "The outer walls are `#`, those inside `+`, and floor is `.`; B3 is the second square of the third row.",
    )
    values = {name: getattr(board, name) for name in board.__struct_fields__}
    text = "".join(f"# {line}\n" for line in heading) + api.dump(values)
    parse_board(text.encode(), "the new board")
    return text


def seed_of(text: str) -> str | None:
    """Return the seed of a board that was made by `compose`, unless it looks drawn: any other may be found by trying.

    Whoever finds it makes the board again, specials and all, and knows by the map that it is the one.
    """
    made = _MADE.search(text)
    return made[1] if made and not _DRAWN.fullmatch(made[1]) else None


def _size(request: Request) -> tuple[int, int]:
    if request.size is None:
        return symmetry.usual(request.players)
    match = _SIZE.fullmatch(request.size)
    columns, rows = (int(match[1]), int(match[2])) if match else (0, 0)
    if not symmetry.fits(request.players, columns, rows):
        long, short = symmetry.least(request.players)
        both = ", as many of both" if request.players == 8 else ""
        raise WrongUsage(
            f"--size {request.size[:20]!r}: write columns and rows, like 21x15, for {request.players} players from "
            f"{long}x{short} to {LARGEST}x{LARGEST}{both}"
        )
    return columns, rows


def _wish(request: Request) -> generate.Wish:
    walls = SHARES[request.walls]
    text = request.specials
    if text.isdecimal() and text.isascii():
        return generate.Wish(walls, drawn=_number(int(text[:4])))
    types = [] if text == "none" else [word.strip().upper() for word in text.split(",")]
    for type_ in types:
        if type_ not in NAMES:
            raise WrongUsage(
                f"--specials {type_[:20]!r}: write types like S1,S5,S5, a number, or none; the types are {ALL}"
            )
    _number(len(types))
    return generate.Wish(walls, tuple(types))


def _number(specials: int) -> int:
    if specials > generate.MOST_SPECIALS:
        raise WrongUsage(f"--specials: at most {generate.MOST_SPECIALS} for each start can be asked for")
    return specials
