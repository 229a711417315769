"""The worker of a forge on which a step of a league's workflow runs: what it knows, and what it hands on.

The token is taken out of the environment, so that only the forge and git hear of it: git by a setting in its own
process's environment, for the forge's address alone. The master key never reaches git (`store/git/run.py`).
"""

from __future__ import annotations

import re
from collections.abc import MutableMapping
from pathlib import Path
from typing import TypeVar

import msgspec

from genetess_cli.errors import WrongUsage
from genetess_cli.store.forges.hubs import Hub, hub_at
from genetess_cli.store.git.remote import with_token

_Kept = TypeVar("_Kept")
Environment = MutableMapping[str, str]


class Worker:
    """A worker as its environment tells; the forge is asked for at most `seconds`."""

    def __init__(self, environment: Environment, seconds: float) -> None:
        """Take the token from the environment, and let git have it. Raise WrongUsage for no worker of a forge."""
        self._environment = environment
        token = environment.pop("FORGE_TOKEN", "").strip() or self._need("FORGE_TOKEN")
        self.hub: Hub = self._hub(token, seconds)
        self.event = self.get("GITHUB_EVENT_NAME")
        self.is_asked = self.event in ("push", "workflow_dispatch")  # somebody of the league wants a run
        self.run = self.get("CI_PIPELINE_ID") or self._need("GITHUB_RUN_ID")
        self.attempt = self.get("GITHUB_RUN_ATTEMPT") or "1"
        # GitLab hands on nothing that is outside of the clone.
        place = self.get("RUNNER_TEMP") or f"{self._need('CI_PROJECT_DIR')}/.run"
        self.site = Path(place, "site")
        self._talk = Path(place, "talk")
        self._lend(token)

    def _hub(self, token: str, seconds: float) -> Hub:
        kind = "github"
        names = ("GITHUB_API_URL", "GITHUB_REPOSITORY", "GITHUB_SERVER_URL")
        if self.get("CI_API_V4_URL"):
            kind = "gitlab"
            names = ("CI_API_V4_URL", "CI_PROJECT_ID", "CI_SERVER_URL")
        elif self.get("FORGEJO_ACTIONS") or self.get("GITEA_ACTIONS"):
            kind = "forgejo"
        address, repository, server = map(self._need, names)
        return hub_at(kind, address, token, repository, server, seconds, self._pace())

    def _pace(self) -> float:
        text = self.get("FORGE_PACE") or "1"
        if re.fullmatch(r"\d{1,3}(\.\d+)?", text):
            return float(text)
        raise WrongUsage("FORGE_PACE is the number of seconds between two comments, such as 0.5")

    def _lend(self, token: str) -> None:
        """Let git push and fetch with the token, and commit in the name of the forge's runs."""
        name, mail = self.hub.signer
        lent = {
            **with_token(self._environment, self.hub.server, self.hub.user, token),
            **{f"GIT_{role}_NAME": name for role in ("AUTHOR", "COMMITTER")},
            **{f"GIT_{role}_EMAIL": mail for role in ("AUTHOR", "COMMITTER")},
        }
        self._environment.update(lent)

    def get(self, name: str) -> str:
        return self._environment.get(name, "")

    def _need(self, name: str) -> str:
        if value := self.get(name):
            return value
        raise WrongUsage(f"{name} is not set: this command is for a step of a league's workflow on a forge")

    def put(self, name: str, value: str) -> None:
        """Hand an output on to the steps and jobs that follow."""
        self._append("GITHUB_OUTPUT", f"{name}={value}\n")

    def summarize(self, text: str) -> None:
        """Add Markdown to what the forge shows of this run."""
        self._append("GITHUB_STEP_SUMMARY", text)

    def _append(self, name: str, text: str) -> None:
        if not self.get(name):
            print(text, end="")  # GitLab has nothing of the kind
            return
        with Path(self.get(name)).open("a", encoding="utf-8") as file:
            file.write(text)

    def keep(self, name: str, value: object) -> None:
        """Keep something for the job that talks."""
        self._talk.mkdir(parents=True, exist_ok=True)
        (self._talk / name).write_bytes(msgspec.json.encode(value))

    def kept(self, name: str, kind: type[_Kept]) -> _Kept | None:
        """Return what was kept for the job that talks, None where nothing was."""
        file = self._talk / name
        return msgspec.json.decode(file.read_bytes(), type=kind) if file.exists() else None
