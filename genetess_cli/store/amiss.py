"""What the program wrote and somebody deleted or changed by hand: said in words wherever that is found."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from genetess_cli.errors import InvalidFile, Refused
from genetess_cli.store.git import Repository
from genetess_cli.store.layout import Layout


def tell_changed(
    repository: Repository, written: Mapping[str, bytes | None], note: Callable[[str], None]
) -> None:
    """Tell of the files that lie in the work tree otherwise than the last commit has them, which is what counts."""
    for path, data in written.items():
        try:
            held = repository.read_worktree([path])[path]
        except Refused as fault:
            note(str(fault))
            continue
        if held != data:
            how = "deleted" if held is None else "changed"
            note(
                f"{path} was {how} in the work tree; the committed one counts. Take it back with `git restore {path}`"
            )


def other_secrecy(read: Callable[[str], bytes | None], paths: Layout) -> str | None:
    """That game.yaml says another secrecy than the game was made with, in words; None where nothing tells so.

    `read` gives what is in a file of the league, None where there is none.
    """
    other = Layout(paths.slug, not paths.sealed)
    kinds = [other.state, *([] if paths.sealed else [paths.specials])]
    found = next((path for path in kinds if read(path) is not None), None)
    if found is None:
        return None
    now, then = ("sealed", "open") if paths.sealed else ("open", "sealed")
    return (
        f"{paths.game}: it says `secrecy: {now}`, and the game was made {then}, as {found} lies there. That cannot be "
        f"changed afterwards: put `secrecy: {then}` back, or make a new game"
    )


def check_there(root: Path, paths: Layout) -> None:
    """Raise InvalidFile where the last commit has a game's clock; for a game that the work tree has as not started."""
    try:
        with Repository.open(root) as repository:
            gone = repository.read(repository.tip(), [paths.clock])[paths.clock] is not None
    except Refused:  # no repository or no commit: then nothing can have been deleted
        return
    if gone:
        words = f"take back what is missing with `git restore {paths.folder}`"
        raise InvalidFile([f"{paths.clock}: deleted in the work tree, though the game has started; {words}"])
