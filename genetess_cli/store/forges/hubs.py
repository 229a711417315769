"""The forges as a league sees them: each a class with the same methods, which raise what the client does."""

from __future__ import annotations

from genetess_cli.store.forges.forgejo import Forgejo
from genetess_cli.store.forges.github import GitHub
from genetess_cli.store.forges.gitlab import GitLab

Hub = GitHub | Forgejo | GitLab
