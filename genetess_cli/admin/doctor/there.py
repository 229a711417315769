"""What GitHub tells of a league: QUESTIONS is the table of how a league has to be set up there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from genetess_cli.admin.doctor.symptoms import Symptom, symptom
from genetess_cli.store.forges.client import Denied, Limited, gap
from genetess_cli.store.forges.forgejo import Forgejo
from genetess_cli.store.forges.github import GitHub
from genetess_cli.store.forges.gitlab import GitLab
from genetess_cli.store.forges.hubs import Hub
from genetess_cli.store.seal.keyring import VARIABLE
from genetess_cli.store.terms import Terms
from genetess_cli.store.times import duration

_BRANCH = "main"
_HOUR = 3600
_SILENT = 48 * _HOUR
"""A schedule that did not start a run for so long is dead."""
_WORKFLOW = "/actions/workflows/tick.yml"
_HARMLESS = ("creation", "deletion", "non_fast_forward", "required_linear_history")
"""Rules of a branch that do not keep the runs from pushing."""


class _Repository(msgspec.Struct, frozen=True):
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
    conclusion: str


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
    Question("repository.archived", "", _Repository, lambda found: not found.archived, "nobody can push to it"),
    Question("site", "/pages", _Pages, lambda found: found.build_type == "workflow",
             "there is none that the workflow deploys"),
    Question("environment", "/environments/league/deployment-branch-policies", _Branches,
             lambda found: found.branch_policies == [_Named(_BRANCH)],
             f"`league`, which has the key, is not there, or not for {_BRANCH} alone"),
    Question("secret", f"/environments/league/secrets/{VARIABLE}", _Named, lambda found: True,
             f"the environment `league` has no {VARIABLE}, so nothing is carried out"),
    Question("workflow", _WORKFLOW, _Workflow, lambda found: found.state == "active",
             "it is not there, or turned off"),
    Question("runs", f"{_WORKFLOW}/runs?branch={_BRANCH}&status=completed&per_page=1", _Runs,
             lambda found: all(run.conclusion == "success" for run in found.workflow_runs),
             "the last one did not end well"),
    Question("branch.protected", f"/branches/{_BRANCH}", _Branch, lambda found: not found.protection.enabled,
             f"{_BRANCH} is protected; see that the runs may push to it"),
    Question("branch.rules", f"/rules/branches/{_BRANCH}", list[_Rule],
             lambda found: all(rule.type in _HARMLESS for rule in found),
             f"a rule keeps the runs from pushing to {_BRANCH}; remove it"),
)  # fmt: skip
"""What is asked, and what is wrong where the answer is another."""


def hub_symptoms(hub: Hub, branch: str, games: Mapping[str, Terms], now: int) -> Iterator[Symptom]:
    """Yield what every forge tells of a league that goes on. Raise what the client does."""
    if hub.facts().private:
        yield symptom(
            "repository.private", "it is private: on free plans GitHub has no site and no environment then"
        )
    begun = hub.scheduled()
    newest = begun[0] if begun else 0
    longest = gap(begun)
    if now - newest > _SILENT:
        yield symptom("schedule.dead", "it has started no run for two days")
    else:
        age = f"the last run began {(now - newest) / _HOUR:.1f} hours ago"
        yield Symptom("schedule", "ok", f"{age}; up to {longest / _HOUR:.1f} hours were between two")
    for terms in games.values():
        times = [terms.file.deadline, *terms.file.remind]
        if short := [time for time in times if (duration(time) or longest) < longest]:
            words = f"up to {longest / _HOUR:.1f} hours are between runs by schedule, more than {', '.join(short)}"
            yield symptom("schedule.gap", words, terms.paths.game)
    sent = {one.number: one.opened for one in hub.pulls(branch) if not one.trusted}
    sent |= {one.number: one.opened for one in hub.forms()}
    if late := [f"#{number}" for number, opened in sent.items() if opened and opened < newest]:
        yield symptom("requests", f"open since before the last run by schedule: {', '.join(late)}")


def github_symptoms(hub: GitHub | GitLab) -> Iterator[Symptom]:
    """Yield how a league is not set up on GitHub, or what of that is not seen. Raise what the client does."""
    for asked in QUESTIONS:
        if isinstance(hub, GitLab | Forgejo):
            yield Symptom(asked.key, "unseen", "look yourself: only GitHub is asked")
            continue
        try:
            found = hub.client.find(hub.home + asked.place, asked.kind)
        except (Denied, Limited):
            yield Symptom(asked.key, "unseen", "look yourself: GitHub does not tell this token")
            continue
        if found is None or not asked.is_right(found):
            yield symptom(asked.key, asked.words)
