"""The wish that says which mail a player gets; the person's file has it."""

from __future__ import annotations

from typing import Self

from genetess_cli.rules.dice import Dice
from genetess_cli.rules.orders import problem_in
from genetess_cli.rules.problems import Problem
from genetess_cli.store.records import Wished
from genetess_cli.store.schema import GameFile, Notices
from genetess_cli.turns.acts.act import Telling
from genetess_cli.turns.acts.wishes import WishAct
from genetess_cli.turns.state import GameState, Step


class NoticesChosen(Wished, kw_only=True, tag="notices"):
    """The player chose which mail to get."""


class ChooseNotices(WishAct[NoticesChosen]):
    """Get such mail, in all games."""

    which: Notices | None = None  # None: the record does not tell

    kind = NoticesChosen
    undone = "choice of notices"

    def grant(self, state: GameState, at: int, dice: Dice) -> Step | Problem:
        if state.file.player(self.seat).person is None:
            return problem_in("away-person")
        return Step(NoticesChosen(**self.head(state, state, at), seat=self.seat), state, state)

    @classmethod
    def again(cls, record: NoticesChosen, file: GameFile | None) -> Self:
        return cls(seat=record.seat)

    @classmethod
    def words(cls, record: NoticesChosen, told: Telling) -> str:
        return f"{told.voice.seat(record.seat)} chose which notices to get"
