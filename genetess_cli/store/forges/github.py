"""GitHub's API as far as a league asks it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import datetime

from genetess_cli.store.forges.client import Client, Denied, Remark, RepositoryFacts, T
from genetess_cli.store.forges.sent import Author, Issue, ListedPull, PlayerRemark, Pull, in_order
from genetess_cli.store.times import Time
from genetess_cli.values import Value

API = "https://api.github.com"
_BOT = "github-actions[bot]"
LABEL = "turns"
"""Strangers cannot give it, so that an issue of theirs is no thread."""
_LETTERS = 40_000
"""So many of an issue's text are read."""
_FORM = re.compile(r"\s*### Game")
_MOST = 100
_OFF = 410


class _Comment(Value):
    id: int
    updated_at: datetime
    issue_url: str = ""
    pull_request_url: str = ""  # set instead, on a forge that tells the two apart
    user: Author | None = None
    body: str | None = None

    @property
    def on(self) -> int:
        return int((self.issue_url or self.pull_request_url).rpartition("/")[2])


class _Thread(Value):
    number: int
    title: str = ""
    user: Author | None = None


class _Job(Value):
    name: str
    conclusion: str | None = None


class _Jobs(Value):
    jobs: list[_Job]


class Run(Value):
    """A run of a workflow."""

    created_at: datetime
    event: str = ""


class Runs(Value):
    """What runs there were."""

    workflow_runs: list[Run]


class GitHub:
    """A league's repository `OWNER/NAME` on GitHub.

    What is commented on is named as answers name it, by `on` (`pr` or `issue`) and its number.
    """

    user = "x-access-token"  # the name beside the token, for git
    signer = (_BOT, f"41898282+{_BOT}@users.noreply.github.com")  # in whose name runs commit, with an address
    labels: tuple[str, ...] = (LABEL,)  # those of a thread

    @staticmethod
    def headers(token: str) -> dict[str, str]:
        return {
            "Authorization": f"Bearer {token}",
            "Accept": "application/vnd.github+json",
            "X-GitHub-Api-Version": "2022-11-28",
        }

    def __init__(self, asked: Client, repository: str, server: str = "https://github.com") -> None:
        self.client = asked
        self.home = f"/repos/{repository}"
        self.server = server

    def _rows(self, place: str, kind: type[T], **query: object) -> Iterator[T]:
        """Yield the entries of a list, none of issues and their comments where those are turned off."""
        try:
            yield from self.client.rows(self.home + place, kind, **query, per_page=_MOST)
        except Denied as fault:
            if fault.status != _OFF:
                raise

    def facts(self) -> RepositoryFacts:
        return self.client.get(self.home, RepositoryFacts)

    def pulls(self, branch: str) -> list[Pull]:
        """Return all open requests for a branch, by number."""
        listed = self._rows("/pulls", ListedPull, state="open", base=branch)
        return in_order(one.pull() for one in listed)

    def forms(self) -> list[Issue]:
        """Return what may be orders by the form among all open issues, by number; none where it has no forms."""
        listed = self._rows("/issues", Issue, state="open")
        forms = (one for one in listed if one.pull_request is None and _FORM.match(one.body or ""))
        return in_order(map(_cut, forms))

    def newest(self, on: str, number: int) -> str | None:
        """Return the newest commit of a request or the print of an issue's text, None where it is gone."""
        if on == "pr":
            request = self.client.find(f"{self.home}/pulls/{number}", ListedPull)
            return request.head.sha if request else None
        issue = self.client.find(f"{self.home}/issues/{number}", Issue)
        return _cut(issue).head if issue else None

    def remarks(self, on: str, number: int) -> list[Remark]:
        """Return the league's own comments on something, the oldest first."""
        return [*self._own(f"/issues/{number}/comments")]

    def remark(self, on: str, number: int, body: str) -> None:
        self.client.send("POST", f"{self.home}/issues/{number}/comments", {"body": body}, object)

    def reword(self, on: str, remark: Remark, body: str) -> None:
        self.client.send("PATCH", f"{self.home}/issues/comments/{remark.id}", {"body": body}, object)

    def finish(self, on: str, number: int) -> None:
        """Close something."""
        kind = "pulls" if on == "pr" else "issues"
        self.client.send("PATCH", f"{self.home}/{kind}/{number}", {"state": "closed"}, object)

    def said(self, since: int | None) -> Iterator[Remark]:
        """Yield the league's own comments anywhere that were written or changed since; None: all, the newest first."""
        if since is None:
            return self._own("/issues/comments", sort="created", direction="desc")
        return self._own("/issues/comments", since=Time(since))

    def heard(self, since: int) -> Iterator[PlayerRemark]:
        """Yield the comments of others anywhere that were written or changed since."""
        for row in self._rows("/issues/comments", _Comment, since=Time(since)):
            if row.user and not self._is_own(row.user):
                yield PlayerRemark(row.id, row.on, row.user, row.body or "")

    def _own(self, place: str, **query: object) -> Iterator[Remark]:
        for row in self._rows(place, _Comment, **query):
            if row.user and self._is_own(row.user):
                yield Remark(row.id, row.on, row.body or "", int(row.updated_at.timestamp()))

    def _is_own(self, user: Author) -> bool:
        return user.login == _BOT

    def threads(self) -> dict[str, int]:
        """Return the number of each open thread of a game, by its title; the oldest of one title."""
        listed = self._rows("/issues", _Thread, state="open", labels=",".join(self.labels))
        own = [row for row in listed if row.user and self._is_own(row.user)]
        return {row.title: row.number for row in sorted(own, key=lambda row: -row.number)}

    def new_thread(self, title: str, body: str) -> int:
        fields = {"title": title, "body": body, "labels": self.labels}
        return self.client.send("POST", f"{self.home}/issues", fields, _Thread, thread=True).number

    def went(self, run: str, job: str) -> bool:
        """Return whether a job of a run, by its name, ended well."""
        found = self.client.find(f"{self.home}/actions/runs/{run}/jobs?per_page={_MOST}", _Jobs)
        return found is not None and any((one.name, one.conclusion) == (job, "success") for one in found.jobs)

    def scheduled(self) -> list[int]:
        """Return when the last runs by schedule began, in seconds, the newest first."""
        path = f"{self.home}/actions/workflows/tick.yml/runs?event=schedule&per_page=20"
        return begun((self.client.find(path, Runs) or Runs([])).workflow_runs)

    def keep_schedule(self) -> None:
        self.client.send("PUT", f"{self.home}/actions/workflows/tick.yml/enable", {}, object)


def begun(runs: Iterable[Run]) -> list[int]:
    """Return when runs began, in seconds."""
    return [int(run.created_at.timestamp()) for run in runs]


def _cut(issue: Issue) -> Issue:
    return issue.replace(body=(issue.body or "")[:_LETTERS])
