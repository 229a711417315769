"""What people have edited and not committed: a commit of the program takes it along, and says so."""

from __future__ import annotations

from collections.abc import Mapping

from genetess_cli.store.git import Repository


def uncommitted(repository: Repository, tip: str, files: Mapping[str, bytes | None]) -> list[str]:
    """The paths of those files, with what they hold now, that the commit `tip` has otherwise or not at all."""
    committed = repository.read(tip, list(files))
    return [path for path, data in files.items() if (data or None) != (committed[path] or None)]
