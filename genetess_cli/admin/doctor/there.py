"""What GitHub tells of a league: QUESTIONS is the table of how a league has to be set up there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

import msgspec

from genetess_cli.admin.doctor.symptoms import Symptom, symptom
from genetess_cli.store.forges.client import Denied, Limited, gap
from genetess_cli.store.forges.github import GitHub
from genetess_cli.store.seal.keyring import VARIABLE
from genetess_cli.store.terms import Terms
from genetess_cli.store.times import duration

_BRANCH = "main"
_HOUR = 3600
_SILENT = 48 * _HOUR
"""A schedule that did not start a run for so long is dead."""
_RUNS = f"/actions/workflows/tick.yml/runs?branch={_BRANCH}&status=completed&per_page=20"
_HARMLESS = ("creation", "deletion", "non_fast_forward", "required_linear_history")
"""Rules of a branch that do not keep the runs from pushing."""


class _Repository(msgspec.Struct, frozen=True):
    private: bool
    archived: bool = False


class _Pages(msgspec.Struct, frozen=True):
    build_type: str | None = None


class _Named(msgspec.Struct, frozen=True):
    name: str


class _Branches(msgspec.Struct, frozen=True):
    branch_policies: list[_Named]


class _Workflow(msgspec.Struct, frozen=True):
    state: str


class _Rule(msgspec.Struct, frozen=True):
    type: str


class _Protection(msgspec.Struct, frozen=True):
    enabled: bool = False


class _Branch(msgspec.Struct, frozen=True):
    protection: _Protection = _Protection()


class _Run(msgspec.Struct, frozen=True):
    id: int
    created_at: datetime
    conclusion: str | None = None


class _Runs(msgspec.Struct, frozen=True):
    workflow_runs: list[_Run]


class Question(NamedTuple):
    """Something that is asked of GitHub."""

    key: str  # of the symptom where the answer is not right, or there is none
    place: str  # below the repository's own
    kind: type[Any]
    is_right: Callable[[Any], bool]
    words: str


QUESTIONS: Final[Sequence[Question]] = (
    Question("repository.none", "", _Repository, lambda found: True, "it is not there, or not for this token"),
    Question("repository.archived", "", _Repository, lambda found: not found.archived, "nobody can push to it"),
    Question("repository.private", "", _Repository, lambda found: not found.private,
             "it is private: free plans have no site and no environment for that"),
    Question("site", "/pages", _Pages, lambda found: found.build_type == "workflow",
             "there is none that the workflow deploys"),
    Question("environment", "/environments/league/deployment-branch-policies", _Branches,
             lambda found: found.branch_policies == [_Named(_BRANCH)],
             f"`league`, which has the key, is not there, or not for {_BRANCH} alone"),
    Question("secret", f"/environments/league/secrets/{VARIABLE}", _Named, lambda found: True,
             f"the environment `league` has no {VARIABLE}, so nothing is carried out"),
    Question("workflow", "/actions/workflows/tick.yml", _Workflow, lambda found: found.state == "active",
             "it is not there, or turned off"),
    Question("branch.protected", f"/branches/{_BRANCH}", _Branch, lambda found: not found.protection.enabled,
             f"{_BRANCH} is protected; see that the runs may push to it"),
    Question("branch.rules", f"/rules/branches/{_BRANCH}", list[_Rule],
             lambda found: all(rule.type in _HARMLESS for rule in found),
             f"a rule keeps the runs from pushing to {_BRANCH}; remove it"),
)  # fmt: skip
"""What is asked, and what is wrong where the answer is another."""


def forge_symptoms(hub: GitHub, games: Mapping[str, Terms], now: int) -> Iterator[Symptom]:
    """Yield what is wrong on GitHub, or could not be seen. Raise what the client does."""
    for asked in QUESTIONS:
        try:
            found = hub.client.find(hub.home + asked.place, asked.kind)
        except (Denied, Limited):
            yield Symptom(asked.key, "unseen", "look yourself, as GitHub does not tell this token")
            continue
        if found is None or not asked.is_right(found):
            yield symptom(asked.key, asked.words)
            if not asked.place and not found:
                return
    runs = hub.client.find(hub.home + _RUNS, _Runs)
    ended = runs.workflow_runs if runs else []
    yield from _runs(ended, now)
    yield from _gap(gap(hub.scheduled()), games)
    good = next((run.created_at.timestamp() for run in ended if run.conclusion == "success"), 0)
    waiting = {one.number: one.opened for one in hub.pulls(_BRANCH) if not one.trusted}
    waiting |= {one.number: one.opened for one in hub.forms()}
    if late := [f"#{number}" for number, opened in waiting.items() if opened and opened < good]:
        yield symptom("requests", f"open since before the last good run: {', '.join(late)}")


def _runs(ended: Sequence[_Run], now: int) -> Iterator[Symptom]:
    if not ended:
        yield symptom("runs.none", "none has ended yet")
        return
    last = ended[0]
    since = now - last.created_at.timestamp()
    words = f"the last one began {since / _HOUR:.1f} hours ago: {last.conclusion}"
    if last.conclusion != "success":
        yield symptom("runs.red", words, named=str(last.id))
    elif since > _SILENT:
        yield symptom("runs.old", words)
    else:
        yield Symptom("runs", "ok", words)


def _gap(longest: int, games: Mapping[str, Terms]) -> Iterator[Symptom]:
    """Tell of times in games that are shorter than the time that may be between two runs."""
    for terms in games.values():
        times = [terms.file.deadline, *terms.file.remind]
        if short := [time for time in times if (duration(time) or longest) < longest]:
            words = (
                f"runs by schedule were up to {longest / _HOUR:.1f} hours apart, more than {', '.join(short)}"
            )
            yield symptom("schedule", words, terms.paths.game)
