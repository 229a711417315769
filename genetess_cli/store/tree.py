"""The values of one YAML file together with the lines they stand in, for messages that name both.

Lines are looked up only when a message needs them. What the values should be is no matter of this file.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from genetess_cli.store.limits import Limits, Plain

if TYPE_CHECKING:
    from genetess_cli.store.parsing import Mark

Path = Sequence[str | int]


class Tree:
    """`data` of the file `where`, in plain values (dict, list, str, int, float, bool, None)."""

    def __init__(
        self, data: Plain, source: bytes, where: str, limits: Limits, root: Mark | None = None
    ) -> None:
        self.data = data
        self.where = where
        self._source = source
        self._limits = limits
        self._root = root

    def extended(self, values: dict[str, Plain]) -> Tree:
        """The tree with further values of a mapping, which stand in no line of the file."""
        data = {**self.data, **values} if isinstance(self.data, dict) else self.data
        return Tree(data, self._source, self.where, self._limits, self._root)

    def line(self, path: Path) -> int:
        """The line, counted from 1, of the key or element at `path`; of the nearest one above where missing.

        The rows of a `|` text count as its elements: `("map", 3)` is the line of its fourth row.
        """
        mark, rest = self._mark(path)
        if mark.literal and len(rest) == 1 and isinstance(rest[0], int):
            return mark.row + 1 + rest[0]
        return mark.line

    def written(self, path: Path) -> str | None:
        """How the value at `path` was written, where it stands there without quotes; else None."""
        mark, rest = self._mark(path)
        return None if rest else mark.text

    def _mark(self, path: Path) -> tuple[Mark, Path]:
        """The mark of the longest part of `path` that exists, and what is left of it."""
        if self._root is None:  # the values came from the cache, which knows no lines
            from genetess_cli.store.parsing import parse

            self._root = parse(self._source, self.where, self._limits)[1]
        mark = self._root
        for depth, step in enumerate(path):
            part = _step(mark.parts, step)
            if part is None:
                return mark, path[depth:]
            mark = part
        return mark, ()


def _step(parts: dict[str, Mark] | list[Mark] | None, step: str | int) -> Mark | None:
    if isinstance(parts, dict) and isinstance(step, str):
        return parts.get(step)
    if isinstance(parts, list) and isinstance(step, int) and 0 <= step < len(parts):
        return parts[step]
    return None


def dotted(path: Path) -> str:
    """A path for people: `players[0].seat`."""
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return text.removeprefix(".")


def fault(tree: Tree, path: Path, message: str) -> str:
    """A mistake with its place: `games/riot/game.yaml:7: players[0].seat: message`."""
    name = f"{dotted(path)}: " if path else ""
    return f"{tree.where}:{tree.line(path)}: {name}{message}"
