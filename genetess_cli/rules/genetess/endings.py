"""The events by which a game ends, or ends for one player. The other events are in `events.py`."""

from __future__ import annotations

from msgspec.structs import replace

from genetess_cli.rules.genetess.facts import Public
from genetess_cli.rules.genetess.game import Game, Result


class Dropped(Public, frozen=True, tag="dropped"):
    """The player of `seat` left: it is out, nobody scores for that, and all its pieces are orphans (ruling G22)."""

    seat: str

    def change(self, game: Game) -> Game:
        gone = replace(game.players[self.seat], eliminated=True, dropped=True, e=0, overview="")
        return replace(game, players={**game.players, self.seat: gone})


class Ended(Public, frozen=True, tag="ended"):
    """The game is over (ruling G42)."""

    winners: tuple[str, ...]
    survivor: str | None
    reason: str

    def change(self, game: Game) -> Game:
        return replace(game, result=Result(self.winners, self.survivor, self.reason))
