"""A league goes live on GitHub: what is missing there is found, shown and then done, step by step.

What there is decides which steps there are, so that a second time there are none. The key goes from its file to `gh`,
which seals it: it is in no argument and in no request of ours.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple
from urllib.error import URLError
from urllib.request import urlopen

import msgspec

from genetess_cli.admin import refresh
from genetess_cli.errors import Fault, Refused, WrongUsage
from genetess_cli.store.forges import GITHUB, gh
from genetess_cli.store.forges.client import Client, Denied, Limited
from genetess_cli.store.forges.github import LABEL, GitHub, headers
from genetess_cli.store.git import remote, run
from genetess_cli.store.league import League
from genetess_cli.store.seal import keyring

BRANCH = "main"
ENVIRONMENT = "league"
_ROOM = f"/environments/{ENVIRONMENT}"
_BRANCHES = f"{_ROOM}/deployment-branch-policies"
_WORKFLOW = "actions/workflows/tick.yml"
_LONGEST = 600.0  # seconds that a run and the site are waited for
_EVERY = 5.0
_SOON = 30.0  # seconds until the run of a push is there
_RIGHTS = (
    "A token needs the scopes `repo` and `workflow` (`gh auth refresh -s repo,workflow`). One for single repositories "
    "needs to write Administration, Actions, Contents, Environments, Issues, Pages, Secrets and Workflows."
)
_PLAN = "For environment and site, in a private repository a paid plan is needed."


class PublishStep(msgspec.Struct, frozen=True):
    """Something that is missing."""

    title: str
    line: str  # what is done, to read or to type
    by_hand: str
    do: Callable[[], object]


class Setting(NamedTuple):
    """How something has to be set up on GitHub, and the call for it."""

    title: str
    asked: str  # below the repository's own place, like `place`
    is_right: Callable[[dict[str, Any]], bool]  # of what is there; nothing: it is not
    method: str  # "": POST, or PUT where something is there
    place: str
    body: dict[str, object]
    by_hand: str


def _lets_main(found: dict[str, Any]) -> bool:
    return any(one["name"] == BRANCH for one in found.get("branch_policies", ()))


SETTINGS: Final[Sequence[Setting]] = (
    Setting("Turn on Issues, for orders and threads", "", lambda found: bool(found.get("has_issues", True)),
            "PATCH", "", {"has_issues": True}, "turn on Issues"),
    Setting("Make the label of the games' threads", f"/labels/{LABEL}", bool,
            "POST", "/labels", {"name": LABEL, "color": "0e8a16"}, f"make the label `{LABEL}` among the issues"),
    Setting(f"Make the environment `{ENVIRONMENT}`, for chosen branches", _BRANCHES, _lets_main, "PUT", _ROOM,
            {"deployment_branch_policy": {"protected_branches": False, "custom_branch_policies": True}},
            f"under “Environments” make `{ENVIRONMENT}`"),
    Setting(f"Let the branch {BRANCH} use it", _BRANCHES, _lets_main, "POST", _BRANCHES,
            {"name": BRANCH, "type": "branch"}, f"in the environment `{ENVIRONMENT}` add the branch {BRANCH}"),
    Setting("Let the workflow publish the site", "/pages", lambda found: found.get("build_type") == "workflow",
            "", "/pages", {"build_type": "workflow"}, "under “Pages” choose “GitHub Actions” as the source"),
)  # fmt: skip


class Publishing:
    """The way of a league to a repository on GitHub."""

    def __init__(self, league: League, repository: str | None, api: str) -> None:
        """Raise WrongUsage or Refused for a league that cannot go there."""
        name = repository or league.settings.site.repository or ""
        name = name.removeprefix(f"https://{GITHUB.host}/").removesuffix("/").removesuffix(".git")
        if not re.fullmatch(r"[A-Za-z0-9-]+/[A-Za-z0-9._-]+", name):
            raise WrongUsage(
                "say where on GitHub the league is to be: --repository OWNER/NAME. For other forges, README.md has the "
                "steps"
            )
        if league.repository.branch != BRANCH:
            raise Refused(f"the workflow runs on the branch {BRANCH}; rename yours: `git branch -m {BRANCH}`")
        if b"@COMMIT" in (league.lying(GITHUB.runs) or b"@COMMIT"):
            raise Refused(
                f"{GITHUB.runs} is missing, or does not name the program yet: install a release, and run "
                "`genetess init --refresh --forge github`"
            )
        self._league = league
        self._name = name
        self._token = gh.token()
        self._client = Client(api, headers(self._token), seconds=3600, pace=0)
        self._api = f"/repos/{name}"
        self._page = f"https://{GITHUB.host}/{name}"
        self.site = league.settings.site.base_url or GITHUB.site_of(name) or ""

    def close(self) -> None:
        self._client.close()

    def steps(self, is_private: bool, now: int) -> list[PublishStep]:
        """Return what is missing, in the order in which it is to be done. Raise what the client does."""
        placed = [*self._place(now)]
        pushed = [*self._push(bool(placed))]
        try:
            settings = [*self._repository(is_private), *self._settings(), *self._key()]
            return [*placed, *settings, *pushed, *self._run(bool(pushed))]
        except (Denied, Limited) as fault:
            raise Refused(_explained(fault)) from None

    def do(self, step: PublishStep) -> None:
        """Carry out a step. Raise Refused with the way to do it by hand."""
        try:
            step.do()
        except Fault as fault:
            said = f"{step.title}: {_explained(fault)}"
            raise Refused(f"{said} By hand: {step.by_hand} Then run `genetess publish` again.") from None

    def _ask(self, place: str) -> dict[str, Any]:
        """Return what GitHub has at a place below the repository; nothing where there is none."""
        return self._client.find(self._api + place, dict[str, Any]) or {}

    def _call(self, title: str, by_hand: str, method: str, path: str, **body: object) -> PublishStep:
        line = f"{method} {path} {msgspec.json.encode(body).decode()}"
        return PublishStep(title, line, by_hand, lambda: self._client.send(method, path, body, object))

    def _place(self, now: int) -> Iterator[PublishStep]:
        files = refresh.placed(self._league, self._name)
        if files:
            line = f"git commit {' '.join(sorted(files))}"
            by_hand = (
                f"write `repository: {self._name}` and `base_url` below `site:` in genetess.yaml, and commit."
            )

            yield PublishStep(
                "Say in the league where it is",
                line,
                by_hand,
                lambda: refresh.commit(self._league, files, f"at {self._name}", now),
            )

    def _repository(self, is_private: bool) -> Iterator[PublishStep]:
        if not self._ask(""):
            owner, name = self._name.split("/")
            user = self._client.get("/user", dict[str, Any])["login"]
            path = "/user/repos" if user.lower() == owner.lower() else f"/orgs/{owner}/repos"
            about = {"description": self._league.settings.title, "homepage": self.site}
            by_hand = f"make an empty repository {name} at https://{GITHUB.host}/new."
            title = f"Make the repository {self._name}"
            yield self._call(title, by_hand, "POST", path, name=name, private=is_private, **about)

    def _settings(self) -> Iterator[PublishStep]:
        for row in SETTINGS:
            found = self._ask(row.asked)
            if not row.is_right(found):
                anew = "PUT" if found else "POST"
                by_hand = f"{row.by_hand} ({self._page}/settings). {_PLAN}"
                yield self._call(row.title, by_hand, row.method or anew, self._api + row.place, **row.body)

    def _key(self) -> Iterator[PublishStep]:
        secret = keyring.VARIABLE
        if not self._ask(f"{_ROOM}/secrets/{secret}"):
            command = ["gh", "secret", "set", secret, "--env", ENVIRONMENT, "--repo", self._name]
            yield PublishStep(
                f"Put the master key into the environment `{ENVIRONMENT}`",
                f"{' '.join(command)} < {keyring.where()}",
                f"open `{ENVIRONMENT}` at {self._page}/settings/environments, press “Add environment secret”, and give "
                f"it the name {secret} and the content of {keyring.where()}.",
                lambda: gh.keep_secret(command, _keys(), self._token),
            )

    def _push(self, has_more: bool) -> Iterator[PublishStep]:
        repository = self._league.repository
        top = repository.top
        known = run.run(top, "config", "--get", f"remote.{remote.ORIGIN}.url").out.decode().strip()
        if known and not re.search(rf"(?i)[:/]{re.escape(self._name)}(\.git)?/?$", known):
            raise Refused(
                f"the remote {remote.ORIGIN} is {known}, not {self._name}; see `git remote set-url`, or name the other "
                "with --repository"
            )
        there = repository.database.find_commit(f"refs/remotes/{remote.ORIGIN}/{BRANCH}")
        if has_more or there != repository.tip():
            line = f"git push {remote.ORIGIN} {BRANCH}"
            if not known:
                line = f"git remote add {remote.ORIGIN} {self._page}.git && {line}"

            def do() -> None:
                if not known:
                    run.read(top, "remote", "add", remote.ORIGIN, f"{self._page}.git")
                repository.push(
                    remote.with_token(os.environ, f"https://{GITHUB.host}", GitHub.user, self._token)
                )
                run.read(top, "branch", "--quiet", "--set-upstream-to", f"{remote.ORIGIN}/{BRANCH}")

            yield PublishStep("Push the league", line, f"`{line}`. {_RIGHTS}", do)

    def _run(self, is_pushed: bool) -> Iterator[PublishStep]:
        before, ended = self._newest()
        if is_pushed or ended != "success":
            asked = f'{self._api}/{_WORKFLOW}/dispatches {{"ref":"{BRANCH}"}}'
            line = f"POST {asked}, if no push starts a run; GET {self.site}"
            soon = _SOON if is_pushed else 0
            by_hand = f"see {self._page}/actions."
            yield PublishStep(
                "Wait for the run and the site", line, by_hand, lambda: self._wait(before, soon)
            )

    def _wait(self, old: str, soon: float) -> None:
        begun = time.monotonic()
        is_started = False
        while True:
            address, ended = self._newest()
            is_new = address != old
            if is_new and ended not in ("", "success"):
                raise Refused(f"the run did not end well: {address}")
            if is_new and ended and (not self.site or _is_up(self.site)):
                return
            waited = time.monotonic() - begun
            if waited > _LONGEST:
                raise Refused(
                    f"after {waited:.0f} seconds the run has not ended, or {self.site} does not answer"
                )
            if is_new or is_started or waited < soon:
                time.sleep(_EVERY)
                continue
            self._client.send("POST", f"{self._api}/{_WORKFLOW}/dispatches", {"ref": BRANCH}, object)
            is_started = True

    def _newest(self) -> tuple[str, str]:
        """Return the address of the newest run, and how it ended; both empty where there is nothing to say."""
        found = self._ask(f"/{_WORKFLOW}/runs?branch={BRANCH}&per_page=1").get("workflow_runs")
        run = found[0] if found else {}
        return run.get("html_url", ""), run.get("conclusion") or ""


def _explained(fault: Fault) -> str:
    if isinstance(fault, Denied | Limited):
        return f"{fault}. GitHub says: “{fault.said}” {_RIGHTS}"
    return f"{fault}."


def _keys() -> bytes:
    return "\n".join(key.hex() for key in keyring.masters()).encode()


def _is_up(address: str) -> bool:
    try:
        with urlopen(address, timeout=_SOON) as answer:
            return bool(answer.status == 200)
    except (URLError, TimeoutError):
        return False
