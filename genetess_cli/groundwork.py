"""What is wrong with the files that a game is started from, game.yaml and board.yaml, a line each; for `checks.py`."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import msgspec

from genetess_cli import naming
from genetess_cli.errors import InvalidFile
from genetess_cli.rules.base import Fault
from genetess_cli.store import Hosted, League, yaml
from genetess_cli.store.layout import LEAGUE


def settings(hosted: Hosted) -> list[str]:
    """What is wrong with game.yaml, and with a board that is missing."""
    named = names(hosted)
    try:
        _ = hosted.settings
    except InvalidFile as error:
        return [*named, *error.faults, *_besides(hosted)]
    lines = [*named, *_together(hosted)]
    there = lies_there(hosted.league, hosted.paths.board)
    return [line for line in lines if not (there and line.startswith(f"{hosted.paths.board}:"))]


def names(hosted: Hosted) -> list[str]:
    """What is wrong with the names in game.yaml. No turn asks: a game that has begun goes on."""
    return [hosted.placed(Fault(path, words)) for path, words in naming.faults(hosted.file)]


def _besides(hosted: Hosted) -> list[str]:
    """What is wrong with settings and seats where some settings cannot be read: those count as their defaults."""
    kind = hosted.ruleset.SETTINGS
    read = {name: value for name, value in hosted.file.rules.items() if _reads(kind, {name: value})}
    try:
        found = hosted.ruleset.faults(msgspec.convert(read, kind), hosted.board, hosted.seats)
    except InvalidFile:
        return []
    own = (each for each in found if each.path[0] == "players" or (each.path[1:2] and each.path[1] in read))
    return [hosted.placed(each) for each in own]


def _reads(kind: type, rules: dict[str, Any]) -> bool:
    try:
        msgspec.convert(rules, kind)
    except msgspec.ValidationError:
        return False
    return True


def board(hosted: Hosted) -> list[str]:
    """What is wrong with board.yaml; nothing where game.yaml does not say yet what the board is for."""
    try:
        _ = hosted.file, hosted.settings
    except InvalidFile:
        return loads(lambda: yaml.read(hosted.league.read(hosted.paths.board) or b"", hosted.paths.board))
    return [line for line in _together(hosted) if line.startswith(f"{hosted.paths.board}:")]


def _together(hosted: Hosted) -> list[str]:
    try:
        hosted.check()
    except InvalidFile as error:
        return error.faults
    return []


def lies_there(league: League, path: str) -> bool:
    """Whether anything is at a path, a link that leads nowhere included."""
    return os.path.lexists(league.root / path)


def title(league: League) -> list[str]:
    """What is wrong with genetess.yaml."""
    words = naming.unfit(league.settings.title)
    return [f"{LEAGUE}: title: it {words}"] if words else []


def loads(load_it: Callable[[], object]) -> list[str]:
    """No problems, once something was loaded. Raises what loading raises."""
    load_it()
    return []
