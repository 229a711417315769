"""Forgejo's API as far as a league asks it, and Gitea's: it is GitHub's, but for what is here."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from genetess_cli.store.forges.client import Remark, T
from genetess_cli.store.forges.github import GitHub, Runs, begun
from genetess_cli.store.forges.sent import Author, Issue
from genetess_cli.values import Value

_RUNS = -2
"""The number of the account by which a forge's runs act; nobody else has it."""
_MOST = 50


class _Commit(Value):
    message: str


class _Branch(Value):
    commit: _Commit


class Forgejo(GitHub):
    """A league's repository `OWNER/NAME` on Forgejo."""

    user = "token"
    signer = ("forgejo-actions", "noreply@localhost")
    labels = ()  # it takes none that is not there yet

    @staticmethod
    def headers(token: str) -> dict[str, str]:
        return {"Authorization": f"token {token}"}

    def _rows(self, place: str, kind: type[T], **query: object) -> Iterator[T]:
        path = self.home + place
        if place == "/issues/comments":  # of this list no answer names the next page
            for page in count(1):
                found = self.client.get(path, list[kind], limit=_MOST, page=page, **query)  # type: ignore[valid-type]
                yield from found
                if not found:
                    return
        elif place != "/issues" or self.facts().has_issues:
            yield from self.client.rows(path, kind, limit=_MOST, **query)

    def forms(self) -> list[Issue]:
        return []

    def said(self, since: int | None) -> Iterator[Remark]:
        return reversed([*super().said(since)])

    def _is_own(self, user: Author) -> bool:
        return user.id == _RUNS

    def went(self, run: str, job: str) -> bool:
        """Return whether the site of a run is the one that the branch `pages` has."""
        branch = self.client.find(f"{self.home}/branches/pages", _Branch)
        return branch is not None and branch.commit.message.split()[-1:] == [run]

    def scheduled(self) -> list[int]:
        found = self.client.find(f"{self.home}/actions/tasks?limit={_MOST}", Runs) or Runs([])
        return begun(run for run in found.workflow_runs if run.event == "schedule")

    def keep_schedule(self) -> None:
        """Do nothing: no schedule is switched off there."""
