"""A DNA position: frozen values and look-ups. It changes only by events (`events.py`)."""

# Annotations are values here, not text: msgspec reads them, and evaluating text takes longer than reading a file.

from collections.abc import Collection, Iterator

from genetess_cli.rules.board import Grid, Square
from genetess_cli.rules.turn import Result
from genetess_cli.values import Value

VERSION = 2
"""Of these rules: raised by every change that alters a result of play."""

SIZES = ("S", "M", "L")
"""Small, medium and large."""
VALUES = {"S": 1, "M": 2, "L": 3}
"""What a piece is worth, and how many points it mutates with when it is placed."""
ARCHIVE_EXTRA = 2
"""Points that a capture from an archive costs above the piece's value (ruling D11)."""
GRID = Grid(8, 8)
CENTRE = (Square(3, 3), Square(3, 4), Square(4, 3), Square(4, 4))
"""D4, E4, D5 and E5, in the order of the colours' pieces there, where no others are named (ruling D2)."""
USUAL_COLOURS = ("red", "green", "blue", "yellow")
"""The colours that fill up to four what the seats leave missing (ruling D4)."""
LETTERS = "abcd"
"""How turns are labelled: one letter for each seat."""


class Stock(Value):
    """How many pieces of each size lie somewhere."""

    S: int
    M: int
    L: int

    def of(self, size: str) -> int:
        count: int = getattr(self, size)
        return count

    def plus(self, size: str, count: int = 1) -> "Stock":
        return self.replace(**{size: self.of(size) + count})

    @property
    def pieces(self) -> int:
        return self.S + self.M + self.L

    @property
    def value(self) -> int:
        return VALUES["S"] * self.S + VALUES["M"] * self.M + VALUES["L"] * self.L


NOTHING = Stock(0, 0, 0)


class Settings(Value, forbid_unknown_fields=True):
    """`rules:` of a DNA game's game.yaml, each with its default (rulings D1, D2 and D4)."""

    stash: Stock = Stock(5, 5, 5)
    centre: str | dict[str, str] = "seats"
    two_player: str = "neutral"
    neutral_counts: bool = False


class Piece(Value):
    """A piece: its size (S, M, L) and its colour."""

    size: str
    colour: str

    @property
    def value(self) -> int:
        return VALUES[self.size]

    def __str__(self) -> str:
        return f"{self.size} {self.colour}"


class Strand(Value):
    """Three squares in a row from the placed piece on, and the bonuses of the pieces there (ruling D10)."""

    squares: tuple[Square, Square, Square]
    bonuses: tuple[str, ...] = ()

    @property
    def points(self) -> int:
        return 1 + len(self.bonuses)

    def __str__(self) -> str:
        """Return points and squares: `1+1 for D4-D5-D6 (one colour)`."""
        because = f" ({', '.join(self.bonuses)})" if self.bonuses else ""
        return f"{'+1' * self.points} for {'-'.join(map(str, self.squares))}{because}".removeprefix("+")


class Change(Value):
    """A step of a mutation: what stood on a square, and what stands there now."""

    at: Square
    piece: Piece
    to: Piece


class Trace(Value):
    """What the newest turn did on the board, for those who look at it; no rule asks for it."""

    seat: str
    at: Square
    steps: tuple[Change, ...] = ()
    strands: tuple[Strand, ...] = ()


class Player(Value):
    """A seat: its colours, the first of them its own name, and whether its player has left the game."""

    colours: tuple[str, ...]
    out: bool = False


class Game(Value):
    """The whole position."""

    settings: Settings
    round: int
    to_move: str | None
    # In order of play.
    players: dict[str, Player]
    pieces: dict[Square, Piece]
    # By colour: all four, seats' colours first.
    pools: dict[str, Stock]
    # For every seat the stock of each colour that it has pieces of.
    archives: dict[str, dict[str, Stock]]
    # The gene pools have run out, and the round is the last.
    ending: bool = False
    # The turns up to now, without a break, in which nothing could be placed.
    idle: int = 0
    result: Result | None = None
    # Of the newest turn that was played.
    last: Trace | None = None

    @property
    def label(self) -> str:
        """Return the turn: round and the seat's letter (`3b`); `0` before the first."""
        if self.to_move is None:
            return str(self.round)
        return f"{self.round}{LETTERS[list(self.players).index(self.to_move)]}"

    @property
    def awaited(self) -> list[str]:
        return [self.to_move] if self.to_move and not self.result else []

    @property
    def colours(self) -> list[str]:
        return list(self.pools)

    def still_in(self) -> list[str]:
        return [seat for seat, player in self.players.items() if not player.out]

    def owners(self) -> dict[str, str]:
        """Return the seat of each colour that is not neutral (ruling D4)."""
        return {colour: seat for seat in self.still_in() for colour in self.players[seat].colours}

    def in_row_order(self) -> list[tuple[Square, Piece]]:
        return sorted(self.pieces.items())

    def neighbours(self, at: Square) -> list[Square]:
        """Return the occupied squares among the 8 around a square, in row order (ruling D3)."""
        return [square for square in GRID.neighbours(at) if square in self.pieces]

    def empty_squares(self) -> list[Square]:
        return [square for square in GRID.squares if square not in self.pieces]

    def supply(self, seat: str, archive: bool) -> Iterator[Piece]:
        stocks = self.stocks(seat, archive)
        return (Piece(size, colour) for colour, stock in stocks.items() for size in SIZES if stock.of(size))

    def stocks(self, seat: str, archive: bool) -> dict[str, Stock]:
        if archive:
            return self.archives[seat]
        return {colour: self.pools[colour] for colour in self.players[seat].colours}

    def can_place(self, seat: str) -> bool:
        """Return whether a seat has a piece to place, and the board a square for it (ruling D6)."""
        has_piece = any(next(self.supply(seat, archive), None) for archive in (False, True))
        return has_piece and len(self.pieces) < len(GRID.squares)

    def score(self, seat: str) -> int:
        """Return what a seat's archive is worth (ruling D12)."""
        return sum(stock.value for stock in self.archives[seat].values())

    def pools_are_empty(self) -> bool:
        """Return whether no player has a piece in a gene pool; neutral pools count if the game says so (ruling D4)."""
        owned = self.owners()
        return not any(
            stock.pieces
            for colour, stock in self.pools.items()
            if colour in owned or self.settings.neutral_counts
        )

    def winners(self, left: Collection[str] = ()) -> tuple[str, ...]:
        """Return the seats with the most valuable archives but for those of `left`, in order of play (ruling D12)."""
        scores = {seat: self.score(seat) for seat in self.still_in() if seat not in left}
        return tuple(seat for seat, score in scores.items() if score == max(scores.values()))
