"""What can be seen of a sealed game's files without a key: whether they have the form of sealed text, in its place."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from genetess_cli.store import Hosted
from genetess_cli.store.layout import record_of, seat_of, slug_of
from genetess_cli.store.sealed import form_of, kind_of

_MEND = "take it back from git, no person is meant to edit it"


def order_problems(path: str, data: bytes) -> list[str]:
    """What is wrong with the form of a sealed order file; its orders nobody can read here."""
    problem = form_of(data, str(slug_of(path)), str(seat_of(path)))
    return [f"{path}: {problem}; seal your orders anew"] if problem else []


def past_problems(hosted: Hosted) -> list[str]:
    """What is wrong with the form of the position, the board's sealed part and the records."""
    return [*_problems(hosted)]


def _problems(hosted: Hosted) -> Iterator[str]:
    wanted = {hosted.paths.specials: ("specials", "0"), hosted.paths.state: ("state", None)}
    for path, (kind, turn) in wanted.items():
        yield from _problem(hosted, path, kind, turn)
    for path in hosted.record_paths():
        if record_of(path):
            yield from _problem(hosted, path, "record", PurePosixPath(path).stem)


def _problem(hosted: Hosted, path: str, kind: str, turn: str | None) -> Iterator[str]:
    data = hosted.league.read(path)
    if data is not None and (problem := kind_of(data, kind, turn)):
        yield f"{path}: {problem}; {_MEND}"
