"""How a league has to be set up on GitHub: what is asked there, what is wrong otherwise, and the calls that mend it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from genetess_cli.store.forges.github import LABEL
from genetess_cli.store.seal.keyring import VARIABLE

BRANCH = "main"
ENVIRONMENT = "league"
WORKFLOW = "/actions/workflows/tick.yml"
_ROOM = f"/environments/{ENVIRONMENT}"
BRANCHES = f"{_ROOM}/deployment-branch-policies"
SECRET = f"{_ROOM}/secrets/{VARIABLE}"
_HARMLESS = ("creation", "deletion", "non_fast_forward", "required_linear_history")
"""Rules of a branch that do not keep the runs from pushing."""


class Call(NamedTuple):
    """A call that sets something up."""

    title: str
    method: str  # "": POST, or PUT where something is there
    place: str  # below the repository's own
    body: dict[str, object]


class Need(NamedTuple):
    """Something that has to be so."""

    key: str  # of the doctor's symptom where it is not so
    place: str  # where it is asked, below the repository's own
    is_so: Callable[[Any], bool]  # of what is there; {}: nothing
    words: str
    calls: Sequence[Call] = ()


def users(there: dict[str, Any]) -> dict[str, int]:
    """Return the branches that may use the environment, each with its number."""
    return {one["name"]: one["id"] for one in there.get("branch_policies", ())}


NEEDS: Final[Sequence[Need]] = (
    Need("repository.archived", "", lambda there: not there.get("archived"), "nobody can push to it"),
    Need("repository.private", "", lambda there: not there.get("private"),
         "it is private: on free plans GitHub has no site and no environment then"),
    Need("deputy", "/collaborators?permission=push&per_page=2", lambda there: len(there) != 1,
         "only one account may push; who else has the key, if it is lost? See docs/handing-over.md"),
    Need("repository.branch", "", lambda there: there.get("default_branch", BRANCH) == BRANCH,
         f"{BRANCH} is not its default branch, of which alone GitHub starts runs by schedule"),
    Need("issues", "", lambda there: there.get("has_issues", True), "they are turned off",
         (Call("Turn on Issues, for orders and threads", "PATCH", "", {"has_issues": True}),)),
    Need("issues.label", f"/labels/{LABEL}", bool, f"the label `{LABEL}` of the games' threads is not there",
         (Call("Make the label of the games' threads", "POST", "/labels", {"name": LABEL, "color": "0e8a16"}),)),
    Need("environment", BRANCHES, lambda there: BRANCH in users(there),
         f"`{ENVIRONMENT}`, which has the key, is not there, or not for {BRANCH}",
         (Call(f"Make the environment `{ENVIRONMENT}`, for chosen branches", "PUT", _ROOM,
               {"deployment_branch_policy": {"protected_branches": False, "custom_branch_policies": True}}),
          Call(f"Let the branch {BRANCH} use it", "POST", BRANCHES, {"name": BRANCH, "type": "branch"}))),
    Need("environment.open", BRANCHES, lambda there: users(there).keys() <= {BRANCH},
         f"other branches than {BRANCH} get the key"),
    Need("site", "/pages", lambda there: there.get("build_type") == "workflow",
         "there is none that the workflow deploys",
         (Call("Let the workflow publish the site", "", "/pages", {"build_type": "workflow"}),)),
    Need("secret", SECRET, bool, f"the environment `{ENVIRONMENT}` has no {VARIABLE}, so nothing is carried out"),
    Need("workflow", WORKFLOW, lambda there: there.get("state") == "active", "it is not there, or turned off"),
    Need("runs", f"{WORKFLOW}/runs?branch={BRANCH}&status=completed&per_page=1",
         lambda there: all(run["conclusion"] == "success" for run in there.get("workflow_runs", ())),
         "the last one did not end well"),
    Need("branch.protected", f"/branches/{BRANCH}",
         lambda there: not there.get("protection", {}).get("enabled"),
         f"{BRANCH} is protected; see that the runs may push to it"),
    Need("branch.rules", f"/rules/branches/{BRANCH}", lambda there: all(rule["type"] in _HARMLESS for rule in there),
         f"a rule keeps the runs from pushing to {BRANCH}; remove it"),
)  # fmt: skip
