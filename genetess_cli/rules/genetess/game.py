"""A Genetess position: frozen values and look-ups. It changes only by events (`events.py`)."""

# Annotations are values here, not text: msgspec reads them, and evaluating text takes longer than reading a file.

from collections.abc import Iterator, Mapping
from functools import lru_cache
from operator import itemgetter
from typing import Any

from genetess_cli.rules.board import Grid, Square
from genetess_cli.rules.genetess.codes import LETTERS, Body, body
from genetess_cli.values import Value

VERSION = 4
"""Of these rules: raised by every change that alters a result of play."""


# How the squares of a map are written
EXTERIOR = "#"
INTERIOR = "+"
FLOOR = "."

MOST_SEATS = 26
MOST_HELD = 1000
"""Codes that one piece holds at most: what would add more adds nothing (ruling G46)."""


class Settings(Value, forbid_unknown_fields=True):
    """`rules:` of a Genetess game's game.yaml, each with its default."""

    specials: str = "1.00"
    starting_e: int = 10
    e_per_king: int = 1
    create: bool = True
    codes: str = LETTERS
    gamble: tuple[str, ...] = ()


class Piece(Value):
    """A piece."""

    owner: str
    # Sorted.
    codes: str
    phased: bool = False
    # Its flare still burns (ruling G24).
    flare: bool = False
    # The seats to which S17 and S18 show it wherever it goes (G35), and those that read its codes by S18.
    targeted: tuple[str, ...] = ()
    matched: tuple[str, ...] = ()
    read: tuple[str, ...] = ()
    # The S8 that it stands on found no empty target and tries again (G28).
    blocked: bool = False

    @property
    def body(self) -> Body:
        return body(self.codes)

    @property
    def is_full(self) -> bool:
        """Return whether the piece can hold no more codes (ruling G46)."""
        return len(self.codes) >= MOST_HELD

    @property
    def is_king(self) -> bool:
        return "K" in self.codes

    def has(self, code: str) -> bool:
        return code in self.codes


class Special(Value):
    """A special square: its type (`S1`), what players read there, and its parameters as board.yaml gives them."""

    type: str
    text: str
    details: Mapping[str, Any] = {}


class Player(Value):
    """A seat."""

    colour: str
    eliminated: bool = False
    score: int = 0
    e: int = 0
    # What an active flare shows: "plain" or "decoded"; "" without one.
    flare: str = ""
    # The same of an S5.
    overview: str = ""
    # Its player has left, so it is eliminated and nobody controls its pieces, ronin or not.
    dropped: bool = False


class Bid(Value):
    """What a seat gambles for one kind of prize in round 0: its stake in E, and what it wants, the best first."""

    prize: str
    stake: int
    preferences: tuple[str, ...]


class RoundZero(Value):
    """Round 0 while it lasts (ruling G39)."""

    # The kinds that are bid for.
    prizes: tuple[str, ...]
    # Those of the board where they are bid for, each with the codes of its pieces by square.
    starts: dict[str, dict[str, str]] = {}
    # Of each seat that is in.
    bids: dict[str, tuple[Bid, ...]] = {}


class GenetessResult(Value):
    """How a game ended: the winners by score, the one who was never eliminated (ruling G42), and why."""

    winners: tuple[str, ...]
    survivor: str | None
    reason: str


class Map(tuple[Grid, int, int]):
    """The size of the board, and the masks of the exterior and interior walls. Its text is its rows, one a line."""

    __slots__ = ()

    def __new__(cls, grid: Grid, exterior: int, interior: int) -> "Map":
        return tuple.__new__(cls, (grid, exterior, interior))

    grid = property(itemgetter(0))
    exterior = property(itemgetter(1))
    interior = property(itemgetter(2))

    @classmethod
    def named(cls, text: str) -> "Map":
        lines = text.splitlines()
        if not lines or any(len(line) != len(lines[0]) for line in lines):
            raise ValueError("the map's rows are not of one length")
        if set(text) - {EXTERIOR, INTERIOR, FLOOR, "\n"}:
            raise ValueError("the map is made of something else than # + and .")
        grid = Grid(len(lines[0]), len(lines))
        letters = list(zip(grid.squares, "".join(lines), strict=True))
        exterior, interior = (
            grid.mask(at for at, letter in letters if letter == wall) for wall in (EXTERIOR, INTERIOR)
        )
        return cls(grid, exterior, interior)

    def rows(self, seen: int) -> list[str]:
        """Return the map's rows, squares that are not `seen` as `?`."""
        columns = self.grid.columns
        size = self.grid.columns * self.grid.rows
        digits = _spread(seen) + 2 * _spread(self.exterior) + 4 * _spread(self.interior)
        letters = f"{digits:0{size}x}"[::-1].translate(_LETTERS)
        return [letters[start : start + columns] for start in range(0, size, columns)]

    def __str__(self) -> str:
        return "\n".join(self.rows(self.grid.everything)) + "\n"


_LETTERS = str.maketrans("01234567", "?.?#?+?#")
"""A square's letter by its bits: 1 seen, 2 exterior wall, 4 interior wall."""


@lru_cache(maxsize=256)
def _spread(mask: int) -> int:
    """Return a mask with a hexadecimal digit for each bit: the whole map is then one number, and lettered at once."""
    return int(f"{mask:b}", 16)


class Game(Value):
    """The whole position; nothing in it is ever changed in place."""

    settings: Settings
    round: int
    to_move: str | None
    map: Map
    # In order of play.
    players: dict[str, Player]
    pieces: dict[Square, Piece]
    specials: dict[Square, Special]
    # The squares of all Kings in the board's starts, used or not (ruling G38).
    starts: tuple[Square, ...]
    result: GenetessResult | None = None
    # None where there is no such round, and once it is over.
    round_zero: RoundZero | None = None

    @property
    def grid(self) -> Grid:
        return self.map[0]

    @property
    def awaited(self) -> list[str]:
        """Return the seats whose orders are awaited: the one to move, or in round 0 all that are not in (G39)."""
        if self.round_zero and not self.result:
            return [seat for seat in self.players if seat not in self.round_zero.bids]
        return [self.to_move] if self.to_move and not self.result else []

    @property
    def label(self) -> str:
        """Return the turn: round and the seat's letter (`3b`); `0` before the first (ruling G40)."""
        if self.to_move is None:
            return str(self.round)
        return f"{self.round}{LETTERS[list(self.players).index(self.to_move)].lower()}"

    def is_exterior(self, square: Square) -> bool:
        """Return whether a square is exterior wall, as everything off the grid is (ruling G1)."""
        grid, exterior, _ = self.map
        bit = grid.bits.get(square)
        return bit is None or bool(exterior & bit)

    def is_interior(self, square: Square) -> bool:
        grid, _, interior = self.map
        return bool(interior & grid.bits.get(square, 0))

    def is_wall(self, square: Square) -> bool:
        grid, exterior, interior = self.map
        bit = grid.bits.get(square)
        return bit is None or bool((exterior | interior) & bit)

    def is_vacant(self, square: Square) -> bool:
        return square not in self.pieces and not self.is_wall(square)

    def in_view_of(self, square: Square) -> list[Square]:
        """Return the occupied squares in view of the piece on a square, its own too, in row order (ruling G2)."""
        area = self.grid.area(square, self.pieces[square].body.radius)
        return [near for near in self.grid.of(area) if near in self.pieces]

    def in_row_order(self) -> list[tuple[Square, Piece]]:
        return sorted(self.pieces.items())

    def specials_of(self, number: str) -> list[Square]:
        return sorted(square for square, special in self.specials.items() if special.type == number)

    def alike(self, square: Square) -> list[Square]:
        """Return the squares of all pieces with the codes of the one on a square, its own among them (ruling G35)."""
        codes = self.pieces[square].codes
        return sorted(other for other, piece in self.pieces.items() if piece.codes == codes)

    def of(self, seat: str) -> Iterator[tuple[Square, Piece]]:
        return ((square, piece) for square, piece in self.in_row_order() if piece.owner == seat)

    def king_squares(self, seat: str) -> list[Square]:
        """Return the squares of a seat's pieces with K, in row order."""
        return [square for square, piece in self.of(seat) if piece.is_king]

    def kings(self, seat: str) -> int:
        """Return the number of K codes on a seat's pieces (ruling G8)."""
        return sum(piece.body.kings for piece in self.pieces.values() if piece.owner == seat)

    def controls(self, seat: str, piece: Piece) -> bool:
        """Return whether a seat gives orders to a piece: its own, and of an eliminated player only the ronin."""
        return piece.owner == seat and not self.is_orphan(piece)

    def is_orphan(self, piece: Piece) -> bool:
        """Return whether a piece has no P and its owner is eliminated, or its owner has left the game (ruling G22)."""
        owner = self.players[piece.owner]
        return owner.eliminated and (owner.dropped or not piece.has("P"))

    def score(self, seat: str) -> int:
        return self.players[seat].score

    def still_in(self) -> list[str]:
        """Return the seats not eliminated, in order of play."""
        return [seat for seat, player in self.players.items() if not player.eliminated]

    def plays(self, seat: str) -> bool:
        """Return whether a seat gets turns: it is in, or has a ronin (ruling G40)."""
        return not self.players[seat].eliminated or any(
            self.controls(seat, piece) for piece in self.pieces.values()
        )
