"""The forges as a league sees them: each a class with the same methods, which raise what the client does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from genetess_cli.store.forges.client import PATIENCE, Client
from genetess_cli.store.forges.forgejo import Forgejo
from genetess_cli.store.forges.github import GitHub
from genetess_cli.store.forges.gitlab import GitLab

Hub = GitHub | Forgejo | GitLab
_KINDS: Final[Mapping[str, type[Hub]]] = {"github": GitHub, "gitlab": GitLab, "forgejo": Forgejo}


def hub_at(
    kind: str, address: str, token: str, name: str, server: str, seconds: float = PATIENCE, pace: float = 1.0
) -> Hub:
    """Return a forge of a kind of FORGES, its API at `address`, for the repository `name` on a `server`."""
    made = _KINDS[kind]
    return made(Client(address, made.headers(token), seconds, pace), name, server)
