"""Game.yaml and board.yaml, which people write, as values that the rules take; no file is read here."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from typing import Any

import msgspec

from genetess_cli.errors import Finding, InvalidFile
from genetess_cli.rules import extras, ruleset
from genetess_cli.rules.base import FORFEIT, Fault, Outcome, Ruleset, Seat
from genetess_cli.rules.dice import Dice
from genetess_cli.store import schema
from genetess_cli.store.schema import GameFile, PlayerFile, SignUp
from genetess_cli.store.yaml import api

TIMEOUT = "timeout"


class GameSetup:
    """The setup of a game, from the tree of its game.yaml; `board` gives that of its board.yaml.

    Everything is converted when first asked for, and raises InvalidFile then.
    """

    def __init__(self, game: api.Tree, board: Callable[[], api.Tree]) -> None:
        self._game = game
        self._board = board

    @cached_property
    def file(self) -> GameFile:
        return schema.load_game(self._game)

    @cached_property
    def ruleset(self) -> Ruleset:
        return ruleset(self.file.ruleset)

    @cached_property
    def settings(self) -> Any:
        kind = self.ruleset.SETTINGS
        settings = api.convert(self._game, kind, ("rules",)) if self.file.rules else kind()
        if TIMEOUT not in kind.__struct_fields__:
            return settings
        return msgspec.structs.replace(settings, timeout=self._timeout)

    @property
    def _timeout(self) -> str:
        return self.file.timeout or self.ruleset.TIMEOUTS[0]

    @property
    def forfeits(self) -> bool:
        return self._timeout == FORFEIT

    @cached_property
    def board(self) -> Any:
        return None if self.ruleset.BOARD is None else api.convert(self._board(), self.ruleset.BOARD)

    @property
    def starts(self) -> list[str] | None:
        """The starts of the board that players can be given; None where there are none."""
        starts = getattr(self.board, "starts", None)
        return None if starts is None or "start" in getattr(self.settings, "gamble", ()) else list(starts)

    @cached_property
    def seats(self) -> Sequence[Seat]:
        return _seats(self.file.players)

    def opening(self) -> Any:
        return self.ruleset.opening(self.settings, self.board, self.seats)

    def begin(self, dice: Dice) -> Outcome:
        return self.ruleset.new(self.settings, self.board, self.seats, dice)

    def check(self, *, is_open: bool) -> None:
        """Raise InvalidFile for what is wrong with settings and board; `is_open` counts all seats as taken."""
        seats, signup = self.seats, self.file.signup
        if signup and is_open:
            seats = _seats(everybody(signup, self.file.players, self.starts))
        faults = [*self.ruleset.faults(self.settings, self.board, seats)]
        if self.file.timeout not in (None, *self.ruleset.TIMEOUTS):
            faults.append(Fault((TIMEOUT,), f"expected {' or '.join(self.ruleset.TIMEOUTS)}"))
        if TIMEOUT in self.file.rules:
            faults.append(Fault(("rules", TIMEOUT), "write `timeout` beside `rules:`, not in it"))
        if faults:
            raise InvalidFile(*map(self.locate_fault, faults))

    def locate_fault(self, fault: Fault) -> Finding:
        if fault.path and fault.path[0] == "board":
            return api.fault(self._board(), fault.path[1:], fault.message)
        return api.fault(self._game, fault.path, fault.message)

    def timed_out(self, game: Any, seat: str, dice: Dice, *, left: bool) -> Outcome:
        """Play a turn without an order; where that loses the game, a seat whose player has left drops out."""
        if left and self.forfeits:
            return extras.drop(self.ruleset, game, seat, dice)
        return self.ruleset.play(game, seat, None, dice)

    def award(self, outcome: Outcome, left: Collection[str]) -> Outcome:
        """Return an outcome in which no seat has won that its player has left."""
        return extras.award(self.ruleset, outcome, left) if left else outcome


def everybody(
    signup: SignUp, players: Sequence[PlayerFile], starts: Sequence[str] | None
) -> list[PlayerFile]:
    """Return all who would play with no seat left free; those who are not known yet are called `?`."""
    free = signup.free(players)[: max(0, signup.most - len(players))]
    return give_starts(signup, [*players, *(PlayerFile(seat=seat, name="?") for seat in free)], starts)


def give_starts(
    signup: SignUp, players: Sequence[PlayerFile], starts: Sequence[str] | None
) -> list[PlayerFile]:
    """Return players by seats; who has no start gets the first of `starts` (None: none are given) that is free."""
    ordered = sorted(players, key=lambda player: signup.seats.index(player.seat))
    if starts is None:
        return ordered
    given = {player.start for player in players}
    free = iter([start for start in starts if start not in given])
    return [
        player if player.start else msgspec.structs.replace(player, start=next(free, None))
        for player in ordered
    ]


def _seats(players: Sequence[PlayerFile]) -> list[Seat]:
    return [Seat(player.seat, player.colour or player.seat, player.start) for player in players]
