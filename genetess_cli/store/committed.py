"""The files of a league as one commit has them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from genetess_cli.store.git.repository import Repository


class Committed(msgspec.Struct, frozen=True):
    """What `repository` has in a commit, by paths of the league."""

    repository: Repository
    commit: str

    def read(self, path: str) -> bytes | None:
        """A file; None where there is none."""
        return self.repository.read(self.commit, [path])[path]

    def read_all(self, paths: Sequence[str]) -> Sequence[bytes | None]:
        """Several files, asked for at once."""
        found = self.repository.read(self.commit, paths)
        return [found[path] for path in paths]

    def names(self, folder: str) -> Sequence[str]:
        """The names in a folder."""
        return self.repository.names(self.commit, folder)
