"""How the work tree of a league differs from the commit that counts, in both directions, as git itself tells it.

Git alone knows line ends, filters and what a checkout leaves out. Which files matter is told by their names, so that
nothing is said of what an editor or a file manager leaves there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from genetess_cli.errors import Finding
from genetess_cli.store.layout import is_programs
from genetess_cli.values import Value

How = Literal["added", "changed", "deleted"]
_HOWS: Final[dict[str, How]] = {"A": "added", "?": "added", "!": "added", "D": "deleted"}
_WORDS: Final[dict[How, str]] = {
    "added": "it is in no commit, so nothing reads it. Delete it, or put back what was taken out of git",
    "changed": "changed in the work tree; the committed one counts. Restore it with `{way}`",
    "deleted": "deleted in the work tree; the committed one counts. Restore it with `{way}`",
}
_STAGED: Final = "{how} in git's index; the committed one counts. Restore it with `{way}`"
INTERRUPTED: Final = "a run was interrupted; what it did is committed, and the next run writes these files"


class Difference(Value):
    """A path of the league that the work tree, or the index, has in another state than the commit."""

    path: str
    how: How
    is_staged: bool = False  # whether it is the index

    @property
    def finding(self) -> Finding:
        words = _STAGED if self.is_staged and self.how != "added" else _WORDS[self.how]
        return Finding(self.path, words.format(how=self.how, way=restore(self.path)))


def restore(path: str) -> str:
    """Return the command by which a committed file is got back, whatever the index has."""
    return f"git restore -SW {path}"


def read_status(said: str, prefix: str) -> list[Difference]:
    """Return what `git status --porcelain=v2 -z` says of the league at `prefix`, of what the program alone writes.

    A path is told once: its state in the index, or else in the work tree.
    """
    found: dict[str, Difference] = {}
    for line in said.split("\0"):
        for row in _differences(line, prefix):
            if is_programs(row.path):
                found.setdefault(row.path, row)
    return [*found.values()]


def _differences(row: str, prefix: str) -> Iterator[Difference]:
    kind, _, rest = row.partition(" ")
    if kind in ("?", "!"):
        yield Difference(rest.removeprefix(prefix), "added")
    elif kind in ("1", "u"):
        most = 7 if kind == "1" else 9
        states, *fields = rest.split(" ", most)
        path = fields[-1].removeprefix(prefix)
        is_mode_alone = kind == "1" and fields[4] == fields[5]  # the ids in the commit and in the index
        for place, state in enumerate(states):
            if state != "." and not (place == 0 and is_mode_alone):
                yield Difference(path, _HOWS.get(state, "changed"), is_staged=place == 0)
