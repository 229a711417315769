"""What one author's change touches: only what that login may write, and only what is an order file.

What stands in an order file is judged in `checks.py`.
"""

from __future__ import annotations

from typing import Final

from genetess_cli.checks import Checked, order_problems
from genetess_cli.errors import Fault
from genetess_cli.rules import RULESETS
from genetess_cli.store import League, schema, yaml
from genetess_cli.store.git import Repository
from genetess_cli.store.layout import Layout, seat_of, slug_of
from genetess_cli.store.schema import GameFile
from genetess_cli.store.worktree import Change

_PLAIN_FILE: Final = "100644"


def check_change(league: League, author: str, base: str, head: str = "HEAD") -> Checked:
    """Everything that the login `author` may not do, or that is no order, in the change that `head` makes to `base`.

    The change begins where the two parted: what others did to `base` since then is not the author's.
    Who may write which file is read from game.yaml as it was at `base`. Nothing of the work tree counts.
    Raises WrongUsage for a commit that is not there, Refused where the objects are missing.
    """
    with Repository.open(league.root) as repository:
        old, new = repository.resolve(base), repository.resolve(head)
        changes = repository.changes(repository.merge_base(old, new), new)
        change = _Change(repository, old, new, author)
        return Checked(len(changes), [line for one in changes for line in change.problems(one)])


class _Change:
    """Judges the files of one change, one after the other."""

    def __init__(self, repository: Repository, old: str, new: str, author: str) -> None:
        self._repository = repository
        self._old = old
        self._new = new
        self._author = author.lower()
        self._games: dict[str, GameFile | str] = {}

    def problems(self, change: Change) -> list[str]:
        """What is wrong with one changed file."""
        inside = change.path.startswith(self._repository.prefix)
        path = change.path.removeprefix(self._repository.prefix)
        seat, slug = seat_of(path), slug_of(path)
        if not inside or seat is None or slug is None:
            return [
                f"{path}: a player may change order files only, games/GAME/orders/SEAT.txt; undo this change"
            ]
        file = self._game(slug)
        if isinstance(file, str):
            return [f"{path}: {file}"]
        if seat not in self._own(file):
            mine = ", ".join(self._own(file)) or "no seat"
            return [f"{path}: {self._author} plays {mine} in {slug}, not {seat}; undo this change"]
        return self._contents(file, path, change)

    def _own(self, file: GameFile) -> list[str]:
        return [one.seat for one in file.players if (one.github or "").lower() == self._author]

    def _game(self, slug: str) -> GameFile | str:
        """A game's settings before the change, or why there are none."""
        if slug not in self._games:
            self._games[slug] = self._read(slug)
        return self._games[slug]

    def _read(self, slug: str) -> GameFile | str:
        path = Layout(slug).game
        try:
            data = self._repository.read(self._old, [path])[path]
            if data is None:
                return f"there was no game {slug} before this change; ask the GM for one"
            return schema.load_game(yaml.read(data, path), RULESETS)
        except Fault:
            return f"{path} was not valid before this change, so that nobody can tell whose file this is; ask the GM"

    def _contents(self, file: GameFile, path: str, change: Change) -> list[str]:
        if change.new is None:
            return []
        if change.new.mode != _PLAIN_FILE:
            what = change.new.words if not change.new.is_file else "an executable file"
            return [f"{path}: {what}; an order file is plain text with mode {_PLAIN_FILE}"]
        data = self._repository.read(self._new, [path])[path] or b""
        return order_problems(file, path, data)
