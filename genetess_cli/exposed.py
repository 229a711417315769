"""A sealed game's board that lies in its league for everybody to read: refused by `new`, named by `check`."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from genetess_cli.errors import InvalidFile, Refused
from genetess_cli.store import Hosted, League, yaml
from genetess_cli.store.clear import files_with, is_taken_along
from genetess_cli.store.layout import Layout

_LARGEST = 256 * 1024


def check_outside(league: League, board: Path) -> None:
    """Raise Refused for a board that the next `git add` would take into the league's history."""
    if is_taken_along(league.root, board):
        raise Refused(
            f"{board} lies in the league's repository, where everybody can read what a sealed game keeps secret; "
            f"put it outside, as in {Path(os.pardir) / board.name}; if it was ever committed, make another"
        )


def problems(hosted: Hosted) -> list[str]:
    """The files of the work tree that say what of a sealed game's board is sealed, a line each.

    Such a file is known by the game's map, which is public, and where the game can be opened by what is sealed as well.
    A game whose key is public has nothing to hide. What games have as their own boards and positions is left out: there
    it is public on purpose. Files that only the history still has are not found. Raises InvalidFile.
    """
    hidden = hosted.ruleset.HIDDEN
    if not hosted.is_sealed or not hidden or (hosted.clock and hosted.clock.key):
        return []
    words = (
        f"everybody can read here what {hosted.slug} has sealed; keep the file out of the league. "
        "If it was committed, the history keeps it: begin another game with another board"
    )
    return [f"{path}: {words}" for name in hidden for path in _found(hosted, name)]


def _found(hosted: Hosted, name: str) -> Iterator[str]:
    root = hosted.league.root
    own = {root.resolve() / path for path in _public(hosted)}
    for file in files_with(root, f"^{name}:"):
        if file.parent.resolve() / file.name not in own and _tells(hosted, name, _read(file)):
            yield Path(os.path.relpath(file, root.resolve())).as_posix()


def _public(hosted: Hosted) -> list[str]:
    """Each game's own board, and the positions of the other games, which have that again where they are open."""
    games = [Layout(slug) for slug in hosted.league.slugs()]
    return [game.board for game in games] + [game.state for game in games if game.slug != hosted.slug]


def _read(file: Path) -> Any:
    """What a YAML file says, None where it is none."""
    try:
        with file.open("rb") as opened:
            return yaml.read(opened.read(_LARGEST), file.name).data
    except (InvalidFile, OSError):
        return None


def _tells(hosted: Hosted, name: str, values: Any) -> bool:
    if not isinstance(values, Mapping) or not values.get(name):
        return False
    same_map = str(values.get("map")).split() == str(getattr(hosted.board, "map", "")).split()
    return same_map or (hosted.can_open and values[name] == getattr(hosted.board, name))
