"""What the doctor finds: values until they are printed. HERE and THERE are the tables of all that can be wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Literal

from genetess_cli.values import Value

Level = Literal["ok", "unseen", "warning", "wrong"]

HERE: Final[Mapping[str, str]] = {
    "league.unread": "genetess check",
    "git.none": "git init --initial-branch main",
    "identity": "git config --global user.name NAME && git config --global user.email ADDRESS",
    "keys.none": "genetess keys import",
    "keys.unfit": "genetess keys import",
    "keys.broken": "mv {0} {0}.old && genetess keys import",
    "keys.variable": "unset GENETESS_MASTER_KEY",
    "keys.secret": "gh secret set GENETESS_MASTER_KEY --env league < "
    '"${{XDG_CONFIG_HOME:-$HOME/.config}}/genetess/master.key"',
    "keys.worker": "",
    "games.unread": "genetess check",
    "games.rules": "genetess adopt {}",
    "games.newer": "",
    "games.version": "genetess migrate",
    "games.plain": "git rm {}",
    "files.wrong": "genetess check",
    "files.key": "",
    "program.missing": "genetess init --refresh",
    "program.unnamed": "genetess init --refresh",
    "program.earlier": "genetess init --refresh",
    "program.other": "genetess init --refresh",
    "program.branch": "git branch -m main",
    "program.below": "",
    "address.remote": "git remote add origin {}",
    "address.repository": "genetess init --refresh --repository {}",
    "address.site": "",
    "address.unnamed": "",
    "size": "",
}
"""What can be wrong in a league and on this machine: its subject, then its kind -> the command that mends it
("": a person has to)."""

THERE: Final[Mapping[str, str]] = {
    "repository.none": "genetess publish",
    "repository.moved": "genetess init --refresh --repository OWNER/NAME",
    "repository.archived": "gh repo unarchive",
    "repository.private": "",
    "repository.branch": "gh repo edit --default-branch main",
    "issues": "genetess publish",
    "issues.label": "genetess publish",
    "site": "genetess publish",
    "environment": "genetess publish",
    "environment.open": "genetess publish",
    "secret": "genetess publish",
    "workflow": "gh workflow enable tick.yml",
    "branch.rules": "",
    "branch.protected": "",
    "runs": "gh run list --workflow tick.yml",
    "schedule.dead": "gh workflow run tick.yml",
    "schedule.gap": "",
    "requests": "gh workflow run tick.yml",
}
"""The same on its forge."""
WARNINGS: Final = frozenset((
    "games.version",
    "program.earlier",
    "program.other",
    "address.remote",
    "address.site",
    "address.unnamed",
    "size",
    "repository.private",
    "issues.label",
    "branch.protected",
    "schedule.gap",
    "requests",
))  # fmt: skip
"""Those with which a league lives on."""


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
        return subject(self.key)


def subject(key: str) -> str:
    return key.partition(".")[0]


def symptom(key: str, words: str, where: str = "", named: str = "") -> Symptom:
    """Return what is wrong, of one of the tables; `named` is what the command is about."""
    level: Level = "warning" if key in WARNINGS else "wrong"
    return Symptom(key, level, words, where, {**HERE, **THERE}[key].format(named))


def whole(found: Iterable[Symptom], table: Iterable[str]) -> Iterator[Symptom]:
    """Yield what was found by subject, and that all is well with each subject of a table that nothing is said of."""
    listed = [*found]
    for name in dict.fromkeys(map(subject, table)):
        yield from [one for one in listed if one.subject == name] or [Symptom(name, "ok")]
