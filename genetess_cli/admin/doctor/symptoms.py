"""What the doctor finds: values until they are printed. REMEDIES is the table of all that can be wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

Level = Literal["ok", "unseen", "warning", "wrong"]

REMEDIES: Final[Mapping[str, str]] = {
    "identity.signer": "git config --global user.name NAME && git config --global user.email ADDRESS",
    "keys.none": "genetess keys import",
    "keys.unfit": "genetess keys import",
    "keys.idle": "genetess keys show",
    "program.earlier": "genetess init --refresh",
    "program.other": "genetess init --refresh",
    "games.unread": "genetess check",
    "games.rules": "genetess adopt {}",
    "games.plain": "git rm {}",
    "address.remote": "git remote add origin {}",
    "address.repository": "genetess init --refresh --repository {}",
    "address.site": "",
    "files.earlier": "genetess init --refresh",
    "size.site": "",
    "repository.none": "genetess publish",
    "repository.archived": "gh repo unarchive",
    "repository.private": "",
    "pages.off": "genetess publish",
    "environment.none": "genetess publish",
    "environment.open": "genetess publish",
    "secret.none": "genetess publish",
    "branch.rules": "",
    "schedule.off": "gh workflow enable tick.yml",
    "schedule.gap": "",
    "runs.none": "gh workflow run tick.yml",
    "runs.red": "gh run view {} --log-failed",
    "runs.old": "gh workflow run tick.yml",
    "requests.open": "gh workflow run tick.yml",
}
"""The kind of a symptom, its subject before the dot -> the command that mends it ("": a person has to)."""


class Symptom(msgspec.Struct, frozen=True):
    """One thing that was looked at."""

    key: str  # a row of REMEDIES; of what is right, or was not looked at, the subject alone
    level: Level
    where: str  # the file, game or place on the forge that it is of; "": the league or this machine
    words: str
    remedy: str = ""  # the command that mends it

    def __str__(self) -> str:
        return f"{self.where}: {self.words}" if self.where else self.words

    @property
    def subject(self) -> str:
        return self.key.partition(".")[0]


def ok(subject: str, words: str) -> Symptom:
    return Symptom(subject, "ok", "", words)


def unseen(subject: str, words: str) -> Symptom:
    return Symptom(subject, "unseen", "", words)


def wrong(key: str, words: str, where: str = "", named: str = "") -> Symptom:
    """Return what has to be mended; `named` is what the command is about."""
    return Symptom(key, "wrong", where, words, REMEDIES[key].format(named))


def warning(key: str, words: str, where: str = "", named: str = "") -> Symptom:
    return Symptom(key, "warning", where, words, REMEDIES[key].format(named))
