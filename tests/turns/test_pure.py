"""`advance` takes values and gives values: no file, no other program and no key is asked for in a step."""

from __future__ import annotations

import builtins
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from genetess_cli.rules.dice import Dice
from genetess_cli.store.reader.games import Game
from genetess_cli.store.seal import keyring
from genetess_cli.turns import referee
from genetess_cli.turns.saving import write_step
from genetess_cli.turns.state import GameState, state_of
from genetess_cli.turns.step import advance
from tests.kit.boards import SECRET, SMALL, game_file
from tests.kit.held import HeldGame
from tests.kit.keys import ID, game_key
from tests.kit.league import BEGIN, HOUR, League


@contextmanager
def _alone() -> Iterator[None]:
    """As long as this lasts there is no disk, no other program and no key."""

    def refuse(*arguments: object, **more: object) -> None:
        raise AssertionError(f"asked for {arguments}")

    asked = [
        (builtins, "open"),
        (os, "open"),
        (os, "listdir"),
        (subprocess, "Popen"),
        (keyring, "game_key_for"),
    ]
    with pytest.MonkeyPatch.context() as change:
        for place, name in asked:
            change.setattr(place, name, refuse)
        yield


def _played(state: GameState) -> tuple[str | None, tuple[str, ...]]:
    """The order that is due, and who is to move after it."""
    with _alone():
        order = referee.due(state, BEGIN + HOUR, lambda state: pytest.fail("no bot plays"))
        assert order
        step = write_step(advance(state, order, BEGIN + HOUR, Dice(lambda: b"", "")))
    return step.record.order, step.state.clock.to_move


def test_a_turn_of_an_open_game() -> None:
    riot = HeldGame.start(game_file(f"id: {ID}\n", deadline="3d"), SMALL, BEGIN).writes("red", "MOVE B2 E\n")
    assert _played(riot.state()) == ("MOVE B2 E", ("green",))


def test_a_turn_of_a_sealed_game(tmp_path: Path) -> None:
    file = game_file(f'{SECRET}id: "{ID}"\n', deadline="3d")
    story = League(tmp_path, file, SMALL, game_key=game_key).start()
    game = story.writes("red", "PASS\n").league.find("riot")
    assert isinstance(game, Game)
    assert _played(state_of(game)) == ("PASS", ("green",))
