"""A league as it would be with files that are not written yet."""

from __future__ import annotations

from collections.abc import Mapping

from genetess_cli.store.league import League


class Overlay(League):
    """A league in which some files, by path, say something else than those that lie there; nothing of it is kept."""

    def __init__(self, league: League, files: Mapping[str, bytes | None]) -> None:
        super().__init__(league.root, league.game_key)
        self.cache = None
        self._files = files

    def read(self, path: str) -> bytes | None:
        """A file as it would be. Raises Refused for one that is too large, or no file."""
        return self._files[path] if path in self._files else super().read(path)
