"""Forgejo's API as far as a league asks it, and Gitea's: it is GitHub's, but for what is here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import count

import msgspec

from genetess_cli.store.forges.client import Remark
from genetess_cli.store.forges.github import GitHub, Numbered
from genetess_cli.store.forges.sent import Issue

_RUNS = -2
"""The number of the account by which a forge's runs act; nobody else has it."""
_MOST = 50


class _Account(msgspec.Struct, frozen=True):
    id: int


class _Comment(msgspec.Struct, frozen=True):
    id: int
    updated_at: datetime
    issue_url: str = ""  # one of the two is set
    pull_request_url: str = ""
    user: _Account | None = None
    body: str = ""


class _Thread(msgspec.Struct, frozen=True):
    number: int
    title: str
    user: _Account | None = None


class _Commit(msgspec.Struct, frozen=True):
    message: str


class _Branch(msgspec.Struct, frozen=True):
    commit: _Commit


class _Task(msgspec.Struct, frozen=True):
    event: str
    created_at: datetime


class _Tasks(msgspec.Struct, frozen=True):
    workflow_runs: list[_Task]


def headers(token: str) -> dict[str, str]:
    return {"Authorization": f"token {token}"}


class Forgejo(GitHub):
    """A league's repository `OWNER/NAME` on Forgejo."""

    user = "token"
    signer = ("forgejo-actions", "noreply@localhost")

    def forms(self) -> list[Issue]:
        return []

    def remarks(self, on: str, number: int) -> list[Remark]:
        return [*_own(self.client.get(f"{self.home}/issues/{number}/comments", list[_Comment]))]

    def said(self, since: int | None) -> Iterator[Remark]:
        query = {}
        if since is not None:
            query["since"] = datetime.fromtimestamp(since, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        rows: list[_Comment] = []
        for page in count(1):  # of this list the forge names no next page
            path = f"{self.home}/issues/comments"
            found = self.client.get(path, list[_Comment], limit=_MOST, page=page, **query)
            rows += found
            if not found:
                break
        return _own(reversed(rows))

    def threads(self) -> dict[str, int]:
        if not self.facts().has_issues:
            return {}
        rows = self.client.rows(f"{self.home}/issues", _Thread, state="open", type="issues", limit=_MOST)
        own = [row for row in rows if row.user and row.user.id == _RUNS]
        return {row.title: row.number for row in sorted(own, key=lambda row: -row.number)}

    def new_thread(self, title: str, body: str) -> int:
        fields = {"title": title, "body": body}
        return self.client.send("POST", f"{self.home}/issues", fields, Numbered, thread=True).number

    def went(self, run: str, job: str) -> bool:
        """Return whether the site of a run is the one that the branch `pages` has."""
        branch = self.client.find(f"{self.home}/branches/pages", _Branch)
        return branch is not None and branch.commit.message.split()[-1:] == [run]

    def scheduled(self) -> list[int]:
        found = self.client.find(f"{self.home}/actions/tasks?limit={_MOST}", _Tasks)
        tasks = found.workflow_runs if found else []
        return [int(task.created_at.timestamp()) for task in tasks if task.event == "schedule"]

    def keep_schedule(self) -> None:
        """Do nothing: no schedule is switched off there."""


def _own(rows: Iterable[_Comment]) -> Iterator[Remark]:
    for row in rows:
        if row.user and row.user.id == _RUNS:
            on = int((row.issue_url or row.pull_request_url).rpartition("/")[2])
            yield Remark(row.id, on, row.body, int(row.updated_at.timestamp()))
