"""A league goes live on GitHub: what is missing there is found, shown and then done, step by step.

What there is decides which steps there are, so that a second time there are none. The key goes from its file to `gh`,
which seals it: it is in no argument and in no request of ours.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator
from http import HTTPStatus
from http.client import HTTPException
from typing import Any
from urllib.request import urlopen

import msgspec

from genetess_cli.admin import new_league, refresh
from genetess_cli.admin.doctor.ring import ring
from genetess_cli.admin.on_github import BRANCH, BRANCHES, ENVIRONMENT, NEEDS, SECRET, WORKFLOW, users
from genetess_cli.errors import Fault, Refused, WrongUsage
from genetess_cli.store.forges import GITHUB, gh
from genetess_cli.store.forges.client import Client, Denied, Limited
from genetess_cli.store.forges.github import GitHub
from genetess_cli.store.git import remote, run
from genetess_cli.store.layout import LEAGUE
from genetess_cli.store.league import League
from genetess_cli.store.seal import keyring
from genetess_cli.values import Value

_LONGEST = 600.0  # seconds that a run and the site are waited for
_EVERY = 5.0
_SOON = 30.0  # seconds for one answer of the site
_RIGHTS = (
    "A token needs the scopes `repo` and `workflow` (`gh auth refresh -s repo,workflow`). One for single repositories "
    "needs to write Administration, Actions, Contents, Environments, Issues, Pages, Secrets and Workflows. In a "
    "private repository environment and site need a paid plan. docs/github.md says how each step is done by hand."
)


class PublishStep(Value):
    """Something that is missing."""

    title: str
    line: str  # what is done, to read or to type
    do: Callable[[], object]


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
        if league.repository.prefix:
            raise Refused(
                f"{league.root} is not the top of its repository: all that is there would be published, and no "
                "workflow would run; make it a repository of its own"
            )
        unnamed = new_league.UNNAMED.encode()
        if unnamed in (league.lying(GITHUB.runs) or unnamed):
            raise Refused(
                f"{GITHUB.runs} is missing, or does not name the program yet: write the program's repository and "
                f"commit there in place of {new_league.UNNAMED}, or install a release, and run `genetess init "
                "--refresh --forge github`"
            )
        masters = keyring.masters() if keyring.has_master() else []
        if unfit := ring(league, masters).unfit:
            way = "bring it with `genetess keys import`"
            if keyring.given():
                way = f"unset {keyring.VARIABLE}, or give it that one"
            raise Refused(
                f"no master key here is the one of {', '.join(unfit)}: {way}, or the forge cannot play on"
            )
        self._placed = refresh.placed(league, name)
        refresh.check_committed(league, self._placed)
        settings = self._placed.get(LEAGUE)
        site = new_league.checked_site(settings.decode()) if settings else league.settings.site
        self.site = site.base_url or GITHUB.site_of(name) or ""
        self._league = league
        self._name = name
        self._token = gh.token()
        self._client = Client(api, GitHub.headers(self._token), seconds=3600, pace=0)
        self._api = f"/repos/{name}"
        self._page = f"https://{GITHUB.host}/{name}"

    def close(self) -> None:
        self._client.close()

    def steps(self, is_private: bool, now: int) -> list[PublishStep]:
        """Return what is missing, in the order in which it is to be done. Raise Refused."""
        pushed = [*self._push()]
        try:
            missing = [*self._repository(is_private), *self._settings(), *self._key()]
            return [*self._place(now), *missing, *pushed, *self._run(bool(pushed))]
        except (Denied, Limited) as fault:
            raise Refused(_explained(fault)) from None

    def do(self, step: PublishStep) -> None:
        """Carry out a step. Raise Refused, which says where to read how it is done by hand."""
        self._client.close()  # the forge has, while the GM was thinking
        try:
            step.do()
        except Fault as fault:
            words = f"{step.title}: {_explained(fault)} Then run `genetess publish` again."
            raise Refused(words) from None

    def _ask(self, place: str) -> dict[str, Any]:
        """Return what GitHub has at a place below the repository; nothing where there is none."""
        return self._client.find(self._api + place, dict[str, Any]) or {}

    def _call(self, title: str, method: str, path: str, body: object) -> PublishStep:
        line = f"{method} {path} {msgspec.json.encode(body).decode()}"
        return PublishStep(title, line, lambda: self._client.send(method, path, body, object))

    def _place(self, now: int) -> Iterator[PublishStep]:
        if files := self._placed:
            yield PublishStep(
                "Say in the league where it is",
                f"git commit {' '.join(sorted(files))}",
                lambda: refresh.commit(self._league, files, f"at {self._name}", now),
            )

    def _repository(self, is_private: bool) -> Iterator[PublishStep]:
        try:
            self._client.get(self._api, object)
        except Denied as fault:
            if fault.status != HTTPStatus.NOT_FOUND:
                raise
            owner, name = self._name.split("/")
            user = self._client.get("/user", dict[str, Any])["login"]
            path = "/user/repos" if user.lower() == owner.lower() else f"/orgs/{owner}/repos"
            body = {
                "name": name,
                "private": is_private,
                "description": self._league.settings.title,
                "homepage": self.site,
            }
            yield self._call(f"Make the repository {self._name}", "POST", path, body)

    def _settings(self) -> Iterator[PublishStep]:
        for need in filter(lambda one: one.calls, NEEDS):
            there = self._ask(need.place)
            if not need.is_so(there):
                anew = "PUT" if there else "POST"
                for one in need.calls:
                    yield self._call(one.title, one.method or anew, self._api + one.place, one.body)
        for branch, number in users(self._ask(BRANCHES)).items():
            if branch != BRANCH:
                title = f"Keep the branch {branch} out of the environment `{ENVIRONMENT}`"
                yield self._call(title, "DELETE", f"{self._api}{BRANCHES}/{number}", None)

    def _key(self) -> Iterator[PublishStep]:
        if not self._ask(SECRET):
            command = ["gh", "secret", "set", keyring.VARIABLE, "--env", ENVIRONMENT, "--repo", self._name]
            yield PublishStep(
                f"Put the master key into the environment `{ENVIRONMENT}`",
                f"{' '.join(command)} < {keyring.where()}",
                lambda: gh.run(command, keyring.lines(keyring.masters()).encode(), self._token),
            )

    def _push(self) -> Iterator[PublishStep]:
        repository = self._league.repository
        top = repository.top
        known = run.run(top, "config", "--get", f"remote.{remote.ORIGIN}.url").out.decode().strip()
        if known and not re.search(rf"(?i)github.*[:/]{re.escape(self._name)}(\.git)?/?$", known):
            raise Refused(
                f"the remote {remote.ORIGIN} is {known}, not {self._name}; see `git remote set-url`, or name the other "
                "with --repository"
            )
        there = f"refs/remotes/{remote.ORIGIN}/{BRANCH}"
        if not self._placed and not run.run(top, "merge-base", "--is-ancestor", BRANCH, there).status:
            return
        line = f"git push {remote.ORIGIN} {BRANCH}"
        if not known:
            line = f"git remote add {remote.ORIGIN} {self._page}.git && {line}"

        def do() -> None:
            if not known:
                run.read(top, "remote", "add", remote.ORIGIN, f"{self._page}.git")
            shown = remote.with_token(os.environ, f"https://{GITHUB.host}", GitHub.user, self._token)
            repository.push(shown)
            run.read(top, "branch", "--quiet", "--set-upstream-to", f"{remote.ORIGIN}/{BRANCH}")

        yield PublishStep("Push the league", line, do)

    def _run(self, is_pushed: bool) -> Iterator[PublishStep]:
        before, ended = self._newest()
        if is_pushed or ended != "success":
            if not is_pushed:
                yield self._call("Start a run", "POST", f"{self._api}{WORKFLOW}/dispatches", {"ref": BRANCH})
            line = f"GET {self.site}"
            yield PublishStep("Wait for the run and the site", line, lambda: self._wait(before))

    def _wait(self, old: str) -> None:
        """Wait until a run that is newer has ended, and the site is there. Raise Refused."""
        until = time.monotonic() + _LONGEST
        while time.monotonic() < until:
            address, ended = self._newest()
            if address != old and ended not in ("", "success"):
                raise Refused(f"the run did not end well: {address}")
            if address != old and ended and _is_up(self.site):
                return
            time.sleep(_EVERY)
        raise Refused(
            f"after {_LONGEST:.0f} seconds the run has not ended, or {self.site} does not answer; see "
            f"{self._page}/actions"
        )

    def _newest(self) -> tuple[str, str]:
        """Return the address of the newest run, and how it ended; both empty where there is nothing to say."""
        for newest in self._ask(f"{WORKFLOW}/runs?branch={BRANCH}&per_page=1").get("workflow_runs", ()):
            return newest["html_url"], newest["conclusion"] or ""
        return "", ""


def _explained(fault: Fault) -> str:
    if isinstance(fault, Denied) and fault.status == HTTPStatus.MOVED_PERMANENTLY:
        return f"{fault}: the repository has another name now; say it with --repository."
    said = f" GitHub says: “{fault.said}”" if isinstance(fault, Denied | Limited) else ""
    return f"{fault}.{said} {_RIGHTS}"


def _is_up(address: str) -> bool:
    try:
        with urlopen(address, timeout=_SOON) as answer:
            return bool(answer.status == 200)
    except (OSError, HTTPException):
        return False
