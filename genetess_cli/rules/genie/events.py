"""Every fact that can happen in a game of Genie of the Lamp, and what each changes. All of them are told to everybody.

An event is in the past tense and holds no prose.
"""

from __future__ import annotations

from genetess_cli.rules.genie.game import Game, key_of, other
from genetess_cli.rules.turn import Ended, Open, TimedOut


class Began(Open, tag="began"):
    """The game began, White to move."""

    def change(self, game: Game) -> Game:
        return game.replace(begun=True)


class Moved(Open, tag="moved"):
    """A seat made a move. An entrance begins and ends on one square (ruling L1)."""

    seat: str
    san: str
    start: str
    end: str
    # The letters of the piece and, below, of what it became.
    piece: str
    # The position after the move.
    fen: str
    became: str = ""

    def change(self, game: Game) -> Game:
        goes_on = self.fen.split()[4] != "0"  # else nothing that was can come again
        earlier = (*game.earlier, key_of(game.fen)) if goes_on else ()
        offer = game.offer if game.offer == self.seat else None
        return game.replace(
            fen=self.fen,
            earlier=earlier,
            moves=f"{game.moves} {self.san}".lstrip(),
            last=(self.start, self.end),
            offer=offer,
        )


class Took(Open, tag="took"):
    """A seat's move captured a piece, by its letter; in passing, it stood beside the square that the pawn came to."""

    seat: str
    piece: str
    at: str

    def change(self, game: Game) -> Game:
        loser = other(self.seat)
        return game.replace(captured={**game.captured, loser: game.captured[loser] + self.piece})


class Offered(Open, tag="offered"):
    """A seat offered a draw; it stands until the opponent has moved (ruling L5)."""

    seat: str

    def change(self, game: Game) -> Game:
        return game.replace(offer=self.seat)


class Accepted(Open, tag="accepted"):
    """A seat accepted the draw that its opponent had offered."""

    seat: str


class Claimed(Open, tag="claimed"):
    """A seat rightly claimed a draw (ruling L5)."""

    seat: str
    # The move that it intended; "" where it claimed it as things stood.
    san: str = ""


class Resigned(Open, tag="resigned"):
    """A seat gave the game up."""

    seat: str


class Left(Open, tag="left"):
    """A seat's player left the game."""

    seat: str

    def change(self, game: Game) -> Game:
        return game.replace(left=self.seat)


Event = Began | Moved | Took | Offered | Accepted | Claimed | Resigned | TimedOut | Left | Ended
