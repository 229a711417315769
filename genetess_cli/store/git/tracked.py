"""Files of a work tree against the last commit: what git would take along, what was edited, what is gone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from genetess_cli.errors import Finding, InvalidFile, Refused
from genetess_cli.store.git import run
from genetess_cli.store.git.repository import Repository
from genetess_cli.store.git.run import find
from genetess_cli.store.layout import Layout

_IGNORED = 0


def is_taken_along(root: Path, file: Path) -> bool:
    """Return whether git would add a file of the repository around `root`. Raise Refused where there is none."""
    top, own, *_ = find(root)
    place = file.resolve()
    if not place.is_relative_to(top.resolve()) or place.is_relative_to(own.resolve()):
        return False
    return run.run(top, "check-ignore", "--quiet", "--", str(place)).status != _IGNORED


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
                f"{path} was {how} in the work tree; the committed one counts. Restore it with `git restore {path}`"
            )


def other_secrecy(read: Callable[[str], bytes | None], paths: Layout) -> Finding | None:
    """Return a finding where game.yaml says another secrecy than the game was made with; `read` gives files' bytes."""
    other = Layout(paths.slug, not paths.sealed)
    kinds = [other.state, *([] if paths.sealed else [paths.specials])]
    leftover = next((path for path in kinds if read(path) is not None), None)
    if leftover is None:
        return None
    now, made = ("sealed", "open") if paths.sealed else ("open", "sealed")
    words = (
        f"it says `secrecy: {now}`, but the game was made {made}: {leftover} is there. This cannot change later: "
        f"write `secrecy: {made}` again, or make a new game"
    )
    return Finding(paths.game, words)


def check_there(root: Path, paths: Layout) -> None:
    """Raise InvalidFile where the last commit has a game's clock; for a game that the work tree has as not started."""
    try:
        with Repository.open(root) as repository:
            gone = repository.read(repository.tip(), [paths.clock])[paths.clock] is not None
    except Refused:  # no repository or no commit: then nothing can have been deleted
        return
    if gone:
        words = f"restore what is missing with `git restore {paths.folder}`"
        raise InvalidFile(
            Finding(paths.clock, f"deleted in the work tree, but the game has started; {words}")
        )
