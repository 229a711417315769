"""Every event of Genetess, and the three kinds of audience that one can have (ruling G43).

A `Private` one is for its seat alone, one `OnBoard` for those who see a square of it, and any other for everybody,
spectators too. How much of it they are told is decided in `sight/telling.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, NamedTuple, TypeVar

from genetess_cli.rules import turn as turns
from genetess_cli.rules.base import Outcome
from genetess_cli.rules.board import Square
from genetess_cli.rules.genetess.codes import minus, plus
from genetess_cli.rules.genetess.game import Bid, Game, GenetessResult, Map, Piece, Player
from genetess_cli.rules.turn import Fact, Open, TimedOut

Placed = TypeVar("Placed")


def darken(game: Game, seat: str, **fields: object) -> Game:
    """Return a seat without its flare and what S17 and S18 show it (G6, G24, G35), and with these fields."""
    unmarked = {
        square: _unmarked(piece, seat)
        for square, piece in game.pieces.items()
        if piece.flare or piece.targeted or piece.matched
    }
    return _player(game, seat, flare="", **fields).replace(pieces={**game.pieces, **unmarked})


def _unmarked(piece: Piece, seat: str) -> Piece:
    if piece.flare and piece.owner == seat:
        piece = piece.replace(flare=False)
    if seat in piece.targeted:
        piece = piece.replace(targeted=less(piece.targeted, seat))
    if seat in piece.matched:
        piece = piece.replace(matched=less(piece.matched, seat), read=less(piece.read, seat))
    return piece


def less(seats: tuple[str, ...], seat: str) -> tuple[str, ...]:
    return tuple(other for other in seats if other != seat)


class Private(Open):
    """Told to one seat only."""

    seat: str

    def doer(self) -> str | None:
        return self.seat


class OnBoard(Fact):
    """Told to those who see a square of it."""

    # It speaks of codes: only those hear of it who see them.
    decoded_only: ClassVar[bool] = False

    at: Square

    def squares(self) -> tuple[Square, ...]:
        values = (getattr(self, name) for name in self.__struct_fields__)
        return tuple(value for value in values if isinstance(value, Square))


class Subject(NamedTuple):
    """A piece of an event, and its squares just before and just after it: none where it is not on the board then."""

    piece: Piece
    before: tuple[Square, ...]
    after: tuple[Square, ...]


Subjects = tuple[Subject, ...]


class OfPiece(OnBoard):
    """Something that befell `piece`, given as it was just before, on the square `at`."""

    piece: Piece

    def owners(self) -> tuple[str, ...]:
        return (self.piece.owner,)

    def subjects(self) -> Subjects:
        """Return the pieces of the event, in the order of its fields."""
        return (Subject(self.piece, (self.at,), (self.at,)),)

    def veils(self, piece: Piece) -> bool:
        """Return whether only its owner can notice one of the pieces: it is phased before and after (ruling G5)."""
        return piece.phased

    def _put(self, game: Game, **fields: object) -> Game:
        """Return the position with the piece on its square, with these fields."""
        return _put(game, self.at, self.piece.replace(**fields))


class Gambled(Private, tag="gambled"):
    """A seat's bids are in, none where it passed or was timed out; its stakes are paid, won or not."""

    bids: tuple[Bid, ...]

    def change(self, game: Game) -> Game:
        if game.round_zero is None:
            raise ValueError("there is no round 0 any more")
        lasting = game.round_zero.replace(bids={**game.round_zero.bids, self.seat: self.bids})
        stakes = sum(bid.stake for bid in self.bids)
        return _player(game, self.seat, e=game.players[self.seat].e - stakes).replace(round_zero=lasting)


class Allotted(Fact, tag="allotted"):
    """A seat got one prize of a kind: by its bid, or by lot, once all bids for that kind had been served.

    Everybody is told what each got, and how it was come by the seat alone: stakes tell what E a player has (G43).
    """

    seat: str
    prize: str
    stake: int
    preferences: tuple[str, ...]
    got: str
    lot: bool
    # Another seat staked as much for that kind, and lots were drawn for who of them was served first.
    tied: bool = False

    def change(self, game: Game) -> Game:
        return _player(game, self.seat, colour=self.got) if self.prize == "colour" else game


class Seated(Open, tag="seated"):
    """Round 0 is over: the seats play in this order, and get their letters by it (ruling G40)."""

    order: tuple[str, ...]

    def change(self, game: Game) -> Game:
        return game.replace(players={seat: game.players[seat] for seat in self.order}, round_zero=None)


class Dropped(turns.Dropped):
    """The player of `seat` left: it is out, nobody scores for that, and all its pieces are orphans (ruling G22)."""

    def change(self, game: Game) -> Game:
        return darken(game, self.seat, eliminated=True, dropped=True, e=0, overview="")


class Ended(Open, tag="ended"):
    """The game is over (ruling G42)."""

    winners: tuple[str, ...]
    survivor: str | None
    reason: str

    def change(self, game: Game) -> Game:
        return game.replace(result=GenetessResult(self.winners, self.survivor, self.reason))


def _player(game: Game, seat: str, **fields: object) -> Game:
    player: Player = game.players[seat].replace(**fields)
    return game.replace(players={**game.players, seat: player})


def _wall_off(game: Game, interior: int) -> Game:
    return game.replace(map=Map(game.grid, game.map.exterior, interior))


def _put(game: Game, square: Square, piece: Piece) -> Game:
    return game.replace(pieces={**game.pieces, square: piece})


def _without(placed: Mapping[Square, Placed], square: Square) -> dict[Square, Placed]:
    return {at: each for at, each in placed.items() if at != square}


def _more(seats: tuple[str, ...], seat: str) -> tuple[str, ...]:
    return (*less(seats, seat), seat)


def _free(piece: Piece) -> Piece:
    """Return a piece that left its square, or lost the special under it: no S8 tries again with it any more."""
    return piece.replace(blocked=False) if piece.blocked else piece


# What everybody hears


class TurnBegan(turns.TurnBegan):
    """A seat's turn came; its flare, and what S17 and S18 showed it, is over (rulings G24, G35)."""

    def change(self, game: Game) -> Game:
        return darken(game, self.seat).replace(round=self.round, to_move=self.seat)


class Eliminated(turns.Eliminated):
    """A King of `seat` was taken by `by`; the E that the seat had left is gone (ruling G41)."""

    def change(self, game: Game) -> Game:
        # Of the S5 that it held, only one under a ronin still shows it the board (rulings G6, G28).
        held = [game.pieces.get(square) for square in game.specials_of("S5")]
        ronin = [piece for piece in held if piece and piece.owner == self.seat and piece.has("P")]
        overview = game.players[self.seat].overview if ronin else ""
        if overview and not any(piece.has("F") for piece in ronin):
            overview = "plain"
        return darken(game, self.seat, eliminated=True, e=0, overview=overview)


class Scored(turns.Scored):
    """A seat scored points."""

    def change(self, game: Game) -> Game:
        return _player(game, self.seat, score=game.players[self.seat].score + self.points)


# What one seat hears


class Passed(Private, tag="passed"):
    """A seat chose to do nothing."""


class Earned(Private, tag="earned"):
    """A seat gained E."""

    amount: int
    # Income, digest, or the special that paid it.
    why: str

    def change(self, game: Game) -> Game:
        return _player(game, self.seat, e=game.players[self.seat].e + self.amount)


class Paid(Private, tag="paid"):
    """A seat lost E."""

    amount: int
    # Create, or the special that cost it.
    why: str

    def change(self, game: Game) -> Game:
        return _player(game, self.seat, e=game.players[self.seat].e - self.amount)


class Overviewed(Private, tag="overviewed"):
    """A seat sees the whole board by S5 from now on, or no more."""

    # Plain or decoded; "" where that has ended.
    how: str

    def change(self, game: Game) -> Game:
        return _player(game, self.seat, overview=self.how)


class Revealed(Private, tag="revealed"):
    """Others' pieces are marked for a seat until its next turn by S17 or S18, and shown unless phased (ruling G35)."""

    squares: tuple[Square, ...]
    special: str

    def change(self, game: Game) -> Game:
        marked = {square: self._mark(game.pieces[square]) for square in self.squares}
        return game.replace(pieces={**game.pieces, **marked})

    def _mark(self, piece: Piece) -> Piece:
        if self.special == "S17":
            return piece.replace(targeted=_more(piece.targeted, self.seat))
        return piece.replace(matched=_more(piece.matched, self.seat), read=_more(piece.read, self.seat))


# What those hear who see it


class Displaced(OfPiece, tag="displaced"):
    """A piece came from `at` to `to` in a turn of `by`."""

    to: Square
    by: str

    def subjects(self) -> Subjects:
        return (Subject(self.piece, (self.at,), (self.to,)),)

    def change(self, game: Game) -> Game:
        return game.replace(pieces={**_without(game.pieces, self.at), self.to: _free(self.piece)})


class Swapped(OfPiece, tag="swapped"):
    """A piece on `at` and `other` on `to` changed places."""

    to: Square
    other: Piece

    def subjects(self) -> Subjects:
        return Subject(self.piece, (self.at,), (self.to,)), Subject(self.other, (self.to,), (self.at,))

    def change(self, game: Game) -> Game:
        swapped = {self.to: _free(self.piece), self.at: _free(self.other)}
        return game.replace(pieces={**game.pieces, **swapped})


class Destroyed(OfPiece, tag="destroyed"):
    """A piece was removed from the board, by a capture only where it is `Taken`."""

    def subjects(self) -> Subjects:
        return (Subject(self.piece, (self.at,), ()),)

    def change(self, game: Game) -> Game:
        return game.replace(pieces=_without(game.pieces, self.at))


class Taken(Destroyed, tag="taken"):
    """A piece was captured by a piece of `by`."""

    by: str


class Created(OfPiece, tag="created"):
    """A new piece appeared; `piece` is as it is just after."""

    def subjects(self) -> Subjects:
        return (Subject(self.piece, (), (self.at,)),)

    def change(self, game: Game) -> Game:
        return self._put(game)


class Mutated(OfPiece, tag="mutated"):
    """A piece lost and gained codes."""

    decoded_only: ClassVar[bool] = True

    lost: str
    gained: str
    # The action or special, or `shield` where a W was spent to resist one.
    why: str

    def change(self, game: Game) -> Game:
        codes = plus(minus(self.piece.codes, self.lost), self.gained)
        # S18 showed the codes as they were, and S17 a King: whoever read them hears of the change, and no page shows
        # what comes of it (ruling G35).
        targeted = self.piece.targeted if "K" in codes else ()
        return self._put(game, codes=codes, targeted=targeted, read=())


class Phased(OfPiece, tag="phased"):
    """A piece vanished from everybody's sight but its owner's (ruling G21)."""

    def change(self, game: Game) -> Game:
        return self._put(game, phased=True)


class Surfaced(OfPiece, tag="surfaced"):
    """A phased piece became visible: it acted, or was bumped into (rulings G14, G21)."""

    bumped: bool

    def veils(self, piece: Piece) -> bool:
        return False

    def change(self, game: Game) -> Game:
        return self._put(game, phased=False)


class Converted(OfPiece, tag="converted"):
    """A piece changed to another owner."""

    to: str

    def owners(self) -> tuple[str, ...]:
        return (self.piece.owner, self.to)

    def change(self, game: Game) -> Game:
        return self._put(game, owner=self.to, flare=False)


class Flared(OfPiece, tag="flared"):
    """A piece lit the whole board for its owner until that player's next turn (ruling G24)."""

    decoded_only: ClassVar[bool] = True

    def change(self, game: Game) -> Game:
        lit = self._put(game, flare=True)
        shows = "decoded" if self.piece.has("F") else "plain"
        return _player(lit, self.piece.owner, flare=shows)


class WallOpened(OnBoard, tag="wall opened"):
    """An interior wall became floor."""

    def change(self, game: Game) -> Game:
        return _wall_off(game, game.map.interior & ~game.grid.bits[self.at])


class WallClosed(OnBoard, tag="wall closed"):
    """A floor square became interior wall; a special there stays, buried (ruling G37)."""

    def change(self, game: Game) -> Game:
        return _wall_off(game, game.map.interior | game.grid.bits[self.at])


class Fired(OfPiece, tag="fired"):
    """The special on a square was set off by the piece there; what it did, if anything, follows."""

    special: str


class Blocked(OfPiece, tag="blocked"):
    """The S8 under a piece found no empty target."""

    # It will not try again.
    ended: bool = False

    def change(self, game: Game) -> Game:
        return self._put(game, blocked=not self.ended)


class Shifted(OnBoard, tag="shifted"):
    """A special moved to another square (rulings G33, G34)."""

    to: Square
    special: str

    def change(self, game: Game) -> Game:
        specials = _without(game.specials, self.at)
        moved = game.replace(specials={**specials, self.to: game.specials[self.at]})
        piece = game.pieces.get(self.at)
        return _put(moved, self.at, _free(piece)) if piece else moved


OnPiece = (
    Displaced | Swapped | Taken | Destroyed | Created | Mutated | Phased | Surfaced | Converted | Flared
    | Fired | Blocked
)  # fmt: skip
Befell = OnPiece | WallOpened | WallClosed | Shifted
"""All that happens on the board."""
Event = (
    Gambled | Allotted | Seated
    | TurnBegan | TimedOut | Eliminated | Dropped | Scored | Ended
    | Passed | Earned | Paid | Overviewed | Revealed
    | Befell
)  # fmt: skip
GameOutcome = Outcome[Game, Event]
