"""What the doctor finds: values until they are printed. HERE and THERE are the tables of all that can be wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Literal

from genetess_cli.values import Value

Level = Literal["ok", "unseen", "warning", "wrong"]

HERE: Final[Mapping[str, tuple[Level, str]]] = {
    "league.unread": ("wrong", "genetess check"),
    "git.none": ("wrong", "git init --initial-branch main"),
    "identity": ("wrong", "git config --global user.name NAME && git config --global user.email ADDRESS"),
    "keys.none": ("wrong", "genetess keys import"),
    "keys.unfit": ("wrong", "genetess keys import"),
    "keys.broken": ("wrong", "mv {0} {0}.old && genetess keys import"),
    "keys.variable": ("wrong", "unset GENETESS_MASTER_KEY"),
    "keys.secret": (
        "wrong",
        'gh secret set GENETESS_MASTER_KEY --env league < "${{XDG_CONFIG_HOME:-$HOME/.config}}/genetess/master.key"',
    ),
    "keys.worker": ("wrong", ""),
    "games.unread": ("wrong", "genetess check"),
    "games.rules": ("wrong", "genetess adopt {}"),
    "games.newer": ("wrong", ""),
    "games.version": ("warning", "genetess migrate"),
    "games.plain": ("wrong", "git rm {}"),
    "files.wrong": ("wrong", "genetess check"),
    "files.key": ("wrong", ""),
    "program.missing": ("wrong", "genetess init --refresh"),
    "program.unnamed": ("wrong", "genetess init --refresh"),
    "program.earlier": ("warning", "genetess init --refresh"),
    "program.other": ("warning", "genetess init --refresh"),
    "program.pack": ("warning", ""),
    "program.branch": ("wrong", "git branch -m main"),
    "program.below": ("wrong", ""),
    "address.remote": ("warning", "git remote add origin {}"),
    "address.repository": ("wrong", "genetess init --refresh --repository {}"),
    "address.site": ("warning", ""),
    "address.unnamed": ("warning", ""),
    "size": ("warning", ""),
}
"""What can be wrong in a league and on this machine: its subject, then its kind -> how bad, and the command that mends
it ("": a person has to)."""

THERE: Final[Mapping[str, tuple[Level, str]]] = {
    "repository.none": ("wrong", "genetess publish"),
    "repository.moved": ("wrong", "genetess init --refresh --repository OWNER/NAME"),
    "repository.archived": ("wrong", "gh repo unarchive"),
    "repository.private": ("warning", ""),
    "repository.branch": ("wrong", "gh repo edit --default-branch main"),
    "deputy": ("warning", ""),
    "issues": ("wrong", "genetess publish"),
    "issues.label": ("warning", "genetess publish"),
    "site": ("wrong", "genetess publish"),
    "environment": ("wrong", "genetess publish"),
    "environment.open": ("wrong", "genetess publish"),
    "secret": ("wrong", "genetess publish"),
    "workflow": ("wrong", "gh workflow enable tick.yml"),
    "branch.rules": ("wrong", ""),
    "branch.protected": ("warning", ""),
    "runs": ("wrong", "gh run list --workflow tick.yml"),
    "schedule.dead": ("wrong", "gh workflow run tick.yml"),
    "schedule.gap": ("warning", ""),
    "requests": ("warning", "gh workflow run tick.yml"),
}
"""The same on its forge."""


class Symptom(Value):
    """One thing that was looked at."""

    key: str  # of a table; of what is right, or was not looked at, its subject alone
    level: Level
    words: str = ""
    where: str = ""  # the file, game or place on the forge that it is of; "": the league or this machine
    remedy: str = ""  # the command that mends it

    def __str__(self) -> str:
        return f"{self.where}: {self.words}" if self.where else self.words

    @property
    def subject(self) -> str:
        return self.key.partition(".")[0]


def symptom(key: str, words: str, where: str = "", named: str = "") -> Symptom:
    """Return what is wrong, of one of the tables; `named` is what the command is about."""
    level, remedy = {**HERE, **THERE}[key]
    return Symptom(key, level, words, where, remedy.format(named))


def whole(found: Iterable[Symptom], keys: Iterable[str]) -> Iterator[Symptom]:
    """Yield what was found by subject, and that all is well with each subject of some keys that nothing is said of."""
    listed = [*found]
    for name in dict.fromkeys(key.partition(".")[0] for key in keys):
        yield from [one for one in listed if one.subject == name] or [Symptom(name, "ok")]
