"""Every fact that can happen in a Genetess game, and what each changes.

An event is in the past tense and holds no prose. Who may hear of it at most is said by its kind: see `facts.py`.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from genetess_cli.rules.board import Square
from genetess_cli.rules.genetess.body import minus, plus
from genetess_cli.rules.genetess.facts import OfPiece, OnBoard, Places, Private, Public, darkened, less
from genetess_cli.rules.genetess.game import Game, Piece, Player
from genetess_cli.rules.genetess.seating import Allotted, Dropped, Ended, Gambled, Seated


def _player(game: Game, seat: str, **fields: object) -> Game:
    player: Player = replace(game.players[seat], **fields)
    return replace(game, players={**game.players, seat: player})


def _put(game: Game, square: Square, piece: Piece) -> Game:
    return replace(game, pieces={**game.pieces, square: piece})


def _without(game: Game, square: Square) -> dict[Square, Piece]:
    return {at: piece for at, piece in game.pieces.items() if at != square}


def _more(seats: tuple[str, ...], seat: str) -> tuple[str, ...]:
    return (*less(seats, seat), seat)


def _freed(piece: Piece) -> Piece:
    """A piece that left its square, or lost the special under it: no S8 tries again with it any more."""
    return replace(piece, blocked=False) if piece.blocked else piece


# What everybody hears


class TurnBegan(Public, frozen=True, tag="turn began"):
    """A seat's turn came; its flare, and what S17 and S18 showed it, is over (rulings G24, G35)."""

    seat: str
    round: int

    def change(self, game: Game) -> Game:
        return replace(darkened(game, self.seat), round=self.round, to_move=self.seat)


class TimedOut(Public, frozen=True, tag="timed out"):
    """A seat missed its deadline."""

    seat: str

    def change(self, game: Game) -> Game:
        return game


class Eliminated(Public, frozen=True, tag="eliminated"):
    """A King of `seat` was taken by `by`; the E that the seat had left is gone (ruling G41)."""

    seat: str
    by: str

    def change(self, game: Game) -> Game:
        # Of the S5 that it held, only one under a ronin still shows it the board (rulings G6, G28).
        held = [game.pieces.get(square) for square in game.specials_of("S5")]
        ronin = any(piece and piece.owner == self.seat and piece.has("P") for piece in held)
        overview = game.players[self.seat].overview if ronin else ""
        return darkened(game, self.seat, eliminated=True, e=0, overview=overview)


class Scored(Public, frozen=True, tag="scored"):
    """A seat scored points."""

    seat: str
    points: int

    def change(self, game: Game) -> Game:
        return _player(game, self.seat, score=game.players[self.seat].score + self.points)


# What one seat hears


class Passed(Private, frozen=True, tag="passed"):
    """A seat chose to do nothing."""

    def change(self, game: Game) -> Game:
        return game


class Earned(Private, frozen=True, tag="earned"):
    """A seat gained E: `why` is income, digest, or the special that paid it."""

    amount: int
    why: str

    def change(self, game: Game) -> Game:
        return _player(game, self.seat, e=game.players[self.seat].e + self.amount)


class Paid(Private, frozen=True, tag="paid"):
    """A seat lost E: `why` is create, or the special that cost it."""

    amount: int
    why: str

    def change(self, game: Game) -> Game:
        return _player(game, self.seat, e=game.players[self.seat].e - self.amount)


class Overviewed(Private, frozen=True, tag="overviewed"):
    """A seat sees the whole board by S5 from now on: `how` is plain or decoded; "" where that has ended."""

    how: str

    def change(self, game: Game) -> Game:
        return _player(game, self.seat, overview=self.how)


class Revealed(Private, frozen=True, tag="revealed"):
    """Others' pieces are marked for a seat until its next turn by S17 or S18, and shown unless phased (ruling G35)."""

    squares: tuple[Square, ...]
    special: str

    def change(self, game: Game) -> Game:
        marked = {square: self._marked(game.pieces[square]) for square in self.squares}
        return replace(game, pieces={**game.pieces, **marked})

    def _marked(self, piece: Piece) -> Piece:
        if self.special == "S17":
            return replace(piece, targeted=_more(piece.targeted, self.seat))
        return replace(piece, matched=_more(piece.matched, self.seat), read=_more(piece.read, self.seat))


# What those hear who see it


class Displaced(OfPiece, frozen=True, tag="displaced"):
    """A piece came from `at` to `to` in a turn of `by`."""

    to: Square
    by: str

    def squares(self) -> tuple[Square, ...]:
        return (self.at, self.to)

    def places(self) -> dict[str, Places]:
        return {"piece": ((self.at,), (self.to,))}

    def change(self, game: Game) -> Game:
        return replace(game, pieces={**_without(game, self.at), self.to: _freed(self.piece)})


class Swapped(OfPiece, frozen=True, tag="swapped"):
    """A piece on `at` and `other` on `to` changed places."""

    to: Square
    other: Piece

    def squares(self) -> tuple[Square, ...]:
        return (self.at, self.to)

    def places(self) -> dict[str, Places]:
        return {"piece": ((self.at,), (self.to,)), "other": ((self.to,), (self.at,))}

    def change(self, game: Game) -> Game:
        swapped = {self.to: _freed(self.piece), self.at: _freed(self.other)}
        return replace(game, pieces={**game.pieces, **swapped})


class Taken(OfPiece, frozen=True, tag="taken"):
    """A piece was captured by a piece of `by`."""

    by: str

    def places(self) -> dict[str, Places]:
        return {"piece": ((self.at,), ())}

    def change(self, game: Game) -> Game:
        return replace(game, pieces=_without(game, self.at))


class Destroyed(OfPiece, frozen=True, tag="destroyed"):
    """A piece was removed from the board by something else than a capture."""

    def places(self) -> dict[str, Places]:
        return {"piece": ((self.at,), ())}

    def change(self, game: Game) -> Game:
        return replace(game, pieces=_without(game, self.at))


class Created(OfPiece, frozen=True, tag="created"):
    """A new piece appeared; `piece` is as it is just after."""

    def places(self) -> dict[str, Places]:
        return {"piece": ((), (self.at,))}

    def change(self, game: Game) -> Game:
        return _put(game, self.at, self.piece)


class Mutated(OfPiece, frozen=True, tag="mutated"):
    """A piece lost and gained codes; `why` is the action or special, `shield` where a W was spent to resist one."""

    decoded_only: ClassVar[bool] = True

    lost: str
    gained: str
    why: str

    def change(self, game: Game) -> Game:
        codes = plus(minus(self.piece.codes, self.lost), self.gained)
        # S18 showed the codes as they were, and S17 a King: whoever read them hears of the change, and no page shows
        # what comes of it (ruling G35).
        targeted = self.piece.targeted if "K" in codes else ()
        return _put(game, self.at, replace(self.piece, codes=codes, targeted=targeted, read=()))


class Phased(OfPiece, frozen=True, tag="phased"):
    """A piece vanished from everybody's sight but its owner's (ruling G21)."""

    def change(self, game: Game) -> Game:
        return _put(game, self.at, replace(self.piece, phased=True))


class Surfaced(OfPiece, frozen=True, tag="surfaced"):
    """A phased piece became visible: it acted, or was bumped into (rulings G14, G21)."""

    bumped: bool

    def veils(self, piece: Piece) -> bool:
        return False

    def change(self, game: Game) -> Game:
        return _put(game, self.at, replace(self.piece, phased=False))


class Converted(OfPiece, frozen=True, tag="converted"):
    """A piece changed to another owner."""

    to: str

    def owners(self) -> tuple[str, ...]:
        return (self.piece.owner, self.to)

    def change(self, game: Game) -> Game:
        return _put(game, self.at, replace(self.piece, owner=self.to, flare=False))


class Flared(OfPiece, frozen=True, tag="flared"):
    """A piece lit the whole board for its owner until that player's next turn (ruling G24)."""

    decoded_only: ClassVar[bool] = True

    def change(self, game: Game) -> Game:
        lit = _put(game, self.at, replace(self.piece, flare=True))
        return _player(lit, self.piece.owner, flare="decoded" if self.piece.has("F") else "plain")


class WallOpened(OnBoard, frozen=True, tag="wall opened"):
    """An interior wall became floor."""

    def change(self, game: Game) -> Game:
        return replace(game, interior=game.interior & ~game.grid.bits[self.at])


class WallClosed(OnBoard, frozen=True, tag="wall closed"):
    """A floor square became interior wall; a special there stays, buried (ruling G37)."""

    def change(self, game: Game) -> Game:
        return replace(game, interior=game.interior | game.grid.bits[self.at])


class Fired(OfPiece, frozen=True, tag="fired"):
    """The special on a square was set off by the piece there; what it did, if anything, follows."""

    special: str

    def change(self, game: Game) -> Game:
        return game


class Blocked(OfPiece, frozen=True, tag="blocked"):
    """The S8 under a piece found no empty target and will try again; `ended`: it will no more."""

    ended: bool = False

    def change(self, game: Game) -> Game:
        return _put(game, self.at, replace(self.piece, blocked=not self.ended))


class Shifted(OnBoard, frozen=True, tag="shifted"):
    """A special moved to another square (rulings G33, G34)."""

    to: Square
    special: str

    def squares(self) -> tuple[Square, ...]:
        return (self.at, self.to)

    def change(self, game: Game) -> Game:
        others = {square: special for square, special in game.specials.items() if square != self.at}
        moved = replace(game, specials={**others, self.to: game.specials[self.at]})
        piece = game.pieces.get(self.at)
        return _put(moved, self.at, _freed(piece)) if piece else moved


EVENTS = (
    Gambled, Allotted, Seated,
    TurnBegan, TimedOut, Eliminated, Dropped, Scored, Ended,
    Passed, Earned, Paid, Overviewed, Revealed,
    Displaced, Swapped, Taken, Destroyed, Created, Mutated, Phased, Surfaced, Converted, Flared,
    WallOpened, WallClosed, Fired, Blocked, Shifted,
)  # fmt: skip
"""Every event, in the order of this page; those of round 0 and of the end are in `seating.py`."""

Event = (
    Gambled | Allotted | Seated
    | TurnBegan | TimedOut | Eliminated | Dropped | Scored | Ended
    | Passed | Earned | Paid | Overviewed | Revealed
    | Displaced | Swapped | Taken | Destroyed | Created | Mutated | Phased | Surfaced | Converted | Flared
    | WallOpened | WallClosed | Fired | Blocked | Shifted
)  # fmt: skip


def apply(game: Game, event: Event) -> Game:
    """The position after an event."""
    return event.change(game)
