"""Every fact that can happen in a DNA game, and what each changes. All of them are told to everybody (ruling D13).

An event is in the past tense and holds no prose.
"""

from __future__ import annotations

from genetess_cli.rules import turn as turns
from genetess_cli.rules.base import Outcome
from genetess_cli.rules.board import Square
from genetess_cli.rules.dna.game import CENTRE, NOTHING, Change, Game, Piece, Strand, Trace
from genetess_cli.rules.turn import Ended, Open, Turn


def _pool(game: Game, piece: Piece, count: int) -> Game:
    stock = game.pools[piece.colour].plus(piece.size, count)
    return game.replace(pools={**game.pools, piece.colour: stock})


def _archive(game: Game, seat: str, piece: Piece, count: int) -> Game:
    archive = game.archives[seat]
    stocks = {**archive, piece.colour: archive.get(piece.colour, NOTHING).plus(piece.size, count)}
    held = {colour: stocks[colour] for colour in game.pools if colour in stocks and stocks[colour].pieces}
    return game.replace(archives={**game.archives, seat: held})


def _put(game: Game, square: Square, piece: Piece) -> Game:
    return game.replace(pieces={**game.pieces, square: piece})


class Laid(Open, tag="laid"):
    """The first pieces were laid (ruling D2)."""

    # Of small ones in the centre: those on D4, E4, D5 and E5, in this order.
    colours: tuple[str, ...] = ()
    # Those that the settings name, by square; None where a small of each colour was laid.
    pieces: dict[str, Piece] | None = None

    def change(self, game: Game) -> Game:
        small = {
            str(square): Piece("S", colour) for square, colour in zip(CENTRE, self.colours, strict=False)
        }
        for name, piece in (self.pieces or small).items():
            game = _pool(_put(game, Square.named(name), piece), piece, -1)
        return game


class TurnBegan(turns.TurnBegan):
    """A seat's turn came."""

    def change(self, game: Game) -> Game:
        return game.replace(to_move=self.seat, round=self.round)


class TimedOut(turns.TimedOut):
    """A seat missed its deadline; its turn was skipped (ruling D13)."""

    def change(self, game: Game) -> Game:
        return game.replace(idle=0)


class HadNothing(Open, tag="had nothing"):
    """A seat had no piece to place, or no square for it; that was its turn (ruling D6)."""

    seat: str

    def change(self, game: Game) -> Game:
        return game.replace(idle=game.idle + 1)


class Placed(Open, tag="placed"):
    """A seat placed a piece from a gene pool or from its archive (ruling D6)."""

    seat: str
    at: Square
    piece: Piece
    archive: bool = False

    def change(self, game: Game) -> Game:
        placed = _put(game.replace(idle=0, last=Trace(self.seat, self.at)), self.at, self.piece)
        return _archive(placed, self.seat, self.piece, -1) if self.archive else _pool(placed, self.piece, -1)


class Altered(Open, tag="altered"):
    """A seat's mutation swapped the piece on a square with one from a gene pool, for so many points (ruling D8)."""

    seat: str
    at: Square
    piece: Piece
    to: Piece
    cost: int

    def change(self, game: Game) -> Game:
        swapped = _pool(_pool(_put(game, self.at, self.to), self.piece, 1), self.to, -1)
        change = Change(self.at, self.piece, self.to)
        return swapped.replace(last=game.last and game.last.replace(steps=(*game.last.steps, change)))


class Counted(Open, tag="counted"):
    """A seat scored strands (ruling D10)."""

    seat: str
    strands: tuple[Strand, ...]
    points: int

    def change(self, game: Game) -> Game:
        return game.replace(last=game.last and game.last.replace(strands=self.strands))


class Captured(Open, tag="captured"):
    """A seat took a piece from another player's gene pool or archive into its own archive (ruling D11)."""

    seat: str
    piece: Piece
    owner: str
    archive: bool
    price: int

    def change(self, game: Game) -> Game:
        left = _archive(game, self.owner, self.piece, -1) if self.archive else _pool(game, self.piece, -1)
        return _archive(left, self.seat, self.piece, 1)


class RanOut(Open, tag="ran out"):
    """No player had a piece in a gene pool: the round is the last (ruling D12)."""

    def change(self, game: Game) -> Game:
        return game.replace(ending=True)


class Dropped(turns.Dropped):
    """A seat's player left the game: it has no more turns."""

    def change(self, game: Game) -> Game:
        player = game.players[self.seat].replace(out=True)
        return game.replace(players={**game.players, self.seat: player})


Event = (
    Laid
    | TurnBegan
    | TimedOut
    | HadNothing
    | Placed
    | Altered
    | Counted
    | Captured
    | RanOut
    | Dropped
    | Ended
)


Play = Turn[Game, Event]
GameOutcome = Outcome[Game, Event]
