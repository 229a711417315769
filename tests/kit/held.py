"""A game whose files are in memory: read, played and written by the program itself, with neither git nor disk."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Self

from genetess_cli.rules.dice import START, Dice
from genetess_cli.store.codec import Codec
from genetess_cli.store.files import Contents
from genetess_cli.store.git.snapshot import Held, Untouched
from genetess_cli.store.layout import Layout
from genetess_cli.store.league import League
from genetess_cli.store.reader.games import AnyGame, Broken, Game
from genetess_cli.store.records import Record
from genetess_cli.store.terms import read_terms
from genetess_cli.store.yaml import api
from genetess_cli.turns import referee
from genetess_cli.turns.saving import SavedStep, write_step
from genetess_cli.turns.start import opening_clock
from genetess_cli.turns.state import GameState, state_of
from genetess_cli.turns.step import Start, advance
from tests.kit.keys import game_key

PATHS = Layout("riot")


class HeldGame:
    """The game `riot`. `files` are what its last commit has, `edits` what people have saved since."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.files = dict(files)
        self.edits: dict[str, bytes | None] = {}

    @classmethod
    def start(cls, settings: str, board: str, now: int) -> Self:
        """A game as it is once it has started."""
        version = read_terms(settings.encode(), PATHS, Codec()).ruleset.version
        source = api.with_fields(settings.encode(), {"rules_version": version}, PATHS.game)
        game = cls({PATHS.game: source, PATHS.board: board.encode()})
        terms = read_terms(source, PATHS, Codec())
        state = GameState(terms, None, opening_clock(terms, now), dict.fromkeys(terms.file.seats))
        league = game.league
        dice = Dice(partial(league.dice_key, terms), START)
        start = Start(league.setup(terms).board)
        game.save(write_step(advance(state, start, now, dice)))
        return game

    @property
    def league(self) -> League:
        """The league, as a run finds it."""
        league = League(Path("nowhere"), game_key)
        league.snapshot = Held(self.files)
        league.tree = lying({**self.files, **self.edits})
        return league

    def read(self) -> AnyGame | Broken:
        return self.league.find("riot")

    def state(self) -> GameState:
        """What a run begins with."""
        game = self.read()
        assert isinstance(game, Game), game
        return state_of(game)

    def writes(self, seat: str, text: str) -> Self:
        """The order file of a seat, as its player saves it."""
        self.edits[PATHS.orders(seat)] = text.encode()
        return self

    def run(self, now: int) -> list[Record]:
        """What is due at a time, carried out."""
        state = self.state()
        league = self.league
        memories = referee.memories(league, state)
        key = partial(league.dice_key, state.terms)
        return [self.save(step) for step in referee._steps(state, now, key, None, memories)]

    def save(self, step: SavedStep) -> Record:
        """What a step writes is the next commit."""
        self.files = _present({**self.files, **step.changes})
        self.edits = {path: data for path, data in self.edits.items() if path not in step.changes}
        return step.record


def lying(files: Contents) -> Untouched:
    """A work tree in which these files lie."""
    return Untouched(Held(files))


def _present(files: Contents) -> dict[str, bytes]:
    return {path: data for path, data in files.items() if data is not None}
