"""A game of a league as the program reads it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from genetess_cli.rules.genetess import Board
from genetess_cli.store.league import League, find
from genetess_cli.store.reader.games import AnyGame, Game
from genetess_cli.store.records import Record, plain
from genetess_cli.store.terms import Setup
from genetess_cli.turns.timeline import records_of


def game_in(place: Path | League, slug: str = "riot") -> AnyGame:
    return _league(place).game(slug)


def begun(place: Path | League, slug: str = "riot") -> Game:
    """A game that has started, and can be opened."""
    game = game_in(place, slug)
    assert isinstance(game, Game)
    return game


def records_in(place: Path | League, slug: str = "riot", first: int = 0) -> list[Record]:
    league = _league(place)
    return [*records_of(league, league.game(slug).terms, first)]


def said(record: Record) -> dict[str, Any]:
    """What the file of a record says."""
    return plain(record)


def board_of(setup: Setup) -> Board:
    """The board of a game of Genetess."""
    board: object = setup.board
    assert isinstance(board, Board)
    return board


def setup_in(place: Path | League, slug: str = "riot") -> Setup:
    """The terms of a game with its board."""
    league = _league(place)
    return league.setup(league.game(slug).terms)


def _league(place: Path | League) -> League:
    return find(place) if isinstance(place, Path) else place.now()
