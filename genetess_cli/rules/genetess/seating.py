"""What can happen in round 0 (ruling G39), and how a game ends, for all or for one player who leaves.

How round 0 comes about is in `round_zero.py`; the start pieces are `Created`.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from genetess_cli.rules.base import Told
from genetess_cli.rules.genetess.facts import Private, Public, darkened
from genetess_cli.rules.genetess.gamble import PRIZES
from genetess_cli.rules.genetess.game import Bid, Game, Result, RoundZero


def _lasting(game: Game) -> RoundZero:
    """Round 0 of a game in which it is not over. Raises ValueError where it is, or there was none."""
    if game.round_zero is None:
        raise ValueError("there is no round 0 any more")
    return game.round_zero


class Gambled(Private, frozen=True, tag="gambled"):
    """A seat's bids are in, none where it passed or was timed out; its stakes are paid, won or not."""

    bids: tuple[Bid, ...]

    def change(self, game: Game) -> Game:
        lasting, player = _lasting(game), game.players[self.seat]
        paid = replace(player, e=player.e - sum(bid.stake for bid in self.bids))
        return replace(
            game,
            players={**game.players, self.seat: paid},
            round_zero=replace(lasting, bids={**lasting.bids, self.seat: self.bids}),
        )


class Allotted(Public, frozen=True, tag="allotted"):
    """A seat got one prize of a kind: by its bid, or by lot, once all bids for that kind had been served.

    Everybody is told what each got, and how it was come by the seat alone: stakes tell what E a player has (G43).
    `tied`: another seat staked as much for that kind, and lots were drawn for who of them was served first.
    """

    PUBLIC: ClassVar = ("seat", "prize", "got")

    seat: str
    prize: str
    stake: int
    preferences: tuple[str, ...]
    got: str
    lot: bool
    tied: bool = False

    def change(self, game: Game) -> Game:
        if self.prize != "colour":
            return game
        player = replace(game.players[self.seat], colour=self.got)
        return replace(game, players={**game.players, self.seat: player})


_ALLOTTED = Allotted.__struct_config__.tag


def unranked(heard: list[Told]) -> list[Told]:
    """What was told, the prizes of each kind by seat: in truth the highest stake is served first, and lots last."""
    shares = [told for told in heard if told.kind == _ALLOTTED]
    if not shares:
        return heard
    shares.sort(key=lambda told: (PRIZES.index(told.facts["prize"]), told.facts["seat"]))
    left = iter(shares)
    return [next(left) if told.kind == _ALLOTTED else told for told in heard]


class Seated(Public, frozen=True, tag="seated"):
    """Round 0 is over: the seats play in this order, and get their letters by it (ruling G40)."""

    order: tuple[str, ...]

    def change(self, game: Game) -> Game:
        return replace(game, players={seat: game.players[seat] for seat in self.order}, round_zero=None)


class Dropped(Public, frozen=True, tag="dropped"):
    """The player of `seat` left: it is out, nobody scores for that, and all its pieces are orphans (ruling G22)."""

    seat: str

    def change(self, game: Game) -> Game:
        return darkened(game, self.seat, eliminated=True, dropped=True, e=0, overview="")


class Ended(Public, frozen=True, tag="ended"):
    """The game is over (ruling G42)."""

    winners: tuple[str, ...]
    survivor: str | None
    reason: str

    def change(self, game: Game) -> Game:
        return replace(game, result=Result(self.winners, self.survivor, self.reason))
