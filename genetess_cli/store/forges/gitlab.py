"""GitLab's API as far as a league asks it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import cached_property

from genetess_cli.store.forges.client import Client, Remark, RepositoryFacts
from genetess_cli.store.forges.github import LABEL, Run, begun
from genetess_cli.store.forges.sent import Author, Issue, ListedMerge, PlayerRemark, Pull, in_order
from genetess_cli.values import Value

_MOST = 100


class _Project(Value):
    visibility: str
    forked_from_project: object = None
    issues_access_level: str = "enabled"


class _Account(Value):
    id: int
    username: str = ""


class _Note(Value):
    id: int
    body: str
    author: _Account
    created_at: datetime
    system: bool = False
    noteable_iid: int = 0
    noteable_type: str = ""


class _Event(Value):
    note: _Note | None = None


class _Thread(Value):
    iid: int
    title: str = ""


class GitLab:
    """A league's project on GitLab, by its number; what is commented on is a merge request (`mr`) or an `issue`."""

    user = "genetess"
    signer = ("genetess", "genetess@localhost")

    @staticmethod
    def headers(token: str) -> dict[str, str]:
        return {"PRIVATE-TOKEN": token}

    def __init__(self, asked: Client, project: str, server: str) -> None:
        self.client = asked
        self.home = f"/projects/{project}"
        self.server = server

    @cached_property
    def _me(self) -> int:
        """The number of the account that the token is of."""
        return self.client.get("/user", _Account).id

    def _at(self, on: str, number: int) -> str:
        return f"{self.home}/{'merge_requests' if on == 'mr' else 'issues'}/{number}"

    def facts(self) -> RepositoryFacts:
        found = self.client.get(self.home, _Project)
        has_issues = found.issues_access_level != "disabled"
        return RepositoryFacts(
            found.visibility != "public", found.forked_from_project is not None, has_issues
        )

    def pulls(self, branch: str) -> list[Pull]:
        path = f"{self.home}/merge_requests"
        listed = self.client.rows(path, ListedMerge, state="opened", target_branch=branch, per_page=_MOST)
        return in_order(one.pull() for one in listed if one.sha is not None)

    def forms(self) -> list[Issue]:
        return []

    def newest(self, on: str, number: int) -> str | None:
        found = self.client.find(self._at(on, number), ListedMerge)
        return found.sha if found else None

    def remarks(self, on: str, number: int) -> list[Remark]:
        path = f"{self._at(on, number)}/notes"
        notes = self.client.rows(path, _Note, sort="asc", order_by="created_at", per_page=_MOST)
        return [remark for note in notes for remark in self._own(note, number)]

    def remark(self, on: str, number: int, body: str) -> None:
        self.client.send("POST", f"{self._at(on, number)}/notes", {"body": body}, object)

    def reword(self, on: str, remark: Remark, body: str) -> None:
        self.client.send("PUT", f"{self._at(on, remark.on)}/notes/{remark.id}", {"body": body}, object)

    def finish(self, on: str, number: int) -> None:
        self.client.send("PUT", self._at(on, number), {"state_event": "close"}, object)

    def said(self, since: int | None) -> Iterator[Remark]:
        for note in self._notes(since):
            yield from self._own(note, note.noteable_iid)

    def heard(self, since: int) -> Iterator[PlayerRemark]:
        for note in self._notes(since):
            if note.author.id != self._me and not note.system and note.noteable_type == "Issue":
                yield PlayerRemark(
                    note.id, note.noteable_iid, Author(note.author.username, note.author.id), note.body
                )

    def _notes(self, since: int | None) -> Iterator[_Note]:
        query = {}
        if since is not None:  # the forge counts full days
            query["after"] = f"{datetime.fromtimestamp(since, UTC).date() - timedelta(days=1)}"
        path = f"{self.home}/events"
        for event in self.client.rows(path, _Event, target_type="note", per_page=_MOST, **query):
            if event.note:
                yield event.note

    def _own(self, note: _Note, on: int) -> Iterator[Remark]:
        if note.author.id == self._me and not note.system:
            yield Remark(note.id, on, note.body, int(note.created_at.timestamp()))

    def threads(self) -> dict[str, int]:
        if not self.facts().has_issues:
            return {}
        path = f"{self.home}/issues"
        query = {"state": "opened", "labels": LABEL, "author_id": self._me, "scope": "all"}
        rows = self.client.rows(path, _Thread, per_page=_MOST, **query)
        return {row.title: row.iid for row in sorted(rows, key=lambda row: -row.iid)}

    def new_thread(self, title: str, body: str) -> int:
        fields = {"title": title, "description": body, "labels": LABEL}
        return self.client.send("POST", f"{self.home}/issues", fields, _Thread, thread=True).iid

    def went(self, run: str, job: str) -> bool:
        """Return False: no job can be left out there, so every pipeline deploys the site."""
        return False

    def scheduled(self) -> list[int]:
        return begun(self.client.get(f"{self.home}/pipelines", list[Run], source="schedule", per_page=20))

    def keep_schedule(self) -> None:
        """Do nothing: no schedule is switched off there."""
