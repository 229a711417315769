"""What game.yaml says that does nothing: another holiday than the game began with, notices that cannot be sent.

Loaded by `check`, and by runs that find game.yaml edited.
"""

from __future__ import annotations

from genetess_cli.errors import Fault
from genetess_cli.store import Hosted, schema, yaml
from genetess_cli.store.birth import birth
from genetess_cli.store.git import Repository


def idle_edits(hosted: Hosted, repository: Repository, tip: str) -> list[str]:
    """What an edited game.yaml of a started game says that does nothing."""
    words = _other_holiday(hosted, repository, tip)
    return [*hosted.unfollowed, *([words] if words else [])]


def _other_holiday(hosted: Hosted, repository: Repository, tip: str) -> str | None:
    """That game.yaml has another holiday than the game was started with, which nothing reads; None where it has not.

    None as well where the commit of the start is not here, so that nobody can tell.
    """
    start = repository.prefix + hosted.paths.record(0, "0")
    commits = birth(repository.top, start, tip)
    data = repository.read(commits[0], [hosted.paths.game])[hosted.paths.game] if commits else None
    if data is None:
        return None
    try:
        then = schema.load_game(yaml.read(data, hosted.paths.game), [hosted.file.ruleset])
    except Fault:
        return None  # it was written for an older program
    if then.holiday_seconds == hosted.file.holiday_seconds:
        return None
    return (
        f"{hosted.paths.game}: `holiday: {hosted.file.holiday}` does nothing, as it is only read at the start, and the "
        f"game was started with {then.holiday}"
    )


def idle_settings(hosted: Hosted) -> list[str]:
    """What game.yaml says that does nothing; what is wrong with its files is not said."""
    try:
        if hosted.clock is None:
            return hosted.unfollowed
        with Repository.open(hosted.league.root) as repository:
            return idle_edits(hosted, repository, repository.tip())
    except Fault:
        return []
