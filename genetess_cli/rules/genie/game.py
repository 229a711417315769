"""A position of Genie of the Lamp: frozen values and look-ups. It changes only by events (`events.py`).

The chess library is not needed here: what is asked of a position again and again stands in its FEN.
"""

# Annotations are values here, not text: msgspec reads them, and evaluating text takes longer than reading a file.

from genetess_cli.rules.base import FORFEIT, WAIT
from genetess_cli.rules.turn import Result
from genetess_cli.values import Value

VERSION = 2
"""Of these rules: raised by every change that alters a result of play."""

WHITE = "white"
BLACK = "black"
SEATS = (WHITE, BLACK)
"""The seats, in order of play."""
LETTERS = "ab"
"""How turns are labelled: one letter for each seat."""
INVENTORY = "inventory"
FIDE = "fide"
PROMOTIONS = (INVENTORY, FIDE)
"""What `promotion` may be (ruling L4)."""
TIMEOUTS = (FORFEIT, WAIT)
"""What a missed deadline does (ruling L8)."""
STARTING_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 Gg"
"""The first position (ruling L7)."""
PIECES = {"P": "pawn", "N": "knight", "B": "bishop", "R": "rook", "Q": "queen", "K": "king", "G": "Genie"}
"""What the letters of FEN and SAN stand for."""
FILES = "abcdefgh"


class Settings(Value, forbid_unknown_fields=True):
    """`rules:` of a Genie game's game.yaml with their defaults, and the `timeout:` beside them (rulings L4 and L8)."""

    promotion: str = INVENTORY
    timeout: str = FORFEIT


class Game(Value):
    """The whole position."""

    settings: Settings
    # In seven fields (ruling L7).
    fen: str
    # All so far, in SAN.
    moves: str
    # What each seat has lost, a capital for each piece.
    captured: dict[str, str]
    # The squares of the last move, from and to.
    last: tuple[str, ...] = ()
    # The positions before this one, as `key_of` gives them, since the last move that cannot be undone.
    earlier: tuple[str, ...] = ()
    begun: bool = False
    # The seat whose offer of a draw is open.
    offer: str | None = None
    left: str | None = None
    result: Result | None = None

    @property
    def to_move(self) -> str:
        return WHITE if self.fen.split()[1] == "w" else BLACK

    @property
    def label(self) -> str:
        """Return the turn: the number of the move and the seat's letter (`3b`); `0` before the first."""
        number = self.fen.split()[5]
        return f"{number}{LETTERS[SEATS.index(self.to_move)]}" if self.begun else "0"

    @property
    def sheet(self) -> list[str]:
        return self.moves.split()

    @property
    def awaited(self) -> list[str]:
        return [self.to_move] if self.begun and not self.result else []

    def pieces(self) -> dict[str, str]:
        """Return the letter of each piece by its square, a8 first: a capital for White's."""
        letters = {}
        for down, row in enumerate(self.fen.split()[0].split("/")):
            column = 0
            for letter in row:
                if letter.isalpha():
                    letters[f"{FILES[column]}{8 - down}"] = letter
                column += 1 if letter.isalpha() else int(letter)
        return letters

    def score(self, seat: str) -> float:
        """Return what the game has brought a seat: 1 for a win, ½ for a draw, 0 for a loss or while it goes on."""
        if self.result is None:
            return 0
        return int(seat in self.result.winners) if self.result.winners else 0.5


def other(seat: str) -> str:
    return BLACK if seat == WHITE else WHITE


def key_of(fen: str) -> str:
    """Return what makes two positions the same: a FEN without its counts (ruling L5)."""
    pieces, turn, castling, passant, _, _, rights = fen.split()
    return f"{pieces} {turn} {castling} {passant} {rights}"


def times(earlier: tuple[str, ...], fen: str) -> int:
    """Return how often a position has come up when it comes after `earlier`."""
    return earlier.count(key_of(fen)) + 1
