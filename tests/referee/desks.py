"""The GM's desk in the stories of `timelines.py`: what the GM does at an hour, and how a refusal is asked for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from genetess_cli.errors import Fault
from genetess_cli.store.game import load
from genetess_cli.store.schema import PlayerFile, RecordFile
from genetess_cli.turns import gm_actions, timeline
from genetess_cli.turns.undo import undo
from tests.referee.timelines import BEGIN, BOARD, HOUR, Story, dice_key

BOARD_OF_THREE = """\
map: |
  #########
  #...+...#
  #.......#
  #.......#
  #########
starts:
  K1: {B2: K, B3: AB}
  K2: {H3: K, G2: AP}
  K3: {B4: K}
"""


class Desk(Story):
    """A story in which the GM acts too; `notes` is what the GM was told besides."""

    def __init__(self, folder: Path, more: str = "", board: str | None = None, blue: bool = False) -> None:
        super().__init__(folder, more, board or (BOARD_OF_THREE if blue else BOARD))
        self.notes: list[str] = []
        if blue:
            game = self.folder / "game.yaml"
            third = "start: K2}\n  - {seat: blue, name: Bo, start: K3}"
            game.write_text(game.read_text().replace("start: K2}", third))

    def pause(self, hour: float) -> RecordFile:
        return gm_actions.pause(self.league, "riot", at(hour), "a break", self.notes.append)

    def resume(self, hour: float) -> RecordFile:
        return gm_actions.resume(self.league, "riot", at(hour), None, self.notes.append)

    def extend(self, hour: float, by: int) -> RecordFile:
        return gm_actions.extend(self.league, "riot", by * HOUR, at(hour))

    def replaced(self, hour: float, seat: str, name: str, login: str | None = None) -> RecordFile:
        player = PlayerFile(seat=seat, name=name, github=login)
        return gm_actions.replace_player(self.league, "riot", player, at(hour), note=self.notes.append)

    def drop(self, hour: float, seat: str, orphans: bool = False) -> RecordFile:
        return gm_actions.drop(self.league, "riot", seat, at(hour), dice_key, orphans)

    def finish(self, hour: float) -> RecordFile:
        return gm_actions.finish(self.league, "riot", at(hour), "the season is over")

    def draw(self, hour: float, *agreed: str) -> RecordFile:
        return gm_actions.draw(self.league, "riot", agreed, at(hour))

    def undo(self, hour: float, to: str | None = None) -> RecordFile:
        return undo(self.league, "riot", at(hour), to, "a mistake", self.notes.append)

    def refused(self, words: str, act: Callable[..., Any], *arguments: Any, **options: Any) -> None:
        """An act that is refused in such words, and changes nothing."""
        before = self.snapshot()
        with pytest.raises(Fault, match=words):
            act(*arguments, **options)
        assert self.snapshot() == before

    def position(self) -> dict[str, Any]:
        """The position as state.yaml has it, which the records have to lead to."""
        hosted = load(self.league, "riot")
        assert list(timeline.positions(hosted))
        dumped: dict[str, Any] = hosted.ruleset.dump(hosted.game)
        return dumped

    def game_text(self) -> str:
        """game.yaml as it is."""
        return (self.folder / "game.yaml").read_text()

    def player(self, seat: str) -> str:
        """A player's line in game.yaml."""
        rows = (self.folder / "game.yaml").read_text().splitlines()
        return next(row.strip() for row in rows if f"seat: {seat}," in row)


def at(hour: float) -> int:
    """An hour of the story, in seconds."""
    return BEGIN + int(hour * HOUR)
